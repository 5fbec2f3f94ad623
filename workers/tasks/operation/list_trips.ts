/** Task: the trips of running trains in a feed, as the timetable's export names and places them. */
import { takesPassengers } from "../../exchange/gtfs/route_types.ts";
import { listTripCalls } from "../../exchange/gtfs/trips.ts";
import type { StationIndex } from "../../exchange/timetable/station_index.ts";
import type { TrainForm } from "../../exchange/timetable/timetable_form.ts";
import { networkStations } from "../network/network_stations.ts";
import { shareText } from "../shared_text.ts";
import type { InfraRef } from "../types.ts";

type TripForm = Pick<TrainForm, "path" | "schedule" | "category">;

/** A stop of a feed, by the id of its waypoint. */
export type TripStops = Readonly<
  Record<string, { readonly sequence: number; readonly stop_id: string }>
>;

export interface TripsInput {
  readonly infra: InfraRef;
  /** `TripForm`s as JSON, each once. */
  readonly forms: readonly string[];
  /** JSON text of fields that come first. */
  readonly head_json: string;
}

/** JSON text of the head with `stops`: for each form its stops; null: its trains are in no feed. */
export function listTrips({ infra, forms, head_json }: TripsInput): SharedArrayBuffer {
  const stations = networkStations(infra);
  const stops = forms.map((form) => listStops(JSON.parse(form) as TripForm, stations));
  return shareText(`${head_json.slice(0, -1)},"stops":${JSON.stringify(stops)}}`);
}

function listStops(train: TripForm, stations: StationIndex | null): TripStops | null {
  if (!takesPassengers(train.category)) return null;
  const stops: Record<string, TripStops[string]> = {};
  for (const { at, sequence, stop_id, is_end } of listTripCalls(train, stations)) {
    if (stop_id !== null) stops[at] = { sequence, stop_id };
    else if (is_end) return null;
  }
  return stops;
}
