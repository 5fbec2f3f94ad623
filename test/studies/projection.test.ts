// Method: trains of a junction drawn by hand projected on paths of it; a train on its own path is its own curve; every spelling of the request.
import { beforeAll, describe, expect, it } from "vitest";
import { startTestApi } from "../helpers/api.ts";
import { branchPath, JUNCTION_RAILJSON } from "../helpers/junction_railjson.ts";
import { opened } from "../helpers/opened.ts";
import { MISSING_ID, validStock, validTrain } from "../platform/http/rules/valid_forms.ts";

type Json = Record<string, unknown>;

interface Curve {
  readonly positions: readonly number[];
  readonly times: readonly number[];
}

interface Projection {
  readonly departure_time: string;
  readonly rolling_stock_length: number;
  readonly space_time_curves: readonly Curve[];
  readonly signal_updates: readonly Json[];
}

interface Path {
  readonly blocks: readonly string[];
  readonly routes: readonly string[];
  readonly track_section_ranges: readonly Json[];
}

const api = opened(startTestApi);
let infra_id: number;
let timetable_id: number;
let north: number;
let south: number;
let ghost: number;
let north_path: Path;
beforeAll(async () => {
  infra_id = (await api.make("POST", "/infra/railjson?name=junction", JUNCTION_RAILJSON)).json
    .infra;
  await api.make("POST", "/rolling_stock", validStock({ name: "electric" }));
  timetable_id = (await api.make("POST", "/timetable")).json.timetable_id;
  [north = 0, south = 0, ghost = 0] = await create(
    train(),
    train({ path: branchPath("S"), start_time: "2026-05-22T10:00:01.5+02:00" }),
    train({ rolling_stock_name: "ghost" }),
  );
  const path = `/train_schedule/${north}/path?infra_id=${infra_id}`;
  north_path = (await api.make("GET", path)).json;
});

function train(change: Json = {}): Json {
  return validTrain({
    rolling_stock_name: "electric",
    start_time: "2026-05-22T08:00:00Z",
    path: branchPath("N"),
    schedule: [{ at: "before", stop_for: "PT1M" }],
    ...change,
    ...(change["path"] === undefined ? {} : { schedule: [] }),
  });
}

async function create(...trains: readonly Json[]): Promise<number[]> {
  const path = `/timetable/${timetable_id}/train_schedules`;
  const rows = (await api.make("POST", path, trains)).json as { id: number }[];
  return rows.map(({ id }) => id);
}

async function project(ids: readonly number[], path: unknown): Promise<Record<string, Projection>> {
  const body = { infra_id, electrical_profile_set_id: null, ids, path };
  return (await api.make("POST", "/v2/train_schedule/project_path", body)).json;
}

