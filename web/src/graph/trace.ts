/** Lines as points of the screen: only what is visible, and no finer than can be seen. */
import { type Curve, pointsWithin, type Run } from "./runs.ts";
import { type Viewport, xOf, yOf } from "./viewport.ts";

/** Points closer than this are not drawn. */
const DETAIL_PX = 0.7;

/** Of the dashes past stations where the train does not run. */
const DASH_PX = 4;
const DASHES_MAX = 500;

/** Half of the upright stroke where a train passes a station that its lines do not reach. */
const LONE_PX = 4;

/** Receives the points of a line: a canvas, or text. */
export interface LineSink {
  moveTo(x_px: number, y_px: number): void;
  lineTo(x_px: number, y_px: number): void;
}

/** Passes on the points of a run's lines; returns whether there were any. */
export function traceRun(view: Viewport, run: Run, sink: LineSink): boolean {
  const margin_ms = (view.to_ms - view.from_ms) / view.width_px;
  const [from_ms, to_ms] = [view.from_ms - margin_ms, view.to_ms + margin_ms];
  let is_visible = false;
  for (const curve of run.curves) {
    if (curve.to_share < view.from_share || curve.from_share > view.to_share) continue;
    const { begin, end } = pointsWithin(curve, from_ms - run.start_ms, to_ms - run.start_ms);
    if (end - begin < 2) continue;
    is_visible = true;
    let x = xOf(view, run.start_ms + (curve.times_ms[begin] ?? 0));
    let y = yOf(view, curve.shares[begin] ?? 0);
    if (isMoment(curve)) {
      sink.moveTo(x, y - LONE_PX);
      sink.lineTo(x, y + LONE_PX);
      continue;
    }
    sink.moveTo(x, y);
    for (let i = begin + 1; i < end; i++) {
      const next_x = xOf(view, run.start_ms + (curve.times_ms[i] ?? 0));
      const next_y = yOf(view, curve.shares[i] ?? 0);
      const is_near = Math.abs(next_x - x) < DETAIL_PX && Math.abs(next_y - y) < DETAIL_PX;
      if (is_near && i < end - 1) continue;
      if (curve.bypassed.has(i)) dashTo(sink, [x, y], [next_x, next_y]);
      else sink.lineTo(next_x, next_y);
      [x, y] = [next_x, next_y];
    }
  }
  return is_visible;
}

function isMoment({ times_ms, from_share, to_share }: Curve): boolean {
  return from_share === to_share && times_ms[0] === times_ms.at(-1);
}

/** A dashed line, whatever the dash of the whole. */
function dashTo(
  sink: LineSink,
  [x, y]: readonly [number, number],
  [to_x, to_y]: readonly [number, number],
): void {
  const count = Math.ceil(Math.hypot(to_x - x, to_y - y) / (2 * DASH_PX));
  const n = Math.min(DASHES_MAX, Math.max(1, count));
  const [step_x, step_y] = [(to_x - x) / n, (to_y - y) / n];
  for (let k = 0; k < n; k++) {
    if (k > 0) sink.moveTo(x + k * step_x, y + k * step_y);
    sink.lineTo(x + (k + 0.5) * step_x, y + (k + 0.5) * step_y);
  }
  sink.moveTo(to_x, to_y);
}
