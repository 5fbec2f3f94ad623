/** Task: makes the next version of what is known of all days after train changes; only the zones that they touch are swept. */
import { changeFolded } from "../../engine/conflicts/change_folded.ts";
import type { ConflictFault } from "../../engine/conflicts/detect_conflicts.ts";
import { MEMBERS_MAX } from "../../engine/conflicts/group_overlaps.ts";
import { writeRuns } from "../../engine/conflicts/run_entries.ts";
import { viewInfra } from "../infra_views.ts";
import type { InfraRef } from "../types.ts";
import {
  type FoldedRef,
  openFolded,
  packReplaced,
  placeDays,
  reachOf,
  toFoldedSlots,
  windowsOf,
} from "./folded_ref.ts";
import { hasRoom, openChange, type TrainChanges } from "./train_changes.ts";

type UpdateFoldedOutcome =
  | { readonly kind: "success"; readonly occupancy: FoldedRef }
  /** There is no room for more runs or days, or a train goes on for longer than all before. */
  | { readonly kind: "full" }
  | ConflictFault;

/** Sets of days that are no more are not taken away. */
const MASKS_SPARE = 4096;

/** Writes after the runs of the given version, so there must never be two at once for one. */
export function updateFolded(input: {
  readonly infra: InfraRef;
  readonly occupancy: FoldedRef;
  readonly changes: TrainChanges;
}): UpdateFoldedOutcome {
  const { occupancy: ref, changes } = input;
  const infra = viewInfra(input.infra);
  const known = openFolded(ref);
  const change = openChange(infra, known, changes);
  const { slots, newRuns, simulations } = change;
  if (!hasRoom(known.runs, simulations)) return { kind: "full" };
  const asked = new Set(changes.orders);
  if (reachOf(newRuns, slots, (order) => asked.has(order)) > ref.after_ms) return { kind: "full" };
  const day_sets = new SharedArrayBuffer(4 * slots.runs.length);
  const daySets = new Uint32Array(day_sets);
  daySets.set(known.daySets);
  const { masks } = known;
  placeDays(daySets, masks, changes.slots, changes.bits ?? []);
  const replaced = changeFolded(infra, known, change, {
    slots: toFoldedSlots(slots, daySets, masks),
    windows: windowsOf(ref),
  });
  if (replaced === null) return { kind: "too_many_conflicts", members_max: MEMBERS_MAX };
  if (masks.count > 2 * ref.made_mask_count + MASKS_SPARE) return { kind: "full" };
  const { nRuns } = known.runs;
  writeRuns(known.runs, nRuns, infra, simulations);
  const occupancy: FoldedRef = {
    ...ref,
    run_count: nRuns + simulations.length,
    slots: change.slots_buffer,
    names: change.names.buffer,
    day_sets,
    masks: masks.pack(),
    ...packReplaced(replaced),
  };
  return { kind: "success", occupancy };
}
