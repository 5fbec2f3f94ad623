// Method: the worker tasks called in this thread on a drawn line; answers compared with texts on paper.

import { BroadcastChannel } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { EVICT_CHANNEL, viewInfra } from "../../../../workers/tasks/infra_views.ts";
import { compileInfra } from "../../../../workers/tasks/network/compile_infra.ts";
import { describePath } from "../../../../workers/tasks/path/describe_path.ts";
import { extractPathProperties } from "../../../../workers/tasks/path/extract_path_properties.ts";
import { findPaths } from "../../../../workers/tasks/path/find_paths.ts";
import type { PathItemLocation, TrackSectionRange } from "../../../../workers/tasks/types.ts";
import { until } from "../../../helpers/until.ts";
import { md5 } from "../infra/compile_network.ts";
import { drawLine } from "../infra/drawn_network.ts";
import { compileLine, TRACK } from "../line_network.ts";
import { PLAIN_STOCK as stock } from "./plain_stock.ts";

const network = drawLine();
network.operational_points.push({
  id: 'op "1"',
  parts: [{ track: "B", position: 500, extensions: { sncf: { kp: "1+5" } } }],
});
// One chunk may end within a character of UTF-8.
const bytes = new TextEncoder().encode(JSON.stringify(network));
const compiled = compileInfra({
  key: "1.1",
  railjson: [bytes.slice(0, 100).buffer, bytes.slice(100).buffer],
});
if (compiled.kind !== "compiled") throw new Error(JSON.stringify(compiled.faults));
const infra = { key: "1.1", buffer: compiled.buffer };

const at = (track: string, offset_mm: number): PathItemLocation => ({
  kind: "track_offset",
  track,
  offset_mm,
});

