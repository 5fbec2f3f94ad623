/**
 * What one request may ask for, and what a server holds for its clients. They are part of
 * `config.limits`, so that tests can narrow them; what only one place reads is a constant there.
 */
import { OCCURRENCES_MAX } from "../railway/train_defaults.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

export const REQUEST_LIMITS = {
  /** Ordinary request body. */
  body_bytes: MIB,
  /** Body of a batch; one train of a timetable's import. */
  batch_body_bytes: 16 * MIB,
  /** Body of a RailJSON import. */
  railjson_body_bytes: 250 * MIB,
  /** Body of a timetable's import. */
  timetable_body_bytes: 64 * MIB,
  /** Large answers that wait for their clients, over all connections; more are answered 503. */
  answers_in_memory_bytes: 512 * MIB,
  /** Streamed exports at once, one user at most as many as are free; more are answered 503. */
  streams: 64,
  /** Streams of events of one user at once; more are answered 429. */
  event_streams_of_user: 100,
  /** Events that wait for one client; with more its stream ends. */
  event_stream_bytes: 256 * KIB,
  /**
   * Events told on all running streams, which the system may still hold for clients that read nothing;
   * a stream with more than its equal share ends, and its client comes again.
   */
  events_told_bytes: 1024 * MIB,
  /** A client that reads nothing of its answer for so long is cut off. */
  slow_reader_ms: 30_000,
  /** A request whose answer takes longer to begin has a line at `warn`. */
  slow_request_ms: 1000,
  /** Trains in one creation or deletion. */
  batch_trains: 10_000,
  /** Trains in one import of a timetable. */
  timetable_trains: 50_000,
  /** Trains that one paced train may stand for, occurrences and exceptions. */
  paced_train_occurrences: OCCURRENCES_MAX,
  /** Trains of one timetable in one conflict detection, occurrences included. */
  conflict_trains: 100_000,
  /** Changes of trains that are tried out or stored at once. */
  what_if_changes: 1000,
  /** Trains that one resolution of conflicts may change. */
  resolution_trains: 1000,
  /** Trains, each counted on each of its days, that one resolution of all days looks at date by date. */
  resolution_train_days: 30_000,
  /** Objects of a network that one request may ask for. */
  infra_objects: 10_000,
  /** Works in one group. */
  work_schedules: 10_000,
  /** Temporary speed limits in one group. */
  temporary_speed_limits: 10_000,
  /** A short term path request, with the timetable's trains; near its end the best train so far, after it 504. */
  stdcm_deadline_ms: 180_000,
  /** What one short term path search explores, in memory of its thread; beyond it 504. */
  stdcm_memory_bytes: 256 * MIB,
};

export type Limits = Readonly<typeof REQUEST_LIMITS>;
