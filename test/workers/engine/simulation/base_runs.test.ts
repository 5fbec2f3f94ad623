/** Properties of base runs on seeded inputs, and hostile but valid ones: an answer or a typed fault, by few steps. */
import { describe, expect, it } from "vitest";
import { findSlowest } from "../../../../workers/engine/envelope/mrsp.ts";
import { MAX_INTEGRATION_STEPS } from "../../../../workers/engine/physics/constants.ts";
import { describeFault } from "../../../../workers/engine/simulation/faults.ts";
import type { Report } from "../../../../workers/engine/simulation/report.ts";
import { Simulator } from "../../../../workers/engine/simulation/simulate.ts";
import { countTries } from "../../../helpers/tried.ts";
import { makeRun, type PlainRun, STOCK_T, trySimulate } from "../plain_run.ts";
import { between, cutLength, makeRandom, type Random, wholeBetween } from "../seeded.ts";

type Plain = Partial<PlainRun> & { readonly length_m: number };

function randomRun(random: Random): Plain {
  const length_m = wholeBetween(random, 2000, 30_000);
  return {
    length_m,
    gradients: cutLength(random, length_m, wholeBetween(random, 1, 8)).map(
      (end) => [end, between(random, -8, 8)] as const,
    ),
    limits: Array.from({ length: wholeBetween(random, 0, 4) }, () => {
      const from = wholeBetween(random, 0, length_m - 100);
      return [from, wholeBetween(random, from + 50, length_m), between(random, 8, 40)] as const;
    }),
    stops_m: [...new Set([wholeBetween(random, 500, length_m), length_m])],
    stopDuration_s: wholeBetween(random, 0, 120),
    maxSpeed_m_s: between(random, 15, 45),
    initialSpeed_m_s: random() < 0.3 ? between(random, 0, 50) : 0,
  };
}

function expectSound(report: Report, run: Plain): void {
  const { positions_mm, times_ms, speeds_m_s } = report;
  expect(positions_mm[0]).toBe(0);
  expect(positions_mm.at(-1)).toBe(Math.round(run.length_m * 1000));
  for (let i = 0; i < positions_mm.length; i++) {
    const previous = Math.max(0, i - 1);
    const sound =
      positions_mm[i]! >= positions_mm[previous]! &&
      times_ms[i]! >= times_ms[previous]! &&
      speeds_m_s[i]! >= 0 &&
      Number.isFinite(times_ms[i]!) &&
      Number.isFinite(speeds_m_s[i]!);
    if (!sound) throw new Error(`point ${i}: ${positions_mm[i]} ${times_ms[i]} ${speeds_m_s[i]}`);
  }
  expect(Number.isFinite(report.energy_j) && report.energy_j >= 0).toBe(true);
  expect([...report.itemTimes_ms].every((t) => Number.isFinite(t) && t >= 0)).toBe(true);
}

function succeed(run: Plain): Report {
  const result = trySimulate(run);
  if (!result.ok) throw new Error(result.error.kind);
  return result.value;
}

/** Of a hostile run. */
const STEPS_MAX = 2_000_000;
/** Found before a step is drawn. */
const WITHOUT_STEPS: ReadonlySet<string> = new Set(["zero_length_path", "stop_beyond_path"]);

const SEEDS = Array.from({ length: countTries({ few: 200, many: 5000 }) }, (_, i) => i + 1);

