// Method: groups come out as they were sent; runs inside and outside of a limit's time on one line; paced trains under limits against the same trains stored one by one; counts of what is computed.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestApi } from "../helpers/api.ts";
import { validLimits } from "../platform/http/rules/valid_forms.ts";
import { expandNaively } from "../timetable/paced_train/naive_expansion.ts";
import { makeRandom, type Random, wholeBetween } from "../workers/engine/seeded.ts";
import {
  createGroup,
  type LimitForm,
  network,
  type Range,
  startTinyApi,
  withGroup,
} from "./limit_groups.ts";

type Json = Record<string, unknown>;

const FORMS = network.train_schedules.map((form): Json => ({ ...form }));
const DAY = "2026-03-02";
const HOUR_MS = 3_600_000;

let api: TestApi;
let infra_id: number;
beforeAll(async () => {
  ({ api, infra_id } = await startTinyApi({ temporary_speed_limits: 500 }));
});
afterAll(async () => {
  await api.close();
});

async function store(what: "paced_trains" | "train_schedules", forms: Json[]): Promise<Stored> {
  const { timetable_id } = (await api.make("POST", "/timetable")).json;
  const records = (await api.make("POST", `/timetable/${timetable_id}/${what}`, forms)).json;
  return { timetable_id, records };
}

interface Stored {
  readonly timetable_id: number;
  readonly records: readonly (Json & { readonly id: number })[];
}

async function storeOne(form: Json): Promise<number> {
  return (await store("train_schedules", [form])).records[0]!.id;
}

async function simulate(id: number, group_id: number | null): Promise<string> {
  return (
    await api.make("GET", `/train_schedule/${id}/simulation?${withGroup(infra_id, group_id)}`)
  ).text;
}

/** Runs that are kept. */
function countRuns(): number {
  return api.services.derived.keys().filter((key) => key.startsWith("simulation:")).length;
}

/** The whole tracks that a train runs on, in its direction. */
async function rangesOf(form: Json): Promise<Range[]> {
  const id = await storeOne(form);
  const path = (await api.make("GET", `/train_schedule/${id}/path?infra=${infra_id}`)).json;
  const length_of = new Map(network.railjson.track_sections.map((one) => [one.id, one.length]));
  return path.track_section_ranges.map((one: { track_section: string; direction: string }) => ({
    track: one.track_section,
    begin: 0,
    end: length_of.get(one.track_section) ?? 0,
    direction: one.direction,
  }));
}

/** A limit from one hour of the day to another; hours may be fractions. */
function limitOf(
  track_ranges: readonly Range[],
  from_h: number,
  to_h: number,
  speed_limit = 8,
): LimitForm {
  const day_ms = Date.parse(`${DAY}T00:00:00Z`);
  return {
    start_date_time: new Date(day_ms + from_h * HOUR_MS).toISOString(),
    end_date_time: new Date(day_ms + to_h * HOUR_MS).toISOString(),
    track_ranges,
    speed_limit,
    obj_id: "limit",
  };
}

const at = (form: Json | undefined, time: string): Json => ({
  ...form,
  start_time: `${DAY}T${time}Z`,
});

describe("a group of temporary speed limits", () => {
  it("is created, listed, read and deleted", async () => {
    const given = validLimits({ speed_limit_group_name: "first" });
    const made = await api.call("POST", "/temporary_speed_limit_group", given);
    const { group_id } = made.json;
    expect([made.status, made.json]).toEqual([200, { group_id }]);
    const name = { group_id, speed_limit_group_name: "first" };
    expect((await api.make("GET", "/temporary_speed_limit_group")).json.results).toContainEqual(
      name,
    );
    const path = `/temporary_speed_limit_group/${group_id}`;
    const [limit] = given["speed_limits"] as Json[];
    // Without a zone a time is in UTC.
    const told = { ...limit, start_date_time: "2024-05-22T08:00:00Z" };
    expect((await api.make("GET", path)).json).toEqual({ ...name, speed_limits: [told] });
    expect((await api.call("DELETE", path)).status).toBe(204);
    expect((await api.call("GET", path)).status).toBe(404);
  });

  it("has no more limits than the setting says", async () => {
    const { speed_limits } = validLimits();
    const [limit] = speed_limits as LimitForm[];
    const refused = await api.call("POST", "/temporary_speed_limit_group", {
      speed_limit_group_name: "many",
      speed_limits: Array.from({ length: 501 }, () => limit),
    });
    expect([refused.status, refused.json.context]).toEqual([422, { count: 501, count_max: 500 }]);
  });
});

