// Method: recorded simulations replayed as stored trains over HTTP; validity, caching and freshness on a network drawn by hand.
import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { printSummary } from "../../src/train_runs/simulation/simulation_answer.ts";
import { compareValues } from "../conformance/requirements.ts";
import { REQUIREMENT_LISTS } from "../conformance/simulation.ts";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import {
  HAS_REFERENCE,
  hasSinglePlaces,
  importProfileSet,
  infraImporter,
  listCases,
  type RecordedCase,
  toStockForm,
  toTrain,
} from "../helpers/recorded.ts";
import { TINY_RAILJSON } from "../helpers/tiny_railjson.ts";
import { effortCurves, validStock, validTrain } from "../platform/http/rules/valid_forms.ts";

const api = opened(startTestApi);
let infra_id: number;
let timetable_id: number;
beforeAll(async () => {
  infra_id = (await api.make("POST", "/infra/railjson?name=tiny", TINY_RAILJSON)).json.infra;
  timetable_id = (await api.make("POST", "/timetable")).json.timetable_id;
  await api.make("POST", "/rolling_stock", validStock({ name: "electric" }));
});

type Json = Record<string, unknown>;

const PATH = [
  { id: "a", track: "A", offset: 100_000 },
  { id: "m", uic: 1 },
  { id: "z", track: "B", offset: 900_000 },
];

const SIMULATION_KEYS = [
  "status",
  "base",
  "provisional",
  "final_output",
  "mrsp",
  "electrical_profiles",
];

function train(change: Json = {}): Json {
  return validTrain({ rolling_stock_name: "electric", path: PATH, schedule: [], ...change });
}

async function create(...trains: readonly Json[]): Promise<number[]> {
  const path = `/timetable/${timetable_id}/train_schedules`;
  const rows = (await api.make("POST", path, trains)).json as { id: number }[];
  return rows.map(({ id }) => id);
}

async function summaries(ids: readonly number[], query = ""): Promise<Record<string, Json>> {
  const list = ids.map((id) => `&ids[]=${id}`).join("");
  const path = `/train_schedule/simulations_summary?infra=${infra_id}${list}${query}`;
  return (await api.make("GET", path)).json;
}

async function read(id: number | undefined, what: "path" | "simulation"): Promise<Json> {
  return (await api.make("GET", `/train_schedule/${id}/${what}?infra_id=${infra_id}`)).json;
}

