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
