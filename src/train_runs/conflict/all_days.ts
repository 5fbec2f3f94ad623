/** Conflicts of all days of a timetable's period, each once with its days: the union of the answers for its dates. */
import type { TaskInput } from "../../../workers/tasks.ts";
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { type AskedDate, openDates } from "../../timetable/calendar/asked_date.ts";
import { countOutside, type TimetableCalendar } from "../../timetable/calendar/calendar.queries.ts";
import { askFolded } from "./folded_days.ts";
import { type ConflictQuestion, KeptConflicts } from "./kept_conflicts.ts";
import { type ConflictParameters, openConflicts } from "./timetable_conflicts.ts";

/** Throws as for one date, and NoPeriod. */
export async function answerAllDays(
  ctx: Context,
  timetable_id: number,
  parameters: ConflictParameters,
): Promise<JsonText> {
  const question = await openConflicts(ctx, timetable_id, { ...parameters, priority: "batch" });
  const { db, compute } = ctx.services;
  const period = await openDates(db, timetable_id);
  const { dates } = period;
  const ends = [dates.at(0)?.begin_ms ?? 0, dates.at(-1)?.end_ms ?? 0] as const;
  const input = {
    ...toPlaces(period),
    ...(await askAllDays(question, period)),
    outside_count: await countOutside(db, timetable_id, ends),
  };
  const { priority, share, signal } = question.setup;
  return { json: await compute.run("join_dates", input, { priority, share, signal }) };
}

interface PeriodDates {
  readonly calendar: TimetableCalendar;
  readonly dates: readonly AskedDate[];
}

export function toPlaces({
  calendar: { clock, first_day, is_day },
}: PeriodDates): Pick<TaskInput<"join_dates">, "clock" | "first_day" | "day_count"> {
  return { clock, first_day, day_count: is_day.length };
}

/** At once those of the days on which trains meet as on others, and date by date the others. */
export async function askAllDays(
  question: ConflictQuestion,
  { calendar, dates }: PeriodDates,
): Promise<Pick<TaskInput<"join_dates">, "folded" | "dates">> {
  // under temporary limits a train has other runs on other days
  const folded = question.setup.limits === null ? await askFolded(question, calendar) : null;
  const places = new Set(folded?.left);
  const left = dates.filter(({ day }) => folded === null || places.has(day - calendar.first_day));
  return { folded, dates: await askDates(question, left) };
}

/** One date after the other: its trains and those of the days around it are gone before the next one's are there. */
async function askDates(
  question: ConflictQuestion,
  dates: readonly AskedDate[],
): Promise<{ day: number; json: Uint8Array }[]> {
  const answers: { day: number; json: Uint8Array }[] = [];
  for (const on of dates) {
    const made = await KeptConflicts.make({ ...question, on });
    answers.push({ day: on.day, json: await made.list(question.setup) });
  }
  return answers;
}
