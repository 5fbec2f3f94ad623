/** The station opened inside the graph: its tracks, and the trains on them. */
import { computed, effect, signal } from "@preact/signals";
import { askStation } from "../api/ask_station.ts";
import { isAbort } from "../api/client.ts";
import { trackAt, type Way } from "../graph/axis.ts";
import {
  type Diagram,
  layOut,
  listVisits,
  type Station,
  trackNamed,
  type Visit,
} from "../graph/occupancy.ts";
import type { Run } from "../graph/runs.ts";
import { parameters } from "./address.ts";
import { isSame } from "./edit.ts";
import { conflicts, graph_data } from "./graph.ts";
import { placed_station } from "./placed_station.ts";
import { explain, tell } from "./session.ts";
import { setting } from "./setting.ts";
import { timetable } from "./timetable.ts";
import { trial } from "./trial.ts";
import { viewport, visible_runs } from "./view.ts";

/** Null: not answered yet, or refused. */
export const opened_station = signal<Station | null>(null);

/** Runs from when this file is loaded: the code for stations is loaded when one is opened. */
effect(() => {
  const [id, chosen] = [parameters.station.value, setting.value];
  opened_station.value = null;
  if (id === "" || chosen === null) return undefined;
  const ending = new AbortController();
  askStation(chosen.infra_id, id, ending.signal).then(
    (found) => {
      opened_station.value = found;
    },
    (error: unknown) => {
      if (!isAbort(error)) tell("failed", explain(error));
    },
  );
  return () => ending.abort();
});

/** Visits of all days. */
const visits = computed<readonly Visit[]>(() => {
  const [placed, data, known] = [placed_station.value, graph_data.value, opened_station.value];
  if (placed === null || data === null) return [];
  const trackOn = (way: Way | null): string | null => {
    const passed = way?.stations.find(({ id }) => id === placed.id);
    return way === null || passed === undefined ? null : trackAt(way, passed.position_mm);
  };
  const place = {
    share: placed.share,
    way_tracks: [trackOn(data.axis.forward), trackOn(data.axis.back)],
    trackOf: (run: Run) => (known === null ? null : trackNamed(pathOf(run), known)),
  };
  return listVisits(visible_runs.value, place, conflicts.value);
});

/** Tried paths, by id of the train or service. */
const tried_paths = computed(
  () =>
    new Map(
      trial.value?.edits.flatMap(({ id, before, after }) =>
        id === null || after === null || isSame(before?.path, after.path)
          ? []
          : [[id, after.path] as const],
      ),
    ),
);

/** Trains and services whose tried path differs from the stored one. */
export const rerouted_ids = computed<ReadonlySet<number>>(() => new Set(tried_paths.value.keys()));

/** Waypoints of a run, as tried; an exception may have its own. */
function pathOf({ kind, train_id, exception_key }: Run): Parameters<typeof trackNamed>[0] {
  const tried = exception_key === null ? tried_paths.value.get(train_id) : undefined;
  if (tried !== undefined) return tried;
  const known = timetable.value;
  if (kind === "train_schedule") return known?.trains.get(train_id)?.path ?? [];
  const train = known?.paced_trains.get(train_id);
  const exception = train?.exceptions.find(({ key }) => key === exception_key);
  return exception?.path_and_schedule?.path ?? train?.path ?? [];
}

/** Visits in the visible time. */
export const visible_visits = computed<readonly Visit[]>(() => {
  const { from_ms, to_ms } = viewport.value;
  return visits.value.filter((visit) => visit.to_ms >= from_ms && visit.from_ms <= to_ms);
});

/** Track name for people; null if it is not known. */
export function nameOfTrack(id: string | null): string | null {
  return opened_station.value?.tracks.find((track) => track.id === id)?.name ?? null;
}

export const diagram = computed<Diagram>(() =>
  layOut(visible_visits.value, opened_station.value?.tracks ?? [], viewport.value),
);
