/**
 * Task: finds the conflicts of all days of a period at once (`engine/conflicts/folded_conflicts.ts`), and keeps what they are
 * made of, so that later requests only examine changes.
 */
import type { ZoneClock } from "../../../src/railway/days/zone_times.ts";
import { DayMasks } from "../../engine/conflicts/day_masks.ts";
import type { ConflictFault } from "../../engine/conflicts/detect_conflicts.ts";
import { foldAll } from "../../engine/conflicts/folded_conflicts.ts";
import { MEMBERS_MAX } from "../../engine/conflicts/group_overlaps.ts";
import { openColumns } from "../../engine/shared_columns.ts";
import { viewInfra } from "../infra_views.ts";
import type { InfraRef } from "../types.ts";
import type { PeriodPlaces } from "./conflict_days.ts";
import {
  type FoldedRef,
  openFolded,
  packKinds,
  placeDays,
  reachOf,
  toFoldedSlots,
  windowsOf,
} from "./folded_ref.ts";
import { keepRuns, keepSlots, type TabulatedTrains } from "./kept_slots.ts";
import { type ListFoldedOutcome, type PrintedFolded, printFolded } from "./list_folded.ts";
import { RUNS, SLOTS } from "./occupancy_ref.ts";
import { openTimetable } from "./timetable_requirements.ts";

/** `train_starts_ms` are by the clock, from the midnight of the operating day. */
export interface FoldConflictsInput extends TabulatedTrains, PeriodPlaces, PrintedFolded {
  readonly infra: InfraRef;
  /** [nTrains] a 1 for each day of the period on which each train runs. */
  readonly bits: readonly (Uint8Array | undefined)[];
  readonly clock: ZoneClock;
}

export type FoldConflictsOutcome =
  | (Extract<ListFoldedOutcome, { readonly kind: "success" }> & { readonly occupancy: FoldedRef })
  | ConflictFault;

export function foldConflicts(input: FoldConflictsInput): FoldConflictsOutcome {
  const { clock, first_day, day_count } = input;
  const infra = viewInfra(input.infra);
  const trains = openTimetable(input);
  const runs = keepRuns(infra, trains);
  const named = keepSlots(input);
  const slots = openColumns(SLOTS, named.slots);
  const masks = new DayMasks(day_count);
  const day_sets = new SharedArrayBuffer(4 * slots.runs.length);
  const daySets = new Uint32Array(day_sets);
  placeDays(daySets, masks, Uint32Array.from(slots.runs.keys()), input.bits);
  const after_ms = reachOf(openColumns(RUNS, runs.runs), slots);
  const windows = windowsOf({ clock, first_day, after_ms });
  const kinds = foldAll(infra, trains, toFoldedSlots(slots, daySets, masks), windows);
  if (kinds === null) return { kind: "too_many_conflicts", members_max: MEMBERS_MAX };
  const occupancy: FoldedRef = {
    ...runs,
    ...named,
    day_sets,
    masks: masks.pack(),
    made_mask_count: masks.count,
    ...packKinds(kinds),
    clock,
    first_day,
    day_count,
    after_ms,
  };
  const listed = printFolded(infra, occupancy, { ...openFolded(occupancy), masks }, input);
  return listed.kind === "success" ? { ...listed, occupancy } : listed;
}
