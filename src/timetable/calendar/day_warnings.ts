/** What is legal and yet seldom meant about the days of trains (interface.md 8.4): rows beside the answer of what stores them. */
import type { Database } from "../../platform/db/client.ts";
import { given } from "../../platform/given.ts";
import { doInTurns, type InTurns } from "../../platform/turns.ts";
import { type Days, daysToBits } from "../../railway/days/operating_days.ts";
import { dayAt } from "../../railway/days/period_days.ts";
import { datetimeMs } from "../../railway/iso8601.ts";
import {
  listNamesakes,
  type Namesake,
  readCalendar,
  type TimetableCalendar,
} from "./calendar.queries.ts";

const MESSAGES = {
  runs_never: "its days have no day of the period",
  outside_period: "it has no days, and starts outside the period",
  same_name_same_day: "another train of its name runs on one of its days",
} as const;

type Code = keyof typeof MESSAGES;

interface WarningRow {
  readonly severity: "warning";
  readonly code: Code;
  /** The first such train. */
  readonly where: { readonly element: string; readonly id: string };
  readonly message: string;
  readonly count: number;
}

/** Of trains of the timetable (null: of all); none where it has no period. */
export async function listDayWarnings(
  db: Database,
  timetable_id: number,
  ids: readonly number[] | null,
  signal: AbortSignal,
): Promise<WarningRow[]> {
  if (ids?.length === 0) return [];
  const trains = await listNamesakes(db, timetable_id, ids);
  const calendar = trains.length === 0 ? null : await readCalendar(db, timetable_id);
  return calendar === null ? [] : await doInTurns(findWarnings(trains, calendar), signal);
}

function* findWarnings(
  trains: readonly Namesake[],
  calendar: TimetableCalendar,
): InTurns<WarningRow[]> {
  const known = new Map<string, Uint8Array>();
  const bitsOf = (days: string): Uint8Array => {
    const bits = known.get(days) ?? daysToBits(JSON.parse(days) as Days, calendar);
    known.set(days, bits);
    return bits;
  };
  const dated = trains.map((train) => ({
    train,
    bits: train.days === null ? bitsOfStart(train.start_time ?? "", calendar) : bitsOf(train.days),
  }));
  // how many of a name run on each day
  const counts = new Map<string, Uint16Array>();
  for (const { train, bits } of dated) {
    const own = counts.get(train.name) ?? new Uint16Array(bits.length);
    counts.set(train.name, own);
    for (const [i, bit] of bits.entries()) own[i] = (own[i] ?? 0) + bit;
    yield;
  }
  const found = new Map<Code, WarningRow>();
  const note = (code: Code, { kind, id }: Namesake): void => {
    const where = { element: kind, id: String(id) };
    const first = { severity: "warning", code, where, message: MESSAGES[code], count: 0 } as const;
    const known = found.get(code) ?? first;
    found.set(code, { ...known, count: known.count + 1 });
  };
  for (const { train, bits } of dated) {
    if (!train.is_asked) continue;
    const of_name = given(counts.get(train.name), "each name was counted");
    if (!bits.includes(1)) note(train.days === null ? "outside_period" : "runs_never", train);
    if (bits.some((bit, i) => bit === 1 && (of_name[i] ?? 0) > 1))
      note("same_name_same_day", train);
    yield;
  }
  return [...found.values()];
}

/** Of a train without days: the date of its start, if that is one of the period. */
function bitsOfStart(start_time: string, calendar: TimetableCalendar): Uint8Array {
  const { first_day, is_day } = calendar;
  const day = dayAt(calendar, datetimeMs(start_time));
  return is_day.map((bit, i) => (first_day + i === day ? bit : 0));
}