describe("the path tasks", () => {
  it("find a path and print it as the answer of the endpoint", () => {
    const [outcome] = findPaths({
      infra,
      requests: [{ items: [at("A", 400_000), at("B", 600_000)], stock }],
    });
    if (outcome?.kind !== "success") throw new Error(JSON.stringify(outcome));
    const block = (text: string): string => `"block.${md5(text)}"`;
    expect(describePath({ infra, path: outcome.path })).toBe(
      `{"status":"success","blocks":[${block("[S1-BAL];[bs.0, D1];[]")},` +
        `${block("[S1-BAL, S2-BAL];[D1, D2];[]")},${block("[S2-BAL];[D2, bs.1];[]")}],` +
        '"routes":["rt.bs.0->D1","rt.D1->D2","rt.D2->bs.1"],"track_section_ranges":[' +
        '{"track_section":"A","begin":400000,"end":1000000,"direction":"START_TO_STOP"},' +
        '{"track_section":"B","begin":0,"end":600000,"direction":"START_TO_STOP"}],' +
        '"length":1200000,"path_item_positions":[0,1200000]}',
    );
  });

  it("answer each request of a batch by itself", () => {
    const good = [at("A", 400_000), at("B", 600_000)];
    const outcomes = findPaths({
      infra,
      requests: [
        { items: [at("A", 1)], stock },
        { items: [at("A", 2_000_000), at("B", 0), at("Z", 0)], stock },
        { items: good, stock: { ...stock, supported_signaling_systems: ["TVM300"] } },
        { items: [at("A", 400_000), at("B", 600_000), at("A", 500_000)], stock },
        { items: good, stock },
      ],
    });
    expect(outcomes.map(({ kind }) => kind)).toEqual([
      "not_enough_path_items",
      "invalid_path_items",
      "incompatible_constraints",
      "not_found_in_blocks",
      "success",
    ]);
    expect(outcomes[1]).toEqual({ kind: "invalid_path_items", item_indices: [0, 2] });
  });

  const ranges: TrackSectionRange[] = [
    { track_section: "B", begin: 0, end: 600_000, direction: "STOP_TO_START" },
    { track_section: "A", begin: 800_000, end: 1_000_000, direction: "STOP_TO_START" },
  ];

  it("print the asked properties only, in their order", () => {
    const props = ["zones", "operational_points", "slopes", "electrifications", "geometry"];
    const outcome = extractPathProperties({ infra, track_section_ranges: ranges, props });
    if (outcome.kind !== "success") throw new Error(outcome.kind);
    const { geometry, ...rest } = JSON.parse(outcome.json);
    expect(Object.keys(JSON.parse(outcome.json))).toEqual([
      "slopes",
      "electrifications",
      "geometry",
      "operational_points",
      "zones",
    ]);
    expect(rest).toEqual({
      slopes: { boundaries: [], values: [0] },
      electrifications: { boundaries: [], values: [{ type: "non_electrified" }] },
      operational_points: [
        {
          id: 'op "1"',
          part: { track: "B", position: 500, extensions: { sncf: { kp: "1+5" } } },
          extensions: {},
          position: 100_000,
        },
      ],
      zones: {
        boundaries: [300_000],
        values: ["zone.[D2:INCREASING, bs.1:DECREASING]", "zone.[D1:INCREASING, D2:DECREASING]"],
      },
    });
    const longitudes = geometry.coordinates.map(([lon]: [number]) => lon);
    // The path ends at a detector, so it touches the chunk behind: its last vertex is doubled.
    const wanted = [0.0016, 0.0013, 0.001, 0.0008, 0.0008];
    wanted.forEach((lon, i) => expect(longitudes[i]).toBeCloseTo(lon, 12));
    expect(longitudes.length).toBe(wanted.length);
  });

  it.each([
    { from_m: 4000, to_m: 6000, direction: "START_TO_STOP", lons: [0.2, 0.25, 0.3] },
    { from_m: 5000, to_m: 8000, direction: "START_TO_STOP", lons: [0.25, 0.25, 0.4] },
    { from_m: 2000, to_m: 5000, direction: "START_TO_STOP", lons: [0.1, 0.25, 0.25] },
    { from_m: 2000, to_m: 5000, direction: "STOP_TO_START", lons: [0.25, 0.25, 0.1] },
    { from_m: 5000, to_m: 8000, direction: "STOP_TO_START", lons: [0.4, 0.25, 0.25] },
  ] as const)(
    "draw a line with two vertices of every chunk that is touched: $from_m to $to_m, $direction",
    ({ from_m, to_m, direction, lons }) => {
      // A detector at 5000 m cuts the track into two chunks.
      const line = compileLine({ length_m: 10_000, signals_m: [4980] });
      const outcome = extractPathProperties({
        infra: line,
        track_section_ranges: [
          { track_section: TRACK, begin: from_m * 1000, end: to_m * 1000, direction },
        ],
        props: ["geometry_positions", "geometry"],
      });
      if (outcome.kind !== "success") throw new Error(outcome.kind);
      const { geometry, geometry_positions } = JSON.parse(outcome.json);
      expect(geometry.coordinates).toHaveLength(lons.length);
      lons.forEach((lon, i) => expect(geometry.coordinates[i][0]).toBeCloseTo(lon, 9));
      // The track's 10,000 m are half a degree.
      const positions_mm = lons.map((lon) => Math.round(Math.abs(lon - lons[0]) * 20_000_000));
      expect(geometry_positions).toEqual(positions_mm);
    },
  );

  it("refuse ranges that are no path", () => {
    const extract = (...track_section_ranges: TrackSectionRange[]): object =>
      extractPathProperties({ infra, track_section_ranges, props: ["slopes"] });
    const [first, second] = ranges;
    expect(extract({ ...first!, track_section: "Z" })).toEqual({
      kind: "unknown_track_section",
      track_section: "Z",
    });
    expect(extract(first!, { ...second!, end: 1_000_001 })).toEqual({
      kind: "invalid_range",
      index: 1,
    });
    expect(extract({ ...first!, begin: 600_001 })).toEqual({ kind: "invalid_range", index: 0 });
    expect(extract({ ...first!, begin: 600_000 })).toEqual({ kind: "zero_length_path" });
    expect(extract()).toEqual({ kind: "zero_length_path" });
  });

  it("keep a network open until the main thread evicts it", async () => {
    const view = viewInfra(infra);
    expect(viewInfra(infra)).toBe(view);
    const main = new BroadcastChannel(EVICT_CHANNEL);
    main.postMessage({ evict: "another" });
    main.postMessage({ evict: infra.key });
    await until(() => viewInfra(infra) !== view);
    main.close();
  });
});
