// Method: hand-computed attributes on a drawn line, forwards and backwards; a path turned round must
// be the mirror image; packing must give back what was packed.
import { describe, expect, it } from "vitest";
import { findRoute, type Infra } from "../../../../workers/engine/infra/infra.ts";
import {
  readGradients,
  readNeutralSections,
  readSlopes,
  readSpeedLimits,
  readVoltages,
} from "../../../../workers/engine/path/path_attributes.ts";
import { listStandingParts } from "../../../../workers/engine/path/path_parts.ts";
import { mapOntoPath, readPathSignals } from "../../../../workers/engine/path/path_signals.ts";
import {
  makeTrainPath,
  packPath,
  type TrainPath,
  unpackPath,
} from "../../../../workers/engine/path/train_path.ts";
import { compileNetwork } from "../infra/compile_network.ts";
import { drawLine } from "../infra/drawn_network.ts";

const network = drawLine();
network.track_sections = network.track_sections.map((track) => ({
  ...track,
  slopes: [{ gradient: track.id === "A" ? 5 : 8, begin: 500, end: 1000 }],
}));
const all = (track: string, begin: number, end: number) =>
  ({ track, begin, end, applicable_directions: "BOTH" }) as const;
network.operational_points.push({
  id: "op",
  parts: [
    { track: "A", position: 450 },
    { track: "A", position: 900 },
    { track: "B", position: 270 },
    { track: "B", position: 300 },
  ],
});
network.electrifications.push({ id: "e", voltage: "1500V", track_ranges: [all("A", 0, 900)] });
network.neutral_sections.push({
  id: "n",
  lower_pantograph: true,
  track_ranges: [
    { track: "A", begin: 700, end: 1000, direction: "START_TO_STOP" },
    { track: "B", begin: 0, end: 50, direction: "START_TO_STOP" },
  ],
});
network.speed_sections.push(
  { id: "1", speed_limit: 30, speed_limit_by_tag: { X: 20 }, track_ranges: [all("A", 0, 1000)] },
  {
    id: "2",
    speed_limit: 12,
    speed_limit_by_tag: {},
    track_ranges: [all("B", 0, 1000)],
    on_routes: ["rt.D1->D2"],
  },
);

/** A from 400 m to B at 600 m, or the same run backwards. */
function drawPath(infra: Infra, reversed: boolean): TrainPath {
  const routes = reversed
    ? ["rt.bs.1->D2", "rt.D2->D1", "rt.D1->bs.0"]
    : ["rt.bs.0->D1", "rt.D1->D2", "rt.D2->bs.1"];
  const order = reversed ? [1, 0] : [0, 1];
  return makeTrainPath(infra, {
    blocks: new Uint32Array(),
    routes: Uint32Array.from(routes, (name) => findRoute(infra, name)),
    ranges: {
      directedTracks: Uint32Array.from(order, (track) => track * 2 + (reversed ? 1 : 0)),
      begins_mm: Float64Array.from(order, (track) => (track === 0 ? 400_000 : 0)),
      ends_mm: Float64Array.from(order, (track) => (track === 0 ? 1_000_000 : 600_000)),
    },
  });
}

