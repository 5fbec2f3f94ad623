/** Handles at the stops of the chosen train: a square at its arrival, a circle at the end of its stop. */
import { computed } from "@preact/signals";
import type { Pen } from "../graph/draw.ts";
import { durationMs } from "../graph/occurrences.ts";
import { shareOfRunAt } from "../graph/runs.ts";
import { type Viewport, xOf, yOf } from "../graph/viewport.ts";
import type { Spot } from "../parts/gestures.ts";
import { selected_data, selected_run, selected_train } from "../state/selection.ts";

export interface Handle {
  /** Waypoint of the train. */
  readonly at: string;
  readonly kind: "arrival" | "stop";
  readonly time_ms: number;
  readonly share: number;
  /** Since the train's start. */
  readonly arrival_ms: number;
  readonly stop_ms: number;
}

const SIZE_PX = 5;
const GRAB_PX = 8;

/** Only train schedules have them: an occurrence follows its paced train. */
export const handles = computed<readonly Handle[]>(() => {
  const [run, train, simulation] = [
    selected_run.value,
    selected_train.value,
    selected_data.value?.simulation ?? null,
  ];
  if (run === null || train === null || simulation === null) return [];
  if (run.kind !== "train_schedule") return [];
  const times = simulation.final_output.path_item_times;
  const found: Handle[] = [];
  for (const { at, stop_for } of train.schedule) {
    const i = train.path.findIndex(({ id }) => id === at);
    const arrival_ms = times[i];
    if (arrival_ms === undefined || i === 0) continue;
    const share = shareOfRunAt(run, run.start_ms + arrival_ms);
    if (share === null) continue;
    const stop_ms = stop_for === null ? 0 : durationMs(stop_for);
    const common = { at, share, arrival_ms, stop_ms };
    found.push({ ...common, kind: "arrival", time_ms: run.start_ms + arrival_ms });
    if (stop_ms > 0 && i < train.path.length - 1) {
      found.push({ ...common, kind: "stop", time_ms: run.start_ms + arrival_ms + stop_ms });
    }
  }
  return found;
});

export function handleAt(view: Viewport, spot: Spot): Handle | null {
  const near = handles.peek().filter(({ time_ms, share }) => {
    const [dx, dy] = [xOf(view, time_ms) - spot.x_px, yOf(view, share) - spot.y_px];
    return Math.hypot(dx, dy) <= GRAB_PX;
  });
  // Where both are in one place, the end of the stop can be pulled out of it.
  return near.findLast(({ kind }) => kind === "stop") ?? near[0] ?? null;
}

export function drawHandles({ ctx, view, palette }: Pen, listed: readonly Handle[]): void {
  ctx.lineWidth = 1.5;
  ctx.strokeStyle = palette.selected;
  ctx.fillStyle = palette.background;
  for (const { kind, time_ms, share } of listed) {
    const [x, y] = [xOf(view, time_ms), yOf(view, share)];
    ctx.beginPath();
    if (kind === "arrival")
      ctx.rect(x - SIZE_PX + 1, y - SIZE_PX + 1, 2 * SIZE_PX - 2, 2 * SIZE_PX - 2);
    else ctx.arc(x, y, SIZE_PX, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
  }
}
