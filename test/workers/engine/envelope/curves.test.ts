/**
 * Curves against closed forms, against an independent integrator with a hundredth of the step, and
 * the shortcuts (plateaus of two points) against a literal stepping of engine.md 4.9.
 */
import { describe, expect, it } from "vitest";
import {
  CurveDrawer,
  MET_LIMIT,
  NO_PART,
  REFUSED,
} from "../../../../workers/engine/envelope/curve.ts";
import {
  CONSTANT_SPEED,
  EnvelopeArena,
  totalTime_us,
} from "../../../../workers/engine/envelope/envelope.ts";
import { buildMaxEffort } from "../../../../workers/engine/envelope/max_effort.ts";
import { buildMaxSpeed, Stages } from "../../../../workers/engine/envelope/max_speed.ts";
import { findSlowest } from "../../../../workers/engine/envelope/mrsp.ts";
import type { StoredRollingStock } from "../../../../workers/engine/physics/rolling_stock.ts";
import { integrateStep, Step } from "../../../../workers/engine/physics/step.ts";
import { ACCELERATE, BRAKE, MAINTAIN } from "../../../../workers/engine/physics/train_forces.ts";
import type { Run } from "../../../../workers/engine/simulation/simulate.ts";
import { makeForces, makeRun, type PlainRun, STOCK_T, simulate } from "../plain_run.ts";
import { between, cutLength, makeRandom, type Random, wholeBetween } from "../seeded.ts";

const FREE: StoredRollingStock = {
  ...STOCK_T,
  inertia_coefficient: 1,
  rolling_resistance: { A: 0, B: 0, C: 0 },
  effort_curves: {
    default_mode: "thermal",
    modes: {
      thermal: {
        is_electric: false,
        default_curve: { speeds: [0], max_efforts: [250_000] },
        curves: [],
      },
    },
  },
};

describe("closed forms", () => {
  it("a train without resistance under constant effort takes v/a and v²/2a, then brakes in v²/2γ", () => {
    // a = 250 kN / 500 t = 0.5 m/s², γ = 0.4 m/s².
    const stock: StoredRollingStock = { ...FREE, gamma: { type: "CONST", value: 0.4 } };
    const { simulator, report } = simulate({ length_m: 5000, stock, maxSpeed_m_s: 30 });
    const { arena, stages } = simulator;
    const ends = [...stages.base.parts.subarray(0, 3)].map((part) => arena.endX_m(part));
    expect(ends[0]).toBeCloseTo(900, 6);
    expect(ends[1]).toBeCloseTo(5000 - 1125, 6);
    const total_s = 60 + (5000 - 900 - 1125) / 30 + 75;
    expect(Math.abs(report.itemTimes_ms[1]! / 1000 - total_s)).toBeLessThan(0.001);
    // Only the acceleration takes energy: the braking part gives nothing back.
    expect(report.energy_j).toBeCloseTo(0.5 * 500_000 * 900, 0);
  });

  it("gamma MAX brakes by gamma and the weight on a constant slope", () => {
    const stock: StoredRollingStock = { ...FREE, gamma: { type: "MAX", value: 0.5 } };
    const run = { length_m: 5000, stock, maxSpeed_m_s: 20, gradients: [[5000, -20]] as const };
    const { simulator } = simulate(run);
    const { arena, stages } = simulator;
    const braking = stages.maxSpeed.parts[1]!;
    const rate = 0.5 - 9.81 * Math.sin(Math.atan(0.02));
    expect(5000 - arena.beginX_m(braking)).toBeCloseTo(400 / (2 * rate), 6);
  });

  it("a smooth step goes back to where the train stood, and brakes by one rate from the path's begin to a stand", () => {
    const stock: StoredRollingStock = { ...FREE, gamma: { type: "MAX", value: 0.5 } };
    const step = new Step();
    step.isSmooth = true;
    step.direction = -1;
    step.fromX_m = 100;
    step.fromV_m_s = 0.7;
    integrateStep(step, makeForces({ length_m: 5000, stock }), ACCELERATE);
    expect(step.v_m_s).toBe(0);
    expect(step.dx_m).toBeCloseTo(-0.49, 9);
    // Two seconds from 1 m/s, and less than those from half of it.
    const downhill = makeForces({ length_m: 5000, stock, gradients: [[5000, -20]] });
    const rate = 0.5 - 9.81 * Math.sin(Math.atan(0.02));
    step.direction = 1;
    step.fromX_m = 0;
    step.fromV_m_s = 1;
    integrateStep(step, downhill, BRAKE);
    expect(step.v_m_s).toBeCloseTo(1 - 2 * rate, 9);
    expect(step.dx_m).toBeCloseTo(2 - 2 * rate, 9);
    step.fromV_m_s = 0.5;
    integrateStep(step, downhill, BRAKE);
    expect(step.v_m_s).toBe(0);
    expect(step.dx_m).toBeCloseTo(0.25 / (2 * rate), 9);
  });
});

