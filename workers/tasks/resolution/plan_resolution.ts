/** Task: what of an occupancy can be changed to solve its conflicts, as a plan for the search. */
import { joinConflicts } from "../../engine/conflicts/detect_conflicts.ts";
import { countEntries, makeRunEntries, writeRuns } from "../../engine/conflicts/run_entries.ts";
import { openRequirements } from "../../engine/requirements/packed_requirements.ts";
import { makePlan } from "../../engine/resolution/meetings.ts";
import type { MovableTrains, TriedRun } from "../../engine/resolution/uses.ts";
import { type OccupancyRef, openOccupancy } from "../conflicts/occupancy_ref.ts";
import { viewInfra } from "../infra_views.ts";
import type { InfraRef, RequirementsRef } from "../types.ts";
import { type PlanRef, packPlan } from "./resolution_plan.ts";

export interface PlanResolutionInput {
  readonly infra: InfraRef;
  readonly occupancy: OccupancyRef;
  readonly movable: MovableTrains;
  /** Runs that were tried, and what each needs. */
  readonly tried: readonly TriedRun[];
  readonly tried_requirements: readonly RequirementsRef[];
  /** [nConflicts] 1: to be solved. */
  readonly asked: Uint8Array;
}

export function planResolution(input: PlanResolutionInput): {
  readonly plan: PlanRef;
  /** [nConflicts] those with one number are solved or left together. */
  readonly knotOf: Uint32Array;
  /** With those that trains on other tracks would be in. */
  readonly knot_count: number;
} {
  const infra = viewInfra(input.infra);
  const occupancy = openOccupancy(input.occupancy);
  const simulations = input.tried_requirements.map(({ buffer, byte_offset }) =>
    openRequirements(buffer, byte_offset),
  );
  const triedEntries = makeRunEntries(simulations.length, countEntries(simulations));
  writeRuns(triedEntries, 0, infra, simulations);
  const { movable, tried, asked } = input;
  const conflicts = joinConflicts(occupancy.groups);
  const { plan, knotOf } = makePlan({
    infra,
    occupancy,
    movable,
    tried,
    triedEntries,
    conflicts,
    asked,
  });
  return { plan: packPlan(plan), knotOf, knot_count: plan.weights.length };
}
