/** Number of tracks of each station of the axis, read after the graph, which does not wait for it. */
import { computed, effect, signal } from "@preact/signals";
import { countTracks } from "../../api/station.ts";
import { graph_data } from "../graph.ts";
import { infra_id } from "../setting.ts";

/** By station id; empty until they are read. */
export const track_counts = signal<ReadonlyMap<string, number>>(new Map());

const axis = computed(() => graph_data.value?.axis ?? null);

export function followStationTracks(): void {
  effect(() => {
    const [known, id] = [axis.value, infra_id.value];
    track_counts.value = new Map();
    if (known === null || id === null) return undefined;
    const ending = new AbortController();
    const ids = known.forward.stations.map((station) => station.id);
    countTracks(id, ids, ending.signal).then(
      (counts) => {
        track_counts.value = counts;
      },
      // The graph works without them.
      () => undefined,
    );
    return () => ending.abort();
  });
}
