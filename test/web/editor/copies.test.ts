// Method: lines and throats laid out by hand in metres; a copy has the lengths, angles and joints of what it was made from.
import { describe, expect, it } from "vitest";
import { copyOf, isWithin, pasteAt, type Typed } from "../../../web/src/editor/edits/copied.ts";
import type { RailObject } from "../../../web/src/editor/edits/edits.ts";
import {
  endsOf,
  farBetween,
  type LineObject,
  lengthOf,
} from "../../../web/src/editor/edits/joints.ts";
import { newTrack } from "../../../web/src/editor/edits/new_objects.ts";
import { lineBeside, trackBeside } from "../../../web/src/editor/edits/parallel.ts";
import { drawTrack, nearestOn, type Section, type Spot } from "../../../web/src/map/tracks.ts";

const EAST_M = 73_700;
const NORTH_M = 111_200;
/** About metres east and north of a place. */
const at = (east: number, north: number): Spot => [2.5 + east / EAST_M, 48.5 + north / NORTH_M];

const METRES_PER_UNIT = 40_075_016.7 * Math.cos((48.5 * Math.PI) / 180);

function farFrom(points: readonly Spot[], spot: Spot): number {
  const section: Section = { id: "t", length: 1, geo: { coordinates: points } };
  const track = drawTrack(section);
  if (track === null) throw new Error("no line");
  return nearestOn(track, spot).far * METRES_PER_UNIT;
}

describe("a line beside another", () => {
  const bent = [at(0, 0), at(300, 0), at(600, 120), at(700, 400)];

  it("has the distance everywhere, on the side that is told", () => {
    for (const left_m of [4, -4, 25]) {
      const beside = lineBeside(bent, left_m);
      expect(beside).toHaveLength(bent.length);
      for (const spot of beside.slice(1, -1)) {
        // The corner of a bend is a little farther from the other corner, never from its lines.
        expect(farFrom(bent, spot)).toBeGreaterThan(Math.abs(left_m) * 0.99);
        expect(farFrom(bent, spot)).toBeLessThan(Math.abs(left_m) * 1.15);
      }
      const [first] = beside;
      expect(farBetween(first ?? at(0, 0), bent[0] ?? at(0, 0))).toBeCloseTo(Math.abs(left_m), 1);
      // The line begins to the east: its left is the north.
      expect((first?.[1] ?? 0) > 48.5).toBe(left_m > 0);
    }
  });

  it("is as long as it is drawn, and its slopes reach its end", () => {
    const own = { ...newTrack("own", bent), length: 900 } as RailObject;
    const slopes = [
      { begin: 0, end: 450, gradient: 3 },
      { begin: 450, end: 900, gradient: -2 },
    ];
    const made = trackBeside({ ...own, slopes }, "beside", 10);
    const line = (made as unknown as LineObject).geo.coordinates as Spot[];
    const expected = (900 * lengthOf(line)) / lengthOf(bent);
    expect(made["length"]).toBeCloseTo(expected, 2);
    expect((made["slopes"] as unknown as { end: number }[]).at(-1)?.end).toBe(made["length"]);
  });

  it("does not run off where it turns back, nor stop at a point that is there twice", () => {
    const sharp = lineBeside([at(0, 0), at(100, 0), at(100, 0), at(0, 3)], 5);
    for (const spot of sharp) {
      expect(spot.every(Number.isFinite)).toBe(true);
      expect(farBetween(spot, at(100, 0))).toBeLessThan(160);
    }
  });
});

/** stem ─< branch, straight; the straight one goes on to a track that is not copied. */
function throat(): { tracks: RailObject[]; attached: Typed[] } {
  const tracks = [
    newTrack("stem", [at(0, 0), at(100, 0)]),
    newTrack("straight", [at(100, 0), at(200, 0)]),
    newTrack("branch", [at(100, 0), at(200, 30)]),
  ];
  const port = (track: string, endpoint: string) => ({ track, endpoint });
  const ports = {
    A: port("stem", "END"),
    B1: port("straight", "BEGIN"),
    B2: port("branch", "BEGIN"),
  };
  const range = (track: string) => ({ track, begin: 0, end: 50, applicable_directions: "BOTH" });
  return {
    tracks,
    attached: [
      { obj_type: "Switch", object: { id: "stem", switch_type: "point_switch", ports } },
      {
        obj_type: "Switch",
        object: {
          id: "beyond",
          switch_type: "link",
          ports: { A: port("straight", "END"), B: port("far", "BEGIN") },
        },
      },
      { obj_type: "Detector", object: { id: "det", track: "stem", position: 90 } },
      {
        obj_type: "Signal",
        object: {
          id: "sig",
          track: "branch",
          position: 20,
          logical_signals: [
            { conditional_parameters: [{ on_route: "r" }], signaling_system: "BAL" },
          ],
        },
      },
      {
        obj_type: "Electrification",
        object: { id: "wire", voltage: "1500V", track_ranges: [range("stem"), range("far")] },
      },
      {
        obj_type: "SpeedSection",
        object: { id: "by route", speed_limit: 9, track_ranges: [range("stem")], on_routes: ["r"] },
      },
    ],
  };
}