describe("attributes along a path", () => {
  const infra = compileNetwork(network);
  const path = drawPath(infra, false);
  const back = drawPath(infra, true);

  it("lay chunks out from the start of the path, mirrored for the way back", () => {
    expect(path.length_mm).toBe(1_200_000);
    expect(path.begin_mm).toBe(400_000);
    expect(Array.from(path.chunkStart_mm)).toEqual([-400_000, 400_000, 600_000, 900_000]);
    expect(Array.from(back.chunks)).toEqual([...path.chunks].reverse().map((chunk) => chunk + 1));
    expect(back.begin_mm).toBe(400_000);
  });

  it("give slopes in travel direction", () => {
    const { boundaries_mm, values } = readSlopes(path);
    expect(Array.from(boundaries_mm)).toEqual([0, 100_000, 600_000, 1_100_000, 1_200_000]);
    expect(Array.from(values)).toEqual([0, 5, 0, 8]);
    const mirrored = readSlopes(back);
    expect(Array.from(mirrored.boundaries_mm)).toEqual([0, 100_000, 600_000, 1_100_000, 1_200_000]);
    expect(Array.from(mirrored.values)).toEqual([-8, 0, -5, 0]);
    expect(readGradients(back)).toEqual(mirrored);
  });

  it("give voltages on both ways and neutral sections on theirs, joined over tracks", () => {
    const forwards = readVoltages(path);
    expect(Array.from(forwards.boundaries_mm)).toEqual([0, 500_000, 1_200_000]);
    expect(forwards.values[1]).toBe(-1);
    expect(Array.from(readVoltages(back).boundaries_mm)).toEqual([0, 700_000, 1_200_000]);
    const neutral = readNeutralSections(path);
    expect([neutral.from_mm, neutral.to_mm, neutral.values].map((list) => [...list])).toEqual([
      [300_000],
      [650_000],
      [1],
    ]);
    expect(readNeutralSections(back).values.length).toBe(0);
  });

  it("resolve speed limits by route, tag, fallback and default", () => {
    const read = (tag: string | null, fallbacks: string[] = []): object => {
      const limits = readSpeedLimits(path, tag, fallbacks);
      return [limits.limits_mm_s, limits.sources, limits.fallbacks].map((list) => [...list]);
    };
    // The route's limit holds on its own chunk of B only.
    expect(Array.from(readSpeedLimits(path, null, []).boundaries_mm)).toEqual([
      0, 600_000, 900_000, 1_200_000,
    ]);
    expect(read(null)).toEqual([
      [30_000, 12_000, Infinity],
      [0, 0, 0],
      [-1, -1, -1],
    ]);
    expect(read("X")).toEqual([
      [20_000, 12_000, Infinity],
      [1, 0, 3],
      [-1, -1, -1],
    ]);
    expect(read("Y", ["Z", "X"])).toEqual([
      [20_000, 12_000, Infinity],
      [2, 0, 3],
      [1, -1, -1],
    ]);
    expect(read("Y")).toEqual([
      [30_000, 12_000, Infinity],
      [3, 0, 3],
      [-1, -1, -1],
    ]);
  });

  it("list delimiting signals and the end of the routes", () => {
    const signals = readPathSignals(path);
    expect(Array.from(signals.offsets_mm)).toEqual([380_000, 880_000, 1_600_000]);
    expect(signals.endsAtBufferStop).toBe(true);
    expect(readPathSignals({ ...path, routes: path.routes.subarray(0, 2) })).toMatchObject({
      endsAtBufferStop: false,
      routesEnd_mm: 900_000,
    });
  });

  it.each([
    [20, [500_000, 870_000, 900_000]],
    [21, [500_000, 870_000]],
    [120, [500_000, 870_000]],
    [121, [870_000]],
    [490, [870_000]],
    [491, []],
  ])("have places where a train of %i m stands whole between two signals", (metres, places) => {
    const found = listStandingParts(path, 1000 * metres);
    expect(found.map(({ offset_mm }) => offset_mm)).toEqual(places);
  });

  it("map undirected track ranges onto the path in the order given", () => {
    const ranges = {
      tracks: Uint32Array.of(1, 0, 0),
      begins_mm: Float64Array.of(100_000, 300_000, 0),
      ends_mm: Float64Array.of(1_000_000, 700_000, 400_000),
    };
    const forwards = mapOntoPath(path, ranges);
    expect([forwards.from_mm, forwards.to_mm, forwards.values].map((list) => [...list])).toEqual([
      [700_000, 0],
      [1_200_000, 300_000],
      [0, 1],
    ]);
    expect(Array.from(mapOntoPath(back, ranges).from_mm)).toEqual([0, 900_000]);
  });

  it("survive packing", () => {
    for (const nBlocks of [0, 1, 2]) {
      const parts = { ...path, blocks: Uint32Array.from({ length: nBlocks }, (_, i) => i + 7) };
      const unpacked = unpackPath(packPath(parts));
      expect(unpacked.blocks).toEqual(parts.blocks);
      expect(unpacked.routes).toEqual(parts.routes);
      expect(unpacked.ranges).toEqual(parts.ranges);
    }
  });
});
