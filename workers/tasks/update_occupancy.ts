/** Task: the next version of an occupancy after trains have changed; only zones that they touch are looked at. */
import { ConflictChanger } from "../engine/conflicts/change_conflicts.ts";
import type { ConflictFault } from "../engine/conflicts/detect_conflicts.ts";
import { linkRuns } from "../engine/conflicts/occupancy.ts";
import { writeRuns } from "../engine/conflicts/run_entries.ts";
import type { Infra } from "../engine/infra/infra.ts";
import { viewInfra } from "./infra_views.ts";
import {
  type OccupancyRef,
  type OpenOccupancy,
  openOccupancy,
  packGroups,
} from "./occupancy_ref.ts";
import { hasRoom, type OpenChange, openChange, type TrainChanges } from "./train_changes.ts";
import type { InfraRef } from "./types.ts";

export type UpdateOccupancyOutcome =
  | { readonly kind: "success"; readonly occupancy: OccupancyRef }
  /** There is no room for more runs. */
  | { readonly kind: "full" }
  | ConflictFault;

const changer = new ConflictChanger();

/** Writes behind the runs of the given version: never two at once for one occupancy. */
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
  const { groups, before, after } = changed.value;
  const occupancy: OccupancyRef = {
    ...input.occupancy,
    ...addRuns(infra, input.occupancy, known, change),
    slots: change.slots_buffer,
    names: change.names.buffer,
    groups: packGroups(groups),
    conflict_count: input.occupancy.conflict_count - before.count + after.count,
  };
  return { kind: "success", occupancy };
}

function addRuns(
  infra: Infra,
  { heads }: OccupancyRef,
  { runs }: OpenOccupancy,
  { simulations }: OpenChange,
): Pick<OccupancyRef, "run_count" | "heads"> {
  if (simulations.length === 0) return { run_count: runs.nRuns, heads };
  const run_count = runs.nRuns + simulations.length;
  const next_heads = new Uint32Array(new SharedArrayBuffer(heads.byteLength));
  next_heads.set(new Uint32Array(heads));
  writeRuns(runs, runs.nRuns, infra, simulations);
  linkRuns(runs, next_heads, infra, { from: runs.nRuns, to: run_count });
  return { run_count, heads: next_heads.buffer };
}
