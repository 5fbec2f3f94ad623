/** Task: operational points where trains could wait before a given time, although they do not stop there. */
import { stringAt } from "../../engine/infra/infra.ts";
import { openSimulation } from "../../engine/margins/packed_simulation.ts";
import { listStandingParts } from "../../engine/path/path_parts.ts";
import { makeTrainPath, unpackPath } from "../../engine/path/train_path.ts";
import { countUpTo } from "../../engine/sorted.ts";
import { viewInfra } from "../infra_views.ts";
import type { FoundPath, InfraRef } from "../types.ts";

export interface ListHoldsInput {
  readonly infra: InfraRef;
  readonly trains: readonly {
    readonly path: FoundPath;
    /** The whole simulation. */
    readonly packed: SharedArrayBuffer;
    readonly length_mm: number;
    /** Its existing stops, as path offsets. */
    readonly stops_mm: readonly number[];
    /** Since the train's start. */
    readonly before_ms: number;
  }[];
  /** For each train, the last ones before the time. */
  readonly count_max: number;
}

export interface Hold {
  readonly operational_point: string;
  readonly track: string;
  /** Path offset. */
  readonly position_mm: number;
}

/** By train, in travel order. */
export function listHolds({ infra, trains, count_max }: ListHoldsInput): Hold[][] {
  const view = viewInfra(infra);
  return trains.map(({ path, packed, length_mm, stops_mm, before_ms }) => {
    const train_path = makeTrainPath(view, unpackPath(path.packed));
    const { positions_mm, times_ms } = openSimulation(packed).final;
    const reached_mm = positions_mm[countUpTo(times_ms, before_ms) - 1] ?? 0;
    const parts = listStandingParts(train_path, length_mm).filter(
      ({ offset_mm }) => offset_mm <= reached_mm && !stops_mm.includes(offset_mm),
    );
    return parts
      .slice(-count_max)
      .reverse()
      .map(({ part, offset_mm }) => ({
        operational_point: stringAt(view, view.opName[view.partOp[part] ?? 0] ?? 0),
        track: stringAt(view, view.trackName[view.partTrack[part] ?? 0] ?? 0),
        position_mm: offset_mm,
      }));
  });
}
