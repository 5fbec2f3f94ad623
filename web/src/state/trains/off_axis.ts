/** Trains that the graph does not show: they don't run along its axis, or there is no axis. */
import { computed } from "@preact/signals";
import type { Run } from "../../graph/runs.ts";
import { parameters } from "../address.ts";
import { graph_data, listRunsOf, type PlacedRun, runs } from "../graph.ts";
import { fault } from "../loading.ts";
import { timetable } from "../timetable.ts";
import { isRunNamed } from "../view.ts";

const NOWHERE: PlacedRun = { curves: [], passes: [], is_back: false };

/** Those that match the search: of a service its trains one by one, since each has its own number and may run elsewhere. */
export const off_axis = computed<readonly Run[]>(() => {
  const [known, data] = [timetable.value, graph_data.value];
  // They are known only when all trains have been read.
  const is_known = data === null ? fault.value !== null : data.is_whole;
  if (known === null || !is_known) return [];
  const shown = new Set(runs.value.map(({ key }) => key));
  const words = parameters.search.value.trim().toLowerCase();
  return [...known.trains.values(), ...known.paced_trains.values()]
    .flatMap((record) => listRunsOf(record, (key) => (shown.has(key) ? null : NOWHERE)))
    .filter((run) => isRunNamed(run, words));
});
