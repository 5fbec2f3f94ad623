/** Reads GTFS Realtime by the published form (gtfs-realtime.proto, version 2.0), in no common code with the writer. */
import { PbfReader } from "pbf";

export interface ReadEvent {
  readonly delay: number;
  readonly time: number;
}

export interface ReadStop {
  stop_sequence: number;
  stop_id: string;
  arrival: ReadEvent | null;
  departure: ReadEvent | null;
  /** 0: scheduled, 1: skipped, 2: no data. */
  schedule_relationship: number;
}

export interface ReadTrip {
  id: string;
  trip_id: string;
  start_date: string;
  start_time: string | null;
  /** 0: scheduled, 3: canceled. */
  schedule_relationship: number;
  readonly stops: ReadStop[];
}

export interface ReadVehicle extends Omit<ReadTrip, "stops"> {
  place: { latitude: number; longitude: number } | null;
  stop_sequence: number;
  /** 0: about to arrive, 1: it stands there, 2: on its way there. */
  status: number;
  timestamp: number;
  stop_id: string;
}

interface ReadFeed {
  version: string;
  incrementality: number;
  timestamp: number;
  feed_version: string;
  readonly trips: ReadTrip[];
  readonly vehicles: ReadVehicle[];
}

/** Throws at a field that the form does not have, or that is not read here. */
export function readTripUpdates(bytes: Uint8Array): ReadFeed {
  const feed: ReadFeed = {
    version: "",
    incrementality: -1,
    timestamp: 0,
    feed_version: "",
    trips: [],
    vehicles: [],
  };
  new PbfReader(bytes).readFields((tag, into, pbf) => {
    if (tag === 1) pbf.readMessage(readHeader, into);
    else if (tag === 2) pbf.readMessage(readEntity, into);
    else refuse("FeedMessage", tag);
  }, feed);
  return feed;
}

function readHeader(tag: number, feed: ReadFeed, pbf: PbfReader): void {
  if (tag === 1) feed.version = pbf.readString();
  else if (tag === 2) feed.incrementality = pbf.readVarint();
  else if (tag === 3) feed.timestamp = pbf.readVarint();
  else if (tag === 4) feed.feed_version = pbf.readString();
  else refuse("FeedHeader", tag);
}

function readEntity(tag: number, feed: ReadFeed, pbf: PbfReader): void {
  if (tag !== 1) throw new Error("an entity without an id");
  const id = pbf.readString();
  const none = { id, trip_id: "", start_date: "", start_time: null, schedule_relationship: -1 };
  const what = pbf.readVarint() >> 3;
  if (what === 3) {
    const trip = { ...none, stops: [] };
    pbf.readMessage(readUpdate, trip);
    feed.trips.push(trip);
  } else if (what === 4) {
    const more = { place: null, stop_sequence: -1, status: 2, timestamp: 0, stop_id: "" };
    const vehicle: ReadVehicle = { ...none, ...more };
    pbf.readMessage(readVehicle, vehicle);
    feed.vehicles.push(vehicle);
  } else refuse("FeedEntity", what);
}

function readVehicle(tag: number, vehicle: ReadVehicle, pbf: PbfReader): void {
  if (tag === 1) pbf.readMessage(readTrip, vehicle);
  else if (tag === 2) {
    const place = { latitude: Number.NaN, longitude: Number.NaN };
    pbf.readMessage((own, into, from) => {
      if (own === 1) into.latitude = from.readFloat();
      else if (own === 2) into.longitude = from.readFloat();
      else refuse("Position", own);
    }, place);
    vehicle.place = place;
  } else if (tag === 3) vehicle.stop_sequence = pbf.readVarint();
  else if (tag === 4) vehicle.status = pbf.readVarint();
  else if (tag === 5) vehicle.timestamp = pbf.readVarint();
  else if (tag === 7) vehicle.stop_id = pbf.readString();
  else refuse("VehiclePosition", tag);
}

function readUpdate(tag: number, trip: ReadTrip, pbf: PbfReader): void {
  if (tag === 1) pbf.readMessage(readTrip, trip);
  else if (tag === 2) {
    const none = { arrival: null, departure: null, schedule_relationship: 0 };
    const stop: ReadStop = { stop_sequence: -1, stop_id: "", ...none };
    pbf.readMessage(readStop, stop);
    trip.stops.push(stop);
  } else if (tag === 4) pbf.readVarint();
  else refuse("TripUpdate", tag);
}

function readTrip(tag: number, trip: Omit<ReadTrip, "stops">, pbf: PbfReader): void {
  if (tag === 1) trip.trip_id = pbf.readString();
  else if (tag === 2) trip.start_time = pbf.readString();
  else if (tag === 3) trip.start_date = pbf.readString();
  else if (tag === 4) trip.schedule_relationship = pbf.readVarint();
  else refuse("TripDescriptor", tag);
}

function readStop(tag: number, stop: ReadStop, pbf: PbfReader): void {
  if (tag === 1) stop.stop_sequence = pbf.readVarint();
  else if (tag === 2) stop.arrival = readEvent(pbf);
  else if (tag === 3) stop.departure = readEvent(pbf);
  else if (tag === 4) stop.stop_id = pbf.readString();
  else if (tag === 5) stop.schedule_relationship = pbf.readVarint();
  else refuse("StopTimeUpdate", tag);
}

function readEvent(pbf: PbfReader): ReadEvent {
  const event = { delay: 0, time: 0 };
  pbf.readMessage((tag, into, own) => {
    if (tag === 1) into.delay = own.readVarint(true);
    else if (tag === 2) into.time = own.readVarint(true);
    else refuse("StopTimeEvent", tag);
  }, event);
  return event;
}

function refuse(message: string, tag: number): never {
  throw new Error(`field ${tag} of ${message}`);
}