describe("a train that runs", () => {
  it("has a path, a simulation and a summary that agree", async () => {
    const [id] = await create(train());
    const path = await read(id, "path");
    expect(path).toMatchObject({
      status: "success",
      length: 1_800_000,
      path_item_positions: [0, 400_000, 1_800_000],
    });
    const simulation = await read(id, "simulation");
    expect(Object.keys(simulation)).toEqual(SIMULATION_KEYS);
    const { signal_sightings, zone_updates, spacing_requirements, routing_requirements, ...run } =
      simulation["final_output"] as Json;
    expect(simulation["provisional"]).toEqual(simulation["base"]);
    expect(run).toEqual(simulation["base"]);
    expect(signal_sightings).toMatchObject([{ signal: "s.right", state: "VL" }]);
    expect(zone_updates).toMatchObject([{ is_entry: true }, { is_entry: true }, {}]);
    expect(spacing_requirements).toMatchObject([{ begin_time: 0 }, {}]);
    expect(routing_requirements).toMatchObject([{ route: "rt.a-det", begin_time: 0 }, {}]);
    const base = simulation["base"] as Record<string, number[]>;
    const { [String(id)]: summary } = await summaries([id ?? 0]);
    expect(summary).toEqual({
      status: "success",
      length: base["positions"]?.at(-1),
      time: base["times"]?.at(-1),
      energy_consumption: base["energy_consumption"],
      path_item_times_final: base["path_item_times"],
      path_item_times_provisional: base["path_item_times"],
      path_item_times_base: base["path_item_times"],
      traction_j: base["traction_j"],
      braking_j: base["braking_j"],
    });
    expect(summary?.["traction_j"]).toBeGreaterThan(0);
    expect(summary?.["braking_j"]).toBeGreaterThan(0);
    expect(summary?.["length"]).toBe(1_800_000);
    // 1.8 km at no more than 30 m/s on the first 900 m and 80 m/s after it.
    expect(summary?.["time"]).toBeGreaterThan((900 / 30 + 900 / 80) * 1000);
  });

  it("stops for as long as its schedule says", async () => {
    const [through, stopping] = await create(
      train(),
      train({ schedule: [{ at: "m", stop_for: "PT2M" }] }),
    );
    const found = await summaries([through ?? 0, stopping ?? 0]);
    const time = (id: number | undefined): number => Number(found[String(id)]?.["time"]);
    expect(time(stopping)).toBeGreaterThan(time(through) + 120_000);
  });

  it("uses its tag, and a fallback of its tag, where the network has one", async () => {
    const tagged = await create(
      train({ speed_limit_tag: "MA100" }),
      train({ speed_limit_tag: "HLP" }),
      train({ speed_limit_tag: "XXX" }),
      train(),
    );
    const first = await Promise.all(
      tagged.map(async (id) => {
        const { mrsp } = await read(id, "simulation");
        return (mrsp as { values: unknown[] }).values[0];
      }),
    );
    const source = (speed_limit_source_type: string, tag?: string): Json => ({
      source: { speed_limit_source_type, ...(tag === undefined ? {} : { tag }) },
    });
    expect(first).toEqual([
      { speed: 25, ...source("given_train_tag", "MA100") },
      { speed: 25, ...source("fallback_tag", "MA100") },
      { speed: 30, ...source("unknown_tag") },
      { speed: 30 },
    ]);
  });

  it("has three runs with margins and arrivals, and its summary the times of all", async () => {
    const stop = { at: "z", stop_for: "PT0S" };
    const [id = 0] = await create(
      train({
        margins: { boundaries: [], values: ["10%"] },
        schedule: [{ ...stop, arrival: "PT10M" }],
      }),
    );
    const simulation = await read(id, "simulation");
    expect(Object.keys(simulation)).toEqual(SIMULATION_KEYS);
    const { [String(id)]: summary } = await summaries([id]);
    const runs = ["base", "provisional", "final_output"].map((name) => {
      const { times, path_item_times, ...figures } = simulation[name] as Json;
      const { energy_consumption, traction_j, braking_j } = figures;
      const time = (times as number[]).at(-1) ?? 0;
      return { time, path_item_times, energy_consumption, traction_j, braking_j };
    });
    const [base, provisional, final] = runs;
    // The tolerance of one range over the whole path (engine.md 5.4).
    expect(Math.abs((provisional?.time ?? 0) - 1.1 * (base?.time ?? 0))).toBeLessThanOrEqual(2000);
    expect(Math.abs((final?.time ?? 0) - 600_000)).toBeLessThanOrEqual(2000);
    expect(summary).toEqual({
      status: "success",
      length: 1_800_000,
      time: final?.time,
      energy_consumption: final?.energy_consumption,
      path_item_times_final: final?.path_item_times,
      path_item_times_provisional: provisional?.path_item_times,
      path_item_times_base: base?.path_item_times,
      traction_j: final?.traction_j,
      braking_j: final?.braking_j,
    });
    expect(final?.traction_j).toBeLessThan(Number(base?.traction_j));
  });

  it("tells by the names of its waypoints what of its schedule can't be had", async () => {
    const [first = 0, second = 0] = await create(
      train({ schedule: [{ at: "m", arrival: "PT1S" }] }),
      train({
        path: PATH.map((waypoint) => ({ ...waypoint, id: `the ${waypoint.id}` })),
        schedule: [{ at: "the m", arrival: "PT1S" }],
      }),
    );
    const before = api.compute.runs.length;
    const found = await summaries([first, second]);
    expect(api.compute.runs.slice(before)).toEqual(["simulate_trains"]);
    for (const [id, names] of [
      [first, ["a", "m"]],
      [second, ["the a", "the m"]],
    ] as const) {
      const { base, warnings } = await read(id, "simulation");
      const arrival_ms = (base as { path_item_times: number[] }).path_item_times[1] ?? 0;
      const possible_s = expect.closeTo(arrival_ms / 1000, 2) as number;
      const told = { waypoints: names, wanted_s: 1, possible_s };
      expect(warnings).toEqual([
        {
          type: "unachievable_arrival",
          ...told,
          earliest_s: possible_s,
          latest_s: expect.any(Number) as number,
        },
        { type: "unachievable_margin_section", ...told },
      ]);
      expect(found[String(id)]).toMatchObject({ status: "success", warnings_count: 2 });
    }
  });

  it("tells power restrictions that change nothing", async () => {
    const restrict = (from: string, to: string, value: string) => ({
      power_restrictions: [{ from, to, value }],
    });
    const ids = await create(
      train(restrict("a", "m", "no such code")),
      train(restrict("m", "a", "no such code")),
      train(restrict("m", "m", "no such code")),
      train({}),
    );
    const found = await summaries(ids);
    const kinds = ["unknown_power_restriction", "empty_power_restriction"];
    const told = (type: string | undefined, from: string, to: string) => [
      { type, waypoints: [from, to], wanted_s: 0, possible_s: 0 },
    ];
    const wanted = [told(kinds[0], "a", "m"), told(kinds[1], "m", "a"), told(kinds[1], "m", "m")];
    for (const [i, id] of ids.entries()) {
      expect((await read(id, "simulation"))["warnings"]).toEqual(wanted[i]);
      expect(found[String(id)]?.["warnings_count"]).toEqual(wanted[i]?.length);
    }
  });

  it("with a zero margin and an arrival of zero at its start has one run", async () => {
    const [id] = await create(
      train({
        margins: { boundaries: [], values: ["0%"] },
        schedule: [{ at: "a", arrival: "PT0S" }],
      }),
    );
    const { base, provisional } = await read(id, "simulation");
    expect(provisional).toEqual(base);
  });
});

