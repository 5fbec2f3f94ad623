/**
 * Task: projects simulated trains on one path (interface.md 10.3): where each train is on it, and
 * what its signals show meanwhile. The path is prepared once per call.
 */
import { findRoute, findString, type Infra } from "../../engine/infra/infra.ts";
import { NONE } from "../../engine/infra/layout.ts";
import { openSimulation } from "../../engine/margins/packed_simulation.ts";
import { type PathParts, unpackPath } from "../../engine/path/train_path.ts";
import { printCurves, printSignalUpdates } from "../../engine/projection/print_projection.ts";
import {
  makeProjectionPath,
  type ProjectionFault,
  type ProjectionPath,
} from "../../engine/projection/projection_path.ts";
import { SignalProjector } from "../../engine/projection/signal_updates.ts";
import { projectCurves } from "../../engine/projection/space_time_curves.ts";
import { openRequirements } from "../../engine/requirements/packed_requirements.ts";
import { err, ok, type Result } from "../../engine/result.ts";
import { viewInfra } from "../infra_views.ts";
import type { InfraRef, RequirementsRef, TrackRangeFault, TrackSectionRange } from "../types.ts";
import { resolveTrackRanges } from "./track_ranges.ts";

/** A path in the clients' form, by names. */
export interface NamedPath {
  readonly track_section_ranges: readonly TrackSectionRange[];
  readonly routes: readonly string[];
  /** Empty: signals are not projected. */
  readonly blocks: readonly string[];
}

/** The cached results of a simulated train. */
export interface ProjectedRun {
  /** Packed path. */
  readonly path: SharedArrayBuffer;
  readonly simulation: SharedArrayBuffer;
  readonly requirements: RequirementsRef;
}

export interface ProjectTrainsInput {
  readonly infra: InfraRef;
  readonly path: NamedPath;
  /** False: signals are not evaluated. */
  readonly with_signals: boolean;
  /** The run that curves show; signals are always those of the final run. */
  readonly run: "base" | "final";
  readonly trains: readonly ProjectedRun[];
}

/** JSON texts of two lists. */
export interface ProjectedTrain {
  readonly space_time_curves: string;
  /** Null if not requested. */
  readonly signal_updates: string | null;
}

export type ProjectionPathFault =
  | TrackRangeFault
  | ProjectionFault
  | { readonly kind: "unknown_route"; readonly route: string }
  | { readonly kind: "unknown_block"; readonly block: string }
  /** The block at this index does not begin where the previous one ends. */
  | { readonly kind: "broken_blocks"; readonly index: number };

export type ProjectTrainsOutcome =
  /** In order; null = a signal can't be evaluated for this train. */
  | { readonly kind: "success"; readonly trains: readonly (ProjectedTrain | null)[] }
  | ProjectionPathFault;

/** [string index of a name] block; made at the first projection on a network. */
const blocksByName = new WeakMap<Infra, ReadonlyMap<number, number>>();

/** Projects each train, or returns the path's fault. */
export function projectTrains(input: ProjectTrainsInput): ProjectTrainsOutcome {
  const infra = viewInfra(input.infra);
  const parts = resolvePath(infra, input.path);
  if (!parts.ok) return parts.error;
  const projection = makeProjectionPath(infra, parts.value);
  if (!projection.ok) return projection.error;
  const { signals } = projection.value;
  const { with_signals } = input;
  const projector = with_signals && signals !== null ? new SignalProjector(signals) : null;
  const trains = input.trains.map((train) => {
    const projected = projectTrain(projection.value, projector, train, input.run);
    return with_signals || projected === null ? projected : { ...projected, signal_updates: null };
  });
  return { kind: "success", trains };
}

function projectTrain(
  projection: ProjectionPath,
  projector: SignalProjector | null,
  train: ProjectedRun,
  run: ProjectTrainsInput["run"],
): ProjectedTrain | null {
  const reports = openSimulation(train.simulation);
  const { final } = reports;
  const { ranges } = unpackPath(train.path);
  const space_time_curves = printCurves(projectCurves(projection, ranges, reports[run]));
  if (projector === null) return { space_time_curves, signal_updates: "[]" };
  const end_ms = final.times_ms[final.times_ms.length - 1] ?? 0;
  const { buffer, byte_offset } = train.requirements;
  const updates = projector.project(openRequirements(buffer, byte_offset), end_ms);
  if (!updates.ok) return null;
  return { space_time_curves, signal_updates: printSignalUpdates(projection, updates.value) };
}

function resolvePath(infra: Infra, path: NamedPath): Result<PathParts, ProjectionPathFault> {
  const ranges = resolveTrackRanges(infra, path.track_section_ranges);
  if (!ranges.ok) return ranges;
  const routes = new Uint32Array(path.routes.length);
  for (const [i, route] of path.routes.entries()) {
    const index = findRoute(infra, route);
    if (index === NONE) return err({ kind: "unknown_route", route });
    routes[i] = index;
  }
  const blocks = new Uint32Array(path.blocks.length);
  const known = path.blocks.length === 0 ? new Map<number, number>() : indexBlocks(infra);
  for (const [i, block] of path.blocks.entries()) {
    const index = known.get(findString(infra, block));
    if (index === undefined) return err({ kind: "unknown_block", block });
    if (i > 0 && !isFollowedBy(infra, blocks[i - 1] ?? 0, index)) {
      return err({ kind: "broken_blocks", index: i });
    }
    blocks[i] = index;
  }
  return ok({ blocks, routes, ranges: ranges.value });
}

function indexBlocks(infra: Infra): ReadonlyMap<number, number> {
  const known = blocksByName.get(infra);
  if (known !== undefined) return known;
  const index = new Map(Array.from(infra.blockName, (name, block) => [name, block]));
  blocksByName.set(infra, index);
  return index;
}

/** Whether the second block begins at the detector where the first ends. */
function isFollowedBy(infra: Infra, block: number, next: number): boolean {
  const { blockZonePathStart, blockZonePaths, zonePathExit, zonePathEntry } = infra;
  const last = blockZonePaths[(blockZonePathStart[block + 1] ?? 0) - 1] ?? 0;
  const first = blockZonePaths[blockZonePathStart[next] ?? 0] ?? 0;
  return zonePathExit[last] === zonePathEntry[first];
}
