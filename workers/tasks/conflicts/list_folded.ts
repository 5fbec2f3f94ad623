/** Task: prints what is known of all days as conflicts, each once with its dates. */
import { DAY_MS } from "../../../src/railway/days/operating_days.ts";
import { instantOf, localOf, type ZoneClock } from "../../../src/railway/days/zone_times.ts";
import { type DayMask, DayMasks, listDays } from "../../engine/conflicts/day_masks.ts";
import type { ConflictFault, Conflicts } from "../../engine/conflicts/detect_conflicts.ts";
import { type FoldedConflict, joinFolded } from "../../engine/conflicts/folded_conflicts.ts";
import { MEMBERS_MAX } from "../../engine/conflicts/group_overlaps.ts";
import type { Infra } from "../../engine/infra/infra.ts";
import { viewInfra } from "../infra_views.ts";
import {
  NO_WORK_SCHEDULES,
  parseWorks,
  type WorkSchedulesText,
} from "../projection/work_schedules.ts";
import { shareTexts } from "../shared_text.ts";
import type { InfraRef } from "../types.ts";
import type { PeriodPlaces } from "./conflict_days.ts";
import {
  type FoldedRef,
  type OpenFolded,
  openFolded,
  toFoldedSlots,
  windowsOf,
} from "./folded_ref.ts";
import { nameOwners } from "./occupancy_ref.ts";
import { printConflicts } from "./print_conflicts.ts";

export interface FoldedAnswer {
  /** UTF-8 JSON text of a list of conflicts, each as on the first of its dates. */
  readonly json: Uint8Array;
  /** By conflict, its dates: places in the period, ascending. */
  readonly days: readonly (readonly number[])[];
  /** Places in the period of dates that are not in it. */
  readonly left: readonly number[];
}

export type ListFoldedOutcome =
  | { readonly kind: "success"; readonly folded: FoldedAnswer }
  | ConflictFault;

export interface PrintedFolded {
  readonly works?: WorkSchedulesText | undefined;
  /** Whether there are trains that are only tried. */
  readonly is_trial?: boolean | undefined;
}

export function listFolded({
  infra,
  occupancy,
  ...printed
}: PrintedFolded & {
  readonly infra: InfraRef;
  readonly occupancy: FoldedRef;
}): ListFoldedOutcome {
  return printFolded(viewInfra(infra), occupancy, openFolded(occupancy), printed);
}

/** Dates near a change of the clock, and those on which works stand, are left to others. */
export function printFolded(
  infra: Infra,
  ref: FoldedRef,
  open: OpenFolded,
  { works, is_trial = false }: PrintedFolded,
): ListFoldedOutcome {
  const { clock, first_day, day_count } = ref;
  const slots = toFoldedSlots(open.slots, open.daySets, open.masks);
  const found = joinFolded(open.kinds, slots, windowsOf(ref));
  const left = new Set([
    ...listDays(found.left),
    ...listWorkDays({ works, clock, first_day, day_count }),
  ]);
  const dated: DatedConflict[] = [];
  // few sets of days are different, and each crosses to the other thread once
  const masks = new DayMasks(day_count);
  const known: number[][] = [];
  for (const conflict of found.conflicts) {
    const days = (known[masks.place(conflict.days)] ??= listDates(conflict.days, day_count, left));
    if (days.length > 0) dated.push({ conflict, days });
  }
  const { conflicts, owners } = placeOnFirst(dated, ref);
  const rows = [...conflicts.kinds.keys()];
  const options = { infra, nameOwners: nameDated(open, conflicts, owners), is_trial };
  const pieces = printConflicts(options, conflicts, rows);
  if (pieces === null) return { kind: "too_many_conflicts", members_max: MEMBERS_MAX };
  const within = [...left].filter((day) => day >= 0 && day < day_count);
  const folded = { json: shareTexts(pieces), days: dated.map(({ days }) => days), left: within };
  return { kind: "success", folded };
}

function listDates(mask: DayMask, day_count: number, left: ReadonlySet<number>): number[] {
  return listDays(mask).filter((day) => day >= 0 && day < day_count && !left.has(day));
}

interface DatedConflict {
  readonly conflict: FoldedConflict;
  readonly days: readonly number[];
}

/** Dates on which works stand. */
function listWorkDays({
  works = NO_WORK_SCHEDULES,
  clock,
  first_day,
  day_count,
}: PeriodPlaces & {
  readonly works?: WorkSchedulesText | undefined;
  readonly clock: ZoneClock;
}): Set<number> {
  const found = new Set<number>();
  for (const { start_date_time, end_date_time } of parseWorks(works)) {
    const [first, last] = [start_date_time, end_date_time].map(
      (text) => Math.floor(localOf(clock, Date.parse(text)) / DAY_MS) - first_day,
    );
    const end = Math.min(last ?? 0, day_count - 1);
    for (let day = Math.max(first ?? 0, 0); day <= end; day++) found.add(day);
  }
  return found;
}

