// Method: trains on a line of 10 km that differ in one thing of their schedule, margins or options; their simulations are compared with each other and with what the schedule says.
import { beforeAll, describe, expect, it } from "vitest";
import { startTestApi } from "../helpers/api.ts";
import { branchPath, JUNCTION_RAILJSON } from "../helpers/junction_railjson.ts";
import { opened } from "../helpers/opened.ts";
import { hashTables } from "../helpers/test_database.ts";
import {
  effortCurves,
  type Json,
  validStock,
  validTrain,
} from "../platform/http/rules/valid_forms.ts";

/** What a distribution may be off over the whole path (engine.md 5.4). */
const TOLERANCE_MS = 2000;
const MINUTE_MS = 60_000;

const api = opened(startTestApi);
let infra_id: number;
let timetable_id: number;
beforeAll(async () => {
  infra_id = (await api.make("POST", "/infra/railjson?name=junction", JUNCTION_RAILJSON)).json
    .infra;
  timetable_id = (await api.make("POST", "/timetable")).json.timetable_id;
  await api.make("POST", "/rolling_stock", validStock({ name: "electric" }));
});

/** Departure, a place before the junction, one behind it, the end of the line. */
const [start = {}, before = {}, end = {}] = branchPath("N");
const PLACES = [start, before, { id: "behind", track: "M", offset: 3_000_000 }, end];

const STOP_AT_END: Json = { at: "end", stop_for: "PT0S" };

/** Stops at its end, so that it may take its time on the way. */
function train(change: Json = {}): Json {
  const form = { rolling_stock_name: "electric", path: PLACES, schedule: [STOP_AT_END] };
  return validTrain({ ...form, ...change });
}

interface Run {
  readonly path_item_times: readonly number[];
}

interface Simulated {
  readonly id: number;
  readonly text: string;
  readonly base: Run;
  readonly provisional: Run;
  readonly final: Run;
  readonly warnings: readonly { readonly type: string; readonly waypoints: readonly string[] }[];
}

async function create(change: Json): Promise<number> {
  const path = `/timetable/${timetable_id}/train_schedules`;
  return (await api.make("POST", path, [train(change)])).json[0].id;
}

async function read(id: number, query = ""): Promise<Simulated> {
  const path = `/train_schedule/${id}/simulation?infra=${infra_id}${query}`;
  const { json, text } = await api.make("GET", path);
  if (json.status !== "success") throw new Error(text);
  const { base, provisional, final_output: final, warnings = [] } = json;
  return { id, text, base, provisional, final, warnings };
}

async function simulate(change: Json = {}): Promise<Simulated> {
  return await read(await create(change));
}

/** A wanted arrival, with a stop of no length. */
function arrival(at: string, ms: number): Json {
  return { at, arrival: `PT${ms / 1000}S`, stop_for: "PT0S" };
}

const margin = (...values: string[]): Json => ({ boundaries: [], values });

/** Running times from place to place. */
function legsOf({ path_item_times }: Run): number[] {
  return path_item_times.slice(1).map((time, i) => time - (path_item_times[i] ?? 0));
}

function expectNear(actual_ms: number | undefined, wanted_ms: number): void {
  expect(Math.abs((actual_ms ?? Number.NaN) - wanted_ms)).toBeLessThanOrEqual(TOLERANCE_MS);
}

describe("the starting point", () => {
  it("is reached and left at the start time, whether the schedule says so or not", async () => {
    const bare = await simulate();
    expect(bare.base.path_item_times[0]).toBe(0);
    for (const point of [{ at: "start" }, { at: "start", arrival: "PT0S" }]) {
      expect((await simulate({ schedule: [point, STOP_AT_END] })).text).toBe(bare.text);
    }
  });

  it("is left later than the start time where the train stops there", async () => {
    const [bare, stopping] = [
      await simulate(),
      await simulate({ schedule: [{ at: "start", stop_for: "PT3M" }, STOP_AT_END] }),
    ];
    const [first, ...others] = stopping.final.path_item_times;
    expect(first).toBe(0);
    expect(others).toEqual(bare.final.path_item_times.slice(1).map((ms) => ms + 3 * MINUTE_MS));
  });
});