describe("an invalid train tells why, in every answer", () => {
  const cases: readonly (readonly [string, Json, Json])[] = [
    [
      "its rolling stock does not exist",
      { rolling_stock_name: "ghost" },
      {
        failed_status: "pathfinding_input_error",
        error_type: "rolling_stock_not_found",
        rolling_stock_name: "ghost",
      },
    ],
    [
      "it has one waypoint only",
      { path: PATH.slice(0, 1) },
      { failed_status: "pathfinding_input_error", error_type: "not_enough_path_items" },
    ],
    [
      "a waypoint is not in the network",
      { path: [PATH[0], { id: "b", uic: 99 }] },
      {
        failed_status: "pathfinding_input_error",
        error_type: "invalid_path_items",
        items: [{ index: 1, path_item: { uic: 99, secondary_code: null } }],
      },
    ],
    [
      "a waypoint is marked as deleted",
      { path: [{ ...PATH[0], deleted: true }, PATH[2]] },
      {
        failed_status: "pathfinding_input_error",
        error_type: "invalid_path_items",
        items: [{ index: 0, path_item: { track: "A", offset: 100_000 } }],
      },
    ],
    [
      "no path leads over its waypoints",
      { path: [PATH[2], PATH[0], { id: "again", track: "B", offset: 950_000 }] },
      {
        failed_status: "pathfinding_not_found",
        error_type: "not_found_in_blocks",
        track_section_ranges: [],
        length: 0,
      },
    ],
  ];

  it.each(cases)("%s", async (_, change, failure) => {
    const [id] = await create(train(change));
    expect(await read(id, "path")).toEqual({ status: "failure", ...failure });
    expect(await read(id, "simulation")).toEqual({
      status: "pathfinding_failed",
      pathfinding_failed: failure,
    });
    const { failed_status, ...rest } = failure;
    expect((await summaries([id ?? 0]))[String(id)]).toEqual({ status: failed_status, ...rest });
  });

  it("its run can't be simulated: a typed engine error", async () => {
    const feeble = effortCurves({ max_efforts: [1, 1, 1] });
    await api.make("POST", "/rolling_stock", validStock({ name: "feeble", effort_curves: feeble }));
    const [id] = await create(train({ rolling_stock_name: "feeble" }));
    expect(await read(id, "simulation")).toMatchObject({
      status: "simulation_failed",
      core_error: { status: 500, type: expect.stringMatching(/^core:/) },
    });
    expect((await summaries([id ?? 0]))[String(id)]).toEqual({
      status: "simulation_failed",
      error_type: expect.stringMatching(/^core:/),
    });
  });
});

