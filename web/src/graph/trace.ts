/** Lines as points of the screen: only what is visible, and no finer than can be seen. */
import { pointsWithin, type Run } from "./runs.ts";
import { type Viewport, xOf, yOf } from "./viewport.ts";

/** Points closer than this are not drawn. */
const DETAIL_PX = 0.7;

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
    sink.moveTo(x, y);
    for (let i = begin + 1; i < end; i++) {
      const next_x = xOf(view, run.start_ms + (curve.times_ms[i] ?? 0));
      const next_y = yOf(view, curve.shares[i] ?? 0);
      const is_near = Math.abs(next_x - x) < DETAIL_PX && Math.abs(next_y - y) < DETAIL_PX;
      if (is_near && i < end - 1) continue;
      sink.lineTo(next_x, next_y);
      [x, y] = [next_x, next_y];
    }
  }
  return is_visible;
}
