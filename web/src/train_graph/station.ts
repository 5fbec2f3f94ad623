/** The station that is opened inside the graph: its tracks, and the trains on them. */
import { computed, effect, signal } from "@preact/signals";
import { isAbort } from "../api/client.ts";
import { askStation } from "../api/station.ts";
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
import { parameters, setParameters } from "../state/address.ts";
import { conflicts, graph_data } from "../state/graph.ts";
import { explain, tell } from "../state/session.ts";
import { setting } from "../state/setting.ts";
import { timetable } from "../state/timetable.ts";
import { placed_stations, viewport, visible_runs } from "../state/view.ts";

/** Empty: none. */
const station_id = parameters.station;

export function openStation(id: string): void {
  setParameters({ station: id });
}

/** Where it is on the axis; null: none is chosen, or it is not on the axis. */
export const placed_station = computed(
  () => placed_stations.value.find(({ id }) => id === station_id.value) ?? null,
);

/** Null: not answered yet, or refused. */
const station = signal<Station | null>(null);

let work = new AbortController();

effect(() => {
  const [id, chosen] = [station_id.value, setting.value];
  work.abort();
  station.value = null;
  if (id === "" || chosen === null) return;
  work = new AbortController();
  askStation(chosen.infra_id, id, work.signal).then(
    (found) => {
      station.value = found;
    },
    (error: unknown) => {
      if (!isAbort(error)) tell("failed", explain(error));
    },
  );
});

/** Of all days. */
const visits = computed<readonly Visit[]>(() => {
  const [placed, data, known] = [placed_station.value, graph_data.value, station.value];
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

/** Waypoints of a run; an exception may have its own. */
function pathOf({ kind, train_id, exception_key }: Run): Parameters<typeof trackNamed>[0] {
  const known = timetable.value;
  if (kind === "train_schedule") return known?.trains.get(train_id)?.path ?? [];
  const train = known?.paced_trains.get(train_id);
  const exception = train?.exceptions.find(({ key }) => key === exception_key);
  return exception?.path_and_schedule?.path ?? train?.path ?? [];
}

/** Those in the visible time. */
export const visible_visits = computed<readonly Visit[]>(() => {
  const { from_ms, to_ms } = viewport.value;
  return visits.value.filter((visit) => visit.to_ms >= from_ms && visit.from_ms <= to_ms);
});

export const diagram = computed<Diagram>(() =>
  layOut(visible_visits.value, station.value?.tracks ?? [], viewport.value),
);
