/** Conflicts as JSON text (interface.md 11.1). */
import { type Conflicts, SPACING } from "../engine/conflicts/detect_conflicts.ts";
import { type Infra, jsonAt } from "../engine/infra/infra.ts";
import { printUtc } from "./print_utc.ts";

/** JSON texts of what names the owners of a conflict. */
export interface OwnerNames {
  readonly ids: readonly string[];
  readonly occurrences: readonly string[];
  readonly works: readonly string[];
  /** Trains that are only tried out. */
  readonly tried: readonly string[];
}

/** Characters of an answer; V8 has no strings beyond 2^29. */
const ANSWER_MAX = 2 ** 28;

export interface PrintOptions {
  readonly infra: Infra;
  readonly nameOwners: (conflict: number) => OwnerNames;
  /** Whether trains that are tried out are named. */
  readonly is_trial?: boolean;
}

/** A list of conflicts; null when it would be too long. */
export function printConflicts(
  options: PrintOptions,
  conflicts: Conflicts,
  rows: Iterable<number>,
): string | null {
  let text = "[";
  for (const c of rows) {
    text += `${text === "[" ? "" : ","}${printConflict(options, conflicts, c)}`;
    if (text.length > ANSWER_MAX) return null;
  }
  return `${text}]`;
}

function printConflict(
  { infra, nameOwners, is_trial = false }: PrintOptions,
  conflicts: Conflicts,
  c: number,
): string {
  const { requirementStart, requirementZones } = conflicts;
  const { requirementBegins_ms, requirementEnds_ms } = conflicts;
  let requirements = "";
  for (let i = requirementStart[c] ?? 0; i < (requirementStart[c + 1] ?? 0); i++) {
    const zone = jsonAt(infra, infra.zoneName[requirementZones[i] ?? 0] ?? 0);
    const times = printTimes(requirementBegins_ms[i] ?? 0, requirementEnds_ms[i] ?? 0);
    requirements += `${requirements === "" ? "" : ","}{"zone":${zone},${times}}`;
  }
  const { ids, occurrences, works, tried } = nameOwners(c);
  const id_list = ids.join();
  return (
    `{"train_ids":[${id_list}],"train_schedule_ids":[${id_list}],` +
    `"paced_train_occurrence_ids":[${occurrences.join()}],"work_schedule_ids":[${works.join()}],` +
    `${is_trial ? `"added_trains":[${tried.join()}],` : ""}` +
    `${printTimes(conflicts.begins_ms[c] ?? 0, conflicts.ends_ms[c] ?? 0)},` +
    `"conflict_type":"${conflicts.kinds[c] === SPACING ? "Spacing" : "Routing"}",` +
    `"requirements":[${requirements}]}`
  );
}

function printTimes(begin_ms: number, end_ms: number): string {
  return `"start_time":"${printUtc(begin_ms)}","end_time":"${printUtc(end_ms)}"`;
}
