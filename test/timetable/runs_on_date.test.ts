// Method: random trains in timetables of several zones; for each date the lists are compared with what Temporal and the expression say of each train by itself.
import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import { opened } from "../helpers/opened.ts";
import { type CallResult, call, makeServices } from "../helpers/services.ts";
import { startTimetableApi } from "../helpers/timetable_api.ts";
import { type Json, validPacedTrain, validTrain } from "../platform/http/rules/valid_forms.ts";

const api = opened(startTimetableApi);

/** Periods over what clocks do. */
const PERIODS = [
  { first: "2026-03-26", last: "2026-04-02", time_zone: "Europe/Berlin" },
  { first: "2026-10-22", last: "2026-10-28", time_zone: "Europe/Berlin" },
  { first: "2026-04-02", last: "2026-04-08", time_zone: "Australia/Lord_Howe" },
  // skips 2011-12-30
  { first: "2011-12-27", last: "2012-01-03", time_zone: "Pacific/Apia" },
  // at midnight
  { first: "2016-09-29", last: "2016-10-04", time_zone: "America/Asuncion" },
  { first: "2026-01-01", last: "2026-01-06", time_zone: "UTC" },
];
type Period = (typeof PERIODS)[number];

interface Drawn {
  /** Of the example, from the first date at 00:00 UTC. */
  readonly start_s: number;
  readonly weekdays: readonly number[];
  readonly has_days: boolean;
  readonly day_offset: number;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  start_s: fc.oneof(
    fc.integer({ min: -86_400, max: 9 * 86_400 }),
    // far from the period
    fc.integer({ min: -9e8, max: 9e8 }),
  ),
  weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7]),
  has_days: fc.boolean(),
  day_offset: fc.constantFrom(0, 0, 1, 6),
});

function formOf({ start_s, weekdays, has_days, day_offset }: Drawn, { first }: Period): Json {
  const start_time = new Date(Date.parse(first) + start_s * 1000).toISOString();
  return { start_time, ...(has_days ? { days: { weekdays, day_offset } } : {}) };
}

/** When it starts on a date; null: it does not run. */
function judge(train: Json, date: Temporal.PlainDate, { time_zone }: Period): string | null {
  const example = Temporal.Instant.from(String(train["start_time"])).toZonedDateTimeISO(time_zone);
  const days = train["days"] as { weekdays: number[]; day_offset: number } | undefined;
  if (days === undefined) {
    return example.toPlainDate().equals(date) ? String(train["start_time"]) : null;
  }
  if (!days.weekdays.includes(date.dayOfWeek)) return null;
  const start = date
    .add({ days: days.day_offset })
    .toPlainDateTime(example.toPlainTime())
    .toZonedDateTime(time_zone, { disambiguation: "compatible" });
  return new Date(start.epochMilliseconds).toISOString().replace(".000Z", "Z");
}

function listDates({ first, last, time_zone }: Period): Temporal.PlainDate[] {
  const dates: Temporal.PlainDate[] = [];
  const end = Temporal.PlainDate.from(last);
  for (let one = Temporal.PlainDate.from(first); Temporal.PlainDate.compare(one, end) <= 0; ) {
    // a date that the zone skips begins on the next one
    if (one.toZonedDateTime(time_zone).toPlainDate().equals(one)) dates.push(one);
    one = one.add({ days: 1 });
  }
  return dates;
}

describe.each(PERIODS)("trains of a date in $time_zone from $first", (period) => {
  it.each([
    ["train_schedule", validTrain],
    ["paced_train", validPacedTrain],
  ] as const)("%ss are those that run on it, with their starts", async (kind, makeForm) => {
    const id = (await api.make("POST", "/timetable", { period })).json.timetable_id;
    const forms = fc
      .sample(drawn, { numRuns: 60, seed: 46 })
      .map((one) => makeForm({ ...formOf(one, period), exceptions: undefined }));
    await api.create(kind, forms, id);
    const all = (await api.make("GET", `/timetable/${id}/${kind}s?page_size=200`)).json;
    const trains: Json[] = all.results;
    let run_count = 0;
    for (const date of listDates(period)) {
      const answer = await api.make(
        "GET",
        `/timetable/${id}/${kind}s?page_size=200&date=${date.toString()}`,
      );
      const wanted = trains.flatMap((train) => {
        const start_time = judge(train, date, period);
        return start_time === null ? [] : [{ train, start_time }];
      });
      expect(answer.json.results).toEqual(wanted.map(({ train }) => train));
      expect(answer.json.count).toBe(wanted.length);
      expect(answer.json.runs).toEqual(
        wanted.map(({ train, start_time }) => ({
          id: train["id"],
          date: date.toString(),
          start_time,
        })),
      );
      run_count += wanted.length;
    }
    expect(run_count).toBeGreaterThan(20);
  });
});

