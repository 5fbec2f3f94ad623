/** Runs on plain arrays without a network: a rolling stock, gradients, limits and stops in metres. */
import type { SpeedParts } from "../../../workers/engine/envelope/mrsp.ts";
import { makeGradientProfile } from "../../../workers/engine/physics/gradient.ts";
import {
  compileStock,
  NO_EFFORT_CURVE,
  type StoredRollingStock,
} from "../../../workers/engine/physics/rolling_stock.ts";
import { TrainForces } from "../../../workers/engine/physics/train_forces.ts";
import type { Result } from "../../../workers/engine/result.ts";
import type { SimulationFault } from "../../../workers/engine/simulation/faults.ts";
import type { Report } from "../../../workers/engine/simulation/report.ts";
import { type Run, Simulator } from "../../../workers/engine/simulation/simulate.ts";

/** Rolling stock T of engine.md 11.1. */
export const STOCK_T: StoredRollingStock = {
  mass_kg: 500_000,
  inertia_coefficient: 1.06,
  rolling_resistance: { A: 6000, B: 100, C: 8 },
  length_m: 200,
  max_speed_m_s: 100,
  gamma: { type: "CONST", value: 0.5 },
  base_power_class: null,
  power_restrictions: {},
  effort_curves: {
    default_mode: "thermal",
    modes: {
      thermal: {
        is_electric: false,
        default_curve: {
          speeds: [0, 10, 20, 30, 45],
          max_efforts: [300_000, 300_000, 200_000, 130_000, 90_000],
        },
        curves: [],
      },
    },
  },
};

export interface PlainRun {
  readonly length_m: number;
  readonly stock: StoredRollingStock;
  /** (end of the piece m, per mille), ascending; the last ends at the path's end. */
  readonly gradients: readonly (readonly [number, number])[];
  /** Limits (from m, to m, m/s) besides the train's own. */
  readonly limits: readonly (readonly [number, number, number])[];
  /** Stretches (from m, to m) without traction, ascending. */
  readonly neutrals?: readonly (readonly [number, number])[];
  readonly maxSpeed_m_s: number;
  readonly stops_m: readonly number[];
  readonly stopDuration_s: number;
  readonly items_mm: readonly number[];
  readonly initialSpeed_m_s: number;
  readonly isExact: boolean;
}

export function makeForces(run: Partial<PlainRun> & { readonly length_m: number }): TrainForces {
  const gradients = run.gradients ?? [[run.length_m, 0]];
  return new TrainForces(
    compileStock(run.stock ?? STOCK_T),
    makeGradientProfile(
      Float64Array.from([0, ...gradients.map(([end]) => end * 1000)]),
      Float64Array.from(gradients.map(([, value]) => value)),
    ),
    {
      boundaries_m: Float64Array.from([0, ...(run.neutrals ?? []).flat(), run.length_m]),
      curves: Int32Array.from([0, ...(run.neutrals ?? []).flatMap(() => [NO_EFFORT_CURVE, 0])]),
    },
    run.isExact,
  );
}

export function makeRun(run: Partial<PlainRun> & { readonly length_m: number }): Run {
  const limits: SpeedParts = { from_mm: [], to_mm: [], v_m_s: [] };
  for (const [from_m, to_m, v_m_s] of [
    ...(run.limits ?? []),
    [0, run.length_m, run.maxSpeed_m_s ?? (run.stock ?? STOCK_T).max_speed_m_s] as const,
  ]) {
    limits.from_mm.push(from_m * 1000);
    limits.to_mm.push(to_m * 1000);
    limits.v_m_s.push(v_m_s);
  }
  const positions_m = run.stops_m ?? [run.length_m];
  return {
    length_m: run.length_m,
    forces: makeForces(run),
    limits,
    stops: { positions_m, durations_s: positions_m.map(() => run.stopDuration_s ?? 0) },
    items_mm: run.items_mm ?? [0, run.length_m * 1000],
    initialSpeed_m_s: run.initialSpeed_m_s ?? 0,
  };
}

export function trySimulate(
  run: Partial<PlainRun> & { readonly length_m: number },
  simulator = new Simulator(),
): Result<Report, SimulationFault> {
  return simulator.simulateBase(makeRun(run));
}

/** Simulates a run that must succeed. */
export function simulate(run: Partial<PlainRun> & { readonly length_m: number }): {
  simulator: Simulator;
  report: Report;
} {
  const simulator = new Simulator();
  const result = trySimulate(run, simulator);
  if (!result.ok) throw new Error(`the run failed: ${JSON.stringify(result.error)}`);
  return { simulator, report: result.value };
}
