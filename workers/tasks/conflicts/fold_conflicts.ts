/**
 * Task: finds the conflicts of all days of a period at once (`engine/conflicts/folded_conflicts.ts`), and the dates that must
 * be asked for by themselves: those near a change of the clock, and those on which works stand.
 */
import { DAY_MS } from "../../../src/railway/days/operating_days.ts";
import { instantOf, localOf, type ZoneClock } from "../../../src/railway/days/zone_times.ts";
import { type ConflictFault, type Conflicts } from "../../engine/conflicts/detect_conflicts.ts";
import {
  detectFolded,
  type FoldedConflict,
  listDays,
  type Windows,
} from "../../engine/conflicts/folded_conflicts.ts";
import { type DayMask, FIRST_BIT, type FoldedSlots } from "../../engine/conflicts/folded_pairs.ts";
import { MEMBERS_MAX } from "../../engine/conflicts/group_overlaps.ts";
import type { TrainRequirements } from "../../engine/conflicts/requirement_table.ts";
import { viewInfra } from "../infra_views.ts";
import {
  NO_WORK_SCHEDULES,
  parseWorks,
  type WorkSchedulesText,
} from "../projection/work_schedules.ts";
import { shareTexts } from "../shared_text.ts";
import type { InfraRef } from "../types.ts";
import type { PeriodPlaces } from "./conflict_days.ts";
import { nameOwners } from "./occupancy_ref.ts";
import { printConflicts } from "./print_conflicts.ts";
import { openTimetable, type TimetableRequirements } from "./timetable_requirements.ts";

/** `train_starts_ms` are by the clock, from the midnight of the operating day. */
export interface FoldConflictsInput extends TimetableRequirements, PeriodPlaces {
  readonly infra: InfraRef;
  readonly orders: Float64Array;
  readonly ordinals: Uint32Array;
  readonly names: readonly string[];
  /** [nTrains] which of `sets`. */
  readonly train_sets: Uint32Array;
  /** For each a 1 for each day of the period on which trains run. */
  readonly sets: readonly Uint8Array[];
  readonly clock: ZoneClock;
  readonly works?: WorkSchedulesText;
  /** Whether there are trains that are only tried. */
  readonly is_trial?: boolean;
}

export interface FoldedAnswer {
  /** UTF-8 JSON text of a list of conflicts, each as on the first of its dates. */
  readonly json: Uint8Array;
  /** By conflict, its dates: places in the period, ascending. */
  readonly days: readonly (readonly number[])[];
  /** Places in the period of dates that are not in it. */
  readonly left: readonly number[];
}

export type FoldConflictsOutcome =
  | { readonly kind: "success"; readonly folded: FoldedAnswer }
  | ConflictFault;

/** Trains may take zones this long before they start. */
const BEFORE_START_MS = 3_600_000;

const TOO_MANY = { kind: "too_many_conflicts", members_max: MEMBERS_MAX } as const;

