/** Conflicts of all days of a timetable's period, each once with its days: the union of the answers for its dates. */
import type { TaskInput } from "../../../workers/tasks.ts";
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { openDates } from "../../timetable/calendar/asked_date.ts";
import { countOutside } from "../../timetable/calendar/calendar.queries.ts";
import {
  type AllDaysAnswer,
  askDates,
  datesLeft,
  KeptDays,
  type PeriodDates,
} from "./kept_days.ts";
import type { ConflictQuestion } from "./kept_trains.ts";
import { readKeptDays } from "./read_kept.ts";
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

export function toPlaces({
  calendar: { clock, first_day, is_day },
}: PeriodDates): Pick<TaskInput<"join_dates">, "clock" | "first_day" | "day_count"> {
  return { clock, first_day, day_count: is_day.length };
}

/** Throws if on some day there are too many trains, or in all too many conflicts. */
export async function askAllDays(
  question: ConflictQuestion,
  period: PeriodDates,
): Promise<AllDaysAnswer> {
  const { tried, ...stored } = question;
  const { setup } = question;
  // under temporary limits a train has other runs on other days
  if (setup.limits !== null) {
    return { folded: null, dates: await askDates(question, period.dates) };
  }
  if (tried === undefined) {
    return await readKeptDays(question, period, async (kept) => kept.list(question, period));
  }
  const folded = await readKeptDays(stored, period, async (kept) => kept.tryOut(question, tried));
  if (folded !== null)
    return { folded, dates: await askDates(question, datesLeft(folded, period)) };
  return await (await KeptDays.make(question, period.calendar)).list(question, period);
}
