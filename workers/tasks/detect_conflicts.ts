/**
 * Task: finds the conflicts of simulated trains and prints them (interface.md 11.1). The trains'
 * requirements come as the shared buffers that their simulations left in the cache; nothing is copied
 * but two numbers per train.
 */
import {
  ConflictDetector,
  type ConflictFault,
  type Conflicts,
} from "../engine/conflicts/detect_conflicts.ts";
import type { WorkRequirements } from "../engine/conflicts/requirement_table.ts";
import type { Requirements } from "../engine/requirements/packed_requirements.ts";
import { viewInfra } from "./infra_views.ts";
import { type OwnerNames, printConflicts } from "./print_conflicts.ts";
import { openTimetable, type TimetableRequirements } from "./timetable_requirements.ts";
import type { InfraRef } from "./types.ts";
import { NO_WORK_SCHEDULES, readWorks, type WorkSchedulesText } from "./work_schedules.ts";

export interface DetectConflictsInput extends TimetableRequirements {
  readonly infra: InfraRef;
  /** Ids of the first trains, which are train schedules; 0: it is not named. */
  readonly train_schedule_ids: Float64Array;
  /** JSON texts that name the other trains, which are occurrences of paced trains; empty: not named. */
  readonly occurrences: readonly string[];
  /** Works that take zones from the trains; absent: none. */
  readonly works?: WorkSchedulesText;
  /** Only conflicts of one train with others are answered. */
  readonly of_train?: OfTrain;
}

export interface OfTrain {
  readonly index: number;
  /** Works count that touch this time, from its begin on; ms since the epoch. */
  readonly from_ms: number;
  readonly until_ms: number;
}

export type DetectConflictsOutcome =
  /** UTF-8 JSON text of the list of conflicts. */
  { readonly kind: "success"; readonly json: Uint8Array } | ConflictFault;

/** Routes are prepared less than this before they are set. */
const LEAD_MAX_MS = 60_000;

const detector = new ConflictDetector();
const encoder = new TextEncoder();

/** Detects conflicts among the trains; spacing first, each kind by begin. */
export function detectConflicts(given: DetectConflictsInput): DetectConflictsOutcome {
  const input = given.of_train === undefined ? given : keepNear(given, given.of_train);
  const infra = viewInfra(input.infra);
  const works = readWorks(infra, input.works ?? NO_WORK_SCHEDULES);
  if (!works.ok) return works.error;
  const { requirements } = works.value;
  const { of_train } = input;
  const counting = of_train === undefined ? requirements : clipWorks(requirements, of_train);
  const detected = detector.detect(infra, openTimetable(input), counting);
  if (!detected.ok) return detected.error;
  const conflicts = detected.value;
  const nameOwners = ownerNames(input, works.value.ids, conflicts);
  const rows = Array.from(conflicts.kinds.keys()).filter(
    (c) => of_train === undefined || involves(ownersOf(conflicts, c), of_train.index),
  );
  const text = printConflicts({ infra, nameOwners }, conflicts, rows);
  if (text === null) return { kind: "too_many_conflicts", members_max: conflicts.owners.length };
  return { kind: "success", json: encoder.encode(text) };
}

/** The same without the trains that are over before one of them begins, or begin after it is over. */
function keepNear(input: DetectConflictsInput, of_train: OfTrain): DetectConflictsInput {
  const { train_schedule_ids, occurrences, train_simulations, train_starts_ms } = input;
  const spans = openTimetable(input).simulations.map(spanOf);
  const spanOfTrain = (train: number): Span => {
    const { first_ms, last_ms } = spans[train_simulations[train] ?? 0] ?? NEVER;
    const start_ms = train_starts_ms[train] ?? 0;
    return { first_ms: start_ms + first_ms, last_ms: start_ms + last_ms };
  };
  const own = spanOfTrain(of_train.index);
  const near = Array.from(train_simulations.keys()).filter((train) => {
    const { first_ms, last_ms } = spanOfTrain(train);
    return first_ms <= own.last_ms && last_ms >= own.first_ms;
  });
  const nIds = train_schedule_ids.length;
  const pick = (values: Float64Array | Uint32Array, trains: readonly number[]): number[] =>
    trains.map((train) => values[train] ?? 0);
  return {
    ...input,
    train_simulations: Uint32Array.from(pick(train_simulations, near)),
    train_starts_ms: Float64Array.from(pick(train_starts_ms, near)),
    train_schedule_ids: Float64Array.from(
      pick(
        train_schedule_ids,
        near.filter((train) => train < nIds),
      ),
    ),
    occurrences: near.flatMap((train) => (train < nIds ? [] : (occurrences[train - nIds] ?? ""))),
    of_train: { ...of_train, index: near.indexOf(of_train.index) },
  };
}

function clipWorks(works: WorkRequirements, { from_ms, until_ms }: OfTrain): WorkRequirements {
  const rows = Array.from(works.zones.keys()).filter(
    (i) => (works.ends_ms[i] ?? 0) > from_ms && (works.begins_ms[i] ?? 0) < until_ms,
  );
  return {
    zones: Uint32Array.from(rows, (i) => works.zones[i] ?? 0),
    works: Uint32Array.from(rows, (i) => works.works[i] ?? 0),
    begins_ms: Float64Array.from(rows, (i) => Math.max(from_ms, works.begins_ms[i] ?? 0)),
    ends_ms: Float64Array.from(rows, (i) => works.ends_ms[i] ?? 0),
  };
}

interface Span {
  readonly first_ms: number;
  readonly last_ms: number;
}

const NEVER: Span = { first_ms: Infinity, last_ms: -Infinity };

/** From when to when a train needs anything, ms since its start. */
function spanOf({
  spacingBegins_ms,
  spacingEnds_ms,
  routeBegins_ms,
  routeZoneEnds_ms,
}: Requirements): Span {
  const least = (a: number, b: number): number => Math.min(a, b);
  const most = (a: number, b: number): number => Math.max(a, b);
  return {
    first_ms: routeBegins_ms.reduce(least, spacingBegins_ms.reduce(least, Infinity)) - LEAD_MAX_MS,
    last_ms: routeZoneEnds_ms.reduce(most, spacingEnds_ms.reduce(most, -Infinity)),
  };
}

/** Whether a conflict is one of a train with others: a train that returns to a zone can meet itself. */
function involves(owners: Uint32Array, train: number): boolean {
  return owners.length > 1 && owners.includes(train);
}

function ownersOf({ owners, ownerStart }: Conflicts, c: number): Uint32Array {
  return owners.subarray(ownerStart[c], ownerStart[c + 1]);
}

/** Names the owners of conflicts: ascending, train schedules, then occurrences, then works. */
function ownerNames(
  { train_schedule_ids, occurrences }: DetectConflictsInput,
  work_ids: readonly number[],
  conflicts: Conflicts,
): (conflict: number) => OwnerNames {
  const nIds = train_schedule_ids.length;
  const nTrains = nIds + occurrences.length;
  return (conflict) => {
    const names = { ids: [] as string[], occurrences: [] as string[], works: [] as string[] };
    for (const owner of ownersOf(conflicts, conflict)) {
      if (owner < nIds) {
        const id = train_schedule_ids[owner] ?? 0;
        if (id !== 0) names.ids.push(String(id));
      } else if (owner < nTrains) {
        const json = occurrences[owner - nIds] ?? "";
        if (json !== "") names.occurrences.push(json);
      } else names.works.push(String(work_ids[owner - nTrains]));
    }
    return { ...names, tried: [] };
  };
}
