// Method: paths on tracks asked over HTTP on networks drawn by hand, with the lengths, detectors and groups of the drawing; rights, sharing, cancellation and hostile items.
import { beforeAll, describe, expect, it } from "vitest";
import { startTestApi } from "../helpers/api.ts";
import { JUNCTION_RAILJSON } from "../helpers/junction_railjson.ts";
import { sendAndLeave } from "../helpers/leaving_client.ts";
import { opened } from "../helpers/opened.ts";
import { TINY_RAILJSON } from "../helpers/tiny_railjson.ts";
import { MISSING_ID, validPathfinding } from "../platform/http/rules/valid_forms.ts";
import { type Actor, makeStudyWorld } from "../studies/study_world.ts";

const api = opened(startTestApi);
let tiny_id: number;
let junction_id: number;
beforeAll(async () => {
  tiny_id = (await api.make("POST", "/infra/railjson?name=tiny", TINY_RAILJSON)).json.infra;
  const junction = await api.make("POST", "/infra/railjson?name=junction", JUNCTION_RAILJSON);
  junction_id = junction.json.infra;
});

type Json = Record<string, unknown>;

async function findPath(infra_id: number, change: Json): Promise<Json> {
  const path = `/infra/${infra_id}/pathfinding/topo`;
  const answer = await api.call("POST", path, validPathfinding(change));
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
}

const A_TO_B = [
  { track: "A", offset: 100_000 },
  { track: "B", offset: 900_000 },
];

