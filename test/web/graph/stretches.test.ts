// Method: a way of three tracks by hand; stretches cut out of a way and placed on it again.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TrackRange } from "../../../web/src/graph/axis.ts";
import { cutWay, placeRanges } from "../../../web/src/graph/stretches.ts";

const RANGES: readonly TrackRange[] = [
  { track_section: "A", begin: 10_000, end: 40_000, direction: "START_TO_STOP" },
  { track_section: "B", begin: 0, end: 50_000, direction: "STOP_TO_START" },
  { track_section: "C", begin: 0, end: 20_000, direction: "START_TO_STOP" },
];
const FORWARD = {
  way: { ranges: RANGES },
  scale: { from: Float64Array.of(0, 100_000), to: Float64Array.of(0, 1) },
};
const BACK = {
  way: {
    ranges: [
      { track_section: "D", begin: 0, end: 100_000, direction: "STOP_TO_START" },
    ] as readonly TrackRange[],
  },
  scale: { from: Float64Array.of(0, 100_000), to: Float64Array.of(1, 0) },
};

describe("stretches of tracks", () => {
  it("lie where a way runs on them, joined over the ends of tracks", () => {
    const ranges = [
      { track_section: "A", begin: 30_000, end: 90_000, direction: null },
      { track_section: "B", begin: 20_000, end: 50_000, direction: null },
      { track_section: "elsewhere", begin: 0, end: 1, direction: null },
    ];
    // A from 30 m is the way's 20th to 30th metre, B's last 30 m are its next.
    expect(placeRanges(ranges, [FORWARD])).toEqual([{ from_share: 0.2, to_share: 0.6 }]);
  });

  it("count in their direction alone, where they have one", () => {
    const one = { track_section: "B", begin: 0, end: 50_000 };
    expect(placeRanges([{ ...one, direction: "START_TO_STOP" }], [FORWARD])).toEqual([]);
    expect(placeRanges([{ ...one, direction: "STOP_TO_START" }], [FORWARD])).toEqual([
      { from_share: 0.3, to_share: 0.8 },
    ]);
  });

  it("are cut out of a way and found again where they were", () => {
    const share = fc.integer({ min: 0, max: 100_000 }).map((n) => n / 100_000);
    fc.assert(
      fc.property(share, share, fc.boolean(), (a, b, is_back) => {
        const stretch = { from_share: Math.min(a, b), to_share: Math.max(a, b) };
        fc.pre(stretch.to_share > stretch.from_share);
        const placed = is_back ? BACK : FORWARD;
        const ranges = cutWay(placed, stretch);
        const length = ranges.reduce((sum, { begin, end }) => sum + end - begin, 0);
        expect(length).toBe(Math.round((stretch.to_share - stretch.from_share) * 100_000));
        const [found, ...more] = placeRanges(ranges, [placed]);
        expect(more).toEqual([]);
        expect(found?.from_share).toBeCloseTo(stretch.from_share, 4);
        expect(found?.to_share).toBeCloseTo(stretch.to_share, 4);
      }),
    );
  });
});
