/**
 * What a resolution of a date, or of all days, promises, judged by what the server tells of the stored timetable
 * afterwards, date by date: a variant counts as the train that it is of.
 */
import { expect } from "vitest";
import { type Random, wholeBetween } from "../workers/engine/seeded.ts";
import { spellOn } from "./all_days.ts";
import { drawDays, type Json, listDates, type Period, spanOf } from "./dated_trains.ts";
import { drawPacedTrain, drawTrain, type LiveWorld, pick } from "./live_world.ts";

const HOUR_MS = 3_600_000;
/** When drawn trains start. */
const MORNING_MS = Date.UTC(2026, 2, 2, 5);

export interface Place {
  readonly id: number;
  readonly period: Period;
  readonly query: string;
}

/** Trains of one busy time, of a morning or over midnight, on days that they have in common or not. */
export async function drawBusy(random: Random, world: LiveWorld, period: Period): Promise<number> {
  const { timetable_id } = (await world.make("POST", "/timetable", { period })).json;
  const [first = "", second = first] = listDates(period);
  const some = [first, second].slice(wholeBetween(random, 0, 1));
  const list = { code: "some", name: "Some", dates: some };
  await world.make("POST", `/timetable/${timetable_id}/day_lists`, list);
  const later_ms =
    spanOf(second, period.time_zone)[0] + pick(random, [8, 23.5]) * HOUR_MS - MORNING_MS;
  const move = (text: string): string => new Date(Date.parse(text) + later_ms).toISOString();
  const dress = (form: Json): Json => ({
    ...form,
    ...("exceptions" in form && {
      exceptions: form["exceptions"].map(({ start_time, ...one }: Json) =>
        start_time === undefined ? one : { ...one, start_time: { value: move(start_time.value) } },
      ),
    }),
    start_time: move(form["start_time"]),
    ...(random() < 0.85 ? { days: drawDays(random, period) } : {}),
  });
  const draw = (count: number, one: typeof drawTrain): Json[] =>
    Array.from({ length: count }, () => dress(one(random, world)));
  const path = `/timetable/${timetable_id}`;
  await world.make("POST", `${path}/train_schedules`, draw(wholeBetween(random, 4, 12), drawTrain));
  await world.make(
    "POST",
    `${path}/paced_trains`,
    draw(wholeBetween(random, 1, 2), drawPacedTrain),
  );
  return timetable_id;
}

/** As lists tell it, with trains by the ids that they had before. */
function spell(conflict: Json, idOf: (id: number) => number): string {
  const ids = conflict["train_ids"].map((id: number, i: number) => [
    idOf(id),
    conflict["train_day_shifts"][i],
  ]);
  const occurrences = conflict["paced_train_occurrence_ids"].map((one: Json) => {
    const { exception_key, paced_train_id, ...which } = one;
    const id = idOf(paced_train_id);
    return JSON.stringify("index" in which ? { id, ...which } : { id, ...which, exception_key });
  });
  return JSON.stringify({
    ...conflict,
    train_ids: ids.map(String).sort(),
    train_schedule_ids: [],
    train_day_shifts: [],
    paced_train_occurrence_ids: occurrences.sort(),
  });
}

async function listByDate(
  world: Pick<LiveWorld, "make">,
  { id, period, query }: Place,
  idOf = (one: number): number => one,
): Promise<Map<string, string[]>> {
  const lists = new Map<string, string[]>();
  for (const date of listDates(period)) {
    const path = `/timetable/${id}/conflicts?${query}&date=${date}`;
    const { json } = await world.make("GET", path);
    lists.set(date, json.map((one: Json) => spell(one, idOf)).sort());
  }
  return lists;
}

/** Stores changes; new trains by the ones that they are variants of. */
async function store(
  world: Pick<LiveWorld, "make">,
  timetable_id: number,
  changes: readonly Json[],
): Promise<Map<number, number>> {
  const { json } = await world.make("POST", `/timetable/${timetable_id}/changes`, { changes });
  const variants = new Map<number, number>();
  let of = 0;
  for (const [i, change] of changes.entries()) {
    if ("added" in change) variants.set(json.trains[i].id, of);
    else of = change["id"];
  }
  return variants;
}

/** Its forms as they are stored. */
export async function listRecords(
  world: Pick<LiveWorld, "make">,
  timetable_id: number,
): Promise<Map<string, Json>> {
  const records = new Map<string, Json>();
  for (const kind of ["train_schedule", "paced_train"]) {
    const path = `/timetable/${timetable_id}/${kind}s?page_size=200`;
    for (const one of (await world.make("GET", path)).json.results) {
      records.set(`${kind} ${one.id}`, one);
    }
  }
  return records;
}

export interface DatedFigures {
  readonly solved: number;
  readonly left: number;
  readonly variants: number;
  readonly changes: number;
}