describe("a train under a temporary speed limit", () => {
  it("is slower when it is there in its time, from the first moment on and up to the last", async () => {
    const ranges = await rangesOf(FORMS[0]!);
    const group = await createGroup(api, [limitOf(ranges, 6, 8)]);
    const free_run = JSON.parse(await simulate(await storeOne(at(FORMS[0], "00:00:00")), null));
    // It is slower with its margin: its final run still meets the limit when its base would not.
    const run_ms = free_run.final_output.times.at(-1);
    const before = (ms: number): string =>
      new Date(Date.parse(`${DAY}T06:00:00Z`) - run_ms - ms).toISOString().slice(11, -1);
    for (const [time, is_limited] of [
      [before(1), false],
      [before(0), true],
      ["06:00:00", true],
      ["07:59:59.999", true],
      ["08:00:00", false],
    ] as const) {
      const id = await storeOne(at(FORMS[0], time));
      const [free, limited] = [await simulate(id, null), await simulate(id, group)];
      if (!is_limited) {
        expect(limited, time).toBe(free);
        continue;
      }
      const [slow, fast] = [JSON.parse(limited), JSON.parse(free)];
      expect(slow.base.times.at(-1), time).toBeGreaterThan(1.5 * fast.base.times.at(-1));
      expect(Math.max(...slow.base.speeds)).toBeLessThanOrEqual(8);
      for (const { speed, source } of slow.mrsp.values) {
        expect(speed).toBeLessThanOrEqual(8);
        if (speed === 8) expect(source).toBeUndefined();
      }
    }
  });

  it("is as fast as ever when the limit is for the other direction or faster than the train", async () => {
    const ranges = await rangesOf(FORMS[0]!);
    const turned = ranges.map((range) => ({
      ...range,
      direction: range.direction === "START_TO_STOP" ? "STOP_TO_START" : "START_TO_STOP",
    }));
    const group = await createGroup(api, [limitOf(turned, 6, 8), limitOf(ranges, 6, 8, 140)]);
    const id = await storeOne(at(FORMS[0], "07:00:00"));
    expect(await simulate(id, group)).toBe(await simulate(id, null));
  });

  it("is told the same by simulation, summaries and projections, in the query and in the body", async () => {
    const ranges = await rangesOf(FORMS[0]!);
    const temporary_speed_limit_group_id = await createGroup(api, [limitOf(ranges, 6, 8)]);
    const id = await storeOne(at(FORMS[0], "07:00:00"));
    const query = `${withGroup(infra_id, temporary_speed_limit_group_id)}&ids[]=${id}`;
    const run = JSON.parse(await simulate(id, temporary_speed_limit_group_id));
    const body = { infra_id, ids: [id], temporary_speed_limit_group_id };
    const summary = "/train_schedule/simulations_summary";
    const summaries = [
      await api.make("GET", `${summary}?${query}`),
      await api.make("POST", summary, body),
    ];
    for (const { json } of summaries) {
      expect(json[id].time).toBe(run.final_output.times.at(-1));
      expect(json[id].path_item_times_base).toEqual(run.base.path_item_times);
    }
    const path = (await api.make("GET", `/train_schedule/${id}/path?infra=${infra_id}`)).json;
    const project = "/train_schedule/project_path";
    const projections = [
      await api.make("POST", `${project}?${query}`, { path }),
      await api.make("POST", project, { ...body, path }),
    ];
    for (const { json } of projections) {
      expect(json[id].space_time_curves[0].times.at(-1)).toBe(run.final_output.times.at(-1));
    }
    const free = await api.make("POST", project, { infra_id, ids: [id], path });
    expect(free.json[id].space_time_curves).not.toEqual(projections[0]?.json[id].space_time_curves);
  });

  it("is computed anew only when it meets others", async () => {
    const ranges = await rangesOf(FORMS[1]!);
    const [one, other] = [limitOf(ranges, 6, 8, 7), limitOf(ranges.slice(0, 1), 7, 9, 6)];
    const group = await createGroup(api, [one, other]);
    const misses = async (time: string, group_id: number): Promise<number> => {
      const id = await storeOne(at(FORMS[1], time));
      const before = countRuns();
      await simulate(id, group_id);
      return countRuns() - before;
    };
    await simulate(await storeOne(FORMS[1]!), null);
    expect(await misses("05:00:00", group), "none: as without a group").toBe(0);
    expect(await misses("06:10:00", group)).toBe(1);
    expect(await misses("06:50:00", group)).toBe(0);
    expect(await misses("07:10:00", group)).toBe(1);
    expect(await misses("08:10:00", group)).toBe(1);
    expect(await misses("09:00:00", group)).toBe(0);
    // Another group that says the same, in another order and at another time of the day.
    const later = [limitOf(other.track_ranges, 12, 14, 6), limitOf(ranges, 10, 20, 7)];
    const same = await createGroup(api, later);
    expect(await misses("13:00:00", same)).toBe(0);
    expect(await misses("11:00:00", same)).toBe(0);
    const faster = await createGroup(api, [{ ...one, speed_limit: 7.5 }]);
    expect(await misses("06:10:00", faster)).toBe(1);
  });
});

