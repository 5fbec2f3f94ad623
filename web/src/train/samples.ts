/** Values of curves and of ranges at given positions. */
import { firstAfter } from "../graph/runs.ts";

export interface Ranges {
  /** Where one value ends and the next begins. */
  readonly boundaries: readonly number[];
  /** One more than boundaries. */
  readonly values: readonly number[];
}

/** The value that applies at each position; `xs` increase. */
export function sampleRanges({ boundaries, values }: Ranges, xs: readonly number[]): number[] {
  let at = 0;
  return xs.map((x) => {
    while (at < boundaries.length && (boundaries[at] ?? 0) <= x) at++;
    return values[Math.min(at, values.length - 1)] ?? 0;
  });
}

/** Linear between the points; at a stop, the lowest value at that place. */
export function sampleCurve(
  positions: readonly number[],
  values: readonly number[],
  xs: readonly number[],
): number[] {
  const places = Float64Array.from(positions);
  return xs.map((x) => {
    const i = firstAfter(places, x);
    const [x0 = 0, x1 = 0] = [places[i - 1], places[i]];
    const [y0 = 0, y1 = 0] = [values[i - 1], values[i]];
    if (x1 === x0) return Math.min(y0, y1);
    const part = Math.min(1, Math.max(0, (x - x0) / (x1 - x0)));
    return y0 + part * (y1 - y0);
  });
}