export function foldConflicts(input: FoldConflictsInput): FoldConflictsOutcome {
  const infra = viewInfra(input.infra);
  const trains = openTimetable(input);
  const slots: FoldedSlots = {
    starts_ms: input.train_starts_ms,
    orders: input.orders,
    daySets: input.train_sets,
    sets: input.sets.map(toMask),
  };
  const found = detectFolded(infra, trains, slots, findWindows(input, trains));
  if (found === null) return TOO_MANY;
  const left = new Set([...listDays(found.left), ...listWorkDays(input)]);
  const dated: DatedConflict[] = [];
  // few sets of days are different, and each crosses to the other thread once
  const known = new Map<DayMask, readonly number[]>();
  for (const conflict of found.conflicts) {
    const days = known.get(conflict.days) ?? listDates(conflict.days, input.day_count, left);
    known.set(conflict.days, days);
    if (days.length > 0) dated.push({ conflict, days });
  }
  const { conflicts, owners } = placeOnFirst(dated, input);
  const rows = [...conflicts.kinds.keys()];
  const pieces = printConflicts(
    { infra, nameOwners: nameDated(input, conflicts, owners), is_trial: input.is_trial ?? false },
    conflicts,
    rows,
  );
  if (pieces === null) return TOO_MANY;
  const within = [...left].filter((day) => day >= 0 && day < input.day_count);
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

function toMask(bits: Uint8Array): bigint {
  let text = "";
  for (let i = bits.length - 1; i >= 0; i--) text += bits[i] === 1 ? "1" : "0";
  return BigInt(`0b${text}`) << BigInt(FIRST_BIT);
}

/** Around each change of the clock, as long as a train may go on that started before it, or was to start at a time that the clock skips. */
function findWindows(
  { clock, first_day, ...input }: FoldConflictsInput,
  trains: TrainRequirements,
): Windows {
  const after_ms = longestRun(trains) + longestService(input) + BEFORE_START_MS;
  const first_ms = first_day * DAY_MS;
  return [...clock.begins_ms].slice(1).map((change_ms, i) => {
    const shifts = [clock.shifts_ms[i] ?? 0, clock.shifts_ms[i + 1] ?? 0];
    const [least_ms, most_ms] = [Math.min(...shifts), Math.max(...shifts)];
    return [
      change_ms + least_ms - BEFORE_START_MS - first_ms,
      // a time that is skipped is as much later
      change_ms + most_ms + (most_ms - least_ms) + after_ms - first_ms,
    ] as const;
  });
}

function longestRun({ simulations }: TrainRequirements): number {
  let last_ms = 0;
  for (const { spacingEnds_ms, routeZoneEnds_ms } of simulations) {
    for (const end_ms of spacingEnds_ms) last_ms = Math.max(last_ms, end_ms);
    for (const end_ms of routeZoneEnds_ms) last_ms = Math.max(last_ms, end_ms);
  }
  return last_ms;
}

/** A service's trains start by the clock of its first one. */
function longestService({
  orders,
  train_starts_ms,
}: Pick<FoldConflictsInput, "orders" | "train_starts_ms">): number {
  const firsts = new Map<number, number>();
  let longest_ms = 0;
  for (const [slot, order] of orders.entries()) {
    const start_ms = train_starts_ms[slot] ?? 0;
    const first_ms = firsts.get(order) ?? start_ms;
    firsts.set(order, first_ms);
    longest_ms = Math.max(longest_ms, start_ms - first_ms);
  }
  return longest_ms;
}

/** Dates on which works stand. */
function listWorkDays({
  works = NO_WORK_SCHEDULES,
  clock,
  first_day,
  day_count,
}: FoldConflictsInput): Set<number> {
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
  { clock, first_day }: FoldConflictsInput,
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

const encoder = new TextEncoder();

const NO_WORKS = {
  begins_ms: new Float64Array(0),
  ends_ms: new Float64Array(0),
  ids: new Float64Array(0),
  zones: new Uint32Array(0),
  works: new Uint32Array(0),
};

/** Each owner is a slot of its own here. */
function nameDated(
  { names, orders, ordinals, train_starts_ms }: FoldConflictsInput,
  conflicts: Conflicts,
  owners: readonly DatedSlot[],
): ReturnType<typeof nameOwners> {
  const texts = owners.map(({ slot }) => encoder.encode(names[slot]));
  const nameStart = new Uint32Array(owners.length + 1);
  for (const [i, { length }] of texts.entries()) nameStart[i + 1] = (nameStart[i] ?? 0) + length;
  const all = new Uint8Array(nameStart.at(-1) ?? 0);
  for (const [i, text] of texts.entries()) all.set(text, nameStart[i]);
  const slots = {
    starts_ms: Float64Array.from(
      owners,
      ({ slot, day }) => (train_starts_ms[slot] ?? 0) + day * DAY_MS,
    ),
    orders: Float64Array.from(owners, ({ slot }) => orders[slot] ?? 0),
    runs: new Uint32Array(owners.length),
    ordinals: rankOwners(owners, ordinals),
    nameStart,
  };
  const day_shifts = Int32Array.from(owners, ({ day }) => day);
  return nameOwners({ slots, names: all, works: NO_WORKS }, conflicts, { day_shifts });
}
