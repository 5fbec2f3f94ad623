/** Forces against definitions written out naively: integrals by small strips, dense scans, tables. */
import { describe, expect, it } from "vitest";
import {
  chooseCurve,
  compileStock,
  NO_EFFORT_CURVE,
  type StoredRollingStock,
} from "../../../../workers/engine/physics/rolling_stock.ts";
import { makeForces, STOCK_T } from "../plain_run.ts";
import { between, cutLength, makeRandom, wholeBetween } from "../seeded.ts";

const LENGTH_M = 8000;

function randomGradients(seed: number): [number, number][] {
  const random = makeRandom(seed);
  return cutLength(random, LENGTH_M, wholeBetween(random, 1, 12)).map((end) => [
    end,
    random() < 0.3 ? 0 : between(random, -40, 40),
  ]);
}

function naiveGrade(gradients: readonly [number, number][], head: number, length: number): number {
  const clamp = (x: number): number => Math.min(Math.max(x, 0), LENGTH_M);
  const from = clamp(head - length);
  const to = clamp(head);
  let begin = 0;
  let sum = 0;
  for (const [end, value] of gradients) {
    sum += value * Math.max(0, Math.min(end, to) - Math.max(begin, from));
    begin = end;
  }
  return sum / (to - from);
}

describe("weight", () => {
  it("is that of the mean gradient under the train, in whatever order places are asked for", () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = makeRandom(seed);
      const gradients = randomGradients(seed);
      const length_m = between(random, 10, 3000);
      const stock = { ...STOCK_T, length_m };
      const forces = makeForces({ length_m: LENGTH_M, gradients, stock });
      let head = 0;
      for (let i = 0; i < 300; i++) {
        // Runs along the path, with jumps now and then.
        head = random() < 0.1 ? between(random, 1, LENGTH_M + 5) : Math.min(head + 30, LENGTH_M);
        const angle = Math.atan(naiveGrade(gradients, head, forces.stock.length_m) / 1000);
        const weight_n = -500_000 * 9.81 * Math.sin(angle);
        expect(Math.abs(forces.weight_n(head) - weight_n)).toBeLessThan(1e-3);
      }
    }
  });

  it("of a train that has not left the portal is none", () => {
    expect(makeForces({ length_m: 100, gradients: [[100, 30]] }).weight_n(0)).toBe(-0);
  });
});

describe("tractive effort", () => {
  it("is linear between the points of the curve and constant outside them", () => {
    const forces = makeForces({ length_m: 100 });
    const rows = [
      [0, 300_000],
      [10, 300_000],
      [15, 250_000],
      [20, 200_000],
      [25, 165_000],
      [45, 90_000],
      [80, 90_000],
      [12, 280_000],
    ];
    for (const [v, effort_n] of rows) expect(forces.maxEffort_n(50, v!)).toBeCloseTo(effort_n!, 6);
  });
});

describe("holding a speed", () => {
  it("is possible up to the position found, and not on the next stretch, by a dense scan", () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = makeRandom(seed);
      const gradients = randomGradients(seed);
      const stock = { ...STOCK_T, length_m: wholeBetween(random, 20, 900) };
      const forces = makeForces({ length_m: LENGTH_M, gradients, stock });
      const v = between(random, 5, 45);
      const from = between(random, 0, 4000);
      const to = between(random, from + 1, LENGTH_M);
      const held = forces.holdableUntil_m(v, from, to);
      const lacks = (x: number): boolean =>
        forces.resistance_n(v) - forces.weight_n(x) > forces.maxEffort_n(x, v) + 1e-6;
      const scan = (a: number, b: number): boolean => {
        for (let i = 0; i <= 400; i++) if (lacks(a + ((b - a) * i) / 400)) return true;
        return false;
      };
      if (held > from) expect(scan(from, held)).toBe(false);
      if (held === to) continue;
      const borders = gradients.flatMap(([end]) => [end, end + stock.length_m]);
      const next = Math.min(to, ...borders.filter((x) => x > held));
      expect(scan(held, next)).toBe(true);
    }
  });
});

/** Between two boundaries the sine of the slope is taken as linear: of a weight of 5 MN. */
const CURVED_N = 50;