/** Total time by tiny steps: a backward braking pass from each stop, then forward under it. */
function tinyTime_s(run: Run): number {
  const dt = 0.02;
  const dx = 0.25;
  const { forces, length_m } = run;
  const n = Math.ceil(length_m / dx);
  const ceiling = new Float64Array(n + 1);
  const { boundaries_mm, parts } = findSlowest(run.limits);
  parts.forEach((part, i) => {
    for (let k = 0; k <= n; k++) {
      const x_mm = k * dx * 1000;
      if (x_mm < boundaries_mm[i]! || x_mm > boundaries_mm[i + 1]!) continue;
      const v = run.limits.v_m_s[part]!;
      ceiling[k] = ceiling[k] === 0 ? v : Math.min(ceiling[k]!, v);
    }
  });
  for (const stop of run.stops.positions_m) ceiling[Math.round(stop / dx)] = 0;
  for (let k = n - 1; k >= 0; k--) {
    const rate = forces.stock.braking_m_s2;
    ceiling[k] = Math.min(ceiling[k]!, Math.sqrt(ceiling[k + 1]! ** 2 + 2 * rate * dx));
  }
  let x = 0;
  let v = run.initialSpeed_m_s;
  let t = 0;
  let nextStop = 0;
  while (x < length_m - 1e-3 && t < 1e5) {
    const needed = forces.resistance_n(v) - forces.weight_n(x);
    const a = (forces.maxEffort_n(x, v) - needed) / forces.stock.inertia_kg;
    const free = Math.max(0, v + a * dt);
    const cell = Math.min(n, Math.floor((x + free * dt) / dx));
    const share = Math.min(1, (x + free * dt) / dx - cell);
    const cap = ceiling[cell]! + share * ((ceiling[cell + 1] ?? 0) - ceiling[cell]!);
    const v1 = Math.min(free, Math.max(cap, 0.05));
    x += ((v + v1) / 2) * dt;
    t += dt;
    v = v1;
    const stop = run.stops.positions_m[nextStop];
    if (stop !== undefined && x >= stop - dx) {
      x = stop;
      v = 0;
      nextStop++;
    }
  }
  return t;
}

function randomRun(random: Random, gentle: boolean): Partial<PlainRun> & { length_m: number } {
  const length_m = wholeBetween(random, 4000, 20_000);
  const steep = gentle ? 6 : 24;
  const gradients = cutLength(random, length_m, wholeBetween(random, 1, 10)).map(
    (end) => [end, random() < 0.3 ? 0 : between(random, -steep, steep)] as const,
  );
  const limits = Array.from({ length: wholeBetween(random, 0, 5) }, () => {
    const from = wholeBetween(random, 0, length_m - 100);
    return [from, wholeBetween(random, from + 50, length_m), between(random, 8, 40)] as const;
  });
  const stops_m = [...new Set([wholeBetween(random, 1000, length_m), length_m])];
  const stock = { ...STOCK_T, length_m: wholeBetween(random, 50, 700) };
  return { length_m, gradients, limits, stops_m, stock, maxSpeed_m_s: between(random, 15, 45) };
}

describe("refinement", () => {
  it("agrees with an independent integrator of small steps within the lead of its probes", () => {
    for (let seed = 1; seed <= 40; seed++) {
      const plain = randomRun(makeRandom(seed), true);
      const { simulator, report } = simulate({ ...plain, items_mm: [plain.length_m * 1000] });
      const tiny_s = tinyTime_s(makeRun(plain));
      const nCurves = simulator.stages.overlays.count + plain.stops_m!.length;
      // The probes of a step lead it by 0, 1, 2 and 4 s, weighted 1:2:2:1, on average 5/3 s where 1 s
      // would be exact: to first order a curve is 2/3 s ahead. The small steps add their own 0.02 s.
      const bound_s = (2 / 3 + 0.1) * nCurves;
      expect(Math.abs(report.itemTimes_ms[0]! / 1000 - tiny_s)).toBeLessThan(bound_s);
    }
  });
});

