/**
 * Gradient under a train of given length (engine.md 4.2). The path's gradients are a partition with
 * prefix sums, so the mean gradient between tail and head takes two look-ups, however long the train.
 */
import { fromMilli } from "../units.ts";

export interface GradientProfile {
  readonly length_m: number;
  /** [nPieces + 1] strictly increasing, from 0 to the path's length. */
  readonly boundaries_m: Float64Array;
  /** [nPieces] slope plus curve resistance, per mille, positive = climbing. */
  readonly values_permille: Float64Array;
  /** [nPieces + 1] sum of value times width up to each boundary. */
  readonly prefix: Float64Array;
  /** Every value is 0, so there is no weight force anywhere. */
  readonly isFlat: boolean;
}

/** Builds the prefix sums over a partition of the path; boundaries in mm from 0 to its length. */
export function makeGradientProfile(
  boundaries_mm: Float64Array,
  values_permille: Float64Array,
): GradientProfile {
  const n = values_permille.length;
  const boundaries_m = new Float64Array(n + 1);
  const prefix = new Float64Array(n + 1);
  let isFlat = true;
  for (let i = 0; i < n; i++) {
    boundaries_m[i + 1] = fromMilli(boundaries_mm[i + 1]!);
    prefix[i + 1] = prefix[i]! + values_permille[i]! * (boundaries_m[i + 1]! - boundaries_m[i]!);
    if (values_permille[i] !== 0) isFlat = false;
  }
  return { length_m: boundaries_m[n]!, boundaries_m, values_permille, prefix, isFlat };
}

/** Pieces next to a hint that are tried before a search. */
const NEAR_PIECES = 8;

/** Finds the piece containing x (the later one at a boundary), starting from a hint. */
export function findPiece(boundaries: Float64Array, x: number, hint: number): number {
  const last = boundaries.length - 2;
  const up = Math.min(last, hint + NEAR_PIECES);
  const down = Math.max(0, hint - NEAR_PIECES);
  let i = hint;
  while (i < up && x >= boundaries[i + 1]!) i++;
  while (i > down && x < boundaries[i]!) i--;
  const isBeyond = (i < last && x >= boundaries[i + 1]!) || (i > 0 && x < boundaries[i]!);
  return isBeyond ? searchPiece(boundaries, x) : i;
}

/** Returns the prefix sum at x, 0 <= x <= length; `piece` contains x. */
export function prefixAt(profile: GradientProfile, x: number, piece: number): number {
  return (
    profile.prefix[piece]! + (x - profile.boundaries_m[piece]!) * profile.values_permille[piece]!
  );
}

/** Returns the mean gradient between two positions, per mille; needed for the energy of a part. */
export function meanGradient(profile: GradientProfile, from_m: number, to_m: number): number {
  const { boundaries_m } = profile;
  if (profile.isFlat || boundaries_m.length < 2) return 0;
  const from = prefixAt(profile, from_m, searchPiece(boundaries_m, from_m));
  const to = prefixAt(profile, to_m, searchPiece(boundaries_m, to_m));
  return to_m === from_m ? to : (to - from) / (to_m - from_m);
}

/** Finds the piece containing x by bisection; for look-ups without a hint. */
export function searchPiece(boundaries: Float64Array, x: number): number {
  let lo = 0;
  let hi = boundaries.length - 2;
  while (lo < hi) {
    const mid = (lo + hi + 1) >> 1;
    if (boundaries[mid]! <= x) lo = mid;
    else hi = mid - 1;
  }
  return lo;
}
