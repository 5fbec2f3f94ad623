/** Places of trains' paths: their names and their positions on the axis, as far as the page knows them. */
import { computed, signal } from "@preact/signals";
import { applyScale } from "../../graph/axis.ts";
import type { Form, Waypoint } from "../edits/edit.ts";
import { graph_data, ways } from "../graph.ts";

/** Names of stations that were found or chosen, by id. */
const met = signal<ReadonlyMap<string, string>>(new Map());

export function meetStations(
  stations: readonly { readonly id: string; readonly name: string }[],
): void {
  const known = met.peek();
  const fresh = stations.filter(({ id, name }) => known.get(id) !== name);
  if (fresh.length === 0) return;
  met.value = new Map([...known, ...fresh.map(({ id, name }) => [id, name] as const)]);
}

interface OnAxis {
  readonly id: string;
  readonly name: string;
  readonly share: number;
}

/** Stations of the axis, by id, by trigram and by UIC code. */
const on_axis = computed<ReadonlyMap<string, OnAxis>>(() => {
  const [data, way] = [graph_data.value, ways.value[0]];
  if (data === null || way === undefined) return new Map();
  const places = data.axis.forward.stations.flatMap(({ id, name, position_mm, codes = [] }) => {
    const place = { id, name, share: applyScale(way.scale, position_mm) };
    return [id, ...codes].map((key) => [key, place] as const);
  });
  // The first of several parts counts.
  return new Map(places.toReversed());
});

/** Whichever code its location has. */
export function keyOfPlace({ operational_point, trigram, uic, track }: Waypoint): string {
  return operational_point ?? trigram ?? (uic === undefined ? (track ?? "") : String(uic));
}

/** Requested once, together with others wanted at the same moment. */
const asked = new Set<string>();
let wanted: [key: string, waypoint: Waypoint][] = [];
const TOGETHER_MS = 50;

/** Waits for the axis, whose stations have names already. */
function wantName(key: string, waypoint: Waypoint): void {
  if (graph_data.peek() === null || waypoint.track !== undefined || asked.has(key)) return;
  asked.add(key);
  wanted.push([key, waypoint]);
  if (wanted.length > 1) return;
  setTimeout(() => {
    const places = wanted;
    wanted = [];
    // Without it codes remain codes.
    import("./station_names.ts").then(
      async ({ readNames }) => await readNames(places, meetStations),
      () => undefined,
    );
  }, TOGETHER_MS);
}

/** The station's name; until it is known, the path's code of the place. */
export function nameOfPlace(waypoint: Waypoint): string {
  const key = keyOfPlace(waypoint);
  const known = on_axis.value.get(key)?.name ?? met.value.get(key);
  if (known === undefined) wantName(key, waypoint);
  return known ?? key;
}

/** Name of a waypoint, by its id. */
export function nameOfWaypoint({ path }: Pick<Form, "path">, at: string): string {
  const waypoint = path.find(({ id }) => id === at);
  return waypoint === undefined ? at : nameOfPlace(waypoint);
}

/** Its station and share of the axis; null if it is not known to be on it. */
export function placeOnAxis(waypoint: Waypoint): OnAxis | null {
  return on_axis.value.get(keyOfPlace(waypoint)) ?? null;
}

/** Share of the axis; null if it is not known to be on it. */
export function shareOfPlace(waypoint: Waypoint): number | null {
  return placeOnAxis(waypoint)?.share ?? null;
}
