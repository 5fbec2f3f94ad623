// Method: random dense timetables over changes of clocks, with trains past one and two midnights; conflicts of each date are compared with those of a timetable without days that has every train of every day by itself, as an own model of the starts tells them.
import { describe, expect, it } from "vitest";
import { opened } from "../helpers/opened.ts";
import { makeRandom } from "../workers/engine/seeded.ts";
import {
  type DatedTimetable,
  drawDated,
  type Json,
  listDates,
  type ModelRun,
  PERIODS,
  spanOf,
  unroll,
} from "./dated_trains.ts";
import { startLiveWorld } from "./live_world.ts";

const world = opened(startLiveWorld);

/** All conflicts of the period, each with the date on which it begins. */
async function findAll(
  { records, runs, period }: DatedTimetable,
  query: string,
): Promise<{ date: string; text: string }[]> {
  const id = (await world.make("POST", "/timetable")).json.timetable_id;
  const days = new Map<string, { record: Json; date: string; runs: ModelRun[] }>();
  for (const run of runs) {
    const record = records.find((one) => one["kind"] === run.kind && one["id"] === run.id) as Json;
    const key = `${run.kind} ${run.id} ${run.date}`;
    const known = days.get(key) ?? { record, date: run.date, runs: [] };
    known.runs.push(run);
    days.set(key, known);
  }
  const origin = new Map<string, { id: number; date: string }>();
  for (const kind of ["train_schedule", "paced_train"]) {
    const own = [...days.values()].filter(({ record }) => record["kind"] === kind);
    if (own.length === 0) continue;
    const forms = own.map((one) => unroll(one.record, one.runs));
    const made = (await world.make("POST", `/timetable/${id}/${kind}s`, forms)).json;
    for (const [i, { record, date }] of own.entries()) {
      origin.set(`${kind} ${made[i].id}`, { id: record["id"], date });
    }
  }
  const found: Json[] = (await world.make("GET", `/timetable/${id}/conflicts?${query}`)).json;
  const dates = listDates(period).map((date) => ({ date, span: spanOf(date, period.time_zone) }));
  return found.flatMap((conflict) => {
    const begin_ms = Date.parse(conflict["start_time"]);
    const on = dates.find(({ span: [from, to] }) => begin_ms >= from && begin_ms < to);
    if (on === undefined) return [];
    const shiftOf = (date: string): number =>
      Math.round((Date.parse(date) - Date.parse(on.date)) / 86_400_000);
    const owners = [
      ...conflict["train_ids"].map((train: number) => {
        const one = origin.get(`train_schedule ${train}`);
        return ["train", one?.id, shiftOf(one?.date ?? "")];
      }),
      ...conflict["paced_train_occurrence_ids"].map((occurrence: Json) => {
        const { paced_train_id, index, exception_key } = occurrence;
        const one = origin.get(`paced_train ${paced_train_id}`);
        return ["paced", one?.id, index, exception_key, shiftOf(one?.date ?? "")];
      }),
    ];
    return [{ date: on.date, text: spell(conflict, owners) }];
  });
}

function spell(conflict: Json, owners: readonly unknown[]): string {
  const zones = conflict["requirements"].map((one: Json) => JSON.stringify(one)).sort();
  const { conflict_type, start_time, end_time, work_schedule_ids: works } = conflict;
  const named = owners.map((one) => JSON.stringify(one)).sort();
  return JSON.stringify([conflict_type, start_time, end_time, works, named, zones]);
}

/** As the server tells them for a date. */
function spellDated(conflict: Json): string {
  const { train_ids, train_day_shifts, paced_train_occurrence_ids } = conflict;
  expect(train_day_shifts).toHaveLength(train_ids.length);
  return spell(conflict, [
    ...train_ids.map((id: number, i: number) => ["train", id, train_day_shifts[i]]),
    ...paced_train_occurrence_ids.map(
      ({ paced_train_id, index, exception_key, day_shift }: Json) => [
        "paced",
        paced_train_id,
        index,
        exception_key,
        day_shift,
      ],
    ),
  ]);
}

describe.each(PERIODS)("conflicts of a date in $time_zone from $first", (period) => {
  it("are those of all trains of all days that begin on it", async () => {
    const random = makeRandom(Date.parse(period.first) + 1);
    const timetable = await drawDated(random, world, period, [14, 3]);
    let count = 0;
    let shifted = 0;
    const query = world.queries[0] ?? "";
    const all = await findAll(timetable, query);
    for (const date of listDates(period)) {
      const path = `/timetable/${timetable.id}/conflicts?${query}&date=${date}`;
      const texts: string[] = (await world.make("GET", path)).json.map(spellDated);
      const wanted = all.filter((one) => one.date === date).map(({ text }) => text);
      expect([...texts].sort()).toEqual([...wanted].sort());
      count += texts.length;
      shifted += texts.filter((text) => /,-?[1-9]\d*\]"/.test(text)).length;
    }
    expect(count).toBeGreaterThan(5);
    expect(shifted).toBeGreaterThan(0);
  });
});

describe("a date of conflicts", () => {
  it("needs a period that has it, and is asked anew after trains, lists and the period have changed", async () => {
    const query = world.queries[0] ?? "";
    const plain = (await world.make("POST", "/timetable")).json.timetable_id;
    const refused = await world.call(
      "GET",
      `/timetable/${plain}/conflicts?${query}&date=2026-01-01`,
    );
    expect([refused.status, refused.json.type]).toEqual([400, "editoast:timetable:NoPeriod"]);
    const period = { first: "2026-01-01", last: "2026-01-31", time_zone: "UTC" };
    const { timetable_id: id } = (await world.make("POST", "/timetable", { period })).json;
    const list = { code: "some", name: "Some", dates: ["2026-01-05"] };
    await world.make("POST", `/timetable/${id}/day_lists`, list);
    const days = { weekdays: [], also: ["some"] };
    const form = { ...world.forms[0], start_time: "2026-01-01T08:00:00Z", days };
    await world.make("POST", `/timetable/${id}/train_schedules`, [form, form]);
    const countOn = async (date: string): Promise<number> =>
      (await world.make("GET", `/timetable/${id}/conflicts?${query}&date=${date}`)).json.length;
    expect(await countOn("2026-01-06")).toBe(0);
    const before = await countOn("2026-01-05");
    expect(before).toBeGreaterThan(0);
    const moved = { name: "Some", dates: ["2026-01-06"] };
    await world.make("PUT", `/timetable/${id}/day_lists/some`, moved);
    expect([await countOn("2026-01-05"), await countOn("2026-01-06")]).toEqual([0, before]);
    await world.make("POST", `/timetable/${id}/train_schedules`, [form]);
    expect(await countOn("2026-01-06")).not.toBe(0);
    const outside = await world.call("GET", `/timetable/${id}/conflicts?${query}&date=2026-02-01`);
    expect(outside.json.type).toBe("editoast:timetable:DateOutsidePeriod");
  });
});
