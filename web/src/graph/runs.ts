/**
 * What is drawn of trains: curves in typed arrays, placed once on the axis, and runs that show them
 * at their times. All occurrences of a paced train share its curves.
 */
import { applyScale, type Scale } from "./axis.ts";
import type { Area } from "./viewport.ts";

export interface Curve {
  /** [nPoints] ms since the train's start, never decreasing. */
  readonly times_ms: Float64Array;
  /** [nPoints] on the axis. */
  readonly positions_mm: Float64Array;
  /** [nPoints] shares of the axis. */
  readonly shares: Float64Array;
  /** Indexes of points before which the train passes by stations of the axis. */
  readonly bypassed: ReadonlySet<number>;
  readonly from_share: number;
  readonly to_share: number;
}

/** A train at a station of the axis, ms since its start. */
export interface Pass {
  /** Id of the operational point. */
  readonly station: string;
  readonly arrival_ms: number;
  /** Equal to the arrival where it does not stand. */
  readonly departure_ms: number;
  /** Id of the track section; null: not known. */
  readonly track: string | null;
  /** Which waypoint of its path is here, from 0; null: none. */
  readonly waypoint: number | null;
  readonly is_stop: boolean;
  /** It neither stops here nor has a part of the station on its path. */
  readonly is_estimated: boolean;
}

/** A run as the server sends it: shared by all trains that have it. */
export interface StationRun {
  /** In the order of the run. */
  readonly passes: readonly Pass[];
  readonly lines: readonly SentLine[];
}

export interface SentLine extends SentCurve {
  /** Indexes of points. */
  readonly bypassed: readonly number[];
}

/** One train on one day: a train schedule, or one occurrence of a paced train. */
export interface Run {
  /** `train_schedule 9`, `paced_train 70 3 -`. */
  readonly key: string;
  readonly train_id: number;
  readonly kind: "train_schedule" | "paced_train";
  readonly name: string;
  readonly start_ms: number;
  /** With a date, its operating day. */
  readonly date?: string;
  /** Empty: it passes one station of the axis alone. */
  readonly curves: readonly Curve[];
  readonly passes: readonly Pass[];
  /** If it is an occurrence of a paced train. */
  readonly index: number | null;
  readonly exception_key: string | null;
  /** It runs against the axis. */
  readonly is_back: boolean;
  /** What its colour and dash tell (palette.ts). */
  readonly look: string;
  readonly category: string;
  readonly stock: string;
  readonly labels: readonly string[];
  /** It is no line but a broad band beneath one, of this colour. */
  readonly band?: string;
}

export interface SentCurve {
  readonly positions: readonly number[];
  readonly times: readonly number[];
}

/** A line as the server sends it, placed on the axis. */
export function placeCurve(
  { positions, times, bypassed = [] }: SentCurve & Partial<SentLine>,
  scale: Scale,
): Curve {
  const shares = Float64Array.from(positions, (position_mm) => applyScale(scale, position_mm));
  const figures = {
    times_ms: Float64Array.from(times),
    positions_mm: Float64Array.from(positions),
  };
  return makeCurve({ ...figures, shares }, new Set(bypassed));
}

/** With its bounds. */
export function makeCurve(
  figures: Pick<Curve, "times_ms" | "positions_mm" | "shares">,
  bypassed: ReadonlySet<number> = new Set(),
): Curve {
  let [from_share, to_share] = [Infinity, -Infinity];
  for (const share of figures.shares) {
    from_share = Math.min(from_share, share);
    to_share = Math.max(to_share, share);
  }
  return { ...figures, bypassed, from_share, to_share };
}

/** First and last moment of a run; null without a curve. */
export function spanOf({ curves, start_ms }: Run): { from_ms: number; to_ms: number } | null {
  const first = curves[0]?.times_ms[0];
  const last = curves.at(-1)?.times_ms.at(-1);
  if (first === undefined || last === undefined) return null;
  return { from_ms: start_ms + first, to_ms: start_ms + last };
}

/** Position of a run at a moment; null if it is not on the axis. */
export function shareOfRunAt({ curves, start_ms }: Run, time_ms: number): number | null {
  const t = time_ms - start_ms;
  for (const { times_ms, shares } of curves) {
    if (t < (times_ms[0] ?? 0) || t > (times_ms.at(-1) ?? 0)) continue;
    const i = firstAfter(times_ms, t);
    const [t0 = 0, t1 = 0, y0 = 0, y1 = 0] = [
      times_ms[i - 1],
      times_ms[i],
      shares[i - 1],
      shares[i],
    ];
    return t1 === t0 ? y0 : y0 + ((t - t0) / (t1 - t0)) * (y1 - y0);
  }
  return null;
}

/** Index of the first value above `x`, at least 1 and at most the last. */
export function firstAfter(values: Float64Array, x: number): number {
  let low = 1;
  let high = values.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) > x) high = middle;
    else low = middle + 1;
  }
  return Math.max(1, low);
}

/** Ranges of a curve's points within a time window, with one more point on either side. */
export function pointsWithin(
  { times_ms }: Curve,
  from_ms: number,
  to_ms: number,
): { readonly begin: number; readonly end: number } {
  const n = times_ms.length;
  if (n === 0 || (times_ms[0] ?? 0) > to_ms || (times_ms[n - 1] ?? 0) < from_ms) {
    return { begin: 0, end: 0 };
  }
  const begin = Math.max(0, firstAfter(times_ms, from_ms) - 1);
  const end = Math.min(n, firstAfter(times_ms, to_ms) + 1);
  return { begin, end };
}

/** Speed at a moment of a run, m/s; null if it is not on the axis. */
export function speedAt(run: Run, time_ms: number): number | null {
  const t = time_ms - run.start_ms;
  for (const { times_ms, positions_mm } of run.curves) {
    if (t < (times_ms[0] ?? 0) || t > (times_ms.at(-1) ?? 0)) continue;
    const i = firstAfter(times_ms, t);
    const dt_ms = (times_ms[i] ?? 0) - (times_ms[i - 1] ?? 0);
    const moved_mm = Math.abs((positions_mm[i] ?? 0) - (positions_mm[i - 1] ?? 0));
    return dt_ms === 0 ? 0 : moved_mm / dt_ms;
  }
  return null;
}

/** The runs whose lines pass through an area. */
export function runsInArea(
  runs: readonly Run[],
  { from_ms, to_ms, from_share, to_share }: Area,
): Run[] {
  return runs.filter(({ start_ms, curves }) =>
    curves.some((curve) => {
      if (curve.to_share < from_share || curve.from_share > to_share) return false;
      const [from, to] = [from_ms - start_ms, to_ms - start_ms];
      const { begin, end } = pointsWithin(curve, from, to);
      for (let i = begin + 1; i < end; i++) {
        const [a, b] = [shareWithin(curve, i, from), shareWithin(curve, i, to)];
        if (Math.min(a, b) <= to_share && Math.max(a, b) >= from_share) return true;
      }
      return false;
    }),
  );
}

/** Position of a train at a moment, clamped to the stretch that ends at point `i`. */
function shareWithin({ times_ms, shares }: Curve, i: number, t: number): number {
  const [t0 = 0, t1 = 0] = [times_ms[i - 1], times_ms[i]];
  const [s0 = 0, s1 = 0] = [shares[i - 1], shares[i]];
  if (t1 === t0) return t < t1 ? s0 : s1;
  const part = Math.min(1, Math.max(0, (t - t0) / (t1 - t0)));
  return s0 + part * (s1 - s0);
}
