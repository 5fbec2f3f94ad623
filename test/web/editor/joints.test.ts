// Method: ends of tracks laid out by hand, in every order: ports follow where the tracks go, not the order in which they are met.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  endsOf,
  farBetween,
  joinEnds,
  lengthOf,
  meetingEnds,
  type TrackEnd,
} from "../../../web/src/editor/edits/joints.ts";
import { newTrack } from "../../../web/src/editor/edits/new_objects.ts";
import type { Spot } from "../../../web/src/map/tracks.ts";

const HERE: Spot = [2.5, 48.5];
/** About metres east and north of the place. */
const at = (east: number, north: number): Spot => [2.5 + east / 73_700, 48.5 + north / 111_200];

function endTo(track: string, east: number, north: number): TrackEnd {
  return { track, endpoint: "BEGIN", at: HERE, into: at(east, north) };
}

interface Ports {
  readonly [port: string]: { readonly track: string };
}

function portsOf(ends: readonly TrackEnd[]): Record<string, string> {
  const ports = (joinEnds("S", ends)?.["ports"] ?? {}) as unknown as Ports;
  return Object.fromEntries(Object.entries(ports).map(([port, { track }]) => [port, track]));
}

const anyOrder = <T>(items: readonly T[]) =>
  fc.shuffledSubarray([...items], { minLength: items.length });

describe("ends that meet", () => {
  it("are a link, or a switch whose stem goes the other way than its branches, the straight one first", () => {
    expect(joinEnds("S", [endTo("one", -100, 0), endTo("other", 100, 0)])).toMatchObject({
      switch_type: "link",
      group_change_delay: 0,
    });
    const three = [endTo("stem", -100, 0), endTo("straight", 100, 0), endTo("branch", 100, -30)];
    fc.assert(
      fc.property(anyOrder(three), (ends) => {
        expect(portsOf(ends)).toEqual({ A: "stem", B1: "straight", B2: "branch" });
      }),
    );
  });

  it("are a crossing of two tracks that go through", () => {
    const four = [
      endTo("west", -9, 0),
      endTo("east", 9, 0),
      endTo("south", -2, -9),
      endTo("north", 2, 9),
    ];
    const through = [
      ["east", "west"],
      ["north", "south"],
    ];
    fc.assert(
      fc.property(anyOrder(four), (ends) => {
        const { A1 = "", A2 = "", B1 = "", B2 = "" } = portsOf(ends);
        const pairs = [[A1, B1].sort(), [A2, B2].sort()];
        expect(pairs.sort((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual(through);
      }),
    );
  });

  it("are neither one nor five", () => {
    expect(joinEnds("S", [endTo("a", 1, 0)])).toBe(null);
    const five = ["a", "b", "c", "d", "e"].map((track, i) => endTo(track, i, 1));
    expect(joinEnds("S", five)).toBe(null);
  });

  it("are those at the nearest one's place, within reach", () => {
    const lines: [string, Spot[]][] = [
      ["a", [at(-500, 0), HERE]],
      ["b", [HERE, at(500, 0)]],
      ["c", [at(30, 0), at(30, 500)]],
    ];
    const ends = lines.flatMap(([id, coordinates]) => endsOf({ id, geo: { coordinates } }));
    const found = (place: Spot, reach: number) =>
      meetingEnds(ends, place, reach).map(({ track, endpoint }) => `${track} ${endpoint}`);
    expect(found(at(5, 5), 20)).toEqual(["a END", "b BEGIN"]);
    expect(found(at(28, 5), 20)).toEqual(["c BEGIN"]);
    expect(found(at(10, 200), 20)).toEqual([]);
  });
});

describe("lengths", () => {
  it("are those of the sphere, to a thousandth", () => {
    const degree_m = (2 * Math.PI * 6_378_137) / 360;
    expect(farBetween([0, 0], [0.01, 0]) / (0.01 * degree_m)).toBeCloseTo(1, 3);
    expect(farBetween([2, 60], [2, 60.01]) / (0.01 * degree_m)).toBeCloseTo(1, 3);
    const points: Spot[] = [at(0, 0), at(100, 0), at(100, 50)];
    expect(lengthOf(points)).toBeCloseTo(
      farBetween(at(0, 0), at(100, 0)) + farBetween(at(100, 0), at(100, 50)),
      9,
    );
    expect(newTrack("T", points)["length"]).toBeCloseTo(lengthOf(points), 3);
  });
});
