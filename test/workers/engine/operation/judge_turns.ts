/**
 * Who goes when, as decided: who lets others go first is next when the last of them has been. Of several who are it is
 * the one whose last one came last, else by the plan. Of decisions that contradict each other the last ones count.
 */
export function judgeTurns<Turn>(
  planned: readonly Turn[],
  decided: readonly (readonly [behind: Turn, first: Turn])[],
): Turn[] {
  const kept: (readonly [behind: Turn, first: Turn])[] = [];
  const isBehind = (one: Turn, other: Turn): boolean =>
    kept.some(([behind, first]) => behind === one && (first === other || isBehind(first, other)));
  for (const [behind, first] of decided.toReversed()) {
    if (!isBehind(first, behind)) kept.push([behind, first]);
  }
  const gone: Turn[] = [];
  const lastOf = (one: Turn): number =>
    Math.max(
      -1,
      ...kept.flatMap(([behind, first]) => (behind === one ? [gone.indexOf(first)] : [])),
    );
  const isReady = (one: Turn): boolean =>
    kept.every(([behind, first]) => behind !== one || gone.includes(first));
  while (gone.length < planned.length) {
    const farthest = Math.max(-1, ...gone.map((one) => planned.indexOf(one)));
    const ready = planned.filter((one) => !gone.includes(one) && isReady(one));
    const overdue = ready
      .filter((one) => planned.indexOf(one) < farthest)
      .sort((a, b) => lastOf(b) - lastOf(a));
    gone.push((overdue[0] ?? ready[0])!);
  }
  return gone;
}
