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

interface ReadFeed {
  version: string;
  incrementality: number;
  timestamp: number;
  feed_version: string;
  readonly trips: ReadTrip[];
}

/** Throws at a field that the form does not have, or that is not read here. */
export function readTripUpdates(bytes: Uint8Array): ReadFeed {
  const feed: ReadFeed = {
    version: "",
    incrementality: -1,
    timestamp: 0,
    feed_version: "",
    trips: [],
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
  if (tag === 1) {
    const none = { trip_id: "", start_date: "", start_time: null, schedule_relationship: -1 };
    feed.trips.push({ id: pbf.readString(), ...none, stops: [] });
  } else if (tag === 3) {
    const trip = feed.trips.at(-1);
    if (trip === undefined) throw new Error("an entity without an id");
    pbf.readMessage(readUpdate, trip);
  } else refuse("FeedEntity", tag);
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

function readTrip(tag: number, trip: ReadTrip, pbf: PbfReader): void {
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
