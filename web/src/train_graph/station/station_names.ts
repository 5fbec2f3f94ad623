/** Names of stations beside the graph: a click on one opens and closes its station. */
import { layStations, type PlacedStation } from "../../graph/stations.ts";
import type { Spot } from "../../parts/gestures.ts";
import { openStation, placed_station } from "../../state/stations/placed_station.ts";
import { scene, viewport } from "../../state/view.ts";

const NAME_PX = 14;

function nameAt({ x_px, y_px }: Spot): PlacedStation | null {
  if (x_px >= 0) return null;
  const named = layStations(viewport.peek(), scene.peek().stations);
  const found = named.find((one) => one.has_name && Math.abs(one.y_px - y_px) <= NAME_PX);
  return found?.station ?? null;
}

export function isAt(spot: Spot): boolean {
  return nameAt(spot) !== null;
}

/** Whether there was a name to press. */
export function press(spot: Spot): boolean {
  const station = nameAt(spot);
  if (station !== null) openStation(station.id === placed_station.peek()?.id ? "" : station.id);
  return station !== null;
}