describe("a summary of a search that broke off", () => {
  it("tells the engine's error", () => {
    const error = { type: "core:pathfinding_timeout", message: "given up", context: {} } as const;
    const failure = { kind: "internal_error", error } as const;
    // A stored train as the database gives it; the summary does not look into it.
    const none = {} as Parameters<typeof printSummary>[0]["train"];
    expect(printSummary({ kind: "failed", train: none, failure, items: [] })).toEqual({
      status: "pathfinding_failure",
      core_error: { status: 500, ...error },
    });
  });
});

describe("what is computed", () => {
  it("is shared by equal trains, and moving one in time computes nothing", async () => {
    const { runs } = api.compute;
    const same = Array.from({ length: 30 }, () => train({ initial_speed: 7 }));
    const ids = await create(...same);
    const before = runs.length;
    await summaries(ids);
    expect(runs.slice(before)).toEqual(["simulate_trains"]);
    const moved = train({ initial_speed: 7, start_time: "2030-01-01T00:00:00Z" });
    await api.make("PUT", `/train_schedule/${ids[0]}`, moved);
    const after = runs.length;
    await summaries(ids);
    expect(runs.length).toBe(after);
  });

  it("is new after a change of the rolling stock, the network or the train", async () => {
    const form = validStock({ name: "changing" });
    const { id: stock_id } = (await api.make("POST", "/rolling_stock", form)).json;
    const [id = 0] = await create(train({ rolling_stock_name: "changing" }));
    const energy = async (): Promise<number> =>
      Number((await summaries([id]))[String(id)]?.["energy_consumption"]);
    const light = await energy();
    await api.make("PATCH", `/rolling_stock/${stock_id}`, { ...form, mass: 1_500_000 });
    const heavy = await energy();
    expect(heavy).toBeGreaterThan(light);
    await api.make("PUT", `/train_schedule/${id}`, train({ rolling_stock_name: "electric" }));
    expect(await energy()).toBe(light);
    await api.make("DELETE", `/rolling_stock/${stock_id}`);
    expect((await summaries([id]))[String(id)]).toMatchObject({ status: "success" });
    await api.make("PUT", `/train_schedule/${id}`, train({ rolling_stock_name: "changing" }));
    expect((await summaries([id]))[String(id)]).toMatchObject({
      error_type: "rolling_stock_not_found",
    });
  });

  it("is new when the network is another, and as before when it is the old one again", async () => {
    const { db } = api.services;
    const other = { ...TINY_RAILJSON, operational_points: [] };
    const made = await api.make("POST", "/infra/railjson?name=other", other);
    const swap = async (from: number, to: number): Promise<void> => {
      await db.run(
        "update infra set content_id = (select content_id from infra where id = $2) where id = $1",
        [from, to],
      );
    };
    const keep = (await api.make("POST", `/infra/${infra_id}/clone?name=keep`)).json as number;
    const [id = 0] = await create(train());
    const status = async (): Promise<unknown> => (await summaries([id]))[String(id)]?.["status"];
    expect(await status()).toBe("success");
    await swap(infra_id, made.json.infra);
    expect(await status()).toBe("pathfinding_input_error");
    expect(await read(id, "simulation")).toMatchObject({ status: "pathfinding_failed" });
    await swap(infra_id, keep);
    expect(await status()).toBe("success");
  });

  it("of many trains takes one statement for the trains and one for their rolling stocks", async () => {
    const ids = await create(
      ...Array.from({ length: 60 }, (_, i) => train({ initial_speed: i / 9 })),
    );
    const count = (name: string): number => api.statements.get(name) ?? 0;
    const names = ["timetable/train/list_records", "vehicles/rolling_stock/list_by_names"];
    const before = names.map(count);
    const found = await summaries([...ids, ...ids]);
    expect(names.map(count)).toEqual(before.map((n) => n + 1));
    expect(Object.keys(found).sort()).toEqual(ids.map(String).sort());
  });

  it("of no train is an empty object", async () => {
    expect(await summaries([])).toEqual({});
  });

  it("is the same whether ids come in the query or in the body", async () => {
    const ids = await create(train(), train({ rolling_stock_name: "ghost" }));
    const posted = await api.make("POST", "/train_schedule/simulations_summary", {
      infra_id,
      ids: [...ids, ids[0]],
    });
    expect(posted.json).toEqual(await summaries(ids));
  });
});

