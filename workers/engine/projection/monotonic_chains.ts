/**
 * A train's visits as chains that go along an axis one way. A station may be on the axis twice, and a train may
 * visit it twice: the longest chain is taken first (of equal ones that with the lowest indexes), then the longest
 * of what remains.
 */

/** Chains beyond these are not looked for: their visits stay alone. A real train has one, two if it goes back. */
const CHAINS_MAX = 32;

export interface AxisChain {
  /** Ascending. */
  readonly visits: number[];
  /** The index of each on the axis, ascending or descending. */
  readonly indexes: number[];
}

/** `candidates`: the axis indexes of each visit, ascending, below `size`. Each visit is in one chain, or in two where one ends and the other begins. */
export function findChains(candidates: readonly (readonly number[])[], size: number): AxisChain[] {
  const chains: AxisChain[] = [];
  let rest = Array.from(candidates.keys());
  while (rest.length > 0 && chains.length < CHAINS_MAX) {
    const chain = better(
      findLongest(candidates, rest, { size, sign: 1 }),
      findLongest(candidates, rest, { size, sign: -1 }),
    );
    chains.push(chain);
    const taken = new Set(chain.visits);
    rest = rest.filter((visit) => !taken.has(visit));
  }
  for (const visit of rest) chains.push({ visits: [visit], indexes: [candidates[visit]![0]!] });
  joinChains(chains);
  return chains;
}

function better(up: AxisChain, down: AxisChain): AxisChain {
  const difference = down.indexes.length - up.indexes.length;
  if (difference !== 0) return difference > 0 ? down : up;
  const at = up.indexes.findIndex((index, i) => index !== down.indexes[i]);
  return at >= 0 && down.indexes[at]! < up.indexes[at]! ? down : up;
}

interface Way {
  readonly size: number;
  /** 1: with ascending indexes, -1: with descending ones. */
  readonly sign: 1 | -1;
}

function findLongest(
  candidates: readonly (readonly number[])[],
  rest: readonly number[],
  { size, sign }: Way,
): AxisChain {
  // Of the chains that begin at an index, among the visits looked at so far.
  const longest = new Uint32Array(size);
  const lengths: number[][] = [];
  let wanted = 0;
  for (let i = rest.length - 1; i >= 0; i--) {
    const own = candidates[rest[i]!]!;
    const found = own.map((index) => {
      let after = 0;
      for (let j = index + sign; j >= 0 && j < size; j += sign) {
        if (longest[j]! > after) after = longest[j]!;
      }
      return after + 1;
    });
    lengths.push(found);
    for (let c = 0; c < own.length; c++) {
      longest[own[c]!] = Math.max(longest[own[c]!]!, found[c]!);
      wanted = Math.max(wanted, found[c]!);
    }
  }
  lengths.reverse();
  const chain: AxisChain = { visits: [], indexes: [] };
  let from = 0;
  let previous = sign > 0 ? -1 : size;
  for (; wanted > 0; wanted--) {
    let best = size;
    let at = -1;
    for (let i = from; i < rest.length; i++) {
      const own = candidates[rest[i]!]!;
      for (let c = 0; c < own.length; c++) {
        if (lengths[i]![c] !== wanted || (own[c]! - previous) * sign <= 0) continue;
        if (own[c]! < best) [best, at] = [own[c]!, i];
      }
    }
    chain.visits.push(rest[at]!);
    chain.indexes.push(best);
    previous = best;
    from = at + 1;
  }
  return chain;
}

/** A train that goes back draws two lines which meet: a chain begins where the visit before its first one is. */
function joinChains(chains: readonly AxisChain[]): void {
  const indexOf = new Map(
    chains.flatMap(({ visits, indexes }) => visits.map((visit, i) => [visit, indexes[i]!])),
  );
  for (const { visits, indexes } of chains.slice(1)) {
    if (visits.length < 2) continue;
    const sign = Math.sign(indexes[1]! - indexes[0]!);
    const before = indexOf.get(visits[0]! - 1);
    if (before !== undefined && (indexes[0]! - before) * sign > 0) {
      visits.unshift(visits[0]! - 1);
      indexes.unshift(before);
    }
    const last = visits[visits.length - 1]!;
    const after = indexOf.get(last + 1);
    if (after !== undefined && (after - indexes[indexes.length - 1]!) * sign > 0) {
      visits.push(last + 1);
      indexes.push(after);
    }
  }
}
