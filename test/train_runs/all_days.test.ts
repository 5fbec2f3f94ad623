// Method: random dense timetables over changes of clocks, with trains past one and two midnights and works; the conflicts of all days at once are compared with the union of those of each date, joined by a model of the test's own.
import { describe, expect, it } from "vitest";
import { opened } from "../helpers/opened.ts";
import { countTries } from "../helpers/tried.ts";
import { makeRandom, wholeBetween } from "../workers/engine/seeded.ts";
import { compareAllDays, compareDrawn } from "./all_days.ts";
import { type Json, LONG_PERIODS, PERIODS } from "./dated_trains.ts";
import { pick, startLiveWorld } from "./live_world.ts";

const world = opened(startLiveWorld);

/** Of each period: more than 500 in all. */
const SEEDS = countTries({ few: 2, many: 48 });

describe.each([...PERIODS, ...LONG_PERIODS])(
  "conflicts of all days in $time_zone from $first",
  (period) => {
    it("are the union of those of the dates", async () => {
      const total = { conflicts: 0, repeated: 0, shifted: 0 };
      for (let seed = 0; seed < SEEDS; seed++) {
        const random = makeRandom(Date.parse(period.first) + 100 + seed);
        const query = world.queries[seed % 2 === 1 ? 4 : 0] ?? "";
        const seen = await compareDrawn(random, world, period, query);
        total.conflicts += seen.conflicts;
        total.repeated += seen.repeated;
        total.shifted += seen.shifted;
      }
      expect(total.conflicts).toBeGreaterThan(10);
      expect(total.repeated).toBeGreaterThan(2);
      expect(total.shifted).toBeGreaterThan(2);
    });
  },
);

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
    const { json } = await world.make("GET", `/timetable/${id}/conflicts/days?${query}`);
    expect(json.outside_count).toBe(2);
  });

  it("are looked at day by day only near changes of the clock", async () => {
    const period = { first: "2026-03-09", last: "2026-04-12", time_zone: "Europe/Berlin" };
    const { timetable_id: id } = (await world.make("POST", "/timetable", { period })).json;
    const random = makeRandom(8);
    const forms = Array.from({ length: 16 }, (_, i) => ({
      ...world.forms[i % 4],
      start_time: `2026-03-10T${String(20 + (i % 4)).padStart(2, "0")}:${10 + wholeBetween(random, 0, 30)}:00Z`,
      days: pick(random, [
        { weekdays: [1, 2, 3, 4, 5] },
        { weekdays: [6, 7] },
        { weekdays: [1, 2, 3, 4, 5, 6, 7], except: ["2026-03-17"] },
        { weekdays: [2], also: ["2026-03-28", "2026-03-29"] },
      ]),
    }));
    await world.make("POST", `/timetable/${id}/train_schedules`, forms);
    const { compute } = world.services;
    const run = compute.run.bind(compute);
    const found: { left: readonly number[]; days: readonly (readonly number[])[] }[] = [];
    compute.run = async (name, input, options) => {
      const output = await run(name, input, options);
      if (name === "fold_conflicts") found.push((output as unknown as Json)["folded"]);
      return output as never;
    };
    const seen = await compareAllDays(world, { id, period }, world.queries[0] ?? "");
    compute.run = run;
    const [folded] = found;
    expect(found).toHaveLength(1);
    // the clock changes on the 29th of March, at place 20
    expect(folded?.left).toContain(20);
    expect(folded?.left.length).toBeLessThan(5);
    expect(folded?.days.length).toBeGreaterThan(3);
    expect(seen.repeated).toBeGreaterThan(3);
  });

  it("have those that a train meets only since it stands while the clock changes", async () => {
    const period = { first: "2026-09-30", last: "2026-10-06", time_zone: "Australia/Sydney" };
    const { timetable_id: id } = (await world.make("POST", "/timetable", { period })).json;
    const form: Json = { ...world.forms[0] };
    const at = form["path"][1].id;
    const stands = { ...form, schedule: [{ at, stop_for: "PT17H", reception_signal: "OPEN" }] };
    // From 23:30 on Saturday: until 16:30 by the length of its stop, an hour later by the clock.
    const trains = [
      { ...stands, start_time: "2026-10-03T13:30:00Z", days: { weekdays: [6] } },
      { ...form, start_time: "2026-10-04T05:55:00Z", days: { weekdays: [7] } },
    ];
    await world.make("POST", `/timetable/${id}/train_schedules`, trains);
    const seen = await compareAllDays(world, { id, period }, world.queries[0] ?? "");
    expect(seen.conflicts).toBeGreaterThan(0);
  });

  it("need a period, and have no date", async () => {
    const query = world.queries[0] ?? "";
    const { timetable_id: plain } = (await world.make("POST", "/timetable")).json;
    const ask = async (more: string): Promise<unknown[]> => {
      const path = `/timetable/${plain}/conflicts/days?${query}${more}`;
      const { status, json } = await world.call("GET", path);
      return [status, json.type];
    };
    expect(await ask("")).toEqual([400, "editoast:timetable:NoPeriod"]);
    expect(await ask("&date=2026-01-01")).toEqual([400, "editoast:timetable:NoPeriod"]);
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
      return (await world.make("GET", `/timetable/${id}/conflicts/days?${query}`)).json;
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