const STATUS_OK = "success";

describe.skipIf(!HAS_REFERENCE)("recorded simulations over HTTP", () => {
  const paths = new Map(
    listCases("pf_")
      .filter(hasSinglePlaces)
      .map((one) => [one.name, one]),
  );
  const cases = listCases("sim_").filter(
    ({ http_status, meta }) => http_status === 200 && paths.has(meta?.path_case ?? ""),
  );
  let importRecorded: (name: string) => Promise<number>;
  let set_id: number;
  beforeAll(async () => {
    importRecorded = infraImporter(api);
    set_id = await importProfileSet(api);
  });

  async function replay(recorded: RecordedCase, path: RecordedCase): Promise<Json | null> {
    const body = toTrain(recorded.name, recorded, path);
    if (body === null) return null;
    await api.make("POST", "/rolling_stock", toStockForm(recorded.name, recorded, path));
    const [id] = await create(body);
    const set =
      recorded.request.electrical_profile_set_id === null
        ? ""
        : `&electrical_profile_set_id=${set_id}`;
    const infra = await importRecorded(recorded.infra);
    // A rolling stock other than the one of the recorded search may have another fastest path.
    const found = await api.make("GET", `/train_schedule/${id}/path?infra=${infra}`);
    const { track_section_ranges } = recorded.request.path;
    if (!isDeepStrictEqual(found.json.track_section_ranges, track_section_ranges)) return null;
    return (await api.make("GET", `/train_schedule/${id}/simulation?infra=${infra}${set}`)).json;
  }

  it("give the recorded runs and requirements", async () => {
    let compared = 0;
    for (const recorded of cases) {
      const path = paths.get(recorded.meta?.path_case ?? "");
      const answer = path === undefined ? null : await replay(recorded, path);
      if (answer === null) continue;
      compared++;
      expect(answer["status"], recorded.name).toBe(recorded.response.status);
      if (recorded.response.status !== STATUS_OK) continue;
      expect(answer["mrsp"], recorded.name).toEqual(recorded.response.mrsp);
      expect(answer["electrical_profiles"], recorded.name).toEqual(
        recorded.response.electrical_profiles,
      );
      for (const name of ["base", "provisional", "final_output"]) {
        const run = answer[name] as Json & { path_item_times: number[] };
        const expected = recorded.response[name];
        expected.path_item_times.forEach((time: number, i: number) => {
          const difference_ms = Math.abs((run.path_item_times[i] ?? 0) - time);
          expect(difference_ms, recorded.name).toBeLessThanOrEqual(100);
        });
        const energy = Number(run["energy_consumption"]);
        const deviation = Math.abs(energy / expected.energy_consumption - 1);
        expect(deviation, recorded.name).toBeLessThan(0.005);
      }
      for (const list of REQUIREMENT_LISTS) {
        const own = (answer["final_output"] as Json)[list];
        const { problems } = compareValues(own, recorded.response.final_output[list], list);
        expect(problems, recorded.name).toEqual([]);
      }
    }
    expect(compared).toBe(88);
  });
});