describe("a projected train", () => {
  it("on its own path has its own curve and every signal that it closes", async () => {
    const { [String(north)]: own } = await project([north], north_path);
    const simulation = (
      await api.make("GET", `/train_schedule/${north}/simulation?infra=${infra_id}`)
    ).json;
    const { positions, times } = simulation.final_output;
    expect(own).toMatchObject({
      departure_time: "2026-05-22T08:00:00Z",
      rolling_stock_length: 400_000,
      space_time_curves: [{ positions, times }],
    });
    // Red where the train is behind the signal, in the order of travel.
    const red = own?.signal_updates.filter((update) => update["aspect_label"] === "S") ?? [];
    expect([...new Set(red.map((update) => update["signal_id"]))]).toEqual([
      "signal.n1",
      "signal.n2",
      "signal.m1",
      "signal.m2",
    ]);
    for (const update of red) {
      expect(Number(update["time_end"])).toBeGreaterThan(Number(update["time_start"]));
      expect(update).toMatchObject({ signaling_system: "BAL", color: -65_536, blinking: false });
    }
  });

  it("has the curve of its base run at wish, with the signals of its final one", async () => {
    const [slow = 0] = await create(train({ margins: { boundaries: [], values: ["20%"] } }));
    const body = { infra_id, ids: [slow], path: north_path };
    const projectOf = async (run: string): Promise<Projection> => {
      const url = `/v2/train_schedule/project_path?run=${run}`;
      return (await api.make("POST", url, body)).json[String(slow)];
    };
    const { base, final_output } = (
      await api.make("GET", `/train_schedule/${slow}/simulation?infra=${infra_id}`)
    ).json;
    const curveOf = ({ positions, times }: Curve): Curve => ({ positions, times });
    expect(base.times.at(-1)).toBeLessThan(final_output.times.at(-1));
    const [fast, final] = [await projectOf("base"), await projectOf("final")];
    expect(fast.space_time_curves).toEqual([curveOf(base)]);
    expect(final.space_time_curves).toEqual([curveOf(final_output)]);
    expect(fast.signal_updates).toEqual(final.signal_updates);
    const other = await api.call("POST", "/v2/train_schedule/project_path?run=other", body);
    expect(other.status).toBe(400);
  });

  it("has one curve on the tracks that it shares, and times since its own start", async () => {
    const { [String(south)]: other } = await project([south], north_path);
    expect(other?.departure_time).toBe("2026-05-22T08:00:01.5Z");
    const [curve, ...more] = other?.space_time_curves ?? [];
    expect(more).toEqual([]);
    // The trunk begins after 3.5 km of the north path, and its train ends 5 km further.
    expect(curve?.positions[0]).toBe(3_500_000);
    expect(curve?.positions.at(-1)).toBe(8_500_000);
  });

  it("has no curve where it shares none, and runs down the positions of a path turned round", async () => {
    const branch = [{ track_section: "N", begin: 0, end: 4_000_000, direction: "START_TO_STOP" }];
    const none = await project([south], { track_section_ranges: branch });
    expect(none[String(south)]).toMatchObject({ space_time_curves: [], signal_updates: [] });
    const turned = [{ track_section: "M", begin: 0, end: 6_000_000, direction: "STOP_TO_START" }];
    const { [String(north)]: back } = await project([north], { track_section_ranges: turned });
    const [{ positions } = { positions: [] }] = back?.space_time_curves ?? [];
    expect([positions[0], positions.at(-1)]).toEqual([6_000_000, 1_000_000]);
  });

  it("that is invalid is left out", async () => {
    expect(Object.keys(await project([north, ghost], north_path))).toEqual([String(north)]);
    expect(await project([ghost], north_path)).toEqual({});
    expect(await project([], north_path)).toEqual({});
  });

  it("is computed with what summaries have left", async () => {
    const ids = await create(
      ...Array.from({ length: 30 }, (_, i) => train({ initial_speed: i / 9 })),
    );
    const list = ids.map((id) => `&ids[]=${id}`).join("");
    await api.make("GET", `/train_schedule/simulations_summary?infra=${infra_id}${list}`);
    const before = api.compute.runs.length;
    const first = await project(ids, north_path);
    expect(api.compute.runs.slice(before)).toEqual(["project_trains"]);
    expect(Object.keys(first).sort()).toEqual(ids.map(String).sort());
  });
});