describe("a copied throat", () => {
  const { tracks, attached } = throat();
  const copied = copyOf(tracks, attached, at(-10, 0));
  if (copied === null) throw new Error("nothing is copied");
  let count = 0;
  const to = at(5_000, 2_000);
  const paste = (degrees: number, is_mirrored: boolean): Typed[] =>
    pasteAt(copied, to, { turn: { degrees, is_mirrored }, newId: (type) => `${type} ${++count}` });

  it("has what lies on its tracks alone, each under a new id, and names nothing else", () => {
    const pasted = paste(0, false);
    expect(pasted.map(({ obj_type }) => obj_type).toSorted()).toEqual([
      "Detector",
      "Electrification",
      "Signal",
      "Switch",
      "TrackSection",
      "TrackSection",
      "TrackSection",
    ]);
    const text = JSON.stringify(pasted);
    for (const name of ["stem", "straight", "branch", "far", "det", "sig", "wire", "beyond"]) {
      expect(text).not.toContain(`"${name}"`);
    }
    expect(text).not.toContain("on_route");
    const ids = new Set(
      pasted.filter(({ obj_type }) => obj_type === "TrackSection").map(({ object }) => object.id),
    );
    const named = [...text.matchAll(/"track":"([^"]+)"/g)].map(([, id]) => id ?? "");
    expect(named).toHaveLength(6);
    for (const id of named) expect(ids).toContain(id);
  });

  it("begins where it is put, with the same lengths, however it is turned", () => {
    for (const [degrees, is_mirrored] of [
      [0, false],
      [90, false],
      [-37, true],
      [180, true],
    ] as const) {
      const lines = paste(degrees, is_mirrored)
        .filter(({ obj_type }) => obj_type === "TrackSection")
        .map(({ object }) => (object as unknown as LineObject).geo.coordinates as Spot[]);
      const [stem, straight, branch] = lines;
      if (stem === undefined || straight === undefined || branch === undefined) throw new Error();
      expect(farBetween(stem[0] ?? to, to)).toBeLessThan(0.01);
      expect(stem.at(-1)).toEqual(straight[0]);
      expect(stem.at(-1)).toEqual(branch[0]);
      for (const [i, line] of lines.entries()) {
        const own = (tracks[i] as unknown as LineObject).geo.coordinates as Spot[];
        expect(lengthOf(line)).toBeCloseTo(lengthOf(own), 1);
      }
      const apart = (a: readonly Spot[], b: readonly Spot[]) =>
        farBetween(a.at(-1) ?? to, b.at(-1) ?? to);
      expect(apart(straight, branch)).toBeCloseTo(30, 0);
    }
    const east = (lines: Typed[]) => endsOf(lines[1]?.object as unknown as LineObject)[1]?.at ?? to;
    const [plain, turned] = [east(paste(0, false)), east(paste(90, false))];
    expect(plain[0]).toBeGreaterThan(to[0] + 150 / EAST_M);
    // A quarter turn as a compass turns: what went east goes south.
    expect(turned[1]).toBeLessThan(to[1] - 150 / NORTH_M);
    const north = (lines: Typed[]) =>
      endsOf(lines[2]?.object as unknown as LineObject)[1]?.at ?? to;
    expect(north(paste(0, false))[1]).toBeGreaterThan(to[1]);
    expect(north(paste(0, true))[1]).toBeLessThan(to[1]);
  });

  it("takes the open end that is nearest to the first corner", () => {
    const anchorAt = (corner: Spot) => copyOf(tracks, attached, corner)?.anchor;
    expect(farBetween(anchorAt(at(210, 40)) ?? to, at(200, 30))).toBeLessThan(0.01);
    // The joint in the middle is no open end.
    expect(farBetween(anchorAt(at(101, 0)) ?? to, at(100, 0))).toBeGreaterThan(90);
    expect(copyOf([], [], to)).toBe(null);
  });

  it("is what lies wholly between its corners", () => {
    const corners = [at(-10, 10), at(150, -10)] as const;
    expect(tracks.map((one) => isWithin(one as unknown as LineObject, corners))).toEqual([
      true,
      false,
      false,
    ]);
  });
});
