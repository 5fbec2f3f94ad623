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
import type { ConflictQuestion } from "../conflict/kept_conflicts.ts";
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
  const { db, compute } = services;
  const { timetable_id, setup } = question;
  const period = await openDates(db, timetable_id);
  const before = await askAllDays(question, period);
  const { priority, share, signal } = setup;
  const options = { priority, share, signal };
  const input = { ...toPlaces(period), ...before };
  const first_days = await compute.run("list_first_days", input, options);
  const chosen = new Set([
    ...first_days,
    ...(await listPatterns(db, timetable_id, period.calendar)),
  ]);
  const few = [...chosen].slice(0, DATES_MAX);
  const dates = period.dates.filter(({ day }) => few.includes(day));
  return { days: { period, before }, known: await planDates(question, dates) };
}

/** The first days of those on which the same trains run, most frequent first. */
async function listPatterns(
  db: Database,
  timetable_id: number,
  calendar: TimetableCalendar,
): Promise<number[]> {
  const sets = (await listDaysOfTrains(db, timetable_id)).map(({ days }) =>
    daysToBits(JSON.parse(days) as Days, calendar),
  );
  const patterns = new Map<string, number[]>();
  for (const [place, is_day] of calendar.is_day.entries()) {
    if (is_day === 0) continue;
    const pattern = sets.map((bits) => bits[place]).join("");
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
