/**
 * Compiles a RailJSON document into one shared buffer (engine.md 1): stage by stage fills its
 * sections of a draft, in the load order that fixes all ids. A stage that finds faults ends the
 * compilation, because later stages would only report the consequences.
 */
import { err, ok, type Result } from "../../result.ts";
import { packInfra } from "../infra.ts";
import { SpeedLimits } from "../speed_limits.ts";
import { compileAttributes } from "./compile_attributes.ts";
import { compileBlockTables } from "./compile_block_tables.ts";
import { compileBlocks, placeEntrySignals } from "./compile_blocks.ts";
import { compileNodes, compileZones, joinTrackEnds } from "./compile_nodes.ts";
import { compilePoints } from "./compile_points.ts";
import { compileRoutes, indexRoutes, placeZones } from "./compile_routes.ts";
import { compileSignals, placeSignalsOnZonePaths } from "./compile_signals.ts";
import { compileTracks } from "./compile_tracks.ts";
import { countUp, type Draft, makeDraft } from "./draft.ts";
import { type CompileFault, FaultList } from "./faults.ts";
import { finishTables } from "./finish_tables.ts";
import { leaveOut } from "./leave_out.ts";
import type { RailjsonInput } from "./railjson_input.ts";

/** Each leaves out what the one before has robbed of what it needs: waypoints, switches, routes, signals, blocks. */
const ROUNDS_MAX = 20;

/** Faults found in a round of leaving out. */
const LEFT_OUT_MAX = 1_000_000;

/** A network, and the faults of what was left out of it. */
export interface UsableNetwork {
  readonly buffer: SharedArrayBuffer;
  readonly left_out: readonly CompileFault[];
}

/**
 * Compiles what can be used of a network: objects with a fault are left out where that is safe, and then what needs
 * them. Without a single route nothing runs: then, too, the faults are those that make the network unusable.
 */
export function compileUsable(
  input: RailjsonInput,
  md5: (text: string) => string,
): Result<UsableNetwork, readonly CompileFault[]> {
  const left_out: CompileFault[] = [];
  let rest = input;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const compiled = compileInfra(rest, md5, {
      faults_max: LEFT_OUT_MAX,
      n_left_out: left_out.length,
    });
    if (compiled.ok) return ok({ buffer: compiled.value, left_out });
    const next = leaveOut(rest, compiled.error);
    if (next === null || (next.input.routes.length === 0 && input.routes.length > 0)) {
      return left_out.length === 0 ? compiled : err(left_out);
    }
    rest = next.input;
    for (const fault of next.left_out) left_out.push(fault);
  }
  return err(left_out);
}

/**
 * Returns the buffer to open with `openInfra`, or the faults that make the network unusable. `md5`
 * gives the lower-case hex digest of a text, for block ids.
 */
export function compileInfra(
  input: RailjsonInput,
  md5: (text: string) => string,
  {
    faults_max,
    n_left_out = 0,
  }: { readonly faults_max?: number; readonly n_left_out?: number } = {},
): Result<SharedArrayBuffer, readonly CompileFault[]> {
  const draft = makeDraft(undefined, new FaultList(faults_max));
  draft.tables.nLeftOut.push(n_left_out);
  const limits = new SpeedLimits();
  const { faults } = draft;
  nameRoutes(draft, input);
  compileTracks(draft, input);
  if (!faults.isEmpty) return err(faults.faults);
  compileAttributes(draft, input, limits);
  compilePoints(draft, input);
  compileNodes(draft, input);
  if (!faults.isEmpty) return err(faults.faults);
  joinTrackEnds(draft);
  compileZones(draft);
  compileRoutes(draft, input.routes);
  placeZones(draft.tables);
  if (!faults.isEmpty) return err(faults.faults);
  indexRoutes(draft);
  compileSignals(draft, input.signals);
  if (!faults.isEmpty) return err(faults.faults);
  placeSignalsOnZonePaths(draft);
  const routes = countUp(draft.tables.routeName.length);
  compileBlocks(draft, { md5, entrySignals: placeEntrySignals(draft.tables), routes });
  if (!faults.isEmpty) return err(faults.faults);
  compileBlockTables(draft, limits);
  return ok(packInfra(finishTables(draft, limits)));
}

/** Done first, because speed sections and signals refer to routes before routes are walked. */
function nameRoutes(draft: Draft, input: RailjsonInput): void {
  input.routes.forEach((route, index) => {
    if (draft.routeOf.has(route.id)) {
      draft.faults.add("duplicate_id", "Route", route.id, "another route has this id");
    }
    draft.routeOf.set(route.id, index);
  });
}
