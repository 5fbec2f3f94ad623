/**
 * Task: finds the conflicts of all trains, and keeps which train needs which zone and when
 * (`engine/conflicts/occupancy.ts`), so that later requests only examine changes.
 */
import { cutWorks, listOfDay } from "../../engine/conflicts/cut_works.ts";
import {
  ConflictDetector,
  type ConflictFault,
  type Conflicts,
  type Grouped,
  joinConflicts,
} from "../../engine/conflicts/detect_conflicts.ts";
import { WORKS_FROM } from "../../engine/conflicts/occupancy.ts";
import type { WorkRequirements } from "../../engine/conflicts/requirement_table.ts";
import { packColumns } from "../../engine/shared_columns.ts";
import { viewInfra } from "../infra_views.ts";
import {
  NO_WORK_SCHEDULES,
  type ReadWorks,
  readWorks,
  type WorkSchedulesText,
} from "../projection/work_schedules.ts";
import type { InfraRef } from "../types.ts";
import { keepRuns, keepSlots, type TabulatedTrains } from "./kept_slots.ts";
import { printKept } from "./list_conflicts.ts";
import {
  type OccupancyRef,
  openOccupancy,
  packGroups,
  type WantedDate,
  WORKS,
} from "./occupancy_ref.ts";
import { openTimetable } from "./timetable_requirements.ts";

export interface KeepConflictsInput extends TabulatedTrains {
  readonly infra: InfraRef;
  /** Works that take zones from the trains; absent: none. */
  readonly works?: WorkSchedulesText;
  /** Only conflicts of this day are wanted, with works cut to it. */
  readonly date?: WantedDate;
  /** Whether there are trains that are only tried. */
  readonly is_trial?: boolean;
}

export type KeepConflictsOutcome =
  | {
      readonly kind: "success";
      /** UTF-8 JSON text of the list of conflicts. */
      readonly json: Uint8Array;
      readonly occupancy: OccupancyRef;
    }
  /** Trains outside the span of the date could change its conflicts. */
  | { readonly kind: "cut" }
  | ConflictFault;

const detector = new ConflictDetector();

export function keepConflicts(input: KeepConflictsInput): KeepConflictsOutcome {
  const infra = viewInfra(input.infra);
  const read = readWorks(infra, input.works ?? NO_WORK_SCHEDULES);
  if (!read.ok) return read.error;
  const works = { ...read.value, requirements: worksOf(input.date, read.value) };
  const trains = openTimetable(input);
  const requirements = { ...works.requirements, ownersFrom: WORKS_FROM };
  const { date, is_trial } = input;
  const grouped = detector.group(infra, trains, requirements, date?.span);
  if (!grouped.ok) return grouped.error;
  const { groups, pairCounts, memberCounts } = grouped.value;
  const conflicts = joinConflicts(groups);
  if (date !== undefined && isCut(date, conflicts, grouped.value)) return { kind: "cut" };
  const occupancy: OccupancyRef = {
    ...keepRuns(infra, trains),
    ...keepSlots(input),
    works: keepWorks(works),
    groups: packGroups(groups),
    pair_counts: pairCounts,
    member_counts: memberCounts,
    conflict_count: conflicts.count,
  };
  const listed = printKept(infra, openOccupancy(occupancy), conflicts, { date, is_trial });
  return listed.kind === "success" ? { ...listed, occupancy } : listed;
}

function worksOf(date: WantedDate | undefined, { requirements }: ReadWorks): WorkRequirements {
  return date === undefined ? requirements : cutWorks(requirements, date.day);
}

/** Whether a chain over an edge of the span reaches the day, or conflicts that are of it. */
function isCut({ day, span }: WantedDate, conflicts: Conflicts, { chains }: Grouped): boolean {
  const [from_ms, to_ms] = day;
  let last_ms = to_ms;
  for (const c of listOfDay(conflicts, day)) {
    last_ms = Math.max(last_ms, conflicts.ends_ms[c] ?? 0);
  }
  return chains.before_ms > from_ms || chains.after_ms < last_ms || last_ms > span[1];
}

function keepWorks({ ids, requirements }: ReadWorks): SharedArrayBuffer {
  const { zones, works, begins_ms, ends_ms } = requirements;
  const rows = Array.from(zones.keys()).sort((a, b) => (zones[a] ?? 0) - (zones[b] ?? 0));
  const pick = (values: Uint32Array | Float64Array): number[] => rows.map((i) => values[i] ?? 0);
  return packColumns(WORKS, {
    begins_ms: pick(begins_ms),
    ends_ms: pick(ends_ms),
    ids,
    zones: pick(zones),
    works: pick(works),
  });
}