describe("a lack of effort", () => {
  it("ends at the position found, and not before, by a dense scan", () => {
    let nInside = 0;
    for (let seed = 1; seed <= 300; seed++) {
      const random = makeRandom(seed);
      const gradients = randomGradients(seed);
      const stock = { ...STOCK_T, length_m: wholeBetween(random, 20, 900) };
      const neutral_m = wholeBetween(random, 100, LENGTH_M - 1000);
      const neutrals = [[neutral_m, neutral_m + wholeBetween(random, 20, 900)]] as const;
      const forces = makeForces({ length_m: LENGTH_M, gradients, stock, neutrals });
      const v = between(random, 1, 30);
      const from = forces.holdableUntil_m(v, between(random, 0, 4000), LENGTH_M, true);
      if (from === LENGTH_M) continue;
      const end = forces.lackingUntil_m(v, from, LENGTH_M);
      expect(end).toBeGreaterThan(from);
      const lack_n = (x: number): number =>
        forces.resistance_n(v) - forces.weight_n(x) - forces.maxEffort_n(x, v);
      for (let i = 1; i < 400; i++) {
        expect(lack_n(from + ((end - from) * i) / 400)).toBeGreaterThan(-CURVED_N);
      }
      if (end === LENGTH_M) continue;
      nInside++;
      expect(lack_n(end + 1e-7)).toBeLessThan(CURVED_N);
    }
    expect(nInside).toBeGreaterThan(100);
  });
});

describe("the choice of the effort curve", () => {
  const curve = (effort: number): { speeds: number[]; max_efforts: number[] } => ({
    speeds: [0],
    max_efforts: [effort],
  });
  const cond = (comfort: string | null, profile: string | null, restriction: string | null) => ({
    comfort,
    electrical_profile_level: profile,
    power_restriction_code: restriction,
  });
  const stock: StoredRollingStock = {
    ...STOCK_T,
    effort_curves: {
      default_mode: "thermal",
      modes: {
        thermal: { is_electric: false, default_curve: curve(0), curves: [] },
        "25000V": {
          is_electric: true,
          default_curve: curve(1),
          curves: [
            { cond: cond("HEATING", null, null), curve: curve(2) },
            { cond: cond("STANDARD", "22500V", null), curve: curve(3) },
            { cond: cond(null, "22500V", "C1"), curve: curve(4) },
            { cond: cond(null, "20000V", null), curve: curve(5) },
          ],
        },
      },
    },
  };
  const compiled = compileStock(stock);
  const rows: [
    string,
    [string | null, boolean, string | null, string | null],
    string,
    number | null,
    boolean,
  ][] = [
    ["no electrification: the default mode", [null, false, null, null], "STANDARD", 0, true],
    ["an unknown voltage: the default mode", ["1500V", false, null, null], "STANDARD", 0, true],
    [
      "an unknown voltage with a profile: not handled",
      ["1500V", false, "A", null],
      "STANDARD",
      0,
      false,
    ],
    [
      "no condition holds: the mode's default curve",
      ["25000V", false, null, null],
      "STANDARD",
      1,
      true,
    ],
    ["the first condition that holds wins", ["25000V", false, "22500V", "C1"], "HEATING", 2, false],
    ["comfort and profile", ["25000V", false, "22500V", "C1"], "STANDARD", 3, true],
    ["profile and restriction", ["25000V", false, "22500V", "C1"], "AIR_CONDITIONING", 4, true],
    ["a profile that no curve knows", ["25000V", false, "17500V", null], "STANDARD", 1, false],
    [
      "a neutral section under an electric mode: none",
      ["25000V", true, null, null],
      "STANDARD",
      null,
      false,
    ],
    [
      "a neutral section under a thermal mode: pulls on",
      [null, true, null, null],
      "STANDARD",
      0,
      true,
    ],
  ];
  it.each(rows)(
    "%s",
    (_, [voltage, is_neutral, profile, restriction], comfort, effort, handled) => {
      const chosen = chooseCurve(compiled, { voltage, is_neutral, profile, restriction }, comfort);
      expect(chosen.handlesProfile).toBe(handled);
      if (effort === null) expect(chosen.curveIdx).toBe(NO_EFFORT_CURVE);
      else expect(compiled.curveEfforts_n[compiled.curveStart[chosen.curveIdx]!]).toBe(effort);
    },
  );
});