/** What two servers on one database are asked for between changes. */
interface World {
  readonly id: number;
  period: Period;
  holidays: string[];
  readonly trains: Map<number, Json>;
  readonly send: (method: string, path: string, body?: unknown) => Promise<CallResult>;
}

/** One change of a train, the period or the list of days, by whichever server. */
async function changeAtRandom(world: World, draw: (count: number) => number): Promise<void> {
  const { id, trains, send } = world;
  const dates = ["2026-03-27", "2026-03-28", "2026-03-29", "2026-03-30"];
  const weekdays = [1, 5, 6, 7].slice(draw(4));
  const days = { weekdays, except: [["holidays"], []][draw(2)], day_offset: draw(2) };
  const start_time = `2026-03-2${6 + draw(4)}T0${draw(9)}:30:00Z`;
  const form = validTrain({ start_time, ...(draw(4) > 0 ? { days } : {}) });
  const known = [...trains.keys()];
  const one = known[draw(known.length)];
  const kind = draw(5);
  if (kind === 0) {
    world.period = { ...world.period, last: ["2026-03-30", "2026-04-02"][draw(2)] ?? "" };
    await send("PUT", `/timetable/${id}?force=true`, { period: world.period });
  } else if (kind === 1) {
    world.holidays = dates.filter(() => draw(2) === 0);
    await send("PUT", `/timetable/${id}/day_lists/holidays`, {
      name: "all",
      dates: world.holidays,
    });
  } else if (kind === 2 && one !== undefined && known.length > 3) {
    await send("DELETE", "/train_schedule", { ids: [one] });
    trains.delete(one);
  } else if (kind === 3 && one !== undefined) {
    await send("PUT", `/train_schedule/${one}`, { ...form, days: form["days"] ?? null });
    trains.set(one, form);
  } else {
    const made = await send("POST", `/timetable/${id}/train_schedules`, [form]);
    trains.set(made.json[0].id, form);
  }
}

/** Starts of a date by the judge, by id; the clock's change is among the dates. */
function judgeAll({ trains, holidays, period }: World, date: Temporal.PlainDate): unknown[] {
  return [...trains].flatMap(([id, train]) => {
    const days = train["days"] as { except?: string[] } | undefined;
    if (days?.except?.length === 1 && holidays.includes(date.toString())) return [];
    const start_time = judge(train, date, period);
    return start_time === null ? [] : [{ id, date: date.toString(), start_time }];
  });
}

