/** Splits ranges on a line that may overlap into ranges that do not. */

export interface ValuedRange<Value> {
  readonly begin: number;
  readonly end: number;
  readonly value: Value;
}

/** Cuts ranges at all their ends; where several lie, `choose` says which value counts. Equal neighbours are one. */
export function partition<Value>(
  ranges: readonly ValuedRange<Value>[],
  choose: (kept: Value, other: Value) => Value,
): readonly ValuedRange<Value>[] {
  const bounds = [...new Set(ranges.flatMap(({ begin, end }) => [begin, end]))];
  bounds.sort((a, b) => a - b);
  const starts = [...ranges].sort((a, b) => a.begin - b.begin);
  const open: ValuedRange<Value>[] = [];
  const found: { begin: number; end: number; value: Value }[] = [];
  let next = 0;
  for (const [i, begin] of bounds.slice(0, -1).entries()) {
    const end = bounds[i + 1] ?? begin;
    for (let one = starts[next]; one !== undefined && one.begin <= begin; one = starts[next]) {
      open.push(one);
      next++;
    }
    open.splice(0, open.length, ...open.filter((range) => range.end > begin));
    const [first, ...others] = open;
    if (first === undefined) continue;
    const value = others.reduce((kept, other) => choose(kept, other.value), first.value);
    const last = found.at(-1);
    if (last !== undefined && last.end === begin && last.value === value) last.end = end;
    else found.push({ begin, end, value });
  }
  return found;
}
