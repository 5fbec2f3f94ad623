/** What is expected of trips, and where their trains are, as a message of GTFS Realtime 2.0: protocol buffers or their JSON. */
import { PbfWriter } from "pbf";

/** Number of a field in the published form (gtfs-realtime.proto), and what it holds: one of some values, or a message. */
type Field = readonly [
  number: number,
  of: "text" | "int" | "long" | "float" | readonly string[] | Fields,
];
interface Fields {
  readonly [name: string]: Field;
}

const TRIP: Fields = {
  tripId: [1, "text"],
  startTime: [2, "text"],
  startDate: [3, "text"],
  scheduleRelationship: [4, ["SCHEDULED", "ADDED", "UNSCHEDULED", "CANCELED"]],
};
const EVENT: Fields = { delay: [1, "int"], time: [2, "long"] };
const STOP_UPDATE: Fields = {
  stopSequence: [1, "int"],
  arrival: [2, EVENT],
  departure: [3, EVENT],
  stopId: [4, "text"],
  scheduleRelationship: [5, ["SCHEDULED", "SKIPPED", "NO_DATA"]],
};
const TRIP_UPDATE: Fields = {
  trip: [1, TRIP],
  stopTimeUpdate: [2, STOP_UPDATE],
  timestamp: [4, "long"],
};
const VEHICLE: Fields = {
  trip: [1, TRIP],
  position: [2, { latitude: [1, "float"], longitude: [2, "float"] }],
  currentStopSequence: [3, "int"],
  currentStatus: [4, ["INCOMING_AT", "STOPPED_AT", "IN_TRANSIT_TO"]],
  timestamp: [5, "long"],
  stopId: [7, "text"],
};
const FEED: Fields = {
  header: [
    1,
    {
      gtfsRealtimeVersion: [1, "text"],
      incrementality: [2, ["FULL_DATASET"]],
      timestamp: [3, "long"],
      feedVersion: [4, "text"],
    },
  ],
  entity: [2, { id: [1, "text"], tripUpdate: [3, TRIP_UPDATE], vehicle: [4, VEHICLE] }],
};

/** Absent or null: it is not told. */
type Message = Readonly<Record<string, unknown>>;

export interface TripName {
  readonly trip_id: string;
  /** `20260522` */
  readonly start_date: string;
  /** Of one of the trips of a frequency; null: there is only one. */
  readonly start_time: string | null;
}

export interface TripEvent {
  /** Seconds since the epoch. */
  readonly time_s: number;
  readonly delay_s: number;
}

export interface TripStopUpdate {
  readonly sequence: number;
  readonly stop_id: string;
  /** Null: nobody knows, or there is none. Both null: it is told that nothing is known. */
  readonly arrival: TripEvent | null;
  readonly departure: TripEvent | null;
  /** The trip has ended before. */
  readonly isSkipped: boolean;
}

export interface TripUpdate extends TripName {
  /** Null: it is cancelled. */
  readonly stops: readonly TripStopUpdate[] | null;
}

export interface VehiclePosition extends TripName {
  /** The stop at which it stands, or else its next. */
  readonly sequence: number;
  readonly stop_id: string;
  readonly isStanding: boolean;
  /** Of its head, degrees; null: its tracks are not on the map. */
  readonly place: readonly [lon: number, lat: number] | null;
}

export interface FeedHead {
  readonly feed_version: string;
  readonly timestamp_s: number;
}

export function listTripUpdates(
  { timestamp_s }: FeedHead,
  updates: readonly TripUpdate[],
): Message[] {
  return updates.map((update) => ({
    id: idOf(update),
    tripUpdate: {
      trip: nameTrip(update, update.stops === null),
      stopTimeUpdate: (update.stops ?? []).map(describeStop),
      timestamp: timestamp_s,
    },
  }));
}

export function listVehicles(
  { timestamp_s }: FeedHead,
  vehicles: readonly VehiclePosition[],
): Message[] {
  return vehicles.map((vehicle) => ({
    id: idOf(vehicle),
    vehicle: {
      trip: nameTrip(vehicle, false),
      position: vehicle.place && { latitude: vehicle.place[1], longitude: vehicle.place[0] },
      currentStopSequence: vehicle.sequence,
      currentStatus: vehicle.isStanding ? "STOPPED_AT" : "IN_TRANSIT_TO",
      timestamp: timestamp_s,
      stopId: vehicle.stop_id,
    },
  }));
}

function idOf({ trip_id, start_date, start_time }: TripName): string {
  return [trip_id, start_date, start_time ?? ""].join(" ").trim();
}

function nameTrip({ trip_id, start_date, start_time }: TripName, isCancelled: boolean): Message {
  return {
    tripId: trip_id,
    startTime: start_time,
    startDate: start_date,
    scheduleRelationship: isCancelled ? "CANCELED" : "SCHEDULED",
  };
}

function describeStop(stop: TripStopUpdate): Message {
  const { sequence, stop_id, arrival, departure, isSkipped } = stop;
  const known = arrival === null && departure === null ? "NO_DATA" : "SCHEDULED";
  return {
    stopSequence: sequence,
    arrival: arrival && describeEvent(arrival),
    departure: departure && describeEvent(departure),
    stopId: stop_id,
    scheduleRelationship: isSkipped ? "SKIPPED" : known,
  };
}

/** A delay has 32 bits: one of more than 68 years is not told. */
function describeEvent({ delay_s, time_s }: TripEvent): Message {
  return { delay: (delay_s | 0) === delay_s ? delay_s : null, time: time_s };
}

/** The whole message, as it is at this moment. */
export function makeFeed(
  { feed_version, timestamp_s }: FeedHead,
  entity: readonly Message[],
): Message {
  const header = {
    gtfsRealtimeVersion: "2.0",
    incrementality: "FULL_DATASET",
    timestamp: timestamp_s,
    feedVersion: feed_version,
  };
  return { header, entity };
}

export function encodeFeed(feed: Message): Uint8Array {
  const out = new PbfWriter();
  writeFields(FEED, feed, out);
  return out.finish();
}

function writeFields(fields: Fields, message: Message, out: PbfWriter): void {
  for (const [name, [number, of]] of Object.entries(fields)) {
    const value = message[name] ?? null;
    if (value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) {
      if (of === "text") out.writeStringField(number, one);
      else if (of === "float") out.writeFloatField(number, one);
      else if (of === "int" || of === "long") out.writeVarintField(number, one);
      else if (isChoice(of)) out.writeVarintField(number, of.indexOf(one));
      else out.writeMessage(number, (_, own) => writeFields(of, one, own), null);
    }
  }
}

function isChoice(of: Field[1]): of is readonly string[] {
  return Array.isArray(of);
}

/** As the JSON form of protocol buffers has it: whole numbers of 64 bits are texts. */
export function printFeed(feed: Message): string {
  return JSON.stringify(toJson(FEED, feed));
}

function toJson(fields: Fields, message: Message): Message {
  const told: Record<string, unknown> = {};
  for (const [name, [, of]] of Object.entries(fields)) {
    const value = message[name] ?? null;
    if (value === null) continue;
    const print = (one: unknown): unknown => {
      if (of === "long") return String(one);
      return typeof of === "object" && !isChoice(of) ? toJson(of, one as Message) : one;
    };
    told[name] = Array.isArray(value) ? value.map(print) : print(value);
  }
  return told;
}