describe("base runs on generated networks", () => {
  it("are sound, and never faster than any limit", () => {
    for (const seed of SEEDS) {
      const plain = randomRun(makeRandom(seed));
      const simulator = new Simulator();
      const result = trySimulate(plain, simulator);
      if (!result.ok) throw new Error(`seed ${seed}: ${result.error.kind}`);
      expectSound(result.value, plain);
      const { arena, stages } = simulator;
      const { limits } = makeRun(plain);
      const slowest = findSlowest(limits);
      for (const part of stages.base.parts.subarray(0, stages.base.count)) {
        for (let i = arena.first[part]!; i < arena.end[part]!; i++) {
          // At a joint the faster neighbour counts.
          const allowed = slowest.parts
            .filter((_, k) => slowest.boundaries_mm[k]! <= arena.x_m[i]! * 1000 + 1e-6)
            .filter((_, k) => slowest.boundaries_mm[k + 1]! >= arena.x_m[i]! * 1000 - 1e-6)
            .map((p) => limits.v_m_s[p]!);
          expect(arena.v_m_s[i]!).toBeLessThanOrEqual(Math.max(...allowed) + 1e-5);
        }
      }
    }
  });

  it("give the same bytes on a fresh simulator and on one that has simulated everything else", () => {
    const used = new Simulator();
    for (const seed of SEEDS) trySimulate(randomRun(makeRandom(seed)), used);
    for (const seed of SEEDS) {
      const plain = randomRun(makeRandom(seed));
      expect(trySimulate(plain, used)).toEqual(trySimulate(plain));
    }
  });

  const harder: { name: string; change: (run: Plain) => Plain }[] = [
    { name: "a lower limit", change: (run) => ({ ...run, maxSpeed_m_s: run.maxSpeed_m_s! * 0.9 }) },
    {
      name: "a further limit",
      change: (run) => ({
        ...run,
        limits: [...run.limits!, [run.length_m * 0.3, run.length_m * 0.5, 12] as const],
      }),
    },
    {
      name: "a heavier train",
      change: (run) => ({ ...run, stock: { ...STOCK_T, mass_kg: 600_000 } }),
    },
    {
      name: "a steeper climb",
      change: (run) => ({
        ...run,
        gradients: run.gradients!.map(([end, value]) => [end, value + 2] as const),
      }),
    },
  ];
  it.each(harder)(
    "$name never shortens a run by more than the lead of its probes",
    ({ change }) => {
      for (const seed of SEEDS) {
        const plain = { ...randomRun(makeRandom(seed)), initialSpeed_m_s: 0, stopDuration_s: 0 };
        const before_ms = succeed(plain).itemTimes_ms.at(-1)!;
        const after = trySimulate(change(plain));
        if (!after.ok) {
          expect(after.error.kind).toBe("impossible_simulation");
          continue;
        }
        // Each curve of either run is up to 2/3 s ahead of the true one (curves.test.ts).
        const nCurves = 2 * (1 + plain.stops_m!.length + 2 * plain.limits!.length);
        expect(after.value.itemTimes_ms.at(-1)!).toBeGreaterThan(before_ms - nCurves * 667);
      }
    },
  );
});

