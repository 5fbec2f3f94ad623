/** Seeded numbers for generated inputs: the same seed gives the same input on every machine. */

/** A generator of numbers in [0, 1) (mulberry32). */
export function makeRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export type Random = () => number;

/** A number between two bounds. */
export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}

/** A whole number from low to high, both included. */
export function wholeBetween(random: Random, low: number, high: number): number {
  return Math.floor(between(random, low, high + 1));
}

/** Ascending distinct whole positions strictly inside (0, length), then the length. */
export function cutLength(random: Random, length: number, nPieces: number): number[] {
  const cuts = new Set<number>();
  for (let i = 1; i < nPieces; i++) cuts.add(wholeBetween(random, 1, length - 1));
  return [...cuts].sort((a, b) => a - b).concat(length);
}