/** Holds a speed by stepping every 2 s, as engine.md 4.9 has it: no look at the gradients. */
class LiteralDrawer extends CurveDrawer {
  override hold(x_m: number, v_m_s: number, limit_m: number): number {
    const { arena, forces } = this;
    const step = new Step();
    const xs = [x_m];
    this.outcome = REFUSED;
    this.endX_m = x_m;
    while (xs.at(-1)! < limit_m) {
      step.fromX_m = xs.at(-1)!;
      step.fromV_m_s = v_m_s;
      integrateStep(step, forces, MAINTAIN);
      if (step.v_m_s !== v_m_s) break;
      xs.push(Math.min(limit_m, xs.at(-1)! + step.dx_m));
    }
    if (xs.length <= 2) return NO_PART;
    arena.reserve(xs.length);
    const first = arena.nPoints;
    for (const x of xs) {
      arena.x_m[arena.nPoints] = x;
      arena.v_m_s[arena.nPoints] = v_m_s;
      if (arena.nPoints > first)
        arena.h_s[arena.nPoints - 1] = (x - arena.x_m[arena.nPoints - 1]!) / v_m_s;
      arena.nPoints++;
    }
    this.endX_m = xs.at(-1)!;
    if (this.endX_m >= limit_m) this.outcome = MET_LIMIT;
    return arena.addPart(first, arena.nPoints, CONSTANT_SPEED);
  }
}

function buildWith(Drawer: typeof CurveDrawer, run: Run): { ends: string[]; time_us: number } {
  const arena = new EnvelopeArena();
  const drawer = new Drawer(arena, run.forces);
  const stages = new Stages();
  const { boundaries_mm, parts } = findSlowest(run.limits);
  parts.forEach((part, i) => {
    arena.reserve(2);
    stages.mrsp.push(
      arena.addPlateau(
        boundaries_mm[i]! / 1000,
        boundaries_mm[i + 1]! / 1000,
        run.limits.v_m_s[part]!,
      ),
    );
  });
  const fault =
    buildMaxSpeed(drawer, stages, run.stops.positions_m) ??
    buildMaxEffort(drawer, stages, run.initialSpeed_m_s);
  if (fault !== null) return { ends: [JSON.stringify(fault.kind)], time_us: 0 };
  // Neighbouring plateaus of one speed are one stretch, however they were drawn.
  const ends: string[] = [];
  for (let p = 0; p < stages.base.count; p++) {
    const part = stages.base.parts[p]!;
    const even = arena.beginV_m_s(part) === arena.endV_m_s(part);
    const text =
      (even ? "= " : "") + `${arena.endX_m(part).toFixed(4)} ${arena.endV_m_s(part).toFixed(6)}`;
    if (even && ends.at(-1)?.startsWith("= ") && ends.at(-1)?.split(" ")[2] === text.split(" ")[2])
      ends.pop();
    ends.push(text);
  }
  return { ends, time_us: totalTime_us(arena, stages.base) };
}

describe("plateaus", () => {
  it("of two points give the same run as stepping them, on 400 seeds with ramps that can't be held", () => {
    let nCatchingUp = 0;
    for (let seed = 1; seed <= 400; seed++) {
      const random = makeRandom(seed);
      const plain = { ...randomRun(random, false), isExact: seed % 2 === 0 };
      const fast = buildWith(CurveDrawer, makeRun(plain));
      const literal = buildWith(LiteralDrawer, makeRun(plain));
      expect(fast.ends, `seed ${seed}`).toEqual(literal.ends);
      // Truncation to whole microseconds once per plateau or once per step: one each.
      expect(Math.abs(fast.time_us - literal.time_us)).toBeLessThan(plain.length_m);
      if (fast.ends.length > 8) nCatchingUp++;
    }
    expect(nCatchingUp).toBeGreaterThan(50);
  });
});
