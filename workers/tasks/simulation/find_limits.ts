/** Task: temporary limits on the paths of runs, and the departures on which each run meets them. */
import { openSimulation } from "../../engine/margins/packed_simulation.ts";
import type { TrainPath } from "../../engine/path/train_path.ts";
import {
  findLimitDepartures,
  type LimitDepartures,
  type PackedLimits,
} from "../../engine/simulation/limits_met.ts";
import {
  type DatedLimits,
  findTemporaryLimits,
  type TemporaryLimits,
} from "../../engine/simulation/temporary_limits.ts";
import { toMilli } from "../../engine/units.ts";
import { viewInfra } from "../infra_views.ts";
import type { FoundPath, InfraRef } from "../types.ts";
import { openNetwork } from "./simulate_trains.ts";
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
  const { infra, paths } = openNetwork(viewInfra(ref));
  const limits = openTemporaryLimits(infra, group);
  // Trains share few paths.
  const known = new Map<TrainPath, PathLimits>();
  return runs.map(({ path: packed_path, packed, train_length_m }) => {
    const { path } = paths.open(packed_path);
    const onPath = known.get(path) ?? findOnPath(limits, path);
    known.set(path, onPath);
    const { base, provisional, final } = openSimulation(packed);
    const reports = [base, provisional, final];
    const departures = findLimitDepartures(onPath.found, reports, toMilli(train_length_m));
    return { limits: onPath.packed, departures };
  });
}

interface PathLimits {
  readonly found: DatedLimits;
  readonly packed: PackedLimits;
}

function findOnPath(limits: TemporaryLimits, { ranges }: TrainPath): PathLimits {
  const found = findTemporaryLimits(limits, ranges);
  const packed = {
    from_mm: Float64Array.from(found.from_mm),
    to_mm: Float64Array.from(found.to_mm),
    speeds_mm_s: Float64Array.from(found.speeds_mm_s),
  };
  return { found, packed };
}
