/** Which station is opened inside the graph, and its place on the axis. */
import { computed } from "@preact/signals";
import { parameters, setParameters } from "../address.ts";
import { placed_stations } from "../view.ts";

/** Empty: closes it. */
export function openStation(id: string): void {
  setParameters({ station: id });
}

/** Its place on the axis; null: none is opened, or it is not on the axis. */
export const placed_station = computed(
  () => placed_stations.value.find(({ id }) => id === parameters.station.value) ?? null,
);
