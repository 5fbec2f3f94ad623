/**
 * The running-time pipeline (engine.md 4.10): MRSP, max speed envelope, max effort envelope,
 * report. Envelopes in, envelopes out; inputs are never changed. Everything here is in metres and
 * seconds on plain arrays; train_input.ts makes them from a network path and a train. One
 * `Simulator` per thread owns all scratch memory, so results do not depend on earlier runs.
 */
import { CurveDrawer } from "../envelope/curve.ts";
import { type Envelope, EnvelopeArena } from "../envelope/envelope.ts";
import { buildMaxEffort } from "../envelope/max_effort.ts";
import { buildMaxSpeed, isBeyondPath, Stages } from "../envelope/max_speed.ts";
import { findSlowest, type SpeedParts } from "../envelope/mrsp.ts";
import { MAX_ENVELOPE_POINTS } from "../physics/constants.ts";
import type { TrainForces } from "../physics/train_forces.ts";
import { assert, err, ok, type Result } from "../result.ts";
import { fromMilli } from "../units.ts";
import type { SimulationFault } from "./faults.ts";
import { type Report, ReportBuilder, type Stops } from "./report.ts";

/** One run of one train, SI units. */
export interface Run {
  readonly length_m: number;
  readonly forces: TrainForces;
  /** Every limit on the train, including its own, in the order of engine.md 4.7; together they cover the path. */
  readonly limits: SpeedParts;
  readonly stops: Stops;
  readonly items_mm: readonly number[];
  /** [nItems] how long it stops at each; absent: no two are so near that their places do not tell. */
  readonly itemStops_ms?: readonly number[];
  readonly initialSpeed_m_s: number;
}

/** The first millimetre of a path. */
const FIRST_MM_M = 0.001;

export class Simulator {
  readonly arena = new EnvelopeArena();
  readonly stages = new Stages();
  readonly reports = new ReportBuilder();
  /** Number of bases built: the curves of the last one stay in the arena until the next. */
  nBases = 0;
  #drawer: CurveDrawer | null = null;
  /** The run of the last base; null: it could not be built. */
  #built: Run | null = null;

  /** Continues drawing in the arena of the last simulation, which must exist. */
  get drawer(): CurveDrawer {
    assert(this.#drawer !== null, "a run was simulated");
    return this.#drawer;
  }

  /** Simulates the run without margins. */
  simulateBase(run: Run): Result<Report, SimulationFault> {
    const base = this.buildBase(run);
    return base.ok ? ok(this.reports.build(this.arena, base.value, run)) : base;
  }

  /** The last base if it is also that of this run (which may differ in the duration of stops), else null. */
  heldBase({ length_m, forces, limits, stops, initialSpeed_m_s }: Run): Envelope | null {
    const built = this.#built;
    const isHeld =
      built !== null &&
      built.forces === forces &&
      built.limits === limits &&
      built.stops.positions_m === stops.positions_m &&
      built.length_m === length_m &&
      built.initialSpeed_m_s === initialSpeed_m_s;
    return isHeld ? this.stages.base : null;
  }

  /** The envelope of the run without margins; it and `stages` are valid until the next base is built. */
  buildBase(run: Run): Result<Envelope, SimulationFault> {
    const fault = this.#buildBase(run);
    this.nBases++;
    this.#built = fault === null ? run : null;
    return fault === null ? ok(this.stages.base) : err(fault);
  }

  #buildBase(run: Run): SimulationFault | null {
    const { length_m, forces, stops } = run;
    if (!(length_m > 0)) return { kind: "zero_length_path" };
    for (const offset_m of stops.positions_m) {
      if (isBeyondPath(offset_m, length_m)) return { kind: "stop_beyond_path", offset_m, length_m };
    }
    this.#drawer ??= new CurveDrawer(this.arena, forces);
    this.#drawer.reset(forces);
    const tooLong: SimulationFault = {
      kind: "simulation_too_long",
      points_max: MAX_ENVELOPE_POINTS,
    };
    if (!this.#buildMrsp(run.limits)) return tooLong;
    const fault =
      buildMaxSpeed(this.#drawer, this.stages, stops.positions_m) ??
      buildMaxEffort(this.#drawer, this.stages, run.initialSpeed_m_s);
    if (fault === null) return null;
    if (fault.kind === "exhausted") return tooLong;
    const offset_m = fault.x_m;
    // At the very begin no part of the train is on the path yet.
    const grade_permille = forces.grade_permille(Math.max(offset_m, FIRST_MM_M));
    if (fault.kind === "brakes_too_weak") {
      return { kind: "impossible_braking", offset_m, grade_permille };
    }
    const traction_n = forces.maxEffort_n(offset_m, 0);
    return { kind: "impossible_simulation", offset_m, grade_permille, traction_n };
  }

  #buildMrsp(limits: SpeedParts): boolean {
    const { arena, stages } = this;
    const { boundaries_mm, parts } = findSlowest(limits);
    stages.mrsp.clear();
    if (!arena.reserve(2 * parts.length)) return false;
    for (let i = 0; i < parts.length; i++) {
      const v_m_s = limits.v_m_s[parts[i]!]!;
      assert(v_m_s > 0, "speed limits are positive");
      stages.mrsp.push(
        arena.addPlateau(fromMilli(boundaries_mm[i]!), fromMilli(boundaries_mm[i + 1]!), v_m_s),
      );
    }
    return true;
  }
}
