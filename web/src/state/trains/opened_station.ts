/** The station opened inside the graph: its tracks, and the trains on them. */
import { computed, effect, signal } from "@preact/signals";
import { askStation } from "../../api/ask_station.ts";
import { isAbort } from "../../api/client.ts";
import {
  type Diagram,
  layOut,
  listVisits,
  type Station,
  trackNamed,
  type Visit,
} from "../../graph/occupancy.ts";
import type { Run } from "../../graph/runs.ts";
import { parameters } from "../address.ts";
import { isSame } from "../edits/edit.ts";
import { trial } from "../edits/trial.ts";
import { conflicts } from "../graph.ts";
import { explain, tell } from "../session.ts";
import { setting } from "../setting.ts";
import { placed_station } from "../stations/placed_station.ts";
import { viewport, visible_passing } from "../view.ts";

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
  const [placed, known, tried] = [placed_station.value, opened_station.value, tried_paths.value];
  if (placed === null) return [];
  const trackOf = ({ train_id, exception_key }: Run): string | null => {
    const path = exception_key === null ? tried.get(train_id) : undefined;
    return known === null || path === undefined ? null : trackNamed(path, known);
  };
  return listVisits(visible_passing.value, { id: placed.id, trackOf }, conflicts.value);
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
