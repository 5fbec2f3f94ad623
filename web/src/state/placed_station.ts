/** Which station is opened inside the graph, and where it lies. */
import { computed } from "@preact/signals";
import { parameters, setParameters } from "./address.ts";
import { placed_stations } from "./view.ts";

/** Empty: none. */
export function openStation(id: string): void {
  setParameters({ station: id });
}

/** Where it is on the axis; null: none is chosen, or it is not on the axis. */
export const placed_station = computed(
  () => placed_stations.value.find(({ id }) => id === parameters.station.value) ?? null,
);
