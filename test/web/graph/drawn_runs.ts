/** Runs for tests of the drawing. */
import { placeCurve, type Run } from "../../../web/src/graph/runs.ts";
import type { Viewport } from "../../../web/src/graph/viewport.ts";

export const AXIS_MM = 100_000_000;
const SCALE = { from: Float64Array.of(0, AXIS_MM), to: Float64Array.of(0, 1) };
export const MINUTE_MS = 60_000;
export const BEGIN_MS = Date.parse("2026-03-02T06:00:00Z");

/** By minutes since its start and kilometres: `[[0, 0], [50, 100]]`. */
export function runOf(
  name: string,
  start_min: number,
  points: readonly (readonly [min: number, km: number])[],
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
    is_on_way_back: false,
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