const weak = { ...STOCK_T, mass_kg: 5_000_000 };
const manyStops = Array.from({ length: 1000 }, (_, i) => (i + 1) * 100);
const hostile: { name: string; run: Plain; fault: string | null }[] = [
  { name: "0.1 m/s on 100 km", run: { length_m: 100_000, maxSpeed_m_s: 0.1 }, fault: null },
  {
    name: "1 mm/s",
    run: { length_m: 500, maxSpeed_m_s: 0.001 },
    fault: null,
  },
  {
    name: "0.1 m/s on 3,000 km of changing gradients",
    run: {
      length_m: 3_000_000,
      maxSpeed_m_s: 0.1,
      gradients: Array.from({ length: 3000 }, (_, i) => [(i + 1) * 1000, (i % 7) - 3] as const),
    },
    fault: null,
  },
  {
    name: "a climb of 60 %",
    run: {
      length_m: 5000,
      gradients: [
        [2000, 0],
        [5000, 600],
      ],
    },
    fault: "impossible_simulation",
  },
  { name: "a descent of 60 %", run: { length_m: 5000, gradients: [[5000, -600]] }, fault: null },
  {
    name: "a descent of 60 % that gamma MAX can't brake",
    run: {
      length_m: 5000,
      gradients: [[5000, -600]],
      stock: { ...STOCK_T, gamma: { type: "MAX", value: 0.5 } },
    },
    fault: "impossible_braking",
  },
  { name: "3,000 km", run: { length_m: 3_000_000 }, fault: null },
  {
    name: "3,000 km of ramps that can't be held",
    run: {
      length_m: 3_000_000,
      gradients: Array.from(
        { length: 3000 },
        (_, i) => [(i + 1) * 1000, i % 2 === 0 ? 25 : -25] as const,
      ),
    },
    fault: null,
  },
  { name: "1 m", run: { length_m: 1 }, fault: null },
  { name: "1 mm", run: { length_m: 0.001 }, fault: null },
  { name: "no length", run: { length_m: 0, gradients: [] }, fault: "zero_length_path" },
  {
    name: "1,000 stops",
    run: { length_m: 100_000, stops_m: manyStops, stopDuration_s: 30 },
    fault: null,
  },
  {
    name: "1,000 stops a millimetre apart",
    run: { length_m: 2, stops_m: manyStops.map((_, i) => (i + 1) / 1000), stopDuration_s: 1 },
    fault: null,
  },
  {
    name: "a train longer than its path",
    run: {
      length_m: 300,
      gradients: [
        [100, 5],
        [300, -5],
      ],
      stock: { ...STOCK_T, length_m: 5000 },
    },
    fault: null,
  },
  {
    name: "a train of no length",
    run: {
      length_m: 3000,
      gradients: [
        [1000, 2],
        [3000, 1],
      ],
      stock: { ...STOCK_T, length_m: 0 },
    },
    // The mean gradient of no extent is the sum from the start (engine.md 4.2), far too steep.
    fault: "impossible_simulation",
  },
  {
    name: "limits of no extent",
    run: {
      length_m: 3000,
      limits: [
        [500, 500, 5],
        [0, 0, 1],
        [3000, 3000, 1],
      ],
    },
    fault: null,
  },
  {
    name: "tiny gamma",
    run: { length_m: 10_000, stock: { ...STOCK_T, gamma: { type: "CONST", value: 1e-4 } } },
    fault: null,
  },
  {
    name: "vanishing gamma",
    run: { length_m: 10_000, stock: { ...STOCK_T, gamma: { type: "CONST", value: 1e-9 } } },
    fault: "impossible_braking",
  },
  {
    name: "a braking distance of more points than a run may have",
    run: { length_m: 40_000_000, stock: { ...STOCK_T, gamma: { type: "CONST", value: 6e-6 } } },
    fault: "simulation_too_long",
  },
  {
    name: "huge gamma",
    run: { length_m: 10_000, stock: { ...STOCK_T, gamma: { type: "CONST", value: 1000 } } },
    fault: null,
  },
  {
    name: "a train that can't start",
    run: { length_m: 1000, stock: weak, gradients: [[1000, 30]] },
    fault: "impossible_simulation",
  },
  {
    name: "hardly any traction",
    run: {
      length_m: 1000,
      stock: { ...STOCK_T, rolling_resistance: { A: 299_999.9, B: 0, C: 0 } },
    },
    fault: "impossible_simulation",
  },
  {
    name: "an initial speed far beyond the limit",
    run: { length_m: 1000, initialSpeed_m_s: 1e6 },
    fault: null,
  },
  {
    name: "a stop beyond the path",
    run: { length_m: 1000, stops_m: [1000.02] },
    fault: "stop_beyond_path",
  },
  {
    name: "a stop within a centimetre of the end",
    run: { length_m: 1000, stops_m: [1000.005] },
    fault: null,
  },
];

describe("hostile but valid inputs", () => {
  it.each(hostile)("$name: ends in a sound report or a typed fault", ({ run, fault }) => {
    const simulator = new Simulator();
    const result = trySimulate(run, simulator);
    if (!WITHOUT_STEPS.has(fault ?? "")) {
      expect(MAX_INTEGRATION_STEPS - simulator.drawer.stepsLeft).toBeLessThan(STEPS_MAX);
    }
    expect(result.ok ? null : result.error.kind).toBe(fault);
    if (result.ok) expectSound(result.value, run);
    else expect(describeFault(result.error).type).toBe(`core:${fault}`);
  });
});

it("tell the gradient of a start that is too steep, although no part of the train is on it yet", () => {
  const run = makeRun({ length_m: 1000, stock: weak, gradients: [[1000, 30]] });
  const result = new Simulator().simulateBase(run);
  expect(result).toMatchObject({
    ok: false,
    error: { kind: "impossible_simulation", offset_m: 0 },
  });
  if (!result.ok && result.error.kind === "impossible_simulation") {
    expect(result.error.grade_permille).toBeCloseTo(30, 6);
  }
});
