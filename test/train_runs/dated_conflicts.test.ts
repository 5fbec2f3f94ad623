// Method: random dense timetables over changes of clocks, with trains past one and two midnights; conflicts of each date are compared with those of a timetable without days that has every train of every day by itself, as an own model of the starts tells them. Works of many days are there cut to the date by the test.
import { describe, expect, it } from "vitest";
import { opened } from "../helpers/opened.ts";
import { makeRandom, type Random } from "../workers/engine/seeded.ts";
import { drawDated, type Json, listDates, PERIODS, type Period, spanOf } from "./dated_trains.ts";
import { beginsOn, makeUnrolled, spellDated, spellUnrolled } from "./dated_unrolled.ts";
import { pick, startLiveWorld } from "./live_world.ts";

const world = opened(startLiveWorld);

interface DrawnWork {
  readonly span: readonly [number, number];
  readonly form: Json;
}

/** Some stand for days, some within one. */
async function drawWorks(random: Random, { first, last, time_zone }: Period): Promise<DrawnWork[]> {
  const [from_ms] = spanOf(first, time_zone);
  const [, to_ms] = spanOf(last, time_zone);
  const list = await world.make("GET", `/infra/${world.infra_id}/railjson`);
  const tracks: Json[] = list.json.track_sections;
  return Array.from({ length: 10 }, (_, i) => {
    const track = pick(random, tracks);
    const begin_ms = Math.round((from_ms + random() * (to_ms - from_ms)) / 60_000) * 60_000;
    const hours = i < 4 ? 100 : pick(random, [1, 8, 30]);
    const range = {
      track_section: track["id"],
      begin: 0,
      end: Math.floor(track["length"] * 1000),
      direction: "START_TO_STOP",
    };
    const form = { track_ranges: [range], obj_id: `w${i}`, work_schedule_type: "TRACK" };
    return { span: [begin_ms, begin_ms + hours * 3_600_000], form };
  });
}

let group_count = 0;

/** The parameter of a group of works, and names by id. */
async function storeWorks(works: readonly DrawnWork[]): Promise<{
  query: string;
  nameOf: (id: number) => string;
}> {
  const work_schedules = works.map(({ form, span: [from_ms, to_ms] }) => ({
    ...form,
    start_date_time: new Date(from_ms).toISOString(),
    end_date_time: new Date(to_ms).toISOString(),
  }));
  const body = { work_schedule_group_name: `dated ${group_count++}`, work_schedules };
  const { work_schedule_group_id: id } = (await world.make("POST", "/work_schedules", body)).json;
  const stored = (await world.make("GET", `/work_schedules/${id}`)).json.work_schedules;
  const names = new Map<number, string>(stored.map((one: Json) => [one["id"], one["obj_id"]]));
  return { query: `&work_schedule_group_id=${id}`, nameOf: (one) => names.get(one) ?? "unknown" };
}

describe.each(PERIODS)("conflicts of a date in $time_zone from $first", (period) => {
  it("are those of all trains of all days that begin on it", async () => {
    const random = makeRandom(Date.parse(period.first) + 1);
    const timetable = await drawDated(random, world, period, [14, 3]);
    let count = 0;
    let shifted = 0;
    const query = world.queries[0] ?? "";
    const unrolled = await makeUnrolled(world, timetable);
    const all: Json[] = (await world.make("GET", `/timetable/${unrolled.id}/conflicts?${query}`))
      .json;
    for (const date of listDates(period)) {
      const path = `/timetable/${timetable.id}/conflicts?${query}&date=${date}`;
      const texts: string[] = (await world.make("GET", path)).json.map((one: Json) =>
        spellDated(one),
      );
      const wanted = all
        .filter((one) => beginsOn(one, date, period.time_zone))
        .map((one) => spellUnrolled(unrolled, one, date));
      expect([...texts].sort()).toEqual([...wanted].sort());
      count += texts.length;
      shifted += texts.filter((text) => /,-?[1-9]\d*\]"/.test(text)).length;
    }
    expect(count).toBeGreaterThan(5);
    expect(shifted).toBeGreaterThan(0);
  });

  it("have its works as long as they stand on it, each day with the trains that meet them then", async () => {
    const random = makeRandom(Date.parse(period.first) + 2);
    const timetable = await drawDated(random, world, period, [14, 3]);
    const unrolled = await makeUnrolled(world, timetable);
    const drawn = await drawWorks(random, period);
    const whole = await storeWorks(drawn);
    const dates_by_work = new Map<string, number>();
    for (const date of listDates(period)) {
      const query = `${world.queries[0]}${whole.query}&date=${date}`;
      const told: Json[] = (
        await world.make("GET", `/timetable/${timetable.id}/conflicts?${query}`)
      ).json;
      const [from_ms, to_ms] = spanOf(date, period.time_zone);
      const cut = drawn.flatMap(({ form, span }): DrawnWork[] => {
        const own = [Math.max(span[0], from_ms), Math.min(span[1], to_ms)] as const;
        return own[0] < own[1] ? [{ form, span: own }] : [];
      });
      const part = cut.length === 0 ? { query: "", nameOf: String } : await storeWorks(cut);
      const path = `/timetable/${unrolled.id}/conflicts?${world.queries[0]}${part.query}`;
      const wanted: Json[] = (await world.make("GET", path)).json.filter(
        (one: Json) => one["work_schedule_ids"].length > 0 || beginsOn(one, date, period.time_zone),
      );
      const texts = told.map((one) => spellDated(one, whole.nameOf));
      const others = wanted.map((one) => spellUnrolled(unrolled, one, date, part.nameOf));
      expect(texts.sort()).toEqual(others.sort());
      for (const name of new Set(told.flatMap((one) => one["work_schedule_ids"]))) {
        dates_by_work.set(name, (dates_by_work.get(name) ?? 0) + 1);
      }
    }
    expect(Math.max(0, ...dates_by_work.values())).toBeGreaterThan(1);
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