describe("a start time that is moved", () => {
  it("needs no change of any arrival, and changes nothing of the run", async () => {
    const schedule = [{ ...arrival("behind", 10 * MINUTE_MS), stop_for: "PT1M" }, STOP_AT_END];
    const first = await simulate({ schedule });
    const stored = (await api.call("GET", `/train_schedule/${first.id}`)).json.schedule;
    const start_time = "2024-05-23T21:17:00+02:00";
    const moved = await api.make(
      "PUT",
      `/train_schedule/${first.id}`,
      train({ schedule, start_time }),
    );
    expect(moved.json.start_time).toBe("2024-05-23T19:17:00Z");
    expect(moved.json.schedule).toEqual(stored);
    expect((await read(first.id)).text).toBe(first.text);
  });
});

describe("fields that are for display alone", () => {
  it("compute nothing when they change", async () => {
    const first = await simulate({ initial_speed: 3 });
    const { runs } = api.compute;
    const before_count = runs.length;
    const shown = { labels: ["a", "b"], train_name: "other", category: { sub_category_code: "X" } };
    const second = await simulate({ initial_speed: 3, ...shown });
    expect(second.text).toBe(first.text);
    // The text alone is made again, from the same run.
    expect(runs.slice(before_count)).not.toContain("simulate_trains");
    expect(runs.slice(before_count)).not.toContain("find_paths");
  });
});

describe("what the effort curves depend on", () => {
  it("is the comfort, and the electrical profiles where the option says so", async () => {
    const curves = effortCurves() as { modes: Record<string, { curves: unknown[] }> };
    const weak = { speeds: [0, 20, 80], max_efforts: [300_000, 200_000, 50_000] };
    const any = { comfort: null, electrical_profile_level: null, power_restriction_code: null };
    curves.modes["25000V"]?.curves.push(
      { cond: { ...any, comfort: "HEATING" }, curve: weak },
      { cond: { ...any, electrical_profile_level: "22500V" }, curve: weak },
    );
    const stock = validStock({ name: "picky", effort_curves: curves, base_power_class: "1" });
    await api.make("POST", "/rolling_stock", stock);
    const set = {
      levels: [
        {
          value: "22500V",
          power_class: "1",
          track_ranges: ["N", "M"].map((track) => ({ track, begin: 0, end: 4000 })),
        },
      ],
      level_order: { "25000V": ["25000V", "22500V"] },
    };
    const made = await api.make("POST", "/electrical_profile_set?name=low", set);
    const query = `&electrical_profile_set_id=${made.json.id}`;
    const timeOf = async (change: Json): Promise<number> => {
      const id = await create({ rolling_stock_name: "picky", ...change });
      return (await read(id, query)).final.path_item_times.at(-1) ?? 0;
    };
    const options = { use_electrical_profiles: false };
    const strong_ms = await timeOf({ options });
    expect(await timeOf({})).toBeGreaterThan(strong_ms + 1000);
    expect(await timeOf({ options: { use_electrical_profiles: true } })).toBe(await timeOf({}));
    expect(await timeOf({ options, comfort: "HEATING" })).toBeGreaterThan(strong_ms + 1000);
    expect(await timeOf({ options, comfort: "STANDARD" })).toBe(strong_ms);
    expect(await timeOf({ options, comfort: "AIR_CONDITIONING" })).toBe(strong_ms);
  });
});

describe("arrivals and margins", () => {
  it("give three runs: no constraint but stops, then margins alone, then arrivals too", async () => {
    const stop = { at: "before", stop_for: "PT1M" };
    const stops = [stop, STOP_AT_END];
    const plain = await simulate({ schedule: stops });
    const slowed = await simulate({ schedule: stops, margins: margin("10%") });
    const schedule = [stop, arrival("end", 20 * MINUTE_MS)];
    const whole = await simulate({ schedule, margins: margin("10%") });
    expect(plain.final).toMatchObject({ path_item_times: plain.base.path_item_times });
    expect(slowed.base).toEqual(plain.base);
    expect(whole.base).toEqual(plain.base);
    expect(whole.provisional).toEqual(slowed.provisional);
    expect(slowed.final.path_item_times).toEqual(slowed.provisional.path_item_times);
    expectNear(whole.final.path_item_times.at(-1), 20 * MINUTE_MS);
  });

  it("meet each known time of the path, section by section", async () => {
    const wanted_ms = [5 * MINUTE_MS, 12 * MINUTE_MS, 16 * MINUTE_MS];
    const schedule = ["before", "behind", "end"].map((at, i) => arrival(at, wanted_ms[i] ?? 0));
    const { final } = await simulate({ schedule });
    for (const [i, ms] of wanted_ms.entries()) expectNear(final.path_item_times[i + 1], ms);
  });

  it("leave to the margins what comes after the last known time", async () => {
    const schedule = [arrival("before", 10 * MINUTE_MS), STOP_AT_END];
    const margins = { boundaries: ["before"], values: ["0%", "20%"] };
    const { base, final } = await simulate({ schedule, margins });
    expectNear(final.path_item_times[1], 10 * MINUTE_MS);
    const [, ...base_legs] = legsOf(base);
    const [, ...final_legs] = legsOf(final);
    const sum = (legs: number[]): number => legs.reduce((total, leg) => total + leg, 0);
    expectNear(sum(final_legs), 1.2 * sum(base_legs));
    // The end may be as late as the margins make it.
    expect(final.path_item_times.at(-1)).toBeGreaterThan(base.path_item_times.at(-1) ?? 0);
  });

  it("stand for the rest of the schedule where one arrival can't be had", async () => {
    const schedule = [
      { ...arrival("before", 1000), stop_for: "PT1M" },
      arrival("end", 20 * MINUTE_MS),
    ];
    const { base, final, warnings } = await simulate({ schedule });
    expect(final.path_item_times[1]).toBe(base.path_item_times[1]);
    expectNear(final.path_item_times.at(-1), 20 * MINUTE_MS);
    expect(warnings).toMatchObject([
      { type: "unachievable_arrival", waypoints: ["start", "before"] },
      { type: "unachievable_margin_section", waypoints: ["start", "before"] },
    ]);
  });
});

