/** For formats without exceptions: a paced train that has some is replaced by its single trains. */
import type { InTurns } from "../../platform/turns.ts";
import { printDateTime } from "../../railway/iso8601.ts";
import { listEffectiveTrains, type PacedTrain } from "../paced_train/effective_trains.ts";
import type { TrainSchedule } from "../train_schedule/train_schedule.schemas.ts";

/** Null: it has no exceptions. */
export function* flattenExceptions(paced_train: PacedTrain): InTurns<TrainSchedule[] | null> {
  if (paced_train.exceptions.length === 0) return null;
  const trains = yield* listEffectiveTrains(paced_train);
  const flat: TrainSchedule[] = [];
  for (const { train, name, start_ms } of trains) {
    flat.push({ ...train, train_name: name, start_time: printDateTime(start_ms) });
    yield;
  }
  return flat;
}
