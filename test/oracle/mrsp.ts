/** Oracle for engine.md 4.7 (sweep over parts) and the microsecond times of constant speeds (4.4). */

export interface SpeedPart {
  readonly lo: number;
  readonly hi: number;
  /** mm/s */
  readonly speed: number;
  /** What the part is, for the answer; parts with different marks never merge. */
  readonly mark?: unknown;
}

/**
 * The slowest part at each position: on equality the one that began first, then the one added first.
 * A new stretch starts whenever the winning part changes.
 */
export function sweep(parts: readonly SpeedPart[]): SpeedPart[] {
  const cuts = [...new Set(parts.flatMap(({ lo, hi }) => [lo, hi]))].sort((a, b) => a - b);
  const result: { lo: number; hi: number; part: SpeedPart }[] = [];
  for (let i = 0; i + 1 < cuts.length; i++) {
    const [lo, hi] = [cuts[i]!, cuts[i + 1]!];
    let winner: SpeedPart | undefined;
    for (const part of parts) {
      if (!(part.lo <= lo && hi <= part.hi)) continue;
      if (
        winner === undefined ||
        part.speed < winner.speed ||
        (part.speed === winner.speed && part.lo < winner.lo)
      ) {
        winner = part;
      }
    }
    if (winner === undefined) continue;
    const last = result.at(-1);
    if (last !== undefined && last.part === winner && last.hi === lo) last.hi = hi;
    else result.push({ lo, hi, part: winner });
  }
  return result.map(({ lo, hi, part }) => ({ ...part, lo, hi }));
}

/** Microseconds to run from the start of the parts to x, each part one step at constant speed. */
export function timeAtUs(parts: readonly SpeedPart[], x: number): number {
  let us = 0;
  for (const { lo, hi, speed } of parts) {
    if (x <= lo) break;
    const end = Math.min(hi, x);
    us += Math.floor(((end / 1000 - lo / 1000) / (speed / 1000)) * 1e6);
    if (x <= hi) break;
  }
  return us;
}