describe("warnings", () => {
  /** An arrival half way from the base to the provisional run, both of which stop before the junction. */
  async function arriveBetween(margins: Json): Promise<Simulated> {
    const stop = { at: "before", stop_for: "PT0S" };
    const { base, provisional } = await simulate({ margins, schedule: [stop, STOP_AT_END] });
    const [from = 0, to = 0] = [base, provisional].map((run) => run.path_item_times.at(-1));
    const schedule = [stop, arrival("end", Math.round((from + to) / 2))];
    return await simulate({ margins, schedule });
  }

  it("tell where margins are lowered to meet an arrival", async () => {
    const { warnings } = await arriveBetween(margin("40%"));
    expect(warnings).toMatchObject([{ type: "negative_adjustment", waypoints: ["start", "end"] }]);
  });

  it("tell which margin section would have to be faster than the base", async () => {
    const margins = { boundaries: ["before"], values: ["0%", "40%"] };
    const { warnings } = await arriveBetween(margins);
    expect(warnings).toMatchObject([
      { type: "negative_adjustment", waypoints: ["start", "end"] },
      { type: "unachievable_margin_section", waypoints: ["start", "before"] },
    ]);
  });

  it("tell where a margin spans a known time, which is no fault of the form", async () => {
    const schedule = [arrival("before", 10 * MINUTE_MS), STOP_AT_END];
    const spanning = await simulate({ schedule, margins: margin("10%") });
    expect(spanning.warnings).toMatchObject([
      { type: "margin_spans_known_time", waypoints: ["start", "end"] },
    ]);
    const margins = { boundaries: ["before"], values: ["10%", "10%"] };
    expect((await simulate({ schedule, margins })).warnings).toEqual([]);
    // Departure and destination are boundaries without being named.
    const at_ends = [{ at: "start", arrival: "PT0S" }, arrival("end", 20 * MINUTE_MS)];
    expect((await simulate({ schedule: at_ends, margins: margin("10%") })).warnings).toEqual([]);
  });
});

describe("derived data", () => {
  it("leave no trace in the database, and come again from the train alone", async () => {
    const id = await create({ margins: margin("5%"), schedule: [arrival("end", 20 * MINUTE_MS)] });
    const query = `infra=${infra_id}`;
    const ranges = [{ track_section: "M", begin: 0, end: 6_000_000, direction: "START_TO_STOP" }];
    const before_all = await hashTables(api.services.db);
    const ask = async (): Promise<string[]> => {
      const answers = [
        await api.make("GET", `/train_schedule/${id}/path?infra_id=${infra_id}`),
        await api.make("GET", `/train_schedule/${id}/simulation?${query}`),
        await api.make("GET", `/train_schedule/simulations_summary?${query}&ids[]=${id}`),
        await api.make("GET", `/timetable/${timetable_id}/conflicts?${query}`),
        await api.make("POST", `/v2/train_schedule/project_path?${query}&ids[]=${id}`, {
          track_section_ranges: ranges,
        }),
      ];
      return answers.map(({ text }) => text);
    };
    const first = await ask();
    expect(await hashTables(api.services.db)).toEqual(before_all);
    for (const key of api.services.derived.keys()) api.services.derived.delete(key);
    expect(await ask()).toEqual(first);
  });
});
