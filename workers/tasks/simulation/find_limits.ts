/** Task: temporary limits on the paths of runs, and the departures on which each run meets them. */
import { openSimulation } from "../../engine/margins/packed_simulation.ts";
import { unpackPath } from "../../engine/path/train_path.ts";
import {
  findLimitDepartures,
  type LimitDepartures,
  type PackedLimits,
} from "../../engine/simulation/limits_met.ts";
import { findTemporaryLimits } from "../../engine/simulation/temporary_limits.ts";
import { toMilli } from "../../engine/units.ts";
import { viewInfra } from "../infra_views.ts";
import type { FoundPath, InfraRef } from "../types.ts";
import { openTemporaryLimits, type TemporaryLimitsRef } from "./temporary_limits.ts";

export interface FindLimitsInput {
  readonly infra: InfraRef;
  readonly group: TemporaryLimitsRef;
  readonly runs: readonly {
    readonly path: FoundPath["packed"];
    /** The simulation on it. */
    readonly packed: SharedArrayBuffer;
    readonly train_length_m: number;
  }[];
}

export interface RunLimits {
  /** On the path; the same whatever the run. */
  readonly limits: PackedLimits;
  readonly departures: LimitDepartures;
}

/** One for each run, in order. */
export function findLimits({ infra: ref, group, runs }: FindLimitsInput): RunLimits[] {
  const infra = viewInfra(ref);
  const limits = openTemporaryLimits(infra, group);
  return runs.map(({ path, packed, train_length_m }) => {
    const found = findTemporaryLimits(limits, unpackPath(path).ranges);
    const { base, provisional, final } = openSimulation(packed);
    const reports = [base, provisional, final];
    const departures = findLimitDepartures(found, reports, toMilli(train_length_m));
    const packed_limits = {
      from_mm: Float64Array.from(found.from_mm),
      to_mm: Float64Array.from(found.to_mm),
      speeds_mm_s: Float64Array.from(found.speeds_mm_s),
    };
    return { limits: packed_limits, departures };
  });
}
