/** The union of the conflicts of all dates, as a model of the test's own tells it, beside the answer for all days at once. */
import { Temporal } from "temporal-polyfill";
import { expect } from "vitest";
import type { Random } from "../workers/engine/seeded.ts";
import {
  type DatedTimetable,
  drawDated,
  type Json,
  listDates,
  type Period,
} from "./dated_trains.ts";
import type { LiveWorld } from "./live_world.ts";

const DAY_MS = 86_400_000;

/** What its clock shows, milliseconds since the date's midnight as if all days had 24 hours. */
function shown(text: string, date: string, time_zone: string): number {
  const local = Temporal.Instant.from(text).toZonedDateTimeISO(time_zone).toPlainDateTime();
  return Temporal.PlainDateTime.from(date).until(local).total("milliseconds");
}

/** What the same conflict on two dates has in common. */
export function spellOn(conflict: Json, date: string, time_zone: string): string {
  const span = (one: Json): number[] =>
    [one["start_time"], one["end_time"]].map((text) => shown(text, date, time_zone));
  const zones = conflict["requirements"]
    .map((one: Json) => JSON.stringify([one["zone"], span(one)]))
    .sort();
  return JSON.stringify([
    conflict["conflict_type"],
    span(conflict),
    zones,
    conflict["train_ids"],
    conflict["train_day_shifts"],
    conflict["paced_train_occurrence_ids"],
    conflict["work_schedule_ids"],
  ]);
}

export interface SeenDays {
  conflicts: number;
  /** Of several dates. */
  repeated: number;
  /** With a train of another day. */
  shifted: number;
}

/** Compares the answer for all days with those for each date. */
export async function compareAllDays(
  world: LiveWorld,
  { id, period }: Pick<DatedTimetable, "id" | "period">,
  query: string,
): Promise<SeenDays> {
  const path = `/timetable/${id}/conflicts`;
  const all = (await world.make("GET", `${path}/days?${query}`)).json;
  const seen = { conflicts: 0, repeated: 0, shifted: 0 };
  const { first, last, time_zone } = period;
  const day_count = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  const told = new Map<string, string[]>(listDates(period).map((date) => [date, []]));
  const texts = new Set<string>();
  for (const { day_set, ...conflict } of all.conflicts) {
    const { count, bits, ...ends } = all.day_sets[day_set];
    const dates = [...bits].flatMap((bit: string, i: number) =>
      bit === "1" ? [new Date(Date.parse(first) + i * DAY_MS).toISOString().slice(0, 10)] : [],
    );
    expect([bits.length, count, ends]).toEqual([
      day_count,
      dates.length,
      { first: dates.at(0), last: dates.at(-1) },
    ]);
    const text = spellOn(conflict, dates[0] ?? "", time_zone);
    for (const date of dates) told.get(date)?.push(text);
    texts.add(text);
    seen.conflicts += 1;
    if (count > 1) seen.repeated += 1;
    if (/day_shift[^}]*[1-9]|train_day_shifts":\[[^\]]*[1-9]/.test(JSON.stringify(conflict))) {
      seen.shifted += 1;
    }
  }
  expect(texts.size).toBe(all.conflicts.length);
  expect(new Set(all.day_sets.map((one: Json) => one["bits"])).size).toBe(all.day_sets.length);
  for (const [date, own] of told) {
    const answer: Json[] = (await world.make("GET", `${path}?${query}&date=${date}`)).json;
    const wanted = answer.map((one) => spellOn(one, date, time_zone));
    expect([date, ...own.sort()]).toEqual([date, ...wanted.sort()]);
  }
  return seen;
}

/** One random timetable, dense enough for conflicts. */
export async function compareDrawn(
  random: Random,
  world: LiveWorld,
  period: Period,
  query: string,
): Promise<SeenDays> {
  const timetable = await drawDated(random, world, period, [12, 2]);
  return await compareAllDays(world, timetable, query);
}
