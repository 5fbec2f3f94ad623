/** Task: where trains are on the map at given times of their runs, from head to tail. */
import { openSimulation } from "../../engine/margins/packed_simulation.ts";
import { locateOnPath } from "../../engine/path/path_point.ts";
import { makeTrainPath, unpackPath } from "../../engine/path/train_path.ts";
import type { Report } from "../../engine/simulation/report.ts";
import { countUpTo } from "../../engine/sorted.ts";
import { viewInfra } from "../infra_views.ts";
import type { FoundPath, InfraRef } from "../types.ts";

export interface LocateTrainsInput {
  readonly infra: InfraRef;
  readonly trains: readonly {
    readonly path: FoundPath;
    /** The whole simulation. */
    readonly packed: SharedArrayBuffer;
    readonly length_mm: number;
    /** Since the train's start, within its run. */
    readonly times_ms: readonly number[];
  }[];
}

/** A train at one time; degrees, mm on its path, m/s. */
export interface TrainPlace {
  readonly head: readonly [lon: number, lat: number];
  readonly tail: readonly [lon: number, lat: number];
  readonly path_position: number;
  readonly speed: number;
}

const point = new Float64Array(2);

/** One list per train, one place per time; null: its tracks are not on the map. */
export function locateTrains({ infra, trains }: LocateTrainsInput): (TrainPlace | null)[][] {
  const view = viewInfra(infra);
  return trains.map(({ path, packed, length_mm, times_ms }) => {
    const train_path = makeTrainPath(view, unpackPath(path.packed));
    const { final } = openSimulation(packed);
    return times_ms.map((time_ms): TrainPlace | null => {
      const { position_mm, speed_m_s } = readReport(final, time_ms);
      locateOnPath(train_path, position_mm, point);
      const head = [point[0] ?? 0, point[1] ?? 0] as const;
      // At its start the train's tail is before the path, where no tracks are known.
      locateOnPath(train_path, position_mm - length_mm, point);
      const tail = [point[0] ?? 0, point[1] ?? 0] as const;
      if (![...head, ...tail].every(Number.isFinite)) return null;
      return { head, tail, path_position: Math.round(position_mm), speed: speed_m_s };
    });
  });
}

/** Position and speed are interpolated linearly in time between two points of the report. */
function readReport(
  { positions_mm, times_ms, speeds_m_s }: Report,
  time_ms: number,
): { readonly position_mm: number; readonly speed_m_s: number } {
  const after = Math.min(countUpTo(times_ms, time_ms), times_ms.length - 1);
  const before = Math.max(0, after - 1);
  const [from_ms, to_ms] = [times_ms[before] ?? 0, times_ms[after] ?? 0];
  const part =
    to_ms > from_ms ? Math.max(0, Math.min(1, (time_ms - from_ms) / (to_ms - from_ms))) : 1;
  const between = (values: ArrayLike<number>): number => {
    const [from, to] = [values[before] ?? 0, values[after] ?? 0];
    return from + part * (to - from);
  };
  return { position_mm: between(positions_mm), speed_m_s: between(speeds_m_s) };
}
