/**
 * Stable sort of indices by key. It inserts while little is out of order, since trains come in the order of their
 * departure, and merges otherwise. The built-in sort takes no key array; a comparison function costs ten times as much.
 */

const RUN = 16;
/** Moves per item that insertion may cost before merging takes over. */
const MOVES_PER_ITEM = 8;

/** Sorts `order[from, to)` by increasing `keys[order[i]]`; `scratch` has at least the length of `order`. */
export function sortByKey(
  order: Uint32Array,
  keys: Float64Array,
  range: { readonly from: number; readonly to: number },
  scratch: Uint32Array,
): void {
  const { from, to } = range;
  if (insert(order, keys, range, MOVES_PER_ITEM * (to - from))) return;
  for (let run = from; run < to; run += RUN) {
    insert(order, keys, { from: run, to: Math.min(to, run + RUN) }, Infinity);
  }
  let source = order;
  let target = scratch;
  for (let width = RUN; width < to - from; width *= 2) {
    for (let left = from; left < to; left += 2 * width) {
      const middle = Math.min(to, left + width);
      const end = Math.min(to, left + 2 * width);
      let a = left;
      let b = middle;
      for (let i = left; i < end; i++) {
        const takesLeft = a < middle && (b >= end || keys[source[a]!]! <= keys[source[b]!]!);
        target[i] = takesLeft ? source[a++]! : source[b++]!;
      }
    }
    [source, target] = [target, source];
  }
  if (source !== order) order.set(source.subarray(from, to), from);
}

/** Sorts by insertion; after too many moves it stops, partly sorted but still stable. */
function insert(
  order: Uint32Array,
  keys: Float64Array,
  { from, to }: { readonly from: number; readonly to: number },
  moves_max: number,
): boolean {
  let moves = 0;
  for (let i = from + 1; i < to; i++) {
    const item = order[i]!;
    const key = keys[item]!;
    let j = i - 1;
    while (j >= from && keys[order[j]!]! > key) {
      order[j + 1] = order[j]!;
      j--;
    }
    order[j + 1] = item;
    moves += i - 1 - j;
    if (moves > moves_max) return false;
  }
  return true;
}
