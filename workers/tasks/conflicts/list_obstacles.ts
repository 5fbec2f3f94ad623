/** Task: the conflicts that one more train would have with an occupancy, which is not modified. */
import { ConflictChanger } from "../../engine/conflicts/change_conflicts.ts";
import type { ConflictFault } from "../../engine/conflicts/detect_conflicts.ts";
import type { KeptWorks } from "../../engine/conflicts/occupancy.ts";
import { viewInfra } from "../infra_views.ts";
import type { InfraRef } from "../types.ts";
import { nameOwners, type OccupancyRef, openOccupancy } from "./occupancy_ref.ts";
import { printConflicts } from "./print_conflicts.ts";
import { openChange, type TrainChanges } from "./train_changes.ts";

export interface ListObstaclesInput {
  readonly infra: InfraRef;
  readonly occupancy: OccupancyRef;
  /** The train, in a new slot. */
  readonly changes: TrainChanges;
  /** Only works that touch this period count, from its begin on; ms since the epoch. */
  readonly from_ms: number;
  readonly until_ms: number;
  /** Slots of trains that must not be named. */
  readonly hidden_slots: Uint32Array;
}

export type ListObstaclesOutcome =
  /** JSON text of a list of conflicts, without the train itself. */
  { readonly kind: "success"; readonly json: string } | ConflictFault;

const changer = new ConflictChanger();

export function listObstacles(input: ListObstaclesInput): ListObstaclesOutcome {
  const infra = viewInfra(input.infra);
  const opened = openOccupancy(input.occupancy);
  const known = { ...opened, works: { ...opened.works, ...clipWorks(opened.works, input) } };
  const change = openChange(infra, known, input.changes);
  const changed = changer.change(infra, known, change);
  if (!changed.ok) return changed.error;
  const { after } = changed.value;
  const [own] = input.changes.slots;
  const rows = Array.from(after.kinds.keys()).filter((c) => {
    const owners = after.owners.subarray(after.ownerStart[c], after.ownerStart[c + 1]);
    // A train that returns to a zone may conflict with itself.
    return owners.length > 1 && own !== undefined && owners.includes(own);
  });
  const hidden = new Set(input.hidden_slots);
  const names = nameOwners({ ...change, works: known.works }, after, { hidden });
  const pieces = printConflicts({ infra, nameOwners: names }, after, rows);
  if (pieces === null) return { kind: "too_many_conflicts", members_max: after.owners.length };
  return { kind: "success", json: Buffer.concat(pieces).toString() };
}

function clipWorks(
  { zones, works, begins_ms, ends_ms }: KeptWorks,
  { from_ms, until_ms }: Pick<ListObstaclesInput, "from_ms" | "until_ms">,
) {
  const rows = Array.from(zones.keys()).filter(
    (i) => (ends_ms[i] ?? 0) > from_ms && (begins_ms[i] ?? 0) < until_ms,
  );
  return {
    zones: Uint32Array.from(rows, (i) => zones[i] ?? 0),
    works: Uint32Array.from(rows, (i) => works[i] ?? 0),
    begins_ms: Float64Array.from(rows, (i) => Math.max(from_ms, begins_ms[i] ?? 0)),
    ends_ms: Float64Array.from(rows, (i) => ends_ms[i] ?? 0),
  };
}
