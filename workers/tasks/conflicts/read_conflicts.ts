/** Lists of conflicts as they were printed. */
import type { TextConflict } from "./conflict_days.ts";

const decoder = new TextDecoder();
const NO_CONFLICTS = new TextEncoder().encode("[]");

export function readConflicts(json: Uint8Array = NO_CONFLICTS): TextConflict[] {
  // a copy: shared memory can't be decoded
  return JSON.parse(decoder.decode(json.slice())) as TextConflict[];
}

/** As a trial has them: each with the trains in it that are only tried, its first field, so that equal ones have equal texts. */
export function readTried(json?: Uint8Array): TextConflict[] {
  return readConflicts(json).map((one) => ({ added_trains: [], ...one }));
}

/**
 * Its occurrences as texts, in an order of their own, those of a service by their index alone: a trial may give them
 * exceptions and other starts.
 */
export function spellOccurrences({ paced_train_occurrence_ids }: TextConflict): string[] {
  return paced_train_occurrence_ids
    .map(({ exception_key, ...which }) =>
      JSON.stringify(which.index === undefined ? { ...which, exception_key } : which),
    )
    .sort();
}
