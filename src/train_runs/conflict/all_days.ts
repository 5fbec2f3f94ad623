/** Conflicts of all days of a timetable's period, each once with its days: the union of the answers for its dates. */
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { type AskedDate, openDates } from "../../timetable/calendar/asked_date.ts";
import { countOutside } from "../../timetable/calendar/calendar.queries.ts";
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
  const { db } = ctx.services;
  const { calendar, dates } = await openDates(db, timetable_id);
  const { clock, first_day, is_day } = calendar;
  // under temporary limits a train has other runs on other days
  const folded = question.setup.limits === null ? await askFolded(question, calendar) : null;
  const places = new Set(folded?.left);
  const left = dates.filter(({ day }) => folded === null || places.has(day - first_day));
  const ends = [dates.at(0)?.begin_ms ?? 0, dates.at(-1)?.end_ms ?? 0] as const;
  const input = {
    clock,
    first_day,
    day_count: is_day.length,
    folded,
    dates: await askDates(question, left),
    outside_count: await countOutside(db, timetable_id, ends),
  };
  const { compute } = ctx.services;
  const { priority, share, signal } = question.setup;
  return { json: await compute.run("join_dates", input, { priority, share, signal }) };
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
