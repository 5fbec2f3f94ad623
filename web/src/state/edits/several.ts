/** Trains and services that are chosen together, to act on all of them. */
import { computed, effect, signal } from "@preact/signals";
import { runsInArea } from "../../graph/runs.ts";
import type { Area } from "../../graph/viewport.ts";
import { runs } from "../graph.ts";
import { open_timetable_id, type PacedTrain, type TrainSchedule, timetable } from "../timetable.ts";
import { visible_runs } from "../view.ts";

/** By id of the train or service. */
export const several_ids = signal<ReadonlySet<number>>(new Set());

/** The chosen ones that still exist. */
export const several = computed<readonly (TrainSchedule | PacedTrain)[]>(() => {
  const [ids, known] = [several_ids.value, timetable.value];
  if (ids.size === 0 || known === null) return [];
  const all = [...known.trains.values(), ...known.paced_trains.values()];
  return all.filter(({ id }) => ids.has(id));
});

/** Beyond this number they are not highlighted. */
const LIT_MAX = 300;

export const several_runs = computed(() => {
  const ids = several_ids.value;
  if (ids.size === 0) return [];
  return runs.value.filter(({ train_id }) => ids.has(train_id)).slice(0, LIT_MAX);
});

export function followSeveral(): void {
  effect(() => {
    // Trains belong to their timetable.
    if (open_timetable_id.value !== null) several_ids.value = new Set();
  });
}

/** Adds or removes one. */
export function toggleOne(train_id: number): void {
  const ids = new Set(several_ids.peek());
  if (!ids.delete(train_id)) ids.add(train_id);
  several_ids.value = ids;
}

/** Adds those that run through a part of the graph. */
export function addArea(area: Area): void {
  addRuns(runsInArea(visible_runs.peek(), area));
}

/** Adds all that match search and filters. */
export function addVisible(): void {
  addRuns(visible_runs.peek());
}

function addRuns(found: readonly { readonly train_id: number }[]): void {
  several_ids.value = new Set([...several_ids.peek(), ...found.map(({ train_id }) => train_id)]);
}

export function leaveSeveral(): void {
  several_ids.value = new Set();
}