/** Which conflicts would be no more, by those that are. */
function without(list: readonly string[], others: readonly string[]): string[] {
  const left = [...list];
  for (const one of others) {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** Resolves the date that has most conflicts, and stores what was proposed. */
export async function judgeDate(
  world: Pick<LiveWorld, "make">,
  place: Place,
  body: Json = {},
): Promise<DatedFigures> {
  const { id, query } = place;
  const before = await listByDate(world, place);
  const [[date]] = [...before].sort(([, a], [, b]) => b.length - a.length) as [[string, unknown]];
  const records = await listRecords(world, id);
  const path = `/timetable/${id}/resolution?${query}&date=${date}`;
  const { json: answer } = await world.make("POST", path, body);
  const { changes, solved, left } = answer;
  expect(await listRecords(world, id)).toEqual(records);
  const own = (one: number): number => one;
  const told = [...solved, ...left.map((one: Json) => one["conflict"])];
  expect(told.map((one) => spell(one, own)).sort()).toEqual(before.get(date));
  if (changes.length > 0) {
    const trial = await world.make("POST", `/timetable/${id}/what_if?${query}&date=${date}`, {
      changes,
    });
    expect(answer.summaries).toEqual(trial.json.trains);
  }
  const variants = await store(world, id, changes);
  const after = await listByDate(world, place, (one) => variants.get(one) ?? one);
  const promised = left.map(({ conflict }: Json) => spell(conflict, own)).sort();
  expect([date, after.get(date)]).toEqual([date, promised]);
  for (const [other, list] of after) {
    expect([other, without(list, before.get(other) ?? [])]).toEqual([other, []]);
  }
  return {
    solved: solved.length,
    left: left.length,
    variants: variants.size,
    changes: changes.length,
  };
}

/** On which dates a list of all days has what, as they are spelled by date. */
export function spreadDays(
  {
    conflicts,
    day_sets,
  }: { readonly conflicts: readonly Json[]; readonly day_sets: readonly Json[] },
  { first, last, time_zone }: Period,
): Map<string, string[]> {
  const lists = new Map<string, string[]>(
    listDates({ first, last, time_zone }).map((date) => [date, []]),
  );
  for (const { day_set, ...conflict } of conflicts) {
    const { bits, first: shown } = day_sets[day_set] ?? {};
    const text = spellOn(conflict, shown, time_zone);
    for (const [i, bit] of [...bits].entries()) {
      const date = new Date(Date.parse(first) + i * 24 * HOUR_MS).toISOString().slice(0, 10);
      if (bit === "1") lists.get(date)?.push(text);
    }
  }
  for (const list of lists.values()) list.sort();
  return lists;
}

export async function listSpelled(
  world: Pick<LiveWorld, "make">,
  { id, period, query }: Place,
): Promise<Map<string, string[]>> {
  const lists = new Map<string, string[]>();
  for (const date of listDates(period)) {
    const { json } = await world.make("GET", `/timetable/${id}/conflicts?${query}&date=${date}`);
    lists.set(date, json.map((one: Json) => spellOn(plain(one), date, period.time_zone)).sort());
  }
  return lists;
}

/** Occurrences by their place: storing gives them exceptions. */
export function plain(conflict: Json): Json {
  const occurrences = conflict["paced_train_occurrence_ids"].map((one: Json) => {
    const { exception_key, ...which } = one;
    return "index" in which ? which : { ...which, exception_key };
  });
  const spelled = occurrences.map((one: Json) => JSON.stringify(one)).sort();
  return { ...conflict, paced_train_occurrence_ids: spelled };
}

/** Resolves all days and stores what was proposed. */
export async function judgeAllDays(
  world: Pick<LiveWorld, "make">,
  place: Place,
  body: Json = {},
): Promise<DatedFigures> {
  const { id, query, period } = place;
  const before = await listSpelled(world, place);
  const records = await listRecords(world, id);
  const path = `/timetable/${id}/resolution/days?${query}`;
  const { json: answer } = await world.make("POST", path, body);
  const { changes, solved, left, day_sets } = answer;
  expect(await listRecords(world, id)).toEqual(records);
  const spread = (conflicts: readonly Json[]): Map<string, string[]> =>
    spreadDays({ conflicts: conflicts.map(plain), day_sets }, period);
  const stays = spread(left.map((one: Json) => one["conflict"]));
  const goes = spread(solved);
  for (const [date, list] of before) {
    const told = [...(stays.get(date) ?? []), ...(goes.get(date) ?? [])].sort();
    expect([date, told]).toEqual([date, list]);
  }
  if (changes.length > 0) {
    const trial = await world.make("POST", `/timetable/${id}/what_if/days?${query}`, { changes });
    expect(answer.summaries).toEqual(trial.json.trains);
    expect(trial.json.conflicts.new).toEqual([]);
  }
  await store(world, id, changes);
  const now = await listRecords(world, id);
  expect([...now.keys()]).toEqual([...records.keys()]);
  const after = await listSpelled(world, place);
  for (const [date, list] of after) expect([date, list]).toEqual([date, stays.get(date)]);
  return { solved: solved.length, left: left.length, variants: 0, changes: changes.length };
}