describe("trains of a date that are changed between its pages", () => {
  it("are those that are stored, whichever of two servers changes and answers", async () => {
    const { services } = api;
    const other = makeServices({ db: services.db, env: {} });
    const random = fc.sample(fc.nat(), { numRuns: 5000, seed: 46 });
    const draw = (count: number): number => (random.pop() ?? 0) % count;
    const send = async (method: string, path: string, body?: unknown): Promise<CallResult> => {
      const request = { method, path, ...(body === undefined ? {} : { body }) };
      const answer = await call(draw(2) === 0 ? services : other, request);
      expect(answer.status, answer.text).toBeLessThan(300);
      return answer;
    };
    const [period] = PERIODS;
    if (period === undefined) throw new Error("no period");
    const id = (await send("POST", "/timetable", { period })).json.timetable_id;
    await send("POST", `/timetable/${id}/day_lists`, { code: "holidays", name: "all", dates: [] });
    const world: World = { id, period, holidays: [], trains: new Map(), send };
    const counts = new Set<number>();
    for (let step = 0; step < 150; step++) {
      await changeAtRandom(world, draw);
      // few, so that most are asked for again
      const date = Temporal.PlainDate.from("2026-03-27").add({ days: draw(3) });
      const wanted = judgeAll(world, date);
      const path = `/timetable/${id}/train_schedules?page_size=3&date=${date.toString()}`;
      const pages = Array.from({ length: Math.ceil(wanted.length / 3) || 1 }, (_, i) => i + 1);
      for (const page of pages) {
        const { json } = await send("GET", `${path}&page=${page}`);
        expect(json.count).toBe(wanted.length);
        expect(json.runs).toEqual(wanted.slice((page - 1) * 3, page * 3));
        expect(json.results.map((one: Json) => one["id"])).toEqual(
          json.runs.map((one: Json) => one["id"]),
        );
      }
      counts.add(wanted.length);
    }
    expect(counts.size).toBeGreaterThan(4);
  });
});

describe("a list of a date", () => {
  it("has pages, and the starts of each page's trains", async () => {
    const period = { first: "2026-01-01", last: "2026-01-31", time_zone: "UTC" };
    const id = (await api.make("POST", "/timetable", { period })).json.timetable_id;
    const days = { weekdays: [4] };
    const forms = [validTrain({ days }), validTrain(), validTrain({ days }), validTrain({ days })];
    const made = await api.create("train_schedule", forms, id);
    const path = `/timetable/${id}/train_schedules?date=2026-01-08&page_size=2`;
    const pages = [await api.make("GET", path), await api.make("GET", `${path}&page=2`)];
    expect(pages.map(({ json }) => [json.count, json.previous, json.next])).toEqual([
      [3, null, 2],
      [3, 1, null],
    ]);
    const ids = pages.map(({ json }) => json.runs.map((run: Json) => run["id"]));
    expect(ids).toEqual([[made[0]?.id, made[2]?.id], [made[3]?.id]]);
    const none = await api.make("GET", `/timetable/${id}/train_schedules?date=2026-01-07`);
    expect(none.json).toMatchObject({ count: 0, results: [], runs: [] });
  });

  it("needs a period that has the date", async () => {
    const [apia] = PERIODS.filter(({ time_zone }) => time_zone === "Pacific/Apia");
    const id = (await api.make("POST", "/timetable", { period: apia })).json.timetable_id;
    const ask = async (timetable: number, date: string) => {
      const path = `/timetable/${timetable}/paced_trains?date=${encodeURIComponent(date)}`;
      const { status, json } = await api.call("GET", path);
      return [status, json.type];
    };
    const outside = [400, "editoast:timetable:DateOutsidePeriod"];
    expect(await ask(id, "2011-12-26")).toEqual(outside);
    expect(await ask(id, "2012-01-04")).toEqual(outside);
    expect(await ask(id, "2011-12-30")).toEqual(outside);
    expect(await ask(api.timetable_id, "2011-12-29")).toEqual([400, "editoast:timetable:NoPeriod"]);
    for (const date of ["2011-12-32", "yesterday", "", "2011-12-29T00:00:00Z"]) {
      expect(await ask(id, date)).toEqual([400, "editoast:request:InvalidQuery"]);
    }
  });

  it("finds a start whatever the names of the train say", async () => {
    const period = { first: "2026-01-01", last: "2026-01-31", time_zone: "UTC" };
    const id = (await api.make("POST", "/timetable", { period })).json.timetable_id;
    const text = '","start_time":"2026-01-09T00:00:00Z","x":"';
    const form = validTrain({
      train_name: text,
      labels: [text, '"start_time":"2026-01-09T00:00:00Z"'],
      start_time: "2026-01-08T00:00:00Z",
    });
    await api.create("train_schedule", [form], id);
    const path = `/timetable/${id}/train_schedules?date=`;
    expect((await api.make("GET", `${path}2026-01-09`)).json.count).toBe(0);
    expect((await api.make("GET", `${path}2026-01-08`)).json.count).toBe(1);
  });
});
