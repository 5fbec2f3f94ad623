/** The state that the graph is compared with: another timetable, or this one as it was when the page opened it. */
import { computed, effect, signal } from "@preact/signals";
import { isAbort } from "../api/client.ts";
import type { Setting } from "../api/setting.ts";
import { projectTrains } from "../api/stations_of_trains.ts";
import { parameters } from "../state/address.ts";
import { first_state } from "../state/first_state.ts";
import { type GraphData, graph_data, listRuns, ways } from "../state/graph.ts";
import { tellFailure } from "../state/session.ts";
import { setting } from "../state/setting.ts";
import { readTimetable, type Timetable, timetable } from "../state/timetable.ts";
import { compared_runs } from "../state/view.ts";
import { type Difference, listDifferences } from "./differences.ts";

/** In the address; a number there is a timetable's id. */
export const OPENED = "opened";

interface Known {
  readonly timetable: Timetable;
  readonly axis: GraphData["axis"];
  readonly projected: GraphData["projected"];
}

/** Null: there is none, or it is not read yet. */
const other = signal<Known | null>(null);

const axis = computed(() => graph_data.value?.axis ?? null);

async function readOther(
  id: number,
  along: GraphData["axis"],
  { chosen, signal }: { readonly chosen: Setting; readonly signal: AbortSignal },
): Promise<Known> {
  const found = await readTimetable(id, signal);
  const ids = {
    train_schedules: [...found.trains.keys()],
    paced_trains: [...found.paced_trains.keys()],
  };
  const means = { timetable_id: id, setting: chosen, signal, run: "final" } as const;
  const projected = await projectTrains(ids, { ...means, stations: along.forward.stations });
  return { timetable: found, axis: along, projected };
}

effect(() => {
  const [text, along, chosen] = [parameters.compare.value, axis.value, setting.value];
  other.value = null;
  if (text === "" || along === null || chosen === null) return undefined;
  if (text === OPENED) {
    other.value = first_state.value;
    return undefined;
  }
  const ending = new AbortController();
  readOther(Number(text), along, { chosen, signal: ending.signal }).then(
    (found) => {
      other.value = found;
    },
    (error: unknown) => {
      if (!isAbort(error)) tellFailure(error);
    },
  );
  return () => ending.abort();
});

/** The other state was read along another axis, so its lines have no place on this one. */
export const is_elsewhere = computed(
  () => other.value !== null && other.value.axis !== graph_data.value?.axis,
);

effect(() => {
  const [known, data] = [other.value, graph_data.value];
  const is_placed = known !== null && data !== null && known.axis === data.axis;
  compared_runs.value = is_placed ? listRuns(known.projected, known.timetable, ways.value[0]) : [];
});

/** Null: nothing is compared, or it is not read yet. */
export const differences = computed<readonly Difference[] | null>(() => {
  const [known, now] = [other.value, timetable.value];
  return known === null || now === null ? null : listDifferences(known.timetable, now);
});
