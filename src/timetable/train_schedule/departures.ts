/** Trains together with their starts. */
import { datetimeMs } from "../../railway/iso8601.ts";
import type { TrainSchedule } from "./train_schedule.schemas.ts";

/** A train and its start, which may differ from its record's: occurrences share one record. */
export interface Departure {
  readonly train: TrainSchedule;
  /** Milliseconds since the epoch. */
  readonly start_ms: number;
  /** Its operating day; null or absent: no date was asked for, and it starts as its record says. */
  readonly day?: number | null;
  /** With all days at once: a 1 for each of the period that it is a train of. */
  readonly bits?: Uint8Array | undefined;
}

/** A train at its record's own start. */
export function departTrain(train: TrainSchedule): Departure {
  return { train, start_ms: datetimeMs(train.start_time) };
}
