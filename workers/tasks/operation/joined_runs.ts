/** Runs of many trains in one buffer. */
import { type OperatedRun, openRun } from "../../engine/operation/operated_run.ts";

export interface JoinedRuns {
  /** From `tabulate_runs`, one behind the other. */
  readonly buffer: SharedArrayBuffer;
  /** [nRuns] byte at which each begins, a multiple of eight. */
  readonly starts: Float64Array;
}

export function openRuns({ buffer, starts }: JoinedRuns): OperatedRun[] {
  return Array.from(starts, (from) => openRun(buffer, from));
}