/** A train and how many days after a conflict's date its operating day is. */
interface DatedSlot {
  readonly slot: number;
  readonly day: number;
}

/** Conflicts with instants as on the first of their dates; their owners are numbers of `owners`. */
function placeOnFirst(
  dated: readonly DatedConflict[],
  { clock, first_day }: Pick<FoldedRef, "clock" | "first_day">,
): { conflicts: Conflicts; owners: readonly DatedSlot[] } {
  const owners: DatedSlot[] = [];
  const numbers = new Map<string, number>();
  const out = {
    ownerStart: [0],
    owners: [] as number[],
    requirementStart: [0],
    zones: [] as number[],
    begins_ms: [] as number[],
    ends_ms: [] as number[],
  };
  const moves_ms = dated.map(({ conflict: { begin_ms }, days }) => {
    const local_ms = (first_day + (days[0] ?? 0)) * DAY_MS + begin_ms;
    return instantOf(clock, local_ms) - begin_ms;
  });
  for (const [i, { conflict }] of dated.entries()) {
    for (const owner of conflict.owners) {
      const key = `${owner.slot} ${owner.day}`;
      const number = numbers.get(key) ?? owners.push(owner) - 1;
      numbers.set(key, number);
      out.owners.push(number);
    }
    out.ownerStart.push(out.owners.length);
    for (const { zone, begin_ms, end_ms } of conflict.requirements) {
      out.zones.push(zone);
      out.begins_ms.push(begin_ms + (moves_ms[i] ?? 0));
      out.ends_ms.push(end_ms + (moves_ms[i] ?? 0));
    }
    out.requirementStart.push(out.zones.length);
  }
  const conflicts: Conflicts = {
    count: dated.length,
    kinds: Uint8Array.from(dated, ({ conflict: { kind } }) => kind),
    begins_ms: Float64Array.from(
      dated,
      ({ conflict }, i) => conflict.begin_ms + (moves_ms[i] ?? 0),
    ),
    ends_ms: Float64Array.from(dated, ({ conflict }, i) => conflict.end_ms + (moves_ms[i] ?? 0)),
    ownerStart: Uint32Array.from(out.ownerStart),
    owners: Uint32Array.from(out.owners),
    requirementStart: Uint32Array.from(out.requirementStart),
    requirementZones: Uint32Array.from(out.zones),
    requirementBegins_ms: Float64Array.from(out.begins_ms),
    requirementEnds_ms: Float64Array.from(out.ends_ms),
  };
  return { conflicts, owners };
}

/** Trains that exceptions add have ordinals from this one on. */
const ADDED_FROM = 2 ** 24;

/** Ordinals among trains of all days: occurrences by their index, then added trains by their day. */
function rankOwners(owners: readonly DatedSlot[], ordinals: Uint32Array): Uint32Array<ArrayBuffer> {
  const keyOf = ({ slot, day }: DatedSlot): readonly [number, number, number] => {
    const ordinal = ordinals[slot] ?? 0;
    return ordinal < ADDED_FROM ? [0, ordinal, day] : [1, day, ordinal];
  };
  const keyed = owners.map((owner, number) => ({ number, key: keyOf(owner) }));
  keyed.sort(({ key: a }, { key: b }) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  const ranks = new Uint32Array(owners.length);
  for (const [rank, { number }] of keyed.entries()) ranks[number] = rank;
  return ranks;
}

const NO_WORKS = {
  begins_ms: new Float64Array(0),
  ends_ms: new Float64Array(0),
  ids: new Float64Array(0),
  zones: new Uint32Array(0),
  works: new Uint32Array(0),
};

/** Each owner is a slot of its own here. */
function nameDated(
  { slots: { orders, ordinals, starts_ms, nameStart: known }, names }: OpenFolded,
  conflicts: Conflicts,
  owners: readonly DatedSlot[],
): ReturnType<typeof nameOwners> {
  const nameStart = new Uint32Array(owners.length + 1);
  for (const [i, { slot }] of owners.entries()) {
    nameStart[i + 1] = (nameStart[i] ?? 0) + (known[slot + 1] ?? 0) - (known[slot] ?? 0);
  }
  const all = new Uint8Array(nameStart.at(-1) ?? 0);
  for (const [i, { slot }] of owners.entries()) {
    all.set(names.subarray(known[slot], known[slot + 1]), nameStart[i]);
  }
  const slots = {
    starts_ms: Float64Array.from(owners, ({ slot, day }) => (starts_ms[slot] ?? 0) + day * DAY_MS),
    orders: Float64Array.from(owners, ({ slot }) => orders[slot] ?? 0),
    runs: new Uint32Array(owners.length),
    ordinals: rankOwners(owners, ordinals),
    nameStart,
  };
  const day_shifts = Int32Array.from(owners, ({ day }) => day);
  return nameOwners({ slots, names: all, works: NO_WORKS }, conflicts, { day_shifts });
}
