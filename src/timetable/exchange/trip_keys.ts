/** What a train's trips in feeds are named by: it stays while the train's record does. */
import type { Occurrence } from "../paced_train/effective_trains.ts";
import type { TrainKind } from "../train/train_kind.ts";

const LETTERS: Readonly<Record<TrainKind["name"], string>> = {
  train_schedule: "t",
  paced_train: "p",
};

/** Null: of a record's own train, or of all trains of a frequency. */
export function tripKeyOf(
  kind: TrainKind["name"],
  id: number,
  occurrence: Occurrence | null = null,
): string {
  const record = `${LETTERS[kind]}${id}`;
  if (occurrence === null) return record;
  // As an export counts those that have numbers.
  return "index" in occurrence
    ? `${record}.${occurrence.index}`
    : `${record}+${occurrence.exception_key}`;
}