function drawLimits(random: Random, ranges: readonly Range[]): LimitForm[] {
  return Array.from({ length: wholeBetween(random, 1, 8) }, () => {
    const from = wholeBetween(random, 0, ranges.length - 1);
    const some = ranges.slice(from, from + wholeBetween(random, 1, 3));
    const from_h = 4 + 4 * random();
    // Many begin or end while trains are on their way.
    const hours = random() < 0.5 ? 0.05 + 0.3 * random() : 0.2 + 3 * random();
    return limitOf(some, from_h, from_h + hours, 5 + 20 * random());
  });
}

function drawPacedTrain(random: Random): Json {
  const count = wholeBetween(random, 1, 8);
  const interval_s = wholeBetween(random, 5, 40) * 60;
  const minutes = wholeBetween(random, 0, 90);
  const time = (offset_min: number): string =>
    new Date(Date.parse(`${DAY}T05:00:00Z`) + (minutes + offset_min) * 60_000).toISOString();
  const exceptions = Array.from({ length: wholeBetween(random, 0, 3) }, (_, i) => ({
    key: `k${i}`,
    ...(i < count && random() < 0.7 ? { occurrence_index: i } : {}),
    ...(random() < 0.5 ? { start_time: { value: time(wholeBetween(random, -60, 200)) } } : {}),
    ...(random() < 0.5 ? { speed_limit_tag: { value: null } } : {}),
  }));
  return {
    ...FORMS[wholeBetween(random, 0, FORMS.length - 1)],
    start_time: time(0),
    paced: { time_window: `PT${count * interval_s}S`, interval: `PT${interval_s}S` },
    exceptions,
  };
}

/** The conflicts with every train under one name, whichever kind it is of. */
async function conflictsOf(
  timetable_id: number,
  group_id: number | null,
  nameOf: (owner: unknown) => string,
): Promise<string[]> {
  const url = `/timetable/${timetable_id}/conflicts?${withGroup(infra_id, group_id)}`;
  const conflicts: Json[] = (await api.make("GET", url)).json;
  return conflicts
    .map(({ train_ids, train_schedule_ids: _, paced_train_occurrence_ids, ...rest }) => {
      const owners = [...(train_ids as unknown[]), ...(paced_train_occurrence_ids as unknown[])];
      return JSON.stringify({ ...rest, owners: owners.map(nameOf).sort() });
    })
    .sort();
}

