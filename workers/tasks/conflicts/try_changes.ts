/** Task: how train changes would affect the conflicts of an occupancy, which is not modified. */
import { ConflictChanger, compareConflicts } from "../../engine/conflicts/change_conflicts.ts";
import type { ConflictFault } from "../../engine/conflicts/detect_conflicts.ts";
import { viewInfra } from "../infra_views.ts";
import { shareTexts } from "../shared_text.ts";
import type { InfraRef } from "../types.ts";
import { nameOwners, type OccupancyRef, openOccupancy } from "./occupancy_ref.ts";
import { printConflicts } from "./print_conflicts.ts";
import { openChange, type TrainChanges } from "./train_changes.ts";

export type TryChangesOutcome =
  | {
      readonly kind: "success";
      /** UTF-8 JSON text of the whole answer. */
      readonly json: Uint8Array;
    }
  | ConflictFault;

const changer = new ConflictChanger();

export function tryChanges(input: {
  readonly infra: InfraRef;
  readonly occupancy: OccupancyRef;
  readonly changes: TrainChanges;
  /** JSON texts of the changes' summaries, separated by commas. */
  readonly summaries: string;
}): TryChangesOutcome {
  const infra = viewInfra(input.infra);
  const known = openOccupancy(input.occupancy);
  const change = openChange(infra, known, input.changes);
  const changed = changer.change(infra, known, change);
  if (!changed.ok) return changed.error;
  const { before, after } = changed.value;
  const rows = compareConflicts(before, after);
  const becomes = { ...change, works: known.works };
  const was = { infra, nameOwners: nameOwners(known, before), is_trial: true };
  const will = { infra, nameOwners: nameOwners(becomes, after), is_trial: true };
  const gone = printConflicts(was, before, rows.gone);
  const made = printConflicts(will, after, rows.made);
  if (gone === null || made === null) {
    return { kind: "too_many_conflicts", members_max: before.owners.length + after.owners.length };
  }
  const count_before = input.occupancy.conflict_count;
  const count_after = count_before - before.count + after.count;
  const texts = [
    `{"trains":[${input.summaries}],"conflicts":{"gone":`,
    ...gone,
    ',"new":',
    ...made,
    `,"count_before":${count_before},"count_after":${count_after}}}`,
  ];
  return { kind: "success", json: shareTexts(texts) };
}
