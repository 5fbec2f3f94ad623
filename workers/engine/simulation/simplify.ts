/**
 * Ramer-Douglas-Peucker over the points of a report (engine.md 5.8): a point is kept if its distance to
 * the chord, 5 per m/s plus 0.2 per second, is above the threshold. Iterative, over scratch arrays; the
 * arithmetic resolves exact ties as the reference does. Evenly spaced stops tie everywhere and lose one
 * stop per pass. After much of that, long ranges are halved without looking at their points.
 */
import { MAX_SIMPLIFICATION_WORK } from "../physics/constants.ts";

const SPEED_WEIGHT = 5.0;
const TIME_WEIGHT = 0.2;
const THRESHOLD = 1.0;
const DEGENERATE_CHORD_M = 1e-6;
/** Ranges up to this length are never halved blindly. */
const SHORT_RANGE_POINTS = 128;

/** Points of one report before simplification; arrays may be longer than `count`. */
export interface ReportPoints {
  x_m: Float64Array;
  t_s: Float64Array;
  v_m_s: Float64Array;
  count: number;
}

/** Finds the points to keep; scratch of one thread. */
export class Simplifier {
  /** [points.count] 1 = the point stays. */
  keep = new Uint8Array(4096);
  #stack = new Int32Array(256);

  /** Marks the points that stay in `keep` and returns their number. */
  mark(points: ReportPoints): number {
    const { count } = points;
    if (this.keep.length < count) this.keep = new Uint8Array(count + (count >> 1));
    const keep = this.keep;
    keep.fill(0, 0, count);
    if (count === 0) return 0;
    keep[0] = 1;
    keep[count - 1] = 1;
    let nKept = count > 1 ? 2 : 1;
    let stack = this.#stack;
    stack[0] = 0;
    stack[1] = count - 1;
    let depth = 2;
    let work = 0;
    while (depth > 0) {
      const last = stack[--depth]!;
      const first = stack[--depth]!;
      const isHalved = work > MAX_SIMPLIFICATION_WORK && last - first > SHORT_RANGE_POINTS;
      if (!isHalved) work += last - first;
      const split = isHalved ? (first + last) >> 1 : findFarthest(points, first, last);
      if (split < 0) continue;
      keep[split] = 1;
      nKept++;
      if (depth + 4 > stack.length) {
        const grown = new Int32Array(stack.length * 2);
        grown.set(stack);
        this.#stack = stack = grown;
      }
      // A range of two points has nothing to examine.
      if (split - first > 1) {
        stack[depth++] = first;
        stack[depth++] = split;
      }
      if (last - split > 1) {
        stack[depth++] = split;
        stack[depth++] = last;
      }
    }
    return nKept;
  }
}

/** Returns the first of the farthest points between two points; -1 if none is above the threshold. */
function findFarthest(points: ReportPoints, first: number, last: number): number {
  const { x_m, t_s, v_m_s } = points;
  const x0 = x_m[first]!;
  const t0 = t_s[first]!;
  const v0 = v_m_s[first]!;
  const chord_m = x_m[last]! - x0;
  const isPoint = Math.abs(chord_m) < DEGENERATE_CHORD_M;
  const dt = isPoint ? 0 : t_s[last]! - t0;
  const dv = isPoint ? 0 : v_m_s[last]! - v0;
  const length_m = isPoint ? 1 : chord_m;
  let farthest = -1;
  let distance = THRESHOLD;
  for (let i = first + 1; i < last; i++) {
    const along_m = x_m[i]! - x0;
    const v = v0 + (along_m * dv) / length_m;
    const t = t0 + (along_m * dt) / length_m;
    const d = Math.abs(v_m_s[i]! - v) * SPEED_WEIGHT + Math.abs(t_s[i]! - t) * TIME_WEIGHT;
    if (d > distance) {
      distance = d;
      farthest = i;
    }
  }
  return farthest;
}