describe("paced trains under temporary speed limits", () => {
  it("run as the same trains stored one by one, in 25 random timetables", async () => {
    const random = makeRandom(21);
    const all_ranges = (await Promise.all(FORMS.map(rangesOf))).flat();
    const seen = { conflicts: 0, changed: 0, exceptions: 0 };
    for (let round = 0; round < 25; round++) {
      const group = await createGroup(api, drawLimits(random, all_ranges));
      const forms = Array.from({ length: wholeBetween(random, 1, 3) }, () =>
        drawPacedTrain(random),
      );
      const paced = await store("paced_trains", forms);
      const names: string[] = [];
      const trains: Json[] = [];
      for (const { id, timetable_id: _, ...record } of paced.records) {
        for (const { occurrence, train } of expandNaively(record)) {
          names.push(JSON.stringify({ paced_train_id: id, ...occurrence }));
          trains.push(train);
        }
      }
      const single = await store("train_schedules", trains);
      const name_of = new Map(single.records.map(({ id }, i) => [id, names[i] ?? ""]));
      const found = await conflictsOf(paced.timetable_id, group, JSON.stringify);
      const expected = await conflictsOf(
        single.timetable_id,
        group,
        (id) => name_of.get(Number(id)) ?? "",
      );
      expect(found).toEqual(expected);
      seen.conflicts += found.length;
      const free = await conflictsOf(paced.timetable_id, null, JSON.stringify);
      if (JSON.stringify(free) !== JSON.stringify(found)) seen.changed++;
      seen.exceptions += await compareExceptions(paced, group, name_of);
    }
    expect(seen.conflicts).toBeGreaterThan(50);
    expect(seen.changed).toBeGreaterThan(5);
    expect(seen.exceptions).toBeGreaterThan(10);
  });

  it("are simulated once for each set of limits that their occurrences meet", async () => {
    const form = { ...FORMS[2], margins: { boundaries: [], values: ["6.25%"] } };
    const ranges = await rangesOf(form);
    const group = await createGroup(api, [
      limitOf(ranges, 6, 9),
      limitOf(ranges.slice(1), 8, 12, 6),
    ]);
    const paced = { time_window: "P1D", interval: "PT5M" };
    const { timetable_id } = await store("paced_trains", [{ ...at(form, "00:00:00"), paced }]);
    const before = countRuns();
    await api.make("GET", `/timetable/${timetable_id}/conflicts?${withGroup(infra_id, group)}`);
    // Before 6 and from 12 on, to 8, to 9, to 12.
    expect(countRuns() - before).toBe(4);
  });
});

/** Each exception's simulation and summary against those of the train stored by itself. */
async function compareExceptions(
  paced: Stored,
  group: number,
  name_of: ReadonlyMap<number, string>,
): Promise<number> {
  let count = 0;
  const ids = paced.records.map(({ id }) => id);
  const list = ids.map((id) => `&ids[]=${id}`).join("");
  const summary = `/paced_train/simulations_summary?${withGroup(infra_id, group)}${list}`;
  const summaries = (await api.make("GET", summary)).json;
  for (const [single_id, name] of name_of) {
    const { paced_train_id, exception_key: key } = JSON.parse(name);
    if (key === undefined) continue;
    const url = `/paced_train/${paced_train_id}/simulation?${withGroup(infra_id, group)}`;
    const found = (await api.make("GET", `${url}&exception_key=${key}`)).text;
    expect(found).toBe(await simulate(single_id, group));
    const { paced_train, exceptions } = summaries[paced_train_id];
    const run = JSON.parse(found);
    const told = exceptions[key] ?? paced_train;
    if (run.status === "success") expect(told.time).toBe(run.final_output.times.at(-1));
    count++;
  }
  return count;
}
