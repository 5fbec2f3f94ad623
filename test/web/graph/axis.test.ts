// Method: axes of a few stations worked out by hand; the way back against the mirrored way there.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  applyScale,
  backScale,
  forwardScale,
  placeZone,
  type Way,
} from "../../../web/src/graph/axis.ts";

const KM = 1_000_000;

function wayOf(length_mm: number, ...stations: readonly [id: string, position_mm: number][]): Way {
  return {
    ranges: [],
    length_mm,
    stations: stations.map(([id, position_mm]) => ({ id, name: id, position_mm })),
    zones: [],
  };
}

const FORWARD = wayOf(30 * KM, ["a", 0], ["b", 10 * KM], ["c", 30 * KM]);

describe("the axis", () => {
  it("is proportional to distance, or puts neighbouring stations equally far apart", () => {
    const distance = forwardScale(FORWARD, "distance");
    expect([0, 10 * KM, 30 * KM].map((mm) => applyScale(distance, mm))).toEqual([0, 1 / 3, 1]);
    const even = forwardScale(FORWARD, "even");
    expect([0, 5 * KM, 10 * KM, 20 * KM, 30 * KM].map((mm) => applyScale(even, mm))).toEqual([
      0, 0.25, 0.5, 0.75, 1,
    ]);
  });

  it("places the way back between the stations that both pass, although its tracks are longer", () => {
    const back = wayOf(32 * KM, ["c", 1 * KM], ["x", 5 * KM], ["b", 22 * KM], ["a", 32 * KM]);
    const scale = backScale({ forward: FORWARD, back }, "distance");
    if (scale === null) throw new Error("no scale");
    expect(applyScale(scale, 1 * KM)).toBeCloseTo(1, 12);
    expect(applyScale(scale, 22 * KM)).toBeCloseTo(1 / 3, 12);
    expect(applyScale(scale, 27 * KM)).toBeCloseTo(1 / 6, 12);
    expect(applyScale(scale, 32 * KM)).toBeCloseTo(0, 12);
  });

  it("has no way back that shares one station only", () => {
    expect(backScale({ forward: FORWARD, back: wayOf(9 * KM, ["b", 0]) }, "distance")).toBeNull();
    expect(backScale({ forward: FORWARD, back: null }, "distance")).toBeNull();
  });

  it("mirrors a way back over the same tracks exactly", () => {
    const kilometres = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(
        kilometres,
        fc.integer({ min: 0, max: 100 }),
        fc.boolean(),
        (places, at, is_even) => {
          const spacing = is_even ? "even" : "distance";
          const inner = places.sort((a, b) => a - b).map((km) => [`s${km}`, km * KM] as const);
          const all = [["first", 0] as const, ...inner, ["last", 100 * KM] as const];
          const forward = wayOf(100 * KM, ...all.map(([id, mm]): [string, number] => [id, mm]));
          const mirrored = all
            .toReversed()
            .map(([id, mm]): [string, number] => [id, 100 * KM - mm]);
          const back = backScale({ forward, back: wayOf(100 * KM, ...mirrored) }, spacing);
          if (back === null) throw new Error("no scale");
          const there = applyScale(forwardScale(forward, spacing), at * KM);
          expect(applyScale(back, (100 - at) * KM)).toBeCloseTo(there, 9);
        },
      ),
    );
  });

  it("places a zone on whichever way passes it", () => {
    const zone = { zone: "z", from_mm: 3 * KM, to_mm: 6 * KM };
    const ways = [
      { zones: new Map(), scale: forwardScale(FORWARD, "distance") },
      {
        zones: new Map([["z", zone]]),
        scale: { from: Float64Array.of(0, 30 * KM), to: Float64Array.of(1, 0) },
      },
    ];
    expect(placeZone("z", ways)).toEqual({ from_share: 0.8, to_share: 0.9 });
    expect(placeZone("elsewhere", ways)).toBeNull();
  });
});
