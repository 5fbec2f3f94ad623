// Method: marks of a path by hand; what is drawn of them noted on a canvas that measures eight pixels a letter.
import type uPlot from "uplot";
import { afterEach, expect, it, vi } from "vitest";
import { paletteOf } from "../../../web/src/graph/drawing/palette.ts";
import { drawBands, drawMarks, listBands, listMarks } from "../../../web/src/train/chart_marks.ts";

const LENGTH_MM = 4_000_000;

afterEach(() => {
  vi.unstubAllGlobals();
});

it("lists stations, signals and ends of track sections along the path", () => {
  const range = (begin: number, end: number) =>
    ({ track_section: "t", begin, end, direction: "START_TO_STOP" }) as const;
  const sighting = (position: number) => ({ signal: "s", time: 0, position, state: "OPEN" });
  const marks = listMarks(
    {
      track_section_ranges: [range(500_000, 2_500_000), range(0, 1_000_000), range(0, 1)],
      path_item_positions: [0, 3_100_000],
    },
    { final_output: { signal_sightings: [sighting(700_000)] } } as never,
    [
      { id: "a", position: 0 },
      { id: "passed", position: 2_000_000 },
      { id: "b", position: 3_000_000 },
    ] as never,
  );
  expect(marks.tracks_km).toEqual([2, 3]);
  expect(marks.signals_km).toEqual([0.7]);
  // Where it stops first: these names have the room.
  expect(marks.stations.map(({ km, is_stop }) => [km, is_stop])).toEqual([
    [0, true],
    [3, true],
    [2, false],
  ]);
});

it("leaves out names that would touch, not their lines", () => {
  vi.stubGlobal("window", { devicePixelRatio: 1 });
  const names: string[] = [];
  let lines = 0;
  const ctx = {
    save: () => undefined,
    restore: () => undefined,
    beginPath: () => undefined,
    moveTo: () => undefined,
    lineTo: () => undefined,
    stroke: () => lines++,
    measureText: (text: string) => ({ width: 8 * text.length }),
    fillText: (text: string) => names.push(text),
  };
  const chart = {
    ctx,
    bbox: { left: 0, top: 0, width: 400, height: 100 },
    valToPos: (km: number) => km * 100,
  } as unknown as uPlot;
  const stations = [
    { km: 0, name: "Auberive", is_stop: true },
    { km: 2, name: "Clairvaux", is_stop: true },
    { km: 9, name: "Beyond", is_stop: true },
    { km: 0.3, name: "Beaumont", is_stop: false },
  ];
  drawMarks(chart, { stations, signals_km: [1, 9], tracks_km: [2] }, paletteOf(false));
  expect(names).toEqual(["Auberive", "Clairvaux"]);
  expect(lines).toBe(3 + 1 + 1);
});

it("draws slopes above and below their line, and names voltages where they have room", () => {
  vi.stubGlobal("window", { devicePixelRatio: 1 });
  const [texts, heights]: [string[], number[]] = [[], []];
  const ctx = new Proxy(
    {
      measureText: (text: string) => ({ width: 8 * text.length }),
      fillText: (text: string) => texts.push(text),
      fillRect: (_x: number, _y: number, _width: number, height: number) => heights.push(height),
    },
    { get: (own, name) => Reflect.get(own, name) ?? (() => undefined) },
  );
  const chart = {
    ctx,
    bbox: { left: 0, top: 0, width: 400, height: 100 },
    valToPos: (km: number) => km * 100,
  } as unknown as uPlot;
  const bands = listBands(
    { boundaries: [1_000_000, 2_000_000], values: [10, 0, -5] },
    {
      boundaries: [100_000],
      values: [{ type: "neutral_section", lower_pantograph: false }, { type: "non_electrified" }],
    },
    LENGTH_MM,
  );
  drawBands(chart, bands, ({ type }) => type, paletteOf(false));
  // The line, three slopes, two voltages.
  expect(heights.map(Math.sign)).toEqual([1, 1, 0, -1, 1, 1]);
  expect(heights[1]).toBe(-2 * (heights[3] ?? 0));
  expect(texts.slice(3)).toEqual(["10", "-5", "non_electrified"]);
});
