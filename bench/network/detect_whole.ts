/**
 * Finds the conflicts of simulated trains at once and prints them (interface.md 11.1), keeping nothing: what
 * kept conflicts, and those of one train more, are compared with.
 */
import {
  ConflictDetector,
  type ConflictFault,
  type Conflicts,
} from "../../workers/engine/conflicts/detect_conflicts.ts";
import { type OwnerNames, printConflicts } from "../../workers/tasks/conflicts/print_conflicts.ts";
import {
  openTimetable,
  type TimetableRequirements,
} from "../../workers/tasks/conflicts/timetable_requirements.ts";
import { viewInfra } from "../../workers/tasks/infra_views.ts";
import {
  NO_WORK_SCHEDULES,
  readWorks,
  type WorkSchedulesText,
} from "../../workers/tasks/projection/work_schedules.ts";
import type { InfraRef } from "../../workers/tasks/types.ts";

export interface DetectWholeInput extends TimetableRequirements {
  readonly infra: InfraRef;
  /** Ids of the first trains, which are train schedules. */
  readonly train_schedule_ids: Float64Array;
  /** JSON texts that name the other trains, which are occurrences of paced trains. */
  readonly occurrences: readonly string[];
  /** Works that take zones from the trains; absent: none. */
  readonly works?: WorkSchedulesText;
}

export type DetectWholeOutcome =
  /** UTF-8 JSON text of the list of conflicts. */
  { readonly kind: "success"; readonly json: Uint8Array } | ConflictFault;

const detector = new ConflictDetector();

/** Detects conflicts among the trains; spacing first, each kind by begin. */
export function detectWhole(input: DetectWholeInput): DetectWholeOutcome {
  const infra = viewInfra(input.infra);
  const works = readWorks(infra, input.works ?? NO_WORK_SCHEDULES);
  if (!works.ok) return works.error;
  const detected = detector.detect(infra, openTimetable(input), works.value.requirements);
  if (!detected.ok) return detected.error;
  const conflicts = detected.value;
  const nameOwners = ownerNames(input, works.value.ids, conflicts);
  const pieces = printConflicts({ infra, nameOwners }, conflicts, [...conflicts.kinds.keys()]);
  if (pieces === null) return { kind: "too_many_conflicts", members_max: conflicts.owners.length };
  return { kind: "success", json: Buffer.concat(pieces) };
}

function ownersOf({ owners, ownerStart }: Conflicts, c: number): Uint32Array {
  return owners.subarray(ownerStart[c], ownerStart[c + 1]);
}

/** Names the owners of conflicts: ascending, train schedules, then occurrences, then works. */
function ownerNames(
  { train_schedule_ids, occurrences }: DetectWholeInput,
  work_ids: readonly number[],
  conflicts: Conflicts,
): (conflict: number) => OwnerNames {
  const nIds = train_schedule_ids.length;
  const nTrains = nIds + occurrences.length;
  return (conflict) => {
    const names = { ids: [] as string[], occurrences: [] as string[], works: [] as string[] };
    for (const owner of ownersOf(conflicts, conflict)) {
      if (owner < nIds) names.ids.push(String(train_schedule_ids[owner]));
      else if (owner < nTrains) names.occurrences.push(occurrences[owner - nIds] ?? "");
      else names.works.push(String(work_ids[owner - nTrains]));
    }
    return { ...names, tried: [] };
  };
}
