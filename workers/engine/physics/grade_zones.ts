/**
 * The mean gradient under a train of given length, as a function of its head's position: linear
 * between the positions where its head or tail passes a boundary, so one look-up gives it for a
 * whole zone. Kept with the gradients, because most trains on a path have one of few lengths.
 */
import { type GradientProfile, prefixAt } from "./gradient.ts";

export interface GradeZones {
  /** [nZones + 1] strictly increasing positions of the head. */
  readonly bounds_m: Float64Array;
  /** [nZones] gradient at the zone's begin, and its change per metre; NaN if it is not linear. */
  readonly grades_permille: Float64Array;
  readonly rises_permille_m: Float64Array;
}

const LENGTHS_MAX = 16;
const known = new WeakMap<GradientProfile, Map<number, GradeZones>>();

/** Returns the zones of a path for a train's length. */
export function findGradeZones(gradient: GradientProfile, length_m: number): GradeZones {
  let byLength = known.get(gradient);
  if (byLength === undefined) {
    byLength = new Map();
    known.set(gradient, byLength);
  }
  let zones = byLength.get(length_m);
  if (zones === undefined) {
    zones = makeZones(gradient, length_m);
    if (byLength.size >= LENGTHS_MAX) byLength.clear();
    byLength.set(length_m, zones);
  }
  return zones;
}

function makeZones(gradient: GradientProfile, length_m: number): GradeZones {
  if (gradient.isFlat) return pack([-Infinity, Infinity], [0], [0]);
  const { boundaries_m, values_permille } = gradient;
  const end_m = gradient.length_m;
  const nPieces = values_permille.length;
  // Just after the begin, where the first metre of the train already has a weight.
  const bounds_m = [Number.MIN_VALUE];
  const grades_permille: number[] = [];
  const rises_permille_m: number[] = [];
  let head = 0;
  let tail = -1;
  for (let from_m = Number.MIN_VALUE; from_m < end_m; ) {
    while (head < nPieces - 1 && boundaries_m[head + 1]! <= from_m) head++;
    while (tail < nPieces - 1 && boundaries_m[tail + 1]! + length_m <= from_m) tail++;
    const tailNext_m = boundaries_m[tail + 1]! + length_m;
    const to_m = Math.min(boundaries_m[head + 1]!, tailNext_m, end_m);
    let grade_permille = values_permille[head]!;
    let rise_permille_m = 0;
    if (length_m === 0 || (tail < 0 && head > 0)) {
      // While the tail is not on the path yet, only the part on the path counts.
      grade_permille = Number.NaN;
    } else if (tail >= 0 && tail < head) {
      const atTail = prefixAt(gradient, from_m - length_m, tail);
      grade_permille = (prefixAt(gradient, from_m, head) - atTail) / length_m;
      rise_permille_m = (values_permille[head]! - values_permille[tail]!) / length_m;
    }
    const last = grades_permille.length - 1;
    const isSame =
      last >= 0 &&
      rise_permille_m === 0 &&
      rises_permille_m[last] === 0 &&
      grades_permille[last] === grade_permille;
    if (isSame) bounds_m.pop();
    else {
      grades_permille.push(grade_permille);
      rises_permille_m.push(rise_permille_m);
    }
    bounds_m.push(to_m);
    from_m = to_m;
  }
  return pack(bounds_m, grades_permille, rises_permille_m);
}

function pack(bounds_m: number[], grades: number[], rises: number[]): GradeZones {
  return {
    bounds_m: Float64Array.from(bounds_m),
    grades_permille: Float64Array.from(grades),
    rises_permille_m: Float64Array.from(rises),
  };
}
