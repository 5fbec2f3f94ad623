/** Exceptions whose own start stays while that of their occurrence moves: the trains then run at other distances. */
import { occurrenceStartMs, type PacedTrain } from "./effective_trains.ts";

/** Keys of exceptions whose index and own start are as before, although the occurrence now starts at another time. */
export function listKeptStarts(before: PacedTrain, after: PacedTrain): string[] {
  const known = new Map(before.exceptions.map((one) => [one.occurrence_index, one.start_time]));
  return after.exceptions.flatMap(({ key, occurrence_index: index, start_time, disabled }) => {
    if (index === undefined || start_time === undefined || disabled) return [];
    const is_kept = known.get(index)?.value === start_time.value;
    return is_kept && occurrenceStartMs(before, index) !== occurrenceStartMs(after, index)
      ? [key]
      : [];
  });
}
