/** How late trains are on tried days, as broad bands beneath their lines. */
import type { Palette } from "../graph/drawing/palette.ts";
import { type Curve, firstAfter, makeCurve, type Run } from "../graph/runs.ts";

/** A stop on the axis, ms since the train's start, and how late it is there in the mean; null: not known, or never there. */
export interface LateStop {
  readonly arrival_ms: number;
  readonly late_s: number | null;
}

/** Minutes from which on a band begins. */
export const BANDS_MIN = [1, 3, 5] as const;

/** By band: colours of works and failures, the palest first. */
export function bandColours({ work, failed }: Palette): readonly string[] {
  return [`${work}55`, `${work}bb`, `${failed}bb`];
}

/** -1: no band. */
export function bandOf(late_s: number): number {
  return BANDS_MIN.filter((minutes) => late_s >= 60 * minutes).length - 1;
}

/** The stretch up to a stop tells how late it is there; neighbours of one band are one. */
export function listBands(run: Run, stops: readonly LateStop[], colours: readonly string[]): Run[] {
  const bands: { band: string; from_ms: number; to_ms: number }[] = [];
  let from_ms = -Infinity;
  for (const { arrival_ms, late_s } of stops) {
    const band = late_s === null ? undefined : colours[bandOf(late_s)];
    const before = bands.at(-1);
    if (band !== undefined && before?.band === band && before.to_ms === from_ms)
      before.to_ms = arrival_ms;
    else if (band !== undefined) bands.push({ band, from_ms, to_ms: arrival_ms });
    from_ms = arrival_ms;
  }
  return bands.map(({ band, ...span }) => ({
    ...run,
    band,
    curves: run.curves.flatMap((curve) => cutCurve(curve, span.from_ms, span.to_ms)),
  }));
}

/** Its part between two moments; none if it has none. */
function cutCurve(curve: Curve, from_ms: number, to_ms: number): Curve[] {
  const { times_ms } = curve;
  const from = Math.max(from_ms, times_ms[0] ?? Infinity);
  const to = Math.min(to_ms, times_ms.at(-1) ?? -Infinity);
  if (from >= to) return [];
  const [first, end] = [firstAfter(times_ms, from), firstAfter(times_ms, to)];
  const times = [from, ...times_ms.subarray(first, end).filter((ms) => ms > from && ms < to), to];
  const at = (values: Float64Array) =>
    Float64Array.from(times, (ms) => valueAt(times_ms, values, ms));
  return [
    makeCurve({
      times_ms: Float64Array.from(times),
      positions_mm: at(curve.positions_mm),
      shares: at(curve.shares),
    }),
  ];
}

function valueAt(times_ms: Float64Array, values: Float64Array, ms: number): number {
  const i = firstAfter(times_ms, ms);
  const [t0 = 0, t1 = 0, v0 = 0, v1 = 0] = [times_ms[i - 1], times_ms[i], values[i - 1], values[i]];
  return t1 === t0 ? v1 : v0 + ((ms - t0) / (t1 - t0)) * (v1 - v0);
}
