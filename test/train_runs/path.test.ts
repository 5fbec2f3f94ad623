// Method: recorded pathfinding and property cases asked over HTTP and compared whole; failures on a network drawn by hand.
import { beforeAll, describe, expect, it } from "vitest";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import {
  HAS_REFERENCE,
  hasSinglePlaces,
  infraImporter,
  listCases,
  toPathfindingBody,
} from "../helpers/recorded.ts";
import { TINY_RAILJSON } from "../helpers/tiny_railjson.ts";
import { validPathfinding } from "../platform/http/rules/valid_forms.ts";

const api = opened(startTestApi);
let tiny_id: number;
let importRecorded: (name: string) => Promise<number>;
beforeAll(async () => {
  tiny_id = (await api.make("POST", "/infra/railjson?name=tiny", TINY_RAILJSON)).json.infra;
  importRecorded = infraImporter(api);
});

async function findTinyPath(change: Record<string, unknown>): Promise<Record<string, unknown>> {
  const body = validPathfinding(change);
  const answer = await api.call("POST", `/infra/${tiny_id}/pathfinding/blocks`, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
}

const ENDS = [
  { track: "A", offset: 100_000 },
  { track: "B", offset: 900_000 },
];

describe("a path on the drawn network", () => {
  it("has exactly six keys in their order, with the lengths of the drawing", async () => {
    const path = await findTinyPath({ path_items: ENDS });
    expect(Object.keys(path)).toEqual([
      "status",
      "blocks",
      "routes",
      "track_section_ranges",
      "length",
      "path_item_positions",
    ]);
    expect(path).toMatchObject({
      status: "success",
      routes: ["rt.a-det", "rt.det-b"],
      track_section_ranges: [
        { track_section: "A", begin: 100_000, end: 1_000_000, direction: "START_TO_STOP" },
        { track_section: "B", begin: 0, end: 900_000, direction: "START_TO_STOP" },
      ],
      length: 1_800_000,
      path_item_positions: [0, 1_800_000],
    });
  });

  it("takes every form of an operational point and its filters", async () => {
    const forms = [
      { operational_point: "OP.B" },
      { trigram: "T2" },
      { uic: 2, secondary_code: "BV" },
      { uic: 2, secondary_code: null, track_reference: { track_id: "B" } },
    ];
    for (const form of forms) {
      const path = await findTinyPath({ path_items: [{ uic: 1 }, form] });
      expect(path, JSON.stringify(form)).toMatchObject({ status: "success", length: 1_000_000 });
    }
  });

  it("leads over any place of an operational point, or over that on the named track alone", async () => {
    const named = (id: string, name: string): unknown => ({
      ...(TINY_RAILJSON["track_sections"] as Record<string, unknown>[]).find(
        (track) => track["id"] === id,
      ),
      extensions: {
        sncf: { line_code: 1, line_name: "L", track_number: 1, track_name: name },
        source: null,
      },
    });
    const [first] = TINY_RAILJSON["operational_points"] as Record<string, unknown>[];
    const parts = ["A", "B"].map((track) => ({ track, position: 500, extensions: { sncf: null } }));
    const railjson = {
      ...TINY_RAILJSON,
      track_sections: [named("A", "V1"), named("B", "V2")],
      operational_points: [{ ...first, parts }],
    };
    const made = await api.make("POST", "/infra/railjson?name=named", railjson);
    const endOf = async (place: unknown): Promise<unknown> => {
      const body = validPathfinding({ path_items: [ENDS[0], place] });
      const url = `/infra/${made.json.infra}/pathfinding/blocks`;
      return (await api.make("POST", url, body)).json.track_section_ranges.at(-1);
    };
    const onA = { track_section: "A", begin: 100_000, end: 500_000 };
    const onB = { track_section: "B", begin: 0, end: 500_000 };
    expect(await endOf({ uic: 1, local_track_name: "V1" })).toMatchObject(onA);
    expect(await endOf({ uic: 1, local_track_name: "V2" })).toMatchObject(onB);
    // Of all places the path takes the nearest.
    expect(await endOf({ uic: 1 })).toMatchObject(onA);
    expect(await endOf({ trigram: "T1" })).toMatchObject(onA);
  });

  it("is asked for with any speed above 0: nothing of it is stored", async () => {
    const items = [{ uic: 1 }, { track: "B", offset: 654_321 }];
    const usual = await findTinyPath({ path_items: items });
    for (const rolling_stock_maximum_speed of [200, 1e300, 1e-300]) {
      const found = await findTinyPath({ path_items: items, rolling_stock_maximum_speed });
      expect(found).toEqual(usual);
    }
  });

  it("is searched once for equal requests, and again for other rolling stocks", async () => {
    const { runs } = api.compute;
    const searches = (): number => runs.filter((name) => name === "find_paths").length;
    const items = [{ uic: 1 }, { track: "B", offset: 123_456 }];
    const before = searches();
    await Promise.all([1, 2, 3].map(async () => await findTinyPath({ path_items: items })));
    await findTinyPath({ path_items: items, rolling_stock_length: 1 });
    expect(searches()).toBe(before + 1);
    const others = [
      { rolling_stock_maximum_speed: 10 },
      { rolling_stock_loading_gauge: "GA" },
      { rolling_stock_is_thermal: false },
      { rolling_stock_supported_electrifications: ["1500V"] },
      { rolling_stock_supported_signaling_systems: ["BAL", "TVM300"] },
    ];
    for (const [i, other] of others.entries()) {
      await findTinyPath({ path_items: items, ...other });
      expect(searches()).toBe(before + 2 + i);
    }
  });
});

describe("a failure", () => {
  it("of too few items says so", async () => {
    expect(await findTinyPath({ path_items: [ENDS[0]] })).toEqual({
      status: "failure",
      failed_status: "pathfinding_input_error",
      error_type: "not_enough_path_items",
    });
  });

  it("of unknown places names each with its index", async () => {
    const path_items = [
      { uic: 99 },
      { uic: 1, local_track_name: "V9" },
      { uic: 1 },
      { track: "nowhere", offset: 0 },
      { track: "A", offset: 1_000_001 },
    ];
    expect(await findTinyPath({ path_items })).toEqual({
      status: "failure",
      failed_status: "pathfinding_input_error",
      error_type: "invalid_path_items",
      items: [
        { index: 0, path_item: { uic: 99, secondary_code: null } },
        { index: 1, path_item: { uic: 1, secondary_code: null, local_track_name: "V9" } },
        { index: 3, path_item: { track: "nowhere", offset: 0 } },
        { index: 4, path_item: { track: "A", offset: 1_000_001 } },
      ],
    });
  });

  it("of constraints shows the path without them and where they are broken", async () => {
    const failure = await findTinyPath({
      path_items: ENDS,
      rolling_stock_is_thermal: false,
      rolling_stock_supported_electrifications: ["1500V"],
    });
    expect(failure).toMatchObject({
      status: "failure",
      failed_status: "pathfinding_not_found",
      error_type: "incompatible_constraints",
      relaxed_constraints_path: { length: 1_800_000, path_item_positions: [0, 1_800_000] },
      incompatible_constraints: {
        incompatible_electrification_ranges: [
          { range: { start: 0, end: 1_800_000 }, value: "25000V" },
        ],
        incompatible_gauge_ranges: [],
        incompatible_signaling_system_ranges: [],
      },
    });
    expect(failure["relaxed_constraints_path"]).not.toHaveProperty("status");
  });
});

describe("path properties", () => {
  const body = {
    status: "success",
    track_section_ranges: [
      { track_section: "A", begin: 100_000, end: 1_000_000, direction: "START_TO_STOP" },
      { track_section: "B", begin: 0, end: 900_000, direction: "START_TO_STOP" },
    ],
  };
  const ask = async (query: string): Promise<Record<string, unknown>> => {
    const answer = await api.call("POST", `/infra/${tiny_id}/path_properties?${query}`, body);
    expect(answer.status, answer.text).toBe(200);
    return answer.json;
  };

  it("are those that were asked for, in every spelling of the list", async () => {
    const spellings = [
      "props[]=slopes&props[]=curves",
      "props[0]=slopes&props[1]=curves",
      "props=slopes&props=curves",
      "props=slopes,curves",
      "props%5B%5D=slopes,curves",
    ];
    for (const spelling of spellings) {
      expect(await ask(spelling), spelling).toEqual({
        slopes: { boundaries: [], values: [0] },
        curves: { boundaries: [], values: [0] },
      });
    }
    expect(await ask("")).toEqual({});
  });

  it("are told of the whole answer of a search", async () => {
    const found = await findTinyPath({ path_items: ENDS });
    const url = `/infra/${tiny_id}/path_properties?props[]=slopes&props[]=operational_points`;
    const answer = await api.make("POST", url, found);
    expect(answer.json).toEqual(await ask("props[]=slopes&props[]=operational_points"));
    expect(Object.keys(answer.json)).toEqual(["slopes", "operational_points"]);
  });

  it("tell what stands along the path", async () => {
    const found = await ask("props=electrifications,operational_points,gradients,zones,geometry");
    expect(found).toMatchObject({
      electrifications: {
        boundaries: [],
        values: [{ type: "electrification", voltage: "25000V" }],
      },
      gradients: { boundaries: [], values: [0] },
      zones: { boundaries: [890_000] },
      geometry: { type: "LineString" },
    });
    expect(found["operational_points"]).toMatchObject([
      { id: "OP.A", position: 400_000, part: { track: "A", position: 500 } },
      { id: "OP.B", position: 1_400_000, part: { track: "B", position: 500 } },
    ]);
  });

  it("of a range beyond its track are refused with its index", async () => {
    const ranges = [{ track_section: "A", begin: 0, end: 1_000_001, direction: "START_TO_STOP" }];
    const answer = await api.call("POST", `/infra/${tiny_id}/path_properties?props=slopes`, {
      track_section_ranges: ranges,
    });
    expect(answer.json).toMatchObject({
      status: 400,
      type: "editoast:path_properties:InvalidPath",
      context: { index: 0 },
    });
  });
});

describe.skipIf(!HAS_REFERENCE)("recorded paths over HTTP", () => {
  const cases = listCases("pf_").filter(hasSinglePlaces);

  it.each(cases.map((one) => [one.name, one] as const))("%s", async (_, recorded) => {
    const infra_id = await importRecorded(recorded.infra);
    const body = toPathfindingBody(recorded);
    const { json, status } = await api.call("POST", `/infra/${infra_id}/pathfinding/blocks`, body);
    expect(status).toBe(200);
    const { status: kind, ...rest } = recorded.response;
    if (kind === "success") expect(json).toEqual({ status: "success", ...rest });
    else if (kind === "internal_error")
      expect(["pathfinding_input_error", "internal_error"]).toContain(json.failed_status);
    else {
      expect(json.error_type).toBe(kind);
      expect(json).toMatchObject(kind === "incompatible_constraints" ? withoutStatus(rest) : rest);
    }
  });

  it("are most of the recorded ones", () => {
    expect(cases.length).toBeGreaterThan(45);
  });
});

/** The engine's own failure tells a status inside of its relaxed path; the interface does not. */
function withoutStatus(failure: Record<string, unknown>): Record<string, unknown> {
  const relaxed = failure["relaxed_constraints_path"] as Record<string, unknown> | undefined;
  if (relaxed === undefined) return failure;
  const { status: _, ...path } = relaxed;
  return { ...failure, relaxed_constraints_path: path };
}
