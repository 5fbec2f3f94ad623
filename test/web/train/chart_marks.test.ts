// Method: marks of a path by hand; what is drawn of them noted on a canvas that measures eight pixels a letter.
import type uPlot from "uplot";
import { afterEach, expect, it, vi } from "vitest";
import { paletteOf } from "../../../web/src/graph/drawing/palette.ts";
import { drawMarks, listMarks } from "../../../web/src/train/chart_marks.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

it("lists stations, signals and ends of track sections along the path", () => {
  const range = (begin: number, end: number) =>
    ({ track_section: "t", begin, end, direction: "START_TO_STOP" }) as const;
  const sighting = (position: number) => ({ signal: "s", time: 0, position, state: "OPEN" });
  const marks = listMarks(
    { track_section_ranges: [range(500_000, 2_500_000), range(0, 1_000_000), range(0, 1)] },
    { final_output: { signal_sightings: [sighting(700_000)] } } as never,
    [
      { id: "a", position: 0 },
      { id: "b", position: 3_000_000 },
    ] as never,
  );
  expect(marks.tracks_km).toEqual([2, 3]);
  expect(marks.signals_km).toEqual([0.7]);
  expect(marks.stations.map(({ km }) => km)).toEqual([0, 3]);
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
    { km: 0, name: "Auberive" },
    { km: 0.3, name: "Beaumont" },
    { km: 2, name: "Clairvaux" },
    { km: 9, name: "Beyond" },
  ];
  drawMarks(chart, { stations, signals_km: [1, 9], tracks_km: [2] }, paletteOf(false));
  expect(names).toEqual(["Auberive", "Clairvaux"]);
  expect(lines).toBe(3 + 1 + 1);
});
