/** The graph's state besides its data: pointer, choices, drawing helpers. */
import { computed, signal } from "@preact/signals";
import { type Conflict, conflictAt } from "../graph/drawing/marks.ts";
import type { Painter } from "../graph/drawing/painter.ts";
import type { Picked, PickIndex } from "../graph/pick.ts";
import { shareAt, timeAt } from "../graph/viewport.ts";
import type { Spot } from "../parts/gestures.ts";
import { is_held } from "../state/edits/trial.ts";
import { lit_conflict, new_conflicts, tried_runs } from "../state/edits/tried_runs.ts";
import { runs } from "../state/graph.ts";
import { is_coarse, viewport, visible_conflicts, visible_runs } from "../state/view.ts";
import type * as names from "./station/station_names.ts";

/** Position of the pointer over the graph; null if it is elsewhere. */
export const pointer = signal<Spot | null>(null);
/** The train that another drawing points at. */
export const pointed = signal<Picked | null>(null);

const PICK_PX = 7;
const PICK_COARSE_PX = 18;

/** What finds trains under the pointer; null: not loaded yet, as it is with what tells of them. */
export const finder = signal<typeof PickIndex | null>(null);

/** What a click on a station's name does; null: not loaded yet, as above. */
export const station_names = signal<Pick<typeof names, "isAt" | "press"> | null>(null);

const index = computed(() => (finder.value === null ? null : new finder.value(runs.value)));
const shown = computed(() => new Set(visible_runs.value));

/** The train at a spot of the graph. */
export function pickRun({ x_px, y_px }: Spot): Picked | null {
  const radius_px = is_coarse.value ? PICK_COARSE_PX : PICK_PX;
  return index.value?.pick(viewport.value, { x_px, y_px, radius_px }, shown.value) ?? null;
}

/** The train under the pointer; while dragged, the train as it would run. */
export const hovered = computed<Picked | null>(() => {
  const [spot, held] = [pointer.value, is_held.value ? tried_runs.value : []];
  if (spot === null) return pointed.value;
  if (held.length === 0 || finder.value === null) return pickRun(spot);
  return new finder.value(held).pick(viewport.value, { ...spot, radius_px: Infinity });
});

export function conflictUnder({ x_px, y_px }: Spot): Conflict | null {
  const view = viewport.value;
  return conflictAt(visible_conflicts.value, timeAt(view, x_px), shareAt(view, y_px));
}

/** The conflict under the pointer, if no train is there. */
export const hovered_conflict = computed(() => {
  const spot = hovered.value === null ? pointer.value : null;
  const conflict = spot === null ? null : conflictUnder(spot);
  return spot === null || conflict === null ? null : { conflict, spot };
});

/** Its number, since each change may replace the conflict object. */
export const chosen_number = signal<number | null>(null);
export const chosen_conflict = computed(
  () =>
    new_conflicts.value.find(({ sent }) => sent === lit_conflict.value) ??
    visible_conflicts.value.find(({ number }) => number === chosen_number.value) ??
    null,
);
/** Numbers of conflicts that are chosen together. */
export const several_numbers = signal<ReadonlySet<number>>(new Set());

export function isChosen({ number }: Conflict): boolean {
  return chosen_number.value === number || several_numbers.value.has(number);
}

export type List = "trains" | "conflicts" | "works" | "compare";
/** The list that is open beside the graph. */
export const opened_list = signal<List>("trains");

export const rectangle = signal<{ readonly from: Spot; readonly to: Spot } | null>(null);
/** Null: the graph is not on the screen. */
export const painter = signal<Painter | null>(null);
