/** Handles at the stops of the chosen train, as tried: a square at an arrival, a circle at a stop's end. */
import { computed, signal } from "@preact/signals";
import type { Pen } from "../graph/drawing/pen.ts";
import { durationMs } from "../graph/occurrences.ts";
import { retimed } from "../graph/retiming.ts";
import { shareOfRunAt } from "../graph/runs.ts";
import { type Viewport, xOf, yOf } from "../graph/viewport.ts";
import type { Spot } from "../parts/gestures.ts";
import { recordKey } from "../state/edits/edit.ts";
import { retimingOf } from "../state/edits/foreseen.ts";
import { trial } from "../state/edits/trial.ts";
import { selected_data, selected_run, selected_train } from "../state/selection.ts";
import { is_coarse, placed_stations } from "../state/view.ts";

export interface Handle {
  readonly key: string;
  /** Its station, else its waypoint. */
  readonly place: string;
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
const GRAB_COARSE_PX = 22;

/** Only train schedules have handles: an occurrence follows its paced train. */
export const handles = computed<readonly Handle[]>(() => {
  const [run, train, simulation] = [
    selected_run.value,
    selected_train.value,
    selected_data.value?.simulation ?? null,
  ];
  if (run === null || train === null || simulation === null) return [];
  if (run.kind !== "train_schedule") return [];
  const now = trial.value?.edits.find(({ id }) => id === train.id)?.after ?? null;
  const wanted = now?.schedule ?? train.schedule;
  const start_ms = now === null ? run.start_ms : Date.parse(now.start_time);
  const times = simulation.final_output.path_item_times;
  const found: Handle[] = [];
  for (const entry of train.schedule) {
    const { at } = entry;
    const i = train.path.findIndex(({ id }) => id === at);
    const stored_ms = times[i];
    if (stored_ms === undefined || i === 0) continue;
    const share = shareOfRunAt(run, run.start_ms + stored_ms);
    if (share === null) continue;
    const { arrival, stop_for } = wanted.find((one) => one.at === at) ?? entry;
    const is_pulled = arrival && arrival !== entry.arrival;
    const arrival_ms = is_pulled ? durationMs(arrival) : foresee(train.id, stored_ms);
    const stop_ms = stop_for ? durationMs(stop_for) : 0;
    const common = { at, place: placeOf(share) ?? at, share, arrival_ms, stop_ms };
    const time_ms = start_ms + arrival_ms;
    found.push({ ...common, key: `${run.key} ${at} arrival`, kind: "arrival", time_ms });
    // A stop that was dragged to zero can be dragged out again.
    const is_stop = stop_ms > 0 || entry.stop_for !== null;
    if (is_stop && i < train.path.length - 1) {
      const key = `${run.key} ${at} stop`;
      found.push({ ...common, key, kind: "stop", time_ms: time_ms + stop_ms });
    }
  }
  return found;
});

/** A stop nearer than this, as a share of the axis, is at the station. */
const AT_STATION_SHARE = 0.01;

function placeOf(share: number): string | null {
  const near = placed_stations.value.filter(
    (station) => Math.abs(station.share - share) < AT_STATION_SHARE,
  );
  const farOf = (station: { readonly share: number }): number => Math.abs(station.share - share);
  return near.toSorted((a, b) => farOf(a) - farOf(b))[0]?.name ?? null;
}

const chosen_key = signal<string | null>(null);

/** What the keys move; null: the whole train. */
export const chosen_handle = computed<Handle | null>(
  () => handles.value.find(({ key }) => key === chosen_key.value) ?? null,
);

/** The next or previous one; none beyond the ends. */
export function chooseHandle(step: 1 | -1): void {
  const listed = handles.peek();
  const at = listed.findIndex(({ key }) => key === chosen_key.peek());
  const next = at < 0 && step < 0 ? listed.length - 1 : at + step;
  chosen_key.value = listed[next]?.key ?? null;
}

export function leaveHandle(): void {
  chosen_key.value = null;
}

function foresee(train_id: number, time_ms: number): number {
  const now = trial.value;
  const retiming = now === null ? null : retimingOf(now, recordKey("train_schedule", train_id));
  return retiming === null ? time_ms : retimed(time_ms, retiming);
}

export function handleAt(view: Viewport, spot: Spot): Handle | null {
  const reach_px = is_coarse.peek() ? GRAB_COARSE_PX : GRAB_PX;
  const near = handles.peek().filter(({ time_ms, share }) => {
    const [dx, dy] = [xOf(view, time_ms) - spot.x_px, yOf(view, share) - spot.y_px];
    return Math.hypot(dx, dy) <= reach_px;
  });
  // If both are at the same place, the end of the stop can be dragged away from the arrival.
  return near.findLast(({ kind }) => kind === "stop") ?? near[0] ?? null;
}

export function drawHandles(
  { ctx, view, palette }: Pen,
  listed: readonly Handle[],
  chosen: Handle | null,
): void {
  ctx.lineWidth = 1.5;
  ctx.strokeStyle = palette.selected;
  for (const handle of listed) {
    const { kind, time_ms, share } = handle;
    ctx.fillStyle = handle === chosen ? palette.selected : palette.background;
    const [x, y] = [xOf(view, time_ms), yOf(view, share)];
    ctx.beginPath();
    if (kind === "arrival")
      ctx.rect(x - SIZE_PX + 1, y - SIZE_PX + 1, 2 * SIZE_PX - 2, 2 * SIZE_PX - 2);
    else ctx.arc(x, y, SIZE_PX, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
  }
}
