/** Task: which conflicts train changes would end or make; like `try_changes`, but by train and not printed. */
import { ConflictChanger, compareConflicts } from "../../engine/conflicts/change_conflicts.ts";
import type { ConflictFault } from "../../engine/conflicts/detect_conflicts.ts";
import {
  type NamedDate,
  nameByDates,
  type OccupancyRef,
  openOccupancy,
} from "../conflicts/occupancy_ref.ts";
import { openChange, type TrainChanges } from "../conflicts/train_changes.ts";
import { viewInfra } from "../infra_views.ts";
import type { InfraRef } from "../types.ts";
import { printOne, trainsOfConflict } from "./open_resolution.ts";

export type CheckChangesOutcome =
  | {
      readonly kind: "success";
      /** JSON texts of the conflicts that would end. */
      readonly gone: readonly string[];
      /** Slots of the trains in each new conflict. */
      readonly made: readonly (readonly number[])[];
    }
  | ConflictFault;

const changer = new ConflictChanger();

export function checkChanges(input: {
  readonly infra: InfraRef;
  readonly occupancy: OccupancyRef;
  readonly changes: TrainChanges;
  /** Where the trains are of dates. */
  readonly dates: readonly NamedDate[];
}): CheckChangesOutcome {
  const infra = viewInfra(input.infra);
  const known = openOccupancy(input.occupancy);
  const changed = changer.change(infra, known, openChange(infra, known, input.changes));
  if (!changed.ok) return changed.error;
  const { before, after } = changed.value;
  const rows = compareConflicts(before, after);
  const options = { infra, nameOwners: nameByDates(known, before, input.dates) };
  return {
    kind: "success",
    gone: rows.gone.map((c) => printOne(options, before, c)),
    made: rows.made.map((c) => trainsOfConflict(after, c)),
  };
}
