/** Tasks: tries days of a timetable with drawn delays, and prints what all of them come to. */
import { planDay } from "../../engine/operation/day_plan.ts";
import type { Distribution } from "../../engine/robustness/draws.ts";
import { type DrawnPart, type TriedTrains, tryDays } from "../../engine/robustness/tried_days.ts";
import { type JoinedRuns, openRuns } from "./joined_runs.ts";

/** Trains to try, and what is drawn for them. Runs are equal ones' alone. */
export interface TrialRef {
  /** Identifies it for a thread that tries several parts of its days. */
  readonly key: string;
  readonly runs: JoinedRuns;
  /** [nRuns + 1] */
  readonly stop_start: Uint32Array;
  /** [nStops of all runs] */
  readonly stop_keys: Uint32Array;
  readonly stop_groups: Uint32Array;
  readonly run_of: Uint32Array;
  readonly starts_ms: Float64Array;
  readonly keys: Uint32Array;
  readonly end_groups: Uint32Array;
  readonly group_count: number;
  readonly is_counted: Uint8Array;
  readonly distributions: readonly Distribution[];
  /** [stops of all trains · 2] */
  readonly drawn: Uint32Array;
  readonly sums_stops: boolean;
}

let kept: { readonly key: string; readonly trains: TriedTrains } | null = null;

/** The figures of some days; opaque outside the workers. */
export function tryPart(input: {
  readonly trial: TrialRef;
  readonly days: DrawnPart;
}): SharedArrayBuffer {
  if (kept?.key !== input.trial.key) {
    kept = { key: input.trial.key, trains: openTrial(input.trial) };
  }
  return tryDays(kept.trains, input.days);
}

function openTrial({ runs, run_of, starts_ms, ...trial }: TrialRef): TriedTrains {
  const cut = (column: Uint32Array): Uint32Array[] =>
    Array.from(runs.starts, (_, r) =>
      column.subarray(trial.stop_start[r], trial.stop_start[r + 1]),
    );
  return {
    plan: planDay(openRuns(runs), run_of, starts_ms),
    keys: trial.keys,
    stopKeys: cut(trial.stop_keys),
    stopGroups: cut(trial.stop_groups),
    endGroups: trial.end_groups,
    nGroups: trial.group_count,
    isCounted: trial.is_counted,
    distributions: trial.distributions,
    drawn: trial.drawn,
    sumsStops: trial.sums_stops,
  };
}
