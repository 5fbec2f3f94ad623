/** What is expected of trips, as a message of GTFS Realtime 2.0. */
import { PbfWriter } from "pbf";

/** Numbers of fields and values in the published form (gtfs-realtime.proto). */
const FEED = { header: 1, entity: 2 } as const;
const HEADER = { version: 1, incrementality: 2, timestamp: 3, feed_version: 4 } as const;
const ENTITY = { id: 1, trip_update: 3 } as const;
const UPDATE = { trip: 1, stop_time_update: 2, timestamp: 4 } as const;
const TRIP = { trip_id: 1, start_time: 2, start_date: 3, schedule_relationship: 4 } as const;
const STOP = {
  sequence: 1,
  arrival: 2,
  departure: 3,
  stop_id: 4,
  schedule_relationship: 5,
} as const;
const EVENT = { delay: 1, time: 2 } as const;
const FULL_DATASET = 0;
const TRIP_SCHEDULED = 0;
const TRIP_CANCELED = 3;
const STOP_SCHEDULED = 0;
const STOP_SKIPPED = 1;
const STOP_NO_DATA = 2;

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

export interface TripUpdate {
  readonly trip_id: string;
  /** `20260522` */
  readonly start_date: string;
  /** Of one of the trips of a frequency; null: there is only one. */
  readonly start_time: string | null;
  /** Null: it is cancelled. */
  readonly stops: readonly TripStopUpdate[] | null;
}

export interface UpdatesHead {
  readonly feed_version: string;
  readonly timestamp_s: number;
}

export function writeTripUpdates(
  { feed_version, timestamp_s }: UpdatesHead,
  updates: readonly TripUpdate[],
): Uint8Array {
  const out = new PbfWriter();
  out.writeMessage(
    FEED.header,
    (_, pbf) => {
      pbf.writeStringField(HEADER.version, "2.0");
      pbf.writeVarintField(HEADER.incrementality, FULL_DATASET);
      pbf.writeVarintField(HEADER.timestamp, timestamp_s);
      pbf.writeStringField(HEADER.feed_version, feed_version);
    },
    null,
  );
  for (const update of updates) {
    out.writeMessage(
      FEED.entity,
      (_, pbf) => {
        const { trip_id, start_date, start_time } = update;
        pbf.writeStringField(ENTITY.id, [trip_id, start_date, start_time ?? ""].join(" ").trim());
        pbf.writeMessage(
          ENTITY.trip_update,
          (_none, own) => writeUpdate(update, timestamp_s, own),
          null,
        );
      },
      null,
    );
  }
  return out.finish();
}

function writeUpdate(
  { trip_id, start_date, start_time, stops }: TripUpdate,
  timestamp_s: number,
  pbf: PbfWriter,
): void {
  pbf.writeMessage(
    UPDATE.trip,
    (_, trip) => {
      trip.writeStringField(TRIP.trip_id, trip_id);
      if (start_time !== null) trip.writeStringField(TRIP.start_time, start_time);
      trip.writeStringField(TRIP.start_date, start_date);
      const how = stops === null ? TRIP_CANCELED : TRIP_SCHEDULED;
      trip.writeVarintField(TRIP.schedule_relationship, how);
    },
    null,
  );
  for (const stop of stops ?? []) {
    pbf.writeMessage(UPDATE.stop_time_update, (_, own) => writeStop(stop, own), null);
  }
  pbf.writeVarintField(UPDATE.timestamp, timestamp_s);
}

function writeStop(
  { sequence, stop_id, arrival, departure, isSkipped }: TripStopUpdate,
  pbf: PbfWriter,
): void {
  pbf.writeVarintField(STOP.sequence, sequence);
  writeEvent(STOP.arrival, arrival, pbf);
  writeEvent(STOP.departure, departure, pbf);
  pbf.writeStringField(STOP.stop_id, stop_id);
  const known = arrival === null && departure === null ? STOP_NO_DATA : STOP_SCHEDULED;
  pbf.writeVarintField(STOP.schedule_relationship, isSkipped ? STOP_SKIPPED : known);
}

function writeEvent(field: number, event: TripEvent | null, pbf: PbfWriter): void {
  if (event === null) return;
  pbf.writeMessage(
    field,
    (_, own) => {
      own.writeVarintField(EVENT.delay, event.delay_s);
      own.writeVarintField(EVENT.time, event.time_s);
    },
    null,
  );
}
