/** Trains that the graph does not show: they don't run along its axis, or there is no axis. */
import { computed } from "@preact/signals";
import { parameters } from "../address.ts";
import { isNamed } from "../edits/numbering.ts";
import { graph_data, runs } from "../graph.ts";
import { fault } from "../loading.ts";
import { type PacedTrain, type TrainSchedule, timetable } from "../timetable.ts";

/** Those that match the search. */
export const off_axis = computed<readonly (TrainSchedule | PacedTrain)[]>(() => {
  const [known, data] = [timetable.value, graph_data.value];
  // They are known only when all trains have been read.
  const is_known = data === null ? fault.value !== null : data.is_whole;
  if (known === null || !is_known) return [];
  const shown = new Set(runs.value.map(({ train_id }) => train_id));
  const words = parameters.search.value.trim().toLowerCase();
  return [...known.trains.values(), ...known.paced_trains.values()].filter(
    (record) => !shown.has(record.id) && isNamed(record, words),
  );
});
