/** All days of a period as a problem: some of its dates stand for all of them, and a proposal is tried on all. */
import type { Database } from "../../platform/db/client.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import { type Days, daysToBits } from "../../railway/days/operating_days.ts";
import { type AskedDate, openDates } from "../../timetable/calendar/asked_date.ts";
import {
  listDaysOfTrains,
  type TimetableCalendar,
} from "../../timetable/calendar/calendar.queries.ts";
import { askAllDays, toPlaces } from "../conflict/all_days.ts";
import { unlessTooMany } from "../conflict/conflict.errors.ts";
import type { ConflictQuestion } from "../conflict/kept_trains.ts";
import { expandRecord, orderOf, type PlannedRecord } from "../conflict/planned_trains.ts";
import { NO_SLOTS, type PlannedTrain, SlotPlan, type TrainSlots } from "../conflict/slot_plan.ts";
import { planAll } from "../conflict/tried_records.ts";
import { runTask } from "../path/setup.ts";
import { KnownTrains } from "./known_trains.ts";

type DatesAnswer = Awaited<ReturnType<typeof askAllDays>>;

/** The period, and its conflicts as they are. */
export interface AskedDays {
  readonly period: Awaited<ReturnType<typeof openDates>>;
  readonly before: DatesAnswer;
  /** The last dates of the period, where there was too much to look at: nothing is known of them. */
  readonly unseen: readonly AskedDate[];
}

/** Dates whose trains are looked at together. */
const DATES_MAX = 14;
/** Before and after each of them. */
const BESIDE_MS = 6 * 3_600_000;

/** Throws NoPeriod. */
export async function readDays(
  { services }: Context,
  question: ConflictQuestion,
): Promise<{ days: AskedDays; known: KnownTrains }> {
  const { db, compute, config } = services;
  const { timetable_id, setup } = question;
  const whole = await openDates(db, timetable_id);
  const sets = await listSets(db, timetable_id, whole.calendar);
  // Without temporary limits all dates are looked at together.
  const train_days_max = setup.limits === null ? Infinity : config.limits.resolution_train_days;
  const { period, unseen } = partPeriod(whole, sets, train_days_max);
  const before = await askAllDays(question, period);
  const { priority, share, signal } = setup;
  const options = { priority, share, signal };
  const input = { ...toPlaces(period), ...before };
  const first_days = await compute.run("list_first_days", input, options);
  const chosen = new Set([...first_days, ...listPatterns(sets, period.calendar)]);
  const few = [...chosen].slice(0, DATES_MAX);
  const dates = period.dates.filter(({ day }) => few.includes(day));
  return { days: { period, before, unseen }, known: await planDates(question, dates) };
}

/** Days that trains have, as bits of the period, and how many trains have them. */
type SetOfTrains = readonly [bits: Uint8Array, count: number];

async function listSets(
  db: Database,
  timetable_id: number,
  calendar: TimetableCalendar,
): Promise<SetOfTrains[]> {
  return (await listDaysOfTrains(db, timetable_id)).map(({ days, ids }) => [
    daysToBits(JSON.parse(days) as Days, calendar),
    ids.length,
  ]);
}

/** The first dates on which so many trains start in all, at least one date. */
function partPeriod(
  { calendar, dates }: AskedDays["period"],
  sets: readonly SetOfTrains[],
  train_days_max: number,
): Pick<AskedDays, "period" | "unseen"> {
  let train_days = 0;
  const beyond = dates.findIndex(({ day }) => {
    const place = day - calendar.first_day;
    for (const [bits, count] of sets) train_days += (bits[place] ?? 0) * count;
    return train_days > train_days_max;
  });
  const end = beyond < 0 ? dates.length : Math.max(1, beyond);
  return { period: { calendar, dates: dates.slice(0, end) }, unseen: dates.slice(end) };
}

/** The first days of those on which the same trains run, most frequent first. */
function listPatterns(sets: readonly SetOfTrains[], calendar: TimetableCalendar): number[] {
  const patterns = new Map<string, number[]>();
  for (const [place, is_day] of calendar.is_day.entries()) {
    if (is_day === 0) continue;
    const pattern = sets.map(([bits]) => bits[place]).join("");
    patterns.set(pattern, [...(patterns.get(pattern) ?? []), calendar.first_day + place]);
  }
  const sorted = [...patterns.values()].sort((a, b) => b.length - a.length);
  return sorted.flatMap((days) => days.slice(0, 1));
}

/** The trains of some dates, each train the same on all of them. */
async function planDates(
  question: ConflictQuestion,
  dates: readonly AskedDate[],
): Promise<KnownTrains> {
  const { timetable_id, stocks, works } = question;
  const setup = { ...question.setup, priority: "batch" } as const;
  const planned = new Map<string, PlannedRecord & { readonly trains: Map<string, PlannedTrain> }>();
  for (const date of dates) {
    const on = beside(date);
    const source = { timetable_id, setup, stocks, on };
    for (const one of await planAll(source, [], (kind, row) => expandRecord(kind, row, on))) {
      const key = `${one.kind} ${one.id}`;
      const record = planned.get(key) ?? { ...one, trains: new Map<string, PlannedTrain>() };
      planned.set(key, record);
      for (const train of one.planned) record.trains.set(train.identity, train);
    }
  }
  const plan = new SlotPlan(null);
  const records = new Map<string, TrainSlots>();
  for (const [key, { kind, id, trains }] of planned) {
    records.set(key, plan.change(orderOf(kind, id), NO_SLOTS, [...trains.values()]));
  }
  const input = { ...plan.toTimetable(), ...(works === null ? {} : { works }) };
  const kept = await runTask(setup, "keep_conflicts", input);
  if (kept.kind === "cut") throw new Error("only dates are cut");
  const version = plan.commit(unlessTooMany(kept).occupancy);
  return new KnownTrains({ version, records, dates, is_tied: true });
}

export function beside(date: AskedDate): AskedDate {
  return { ...date, from_ms: date.begin_ms - BESIDE_MS, to_ms: date.end_ms + BESIDE_MS };
}
