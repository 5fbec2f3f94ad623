/** Task: prints all conflicts of a kept occupancy (interface.md 11.1). */
import { listOfDay } from "../../engine/conflicts/cut_works.ts";
import {
  type ConflictFault,
  type Conflicts,
  joinConflicts,
} from "../../engine/conflicts/detect_conflicts.ts";
import type { Infra } from "../../engine/infra/infra.ts";
import { viewInfra } from "../infra_views.ts";
import { shareTexts } from "../shared_text.ts";
import type { InfraRef } from "../types.ts";
import {
  nameOwners,
  type OccupancyRef,
  type OpenOccupancy,
  openOccupancy,
  type WantedDate,
} from "./occupancy_ref.ts";
import { printConflicts } from "./print_conflicts.ts";

export type ListConflictsOutcome =
  /** UTF-8 JSON text of the list of conflicts. */
  { readonly kind: "success"; readonly json: Uint8Array } | ConflictFault;

export function listConflicts(input: {
  readonly infra: InfraRef;
  readonly occupancy: OccupancyRef;
}): ListConflictsOutcome {
  const occupancy = openOccupancy(input.occupancy);
  return printKept(viewInfra(input.infra), occupancy, joinConflicts(occupancy.groups));
}

interface PrintedAs {
  readonly date?: Pick<WantedDate, "day" | "day_shifts"> | undefined;
  readonly is_trial?: boolean | undefined;
}

/** Prints the conflicts joined from the groups of an occupancy. */
export function printKept(
  infra: Infra,
  occupancy: OpenOccupancy,
  conflicts: Conflicts,
  { date, is_trial = false }: PrintedAs = {},
): ListConflictsOutcome {
  const day_shifts = date?.day_shifts ?? null;
  const options = { infra, is_trial, nameOwners: nameOwners(occupancy, conflicts, { day_shifts }) };
  const rows = date === undefined ? [...conflicts.kinds.keys()] : listOfDay(conflicts, date.day);
  const pieces = printConflicts(options, conflicts, rows);
  if (pieces === null) return { kind: "too_many_conflicts", members_max: conflicts.owners.length };
  return { kind: "success", json: shareTexts(pieces) };
}