describe("a path on tracks", () => {
  it("has the keys of a path on blocks, without blocks and routes", async () => {
    const path = await findPath(tiny_id, { path_items: A_TO_B });
    expect(JSON.stringify(path)).toBe(
      '{"status":"success","blocks":[],"routes":[],"track_section_ranges":[' +
        '{"track_section":"A","begin":100000,"end":1000000,"direction":"START_TO_STOP"},' +
        '{"track_section":"B","begin":0,"end":900000,"direction":"START_TO_STOP"}],' +
        '"length":1800000,"path_item_positions":[0,1800000]}',
    );
  });

  it("asks for neither routes nor signalling systems", async () => {
    const path_items = [
      { track: "M", offset: 5_000_000 },
      { track: "S", offset: 3_000_000 },
      { track: "S", offset: 1_000_000 },
    ];
    const body = validPathfinding({ path_items });
    const blocks = await api.make("POST", `/infra/${junction_id}/pathfinding/blocks`, body);
    expect(blocks.json).toMatchObject({ error_type: "not_found_in_blocks" });
    const rolling_stock_supported_signaling_systems: string[] = [];
    const path = { path_items, rolling_stock_supported_signaling_systems };
    expect(await findPath(junction_id, path)).toMatchObject({
      status: "success",
      track_section_ranges: [
        { track_section: "M", begin: 0, end: 5_000_000, direction: "STOP_TO_START" },
        { track_section: "S", begin: 1_000_000, end: 4_000_000, direction: "STOP_TO_START" },
      ],
      length: 8_000_000,
      path_item_positions: [0, 6_000_000, 8_000_000],
    });
  });

  it("takes operational points by all their parts", async () => {
    const path = await findPath(tiny_id, { path_items: [{ uic: 2 }, { trigram: "T1" }] });
    expect(path).toMatchObject({
      length: 1_000_000,
      track_section_ranges: [{ direction: "STOP_TO_START" }, { direction: "STOP_TO_START" }],
    });
  });

  it("does not turn back: between the branches there is no way", async () => {
    const path_items = [
      { track: "N", offset: 1_000_000 },
      { track: "M", offset: 1_000_000 },
      { track: "S", offset: 1_000_000 },
    ];
    expect(await findPath(junction_id, { path_items })).toEqual({
      status: "failure",
      failed_status: "pathfinding_not_found",
      error_type: "not_found_in_tracks",
      track_section_ranges: [],
      length: 0,
    });
  });

  it("that only the stock's voltage forbids is shown with where it does", async () => {
    const failure = await findPath(tiny_id, {
      path_items: A_TO_B,
      rolling_stock_is_thermal: false,
      rolling_stock_supported_electrifications: ["1500V"],
      rolling_stock_supported_signaling_systems: [],
    });
    expect(failure).toMatchObject({
      error_type: "incompatible_constraints",
      relaxed_constraints_path: { blocks: [], routes: [], length: 1_800_000 },
      incompatible_constraints: {
        incompatible_electrification_ranges: [
          { range: { start: 0, end: 1_800_000 }, value: "25000V" },
        ],
        incompatible_gauge_ranges: [],
        incompatible_signaling_system_ranges: [],
      },
    });
  });

  it("of too few or unknown items fails as on blocks", async () => {
    const lists = [[A_TO_B[0]], [{ uic: 99 }, { track: "A", offset: 1_000_001 }, { uic: 1 }], []];
    for (const path_items of lists) {
      const body = validPathfinding({ path_items });
      const blocks = await api.make("POST", `/infra/${tiny_id}/pathfinding/blocks`, body);
      const topo = await api.make("POST", `/infra/${tiny_id}/pathfinding/topo`, body);
      expect(topo.text).toBe(blocks.text);
      expect(topo.json.failed_status).toBe("pathfinding_input_error");
    }
  });

  it("is searched once for equal requests and stocks that differ in speed, length or systems", async () => {
    const { runs } = api.compute;
    const searches = (): number => runs.filter((name) => name === "find_track_path").length;
    const path_items = [{ uic: 1 }, { track: "B", offset: 123_456 }];
    const before = searches();
    const body = validPathfinding({ path_items });
    const path = `/infra/${tiny_id}/pathfinding/topo`;
    const answers = await Promise.all([1, 2, 3].map(async () => api.make("POST", path, body)));
    answers.push(
      await api.make("POST", path, { ...body, rolling_stock_maximum_speed: 7 }),
      await api.make("POST", path, { ...body, rolling_stock_supported_signaling_systems: [] }),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(searches()).toBe(before + 1);
    await api.make("POST", path, { ...body, rolling_stock_loading_gauge: "GC" });
    expect(searches()).toBe(before + 2);
  });

  it("runs over 10,000 waypoints, and is refused where they go back and forth", async () => {
    const along = Array.from({ length: 10_000 }, (_, i) => ({ track: "A", offset: i * 100 }));
    const path = await findPath(tiny_id, { path_items: along });
    expect(path).toMatchObject({ status: "success", length: 999_900 });
    expect(path["path_item_positions"]).toEqual(along.map(({ offset }) => offset));
    const swapped = along.with(5000, along[5001]!).with(5001, along[5000]!);
    expect(await findPath(tiny_id, { path_items: swapped })).toMatchObject({
      error_type: "not_found_in_tracks",
    });
    const body = validPathfinding({ path_items: [...along, along[0]] });
    const answer = await api.call("POST", `/infra/${tiny_id}/pathfinding/topo`, body);
    expect(answer.status).toBe(422);
  });
});

describe("the paths between two places", () => {
  const listPaths = async (infra_id: number, body: Json, query = ""): Promise<string> => {
    const answer = await api.make("POST", `/infra/${infra_id}/pathfinding${query}`, body);
    return answer.text;
  };
  const body = {
    starting: { track: "S", position: 1500.5 },
    ending: { track: "M", position: 2000 },
  };

  it("tell ranges in metres, the detectors met and the group of each switch", async () => {
    const expected =
      '[{"track_ranges":[{"track":"S","begin":1500.5,"end":4000,"direction":"START_TO_STOP"},' +
      '{"track":"M","begin":0,"end":2000,"direction":"START_TO_STOP"}],' +
      '"detectors":["s1","s2","m1"],"switches_directions":{"switch":"A_B2"}}]';
    expect(await listPaths(junction_id, body)).toBe(expected);
    expect(await listPaths(junction_id, body, "?number=5")).toBe(expected);
    expect(await listPaths(junction_id, body, "?number=5")).toBe(expected);
  });

  it("run against the tracks too", async () => {
    const back = { starting: body.ending, ending: { track: "N", position: 0 } };
    expect(await listPaths(junction_id, back)).toBe(
      '[{"track_ranges":[{"track":"M","begin":0,"end":2000,"direction":"STOP_TO_START"},' +
        '{"track":"N","begin":0,"end":4000,"direction":"STOP_TO_START"}],' +
        '"detectors":["m1","n2","n1"],"switches_directions":{"switch":"A_B1"}}]',
    );
  });

  it("are none where there is no way without turning back", async () => {
    const ending = { track: "N", position: 1 };
    expect(await listPaths(junction_id, { ...body, ending }, "?number=5")).toBe("[]");
  });

  it("are searched once for equal requests", async () => {
    const { runs } = api.compute;
    const searches = (): number => runs.filter((name) => name === "list_track_paths").length;
    const before = searches();
    const asked = { ...body, starting: { track: "S", position: 2.25 } };
    await Promise.all([1, 2, 3].map(async () => await listPaths(junction_id, asked, "?number=3")));
    expect(searches()).toBe(before + 1);
    await listPaths(junction_id, asked, "?number=2");
    expect(searches()).toBe(before + 2);
  });
});

describe("a search", () => {
  it("is not begun any more when the client has left", async () => {
    for (const [path, body] of [
      ["/pathfinding/topo", validPathfinding({ path_items: A_TO_B.toReversed() })],
      [
        "/pathfinding",
        { starting: { track: "A", position: 7 }, ending: { track: "B", position: 7 } },
      ],
    ] as const) {
      const request = { method: "POST", path: `/infra/${tiny_id}${path}`, body };
      const { answer, asked, begun_count } = await sendAndLeave(api, request);
      expect(answer.status).toBe(499);
      expect(asked).toHaveLength(1);
      expect(begun_count).toBe(0);
    }
  });
});

describe("who may search", () => {
  const world = opened(makeStudyWorld);
  let maker: Actor;
  beforeAll(async () => {
    maker = await world.actor("maker", "administrator");
  });

  it("has the role and reads the infrastructure, also when the answer is known already", async () => {
    const { infra } = await maker.make("POST", "/infra/railjson?name=tiny", TINY_RAILJSON);
    const bodies = [
      ["/pathfinding/topo", validPathfinding({ path_items: A_TO_B })],
      [
        "/pathfinding",
        { starting: { track: "A", position: 0 }, ending: { track: "B", position: 0 } },
      ],
    ] as const;
    const stranger = await world.actor("stranger");
    for (const [path, body] of bodies) {
      await maker.make("POST", `/infra/${infra}${path}`, body);
      const answer = await stranger.call("POST", `/infra/${infra}${path}`, body);
      expect(answer.status).toBe(403);
      expect(answer.json.context).toMatchObject({ resource_type: "infra", required: "Reader" });
      const missing = await maker.call("POST", `/infra/${MISSING_ID}${path}`, body);
      expect(missing.status).toBe(404);
      expect(missing.json.context).toEqual({ infra_id: MISSING_ID });
    }
  });
});
