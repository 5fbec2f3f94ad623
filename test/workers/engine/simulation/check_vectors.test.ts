/** Check vectors of engine.md 11.1, recorded from the reference: steps, totals, energies, times per km and shapes. */
import { describe, expect, it } from "vitest";
import { totalTime_us } from "../../../../workers/engine/envelope/envelope.ts";
import { integrateStep, Step } from "../../../../workers/engine/physics/step.ts";
import {
  ACCELERATE,
  BRAKE,
  COAST,
  type DriveMode,
} from "../../../../workers/engine/physics/train_forces.ts";
import { makeForces, type PlainRun, STOCK_T, simulate } from "../plain_run.ts";

const V = 160 / 3.6;

function steps(
  run: {
    mode: DriveMode;
    direction: 1 | -1;
    x: number;
    v: number;
    gradients?: [number, number][];
    max?: boolean;
  },
  n: number,
): number[][] {
  const forces = makeForces({
    length_m: 10_000,
    ...(run.gradients ? { gradients: run.gradients } : {}),
    stock: run.max ? { ...STOCK_T, gamma: { type: "MAX", value: 0.5 } } : STOCK_T,
  });
  const step = new Step();
  step.direction = run.direction;
  const out: number[][] = [];
  let { x, v } = run;
  for (let i = 0; i < n; i++) {
    step.fromX_m = x;
    step.fromV_m_s = v;
    integrateStep(step, forces, run.mode);
    x += step.dx_m;
    v = step.v_m_s;
    out.push([x, v]);
  }
  return out;
}

function expectRelative(actual: number, expected: number, relative: number): void {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(relative * Math.abs(expected));
}

describe("steps", () => {
  const rows: { name: string; got: number[][]; want: number[][] }[] = [
    {
      name: "accelerating from standstill on flat track",
      got: steps({ mode: ACCELERATE, direction: 1, x: 0, v: 0 }, 4),
      want: [
        [1.109044894, 1.109044894],
        [4.435662252, 2.217572464],
        [9.978743547, 3.325508831],
        [17.737032657, 4.432780279],
      ],
    },
    {
      name: "coasting onto a ramp",
      got: steps(
        {
          mode: COAST,
          direction: 1,
          x: 450,
          v: 25,
          gradients: [
            [500, 0],
            [10_000, 10],
          ],
        },
        3,
      ),
      want: [
        [499.949136566, 24.949136566],
        [549.773657485, 24.875384354],
        [599.404884886, 24.755843047],
      ],
    },
    {
      name: "braking backwards with gamma MAX on the same ramp",
      got: steps(
        {
          mode: BRAKE,
          direction: -1,
          x: 2000,
          v: 0,
          max: true,
          gradients: [
            [500, 0],
            [10_000, 10],
          ],
        },
        2,
      ),
      want: [
        [1998.791845842, 1.208154158],
        [1995.166809729, 2.416881955],
      ],
    },
  ];
  it.each(rows)("$name agree with the reference to 1e-9", ({ got, want }) => {
    want.forEach(([x, v], i) => {
      expectRelative(got[i]![0]!, x!, 1e-9);
      expectRelative(got[i]![1]!, v!, 1e-9);
    });
  });
});

interface Row {
  readonly name: string;
  readonly run: Partial<PlainRun>;
  readonly total_s: number;
  readonly energy_j: number;
  readonly times_s: string;
}

const slopes: [number, number][] = [
  [3000, 0],
  [6000, 10],
  [10_000, -8],
];
const ramp: [number, number][] = [
  [5000, 0],
  [7000, 30],
  [10_000, 0],
];
const rows: Row[] = [
  {
    name: "flat",
    run: {},
    total_s: 328.73532,
    energy_j: 700259029.7,
    times_s: "64.396 96.933 124.340 148.938 171.791 194.291 216.791 239.291 265.490 328.735",
  },
  {
    name: "20 m/s on [4000, 5200]",
    run: { limits: [[4000, 5200, 20]] },
    total_s: 398.776554,
    energy_j: 847588334.0,
    times_s: "64.396 96.933 124.378 159.211 209.211 251.332 282.267 308.869 335.531 398.777",
  },
  {
    name: "10 per mille on 3-6 km, then -8",
    run: { gradients: slopes },
    total_s: 332.012044,
    energy_j: 784059833.9,
    times_s: "64.396 96.933 124.340 149.468 173.744 197.365 220.068 242.568 268.766 332.012",
  },
  {
    name: "the same with gamma MAX",
    run: { gradients: slopes, stock: { ...STOCK_T, gamma: { type: "MAX", value: 0.5 } } },
    total_s: 337.492734,
    energy_j: 784059833.9,
    times_s: "64.396 96.933 124.340 149.468 173.744 197.365 220.068 242.637 270.189 337.493",
  },
  {
    name: "MRSP of 30 m/s, 30 per mille on 5-7 km",
    run: { maxSpeed_m_s: 30, gradients: ramp },
    total_s: 398.987985,
    energy_j: 673138925.8,
    times_s: "64.396 98.314 131.647 164.980 198.314 232.363 268.173 302.321 335.655 398.988",
  },
  {
    name: "flat with stops at 5000 and 10000",
    run: { stops_m: [5000, 10_000] },
    total_s: 428.89553,
    energy_j: 973363623.2,
    times_s: "64.396 96.933 124.340 151.202 214.448 278.844 311.381 338.788 365.650 428.896",
  },
];

describe("base runs of 10 km", () => {
  it.each(rows)("$name: total, energy and times at each km are the reference's", (row) => {
    const { simulator, report } = simulate({
      length_m: 10_000,
      stops_m: [10_000],
      maxSpeed_m_s: V,
      items_mm: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((km) => km * 1e6),
      ...row.run,
    });
    expectRelative(totalTime_us(simulator.arena, simulator.stages.base) / 1e6, row.total_s, 1e-6);
    expectRelative(report.energy_j, row.energy_j, 1e-6);
    const times_ms = row.times_s.split(" ").map((s) => Math.round(Number(s) * 1000));
    expect([...report.itemTimes_ms]).toEqual(times_ms);
  });

  function shape(run: Partial<PlainRun>): [number, number][] {
    const { simulator } = simulate({
      length_m: 10_000,
      stops_m: [10_000],
      maxSpeed_m_s: V,
      ...run,
    });
    const { arena, stages } = simulator;
    return [...stages.base.parts.subarray(0, stages.base.count)].map((part) => [
      arena.endX_m(part),
      arena.end[part]! - arena.first[part]!,
    ]);
  }

  it("flat: accelerates in 84 points to 4683.235 m, holds to 8024.691 m and brakes in 46 points", () => {
    const parts = shape({});
    expect(parts.map(([, n]) => n)).toEqual([84, 2, 46]);
    expectRelative(parts[0]![0], 4683.235, 1e-7);
    expectRelative(parts[1]![0], 8024.691, 1e-7);
  });

  it("ramp: holds to 5136.099 m, then falls behind and catches up in 42 points to 7436.246 m", () => {
    const parts = shape({ maxSpeed_m_s: 30, gradients: ramp });
    expectRelative(parts[1]![0], 5136.099, 1e-6);
    expect(parts[2]![1]).toBe(42);
    expectRelative(parts[2]![0], 7436.246, 1e-6);
  });
});
