// Method: an axis of two tracks one after the other, and its way back on a track beside them, by hand.
import { describe, expect, it } from "vitest";
import type { TrackRange } from "../../../web/src/graph/axis.ts";
import { nearestShare } from "../../../web/src/map/nearest_share.ts";
import { drawTrack, type Track } from "../../../web/src/map/tracks.ts";

const KM_MM = 1_000_000;

function track(id: string, from: readonly [number, number], to: readonly [number, number]): Track {
  const drawn = drawTrack({ id, length: 1000, geo: { coordinates: [from, to] } });
  if (drawn === null) throw new Error(`${id} has no line`);
  return drawn;
}

const TRACKS = new Map(
  [
    track("A", [0, 0], [0.01, 0]),
    // Drawn the other way round.
    track("B", [0.02, 0], [0.01, 0]),
    track("back", [0.02, 0.001], [0, 0.001]),
  ].map((one) => [one.id, one]),
);

const range = (track_section: string, direction: TrackRange["direction"], end = KM_MM) => ({
  track_section,
  begin: 0,
  end,
  direction,
});

const WAYS = [
  {
    way: { ranges: [range("A", "START_TO_STOP"), range("B", "STOP_TO_START")] },
    scale: { from: Float64Array.of(0, 2 * KM_MM), to: Float64Array.of(0, 1) },
  },
  {
    way: { ranges: [range("back", "START_TO_STOP")] },
    scale: { from: Float64Array.of(0, KM_MM), to: Float64Array.of(1, 0) },
  },
];

describe("the place of the axis that is nearest to one of the map", () => {
  it.each([
    ["on the first track", [0.0025, -0.0001], 0.125],
    ["on one that is drawn against the axis", [0.0175, 0], 0.875],
    ["on the way back", [0.005, 0.0011], 0.25],
    ["before its begin", [-0.01, 0], 0],
    ["beyond its end", [0.03, 0], 1],
  ] as const)("%s", (_, at, share) => {
    expect(nearestShare(TRACKS, WAYS, at)).toBeCloseTo(share, 6);
  });

  it("is within the part of a track that the axis has", () => {
    const [way] = WAYS;
    if (way === undefined) throw new Error("no way");
    const part = { ...way, way: { ranges: [range("A", "START_TO_STOP", KM_MM / 2)] } };
    expect(nearestShare(TRACKS, [part], [0.01, 0])).toBeCloseTo(0.25, 6);
  });

  it("is none as long as its tracks are not known", () => {
    expect(nearestShare(new Map(), WAYS, [0, 0])).toBe(null);
  });
});
