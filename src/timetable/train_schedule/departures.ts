/** Trains at the times when they start. */
import { datetimeMs } from "../../railway/iso8601.ts";
import type { TrainSchedule } from "./train_schedule.schemas.ts";

/** A train and when it starts, which need not be when its record says: occurrences share one. */
export interface Departure {
  readonly train: TrainSchedule;
  /** Milliseconds since the epoch. */
  readonly start_ms: number;
}

/** A train at its record's own start. */
export function departTrain(train: TrainSchedule): Departure {
  return { train, start_ms: datetimeMs(train.start_time) };
}
