// Method: random dense timetables over changes of clocks, with trains past one and two midnights and works; the conflicts of all days at once are compared with the union of those of each date, joined by a model of the test's own.
import { describe, expect, it } from "vitest";
import { opened } from "../helpers/opened.ts";
import { countTries } from "../helpers/tried.ts";
import { makeRandom } from "../workers/engine/seeded.ts";
import { compareAllDays, compareDrawn } from "./all_days.ts";
import { type Json, PERIODS } from "./dated_trains.ts";
import { startLiveWorld } from "./live_world.ts";

const world = opened(startLiveWorld);

/** With all periods more than 500 in all. */
const SEEDS = countTries({ few: 3, many: 72 });

describe.each(PERIODS)("conflicts of all days in $time_zone from $first", (period) => {
  it("are the union of those of the dates", async () => {
    const total = { conflicts: 0, repeated: 0, shifted: 0 };
    for (let seed = 0; seed < SEEDS; seed++) {
      const random = makeRandom(Date.parse(period.first) + 100 + seed);
      const query = world.queries[seed % 3 === 2 ? 4 : 0] ?? "";
      const seen = await compareDrawn(random, world, period, query);
      total.conflicts += seen.conflicts;
      total.repeated += seen.repeated;
      total.shifted += seen.shifted;
    }
    expect(total.conflicts).toBeGreaterThan(10);
    expect(total.repeated).toBeGreaterThan(2);
    expect(total.shifted).toBeGreaterThan(2);
  });
});

describe("conflicts of all days", () => {
  it("leave out trains that start on no day of the period, and say how many", async () => {
    const period = { first: "2026-03-26", last: "2026-04-02", time_zone: "Europe/Berlin" };
    const { timetable_id: id } = (await world.make("POST", "/timetable", { period })).json;
    const startAt = (start_time: string): Json => ({ ...world.forms[0], start_time });
    // the period begins at 23:00 UTC and ends at 22:00
    const inside = ["2026-03-25T23:00:00Z", "2026-04-02T21:59:00Z"].map(startAt);
    const outside = ["2026-03-25T22:59:00Z", "2026-04-02T22:00:00Z"].map(startAt);
    const dated = { ...startAt("2025-01-01T12:00:00Z"), days: { weekdays: [1] } };
    const forms = [...inside, ...outside, dated];
    await world.make("POST", `/timetable/${id}/train_schedules`, forms);
    const query = world.queries[0] ?? "";
    const { json } = await world.make("GET", `/timetable/${id}/conflicts?${query}&days=all`);
    expect(json.outside_count).toBe(2);
  });

  it("need a period, know no other word, and are asked for alone", async () => {
    const query = world.queries[0] ?? "";
    const { timetable_id: plain } = (await world.make("POST", "/timetable")).json;
    const ask = async (more: string): Promise<unknown[]> => {
      const { status, json } = await world.call(
        "GET",
        `/timetable/${plain}/conflicts?${query}${more}`,
      );
      return [status, json.type];
    };
    expect(await ask("&days=all")).toEqual([400, "editoast:timetable:NoPeriod"]);
    expect(await ask("&days=some")).toEqual([400, "editoast:request:InvalidQuery"]);
    const not_both = [400, "editoast:request:InvalidQuery"];
    expect(await ask("&days=all&format=parquet")).toEqual(not_both);
    expect(await ask("&days=all&date=2026-01-01")).toEqual([400, "editoast:request:InvalidQuery"]);
  });

  it("follow changes of trains, lists and the period", async () => {
    const query = world.queries[0] ?? "";
    const period = { first: "2026-01-01", last: "2026-01-31", time_zone: "UTC" };
    const { timetable_id: id } = (await world.make("POST", "/timetable", { period })).json;
    await world.make("POST", `/timetable/${id}/day_lists`, {
      code: "some",
      name: "Some",
      dates: ["2026-01-05"],
    });
    const form = { ...world.forms[0], start_time: "2026-01-01T08:00:00Z" };
    const daily = { ...form, days: { weekdays: [1, 2, 3, 4, 5, 6, 7] } };
    const some = { ...form, days: { weekdays: [], also: ["some"] } };
    const made = await world.make("POST", `/timetable/${id}/train_schedules`, [daily, some]);
    const [, second] = made.json.map((one: Json) => one["id"]);
    const ask = async (): Promise<Json> => {
      await compareAllDays(world, { id, period }, query);
      return (await world.make("GET", `/timetable/${id}/conflicts?${query}&days=all`)).json;
    };
    const setsOf = (answer: Json): string[][] =>
      answer["day_sets"].map(({ first, last }: Json) => [first, last]);
    expect(setsOf(await ask())).toEqual([["2026-01-05", "2026-01-05"]]);
    await world.make("PUT", `/timetable/${id}/day_lists/some`, {
      name: "Some",
      dates: ["2026-01-06", "2026-01-09"],
    });
    expect(setsOf(await ask())).toEqual([["2026-01-06", "2026-01-09"]]);
    await world.make("PUT", `/train_schedule/${second}`, daily);
    const all = await ask();
    expect(setsOf(all)).toEqual([["2026-01-01", "2026-01-31"]]);
    expect(all["day_sets"][0].count).toBe(31);
    await world.make("DELETE", "/train_schedule", { ids: [second] });
    expect(await ask()).toEqual({ day_sets: [], conflicts: [], outside_count: 0 });
  });
});
