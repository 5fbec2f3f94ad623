/**
 * Task: finds the conflicts of simulated trains and prints them (interface.md 11.1). The trains'
 * requirements come as the shared buffers that their simulations left in the cache; nothing is copied
 * but two numbers a train.
 */
import {
  ConflictDetector,
  type ConflictFault,
  type Conflicts,
  SPACING,
} from "../engine/conflicts/detect_conflicts.ts";
import { type Infra, jsonAt } from "../engine/infra/infra.ts";
import { viewInfra } from "./infra_views.ts";
import { printUtc } from "./print_utc.ts";
import { openTimetable, type TimetableRequirements } from "./timetable_requirements.ts";
import type { InfraRef } from "./types.ts";
import { NO_WORK_SCHEDULES, readWorks, type WorkSchedulesText } from "./work_schedules.ts";

export interface DetectConflictsInput extends TimetableRequirements {
  readonly infra: InfraRef;
  /** Ids of the first trains, which are train schedules. */
  readonly train_schedule_ids: Float64Array;
  /** JSON texts that name the other trains, which are occurrences of paced trains. */
  readonly occurrences: readonly string[];
  /** Works that take zones from the trains; absent: none. */
  readonly works?: WorkSchedulesText;
}

export type DetectConflictsOutcome =
  /** UTF-8 JSON text of the list of conflicts. */
  { readonly kind: "success"; readonly json: Uint8Array } | ConflictFault;

/** Characters of an answer; V8 has no strings beyond 2^29. */
const ANSWER_MAX = 2 ** 28;

const detector = new ConflictDetector();
const encoder = new TextEncoder();

/** Detects conflicts among the trains; spacing first, each kind by begin. */
export function detectConflicts(input: DetectConflictsInput): DetectConflictsOutcome {
  const infra = viewInfra(input.infra);
  const works = readWorks(infra, input.works ?? NO_WORK_SCHEDULES);
  if (!works.ok) return works.error;
  const detected = detector.detect(infra, openTimetable(input), works.value.requirements);
  if (!detected.ok) return detected.error;
  const conflicts = detected.value;
  const owners = new OwnerNames(input, works.value.ids);
  let text = "[";
  for (let c = 0; c < conflicts.count; c++) {
    text += `${c === 0 ? "" : ","}${printConflict({ infra, owners }, conflicts, c)}`;
    if (text.length > ANSWER_MAX) {
      return { kind: "too_many_conflicts", members_max: conflicts.owners.length };
    }
  }
  return { kind: "success", json: encoder.encode(`${text}]`) };
}

/** Prints the owners of a conflict: ascending, train schedules, then occurrences, then works. */
class OwnerNames {
  readonly #ids: Float64Array;
  readonly #occurrences: readonly string[];
  readonly #works: readonly number[];

  constructor(
    { train_schedule_ids, occurrences }: DetectConflictsInput,
    work_ids: readonly number[],
  ) {
    this.#ids = train_schedule_ids;
    this.#occurrences = occurrences;
    this.#works = work_ids;
  }

  print(owners: Uint32Array): string {
    const nIds = this.#ids.length;
    const nTrains = nIds + this.#occurrences.length;
    let ids = "";
    let occurrences = "";
    let works = "";
    for (const owner of owners) {
      if (owner < nIds) ids += `${ids === "" ? "" : ","}${this.#ids[owner]}`;
      else if (owner < nTrains) {
        occurrences += `${occurrences === "" ? "" : ","}${this.#occurrences[owner - nIds]}`;
      } else works += `${works === "" ? "" : ","}${this.#works[owner - nTrains]}`;
    }
    return (
      `"train_ids":[${ids}],"train_schedule_ids":[${ids}],` +
      `"paced_train_occurrence_ids":[${occurrences}],"work_schedule_ids":[${works}]`
    );
  }
}

interface Names {
  readonly infra: Infra;
  readonly owners: OwnerNames;
}

function printConflict({ infra, owners }: Names, conflicts: Conflicts, c: number): string {
  const { ownerStart, requirementStart, requirementZones } = conflicts;
  const { requirementBegins_ms, requirementEnds_ms } = conflicts;
  let requirements = "";
  for (let i = requirementStart[c] ?? 0; i < (requirementStart[c + 1] ?? 0); i++) {
    const zone = jsonAt(infra, infra.zoneName[requirementZones[i] ?? 0] ?? 0);
    const times = printTimes(requirementBegins_ms[i] ?? 0, requirementEnds_ms[i] ?? 0);
    requirements += `${requirements === "" ? "" : ","}{"zone":${zone},${times}}`;
  }
  return (
    `{${owners.print(conflicts.owners.subarray(ownerStart[c], ownerStart[c + 1]))},` +
    `${printTimes(conflicts.begins_ms[c] ?? 0, conflicts.ends_ms[c] ?? 0)},` +
    `"conflict_type":"${conflicts.kinds[c] === SPACING ? "Spacing" : "Routing"}",` +
    `"requirements":[${requirements}]}`
  );
}

function printTimes(begin_ms: number, end_ms: number): string {
  return `"start_time":"${printUtc(begin_ms)}","end_time":"${printUtc(end_ms)}"`;
}
