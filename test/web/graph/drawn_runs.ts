/** Runs for tests of the drawing. */
import { type Pass, placeCurve, type Run } from "../../../web/src/graph/runs.ts";
import type { Viewport } from "../../../web/src/graph/viewport.ts";

export const AXIS_MM = 100_000_000;
const SCALE = { from: Float64Array.of(0, AXIS_MM), to: Float64Array.of(0, 1) };
export const MINUTE_MS = 60_000;
export const BEGIN_MS = Date.parse("2026-03-02T06:00:00Z");

type Point = readonly [min: number, km: number];

export interface DrawnStation {
  readonly id: string;
  readonly km: number;
}

/** Of the place where it ends; it begins at waypoint 0. */
export const LAST_WAYPOINT = 9;

/** When a line through these points is at a station; where it stands, from its arrival to its departure. */
function passesAt(points: readonly Point[], { id, km }: DrawnStation): Pass[] {
  const at = points.filter(([, own]) => own === km).map(([min]) => min);
  const i = points.findIndex(
    ([, own], k) => k > 0 && (own - km) * ((points[k - 1]?.[1] ?? 0) - km) < 0,
  );
  const [[m0, k0], [m1, k1]] = [points[i - 1] ?? [0, 0], points[i] ?? [0, 0]];
  const between = at.length > 0 || i < 0 ? [] : [m0 + ((km - k0) / (k1 - k0)) * (m1 - m0)];
  const [first, last] = [at[0] ?? between[0], at.at(-1) ?? between[0]];
  if (first === undefined || last === undefined) return [];
  return [
    {
      station: id,
      arrival_ms: first * MINUTE_MS,
      departure_ms: last * MINUTE_MS,
      track: null,
      waypoint: km === points[0]?.[1] ? 0 : km === points.at(-1)?.[1] ? LAST_WAYPOINT : null,
      is_stop: last > first,
      is_estimated: false,
    },
  ];
}

/** By minutes since its start and kilometres: `[[0, 0], [50, 100]]`. */
export function runOf(
  name: string,
  start_min: number,
  points: readonly Point[],
  stations: readonly DrawnStation[] = [],
): Run {
  const positions = points.map(([, km]) => km * 1_000_000);
  const times = points.map(([min]) => min * MINUTE_MS);
  const is_back = (positions.at(-1) ?? 0) < (positions[0] ?? 0);
  return {
    key: `train_schedule ${name}`,
    train_id: Number(name) || 1,
    kind: "train_schedule",
    name,
    start_ms: BEGIN_MS + start_min * MINUTE_MS,
    curves: [placeCurve({ positions, times }, SCALE)],
    index: null,
    exception_key: null,
    is_back,
    passes: stations
      .flatMap((station) => passesAt(points, station))
      .toSorted((a, b) => a.arrival_ms - b.arrival_ms),
    look: "",
    category: "",
    stock: "",
    labels: [],
  };
}

export const TWO_HOURS: Viewport = {
  from_ms: BEGIN_MS,
  to_ms: BEGIN_MS + 120 * MINUTE_MS,
  from_share: 0,
  to_share: 1,
  width_px: 1000,
  height_px: 600,
};
