/**
 * Task: prints a train that was fitted in (`fit_train`), and names the places on tracks that are
 * needed to create it: the points of its schedule, and one in the middle of each stretch of track.
 */
import { openSimulation } from "../../engine/margins/packed_simulation.ts";
import { findMiddles, findPathPlace, type PathPlace } from "../../engine/path/path_places.ts";
import { printPathKeys } from "../../engine/path/print_path.ts";
import { unpackPath } from "../../engine/path/train_path.ts";
import { timeInReport_ms } from "../../engine/simulation/report.ts";
import { viewInfra } from "../infra_views.ts";
import { describeSimulation } from "../simulation/describe_simulation.ts";
import type { FoundPath, InfraRef, RequirementsRef } from "../types.ts";

export interface DescribeFitInput {
  readonly infra: InfraRef;
  readonly path: FoundPath;
  readonly packed: SharedArrayBuffer;
  readonly requirements: RequirementsRef;
  /** Path offsets of its schedule points. */
  readonly offsets_mm: readonly number[];
}

export interface DescribedFit {
  /** JSON texts; the path has no status. */
  readonly path: string;
  readonly simulation: string;
  /** [nItems] arrival at each item, ms since its departure. */
  readonly item_times_ms: readonly number[];
  /** One per offset. */
  readonly places: readonly PathPlace[];
  /** One per stretch of track, in path order, with the train's approximate time there. */
  readonly middles: readonly TimedPlace[];
}

interface TimedPlace extends PathPlace {
  readonly time_ms: number;
}

const decoder = new TextDecoder();

export function describeFit({ path, offsets_mm, ...run }: DescribeFitInput): DescribedFit {
  const infra = viewInfra(run.infra);
  const parts = unpackPath(path.packed);
  const { length_mm, item_positions_mm } = path;
  const waypoints = { ids: [], positions_mm: [] };
  const { ranges } = parts;
  const { final } = openSimulation(run.packed);
  return {
    path: `{${printPathKeys(infra, parts, length_mm, item_positions_mm)}}`,
    simulation: decoder.decode(describeSimulation({ ...run, waypoints })),
    item_times_ms: [...final.itemTimes_ms],
    places: offsets_mm.map((at_mm) => findPathPlace(infra, ranges, at_mm)),
    middles: findMiddles(ranges).map((at_mm) => ({
      ...findPathPlace(infra, ranges, at_mm),
      time_ms: timeInReport_ms(final, at_mm),
    })),
  };
}
