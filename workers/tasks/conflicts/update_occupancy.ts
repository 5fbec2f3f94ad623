/** Task: makes the next version of an occupancy after train changes; only the zones that they touch are rechecked. */
import { ConflictChanger, replaceGroups } from "../../engine/conflicts/change_conflicts.ts";
import type { ConflictFault } from "../../engine/conflicts/detect_conflicts.ts";
import { writeRuns } from "../../engine/conflicts/run_entries.ts";
import { viewInfra } from "../infra_views.ts";
import type { InfraRef } from "../types.ts";
import { type OccupancyRef, openOccupancy, packGroups } from "./occupancy_ref.ts";
import { hasRoom, openChange, type TrainChanges } from "./train_changes.ts";

export type UpdateOccupancyOutcome =
  | { readonly kind: "success"; readonly occupancy: OccupancyRef }
  /** There is no room for more runs. */
  | { readonly kind: "full" }
  | ConflictFault;

const changer = new ConflictChanger();

/** Writes after the runs of the given version, so there must never be two at once for one occupancy. */
export function updateOccupancy(input: {
  readonly infra: InfraRef;
  readonly occupancy: OccupancyRef;
  readonly changes: TrainChanges;
}): UpdateOccupancyOutcome {
  const infra = viewInfra(input.infra);
  const known = openOccupancy(input.occupancy);
  const change = openChange(infra, known, input.changes);
  if (!hasRoom(known.runs, change.simulations)) return { kind: "full" };
  const changed = changer.change(infra, known, change);
  if (!changed.ok) return changed.error;
  const { replacements, pairCounts, memberCounts, before, after } = changed.value;
  const { nRuns } = known.runs;
  writeRuns(known.runs, nRuns, infra, change.simulations);
  const occupancy: OccupancyRef = {
    ...input.occupancy,
    run_count: nRuns + change.simulations.length,
    slots: change.slots_buffer,
    names: change.names.buffer,
    groups: packGroups([replaceGroups(replacements[0]), replaceGroups(replacements[1])]),
    pair_counts: pairCounts,
    member_counts: memberCounts,
    conflict_count: input.occupancy.conflict_count - before.count + after.count,
  };
  return { kind: "success", occupancy };
}