describe("a request for projections", () => {
  it("is the same in every spelling", async () => {
    const wanted = await project([north, south], north_path);
    const { blocks, routes, track_section_ranges } = north_path;
    const query = `infra=${infra_id}&ids[]=${north}&ids[]=${south}`;
    const path = { blocks, routes, track_section_ranges };
    const spellings = [
      ["/train_schedule/project_path", { infra_id, ids: [north, south, north], path }],
      [`/train_schedule/project_path?${query}`, { path }],
      [`/v2/train_schedule/project_path?${query}`, path],
      ["/v2/train_schedule/project_path", { infra_id, ids: [north, south], ...north_path }],
      [`/v2/train_schedule/project_path?${query}`, north_path],
    ] as const;
    for (const [url, body] of spellings) {
      expect((await api.make("POST", url, body)).json, url).toEqual(wanted);
    }
  });

  it("without blocks shows curves alone", async () => {
    const { track_section_ranges } = north_path;
    const bare = await project([north], { track_section_ranges });
    const full = await project([north], north_path);
    expect(bare[String(north)]).toEqual({ ...full[String(north)], signal_updates: [] });
  });

  it("leaves signals out for who does not want them, and the rest is the same", async () => {
    const full = await project([north, south], north_path);
    const curves = Object.fromEntries(
      Object.entries(full).map(([id, { signal_updates, ...rest }]) => {
        expect(Array.isArray(signal_updates)).toBe(true);
        return [id, rest];
      }),
    );
    const body = { infra_id, ids: [north, south], ...north_path };
    const path = "/v2/train_schedule/project_path";
    for (const [url, change] of [
      [path, { signal_updates: false }],
      [`${path}?signal_updates=false`, {}],
      [`${path}?signal_updates=false`, { signal_updates: true }],
    ] as const) {
      expect((await api.make("POST", url, { ...body, ...change })).json).toEqual(curves);
    }
    const wanted = { ...body, signal_updates: null };
    expect((await api.make("POST", path, wanted)).json).toEqual(full);
  });

  it("is refused with the reason when its path is none", async () => {
    const range = { track_section: "M", begin: 0, end: 1000, direction: "START_TO_STOP" };
    const [first_block = "", ...blocks] = north_path.blocks;
    const cases: readonly (readonly [Json, Json])[] = [
      [
        { track_section_ranges: [{ ...range, track_section: "X" }] },
        { reason: "unknown_track_section", track_section: "X" },
      ],
      [{ track_section_ranges: [{ ...range, end: 9e9 }] }, { reason: "invalid_range", index: 0 }],
      [{ track_section_ranges: [{ ...range, end: 0 }] }, { reason: "zero_length_path" }],
      [{ track_section_ranges: [range, range] }, { reason: "repeated_track_section" }],
      [
        { ...north_path, blocks: ["x"] },
        { reason: "unknown_block", block: "x" },
      ],
      [
        { ...north_path, routes: ["x"] },
        { reason: "unknown_route", route: "x" },
      ],
      [
        { ...north_path, blocks: [first_block, first_block] },
        { reason: "broken_blocks", index: 1 },
      ],
      [
        { ...north_path, track_section_ranges: [range], blocks: [first_block] },
        { reason: "path_outside_blocks" },
      ],
    ];
    expect(blocks.length).toBeGreaterThan(2);
    for (const [path, context] of cases) {
      const body = { infra_id, ids: [north], path };
      const answer = await api.call("POST", "/v2/train_schedule/project_path", body);
      expect(answer.json).toMatchObject({
        status: 400,
        type: "editoast:projection:InvalidPath",
        context,
      });
    }
  });

  it("tells what it lacks and what does not exist", async () => {
    const url = "/v2/train_schedule/project_path";
    const path = north_path;
    const cases: readonly (readonly [Json, number, string])[] = [
      [{ ids: [north], path }, 422, "request:InvalidBody"],
      [{ infra_id, ids: [north] }, 422, "request:InvalidBody"],
      [{ infra_id, ids: [north], path: { track_section_ranges: [] } }, 422, "request:InvalidBody"],
      [{ infra_id: MISSING_ID, ids: [north], path }, 404, "train_schedule:InfraNotFound"],
      [{ infra_id, ids: [MISSING_ID], path }, 404, "train_schedule:BatchTrainScheduleNotFound"],
      [
        { infra_id, ids: [north], path, electrical_profile_set_id: MISSING_ID },
        404,
        "electrical_profiles:NotFound",
      ],
      [
        { infra_id, ids: Array.from({ length: 1001 }, (_, i) => i + 1), path },
        422,
        "request:TooManyItems",
      ],
    ];
    for (const [body, status, type] of cases) {
      const answer = await api.call("POST", url, body);
      expect([answer.status, answer.json.type]).toEqual([status, `editoast:${type}`]);
    }
  });
});
