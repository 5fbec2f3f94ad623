/**
 * Builds the scheduled run of a train (engine.md 5): base, provisional with the margins, final with
 * the scheduled arrivals, and the warnings. Both slower runs are computed from the base.
 */
import { Envelope } from "../envelope/envelope.ts";
import { MAX_ENVELOPE_POINTS } from "../physics/constants.ts";
import { err, ok, type Result } from "../result.ts";
import type { SimulationFault } from "../simulation/faults.ts";
import type { Report } from "../simulation/report.ts";
import { mergeSchedule, type ScheduleItem } from "../simulation/schedule.ts";
import type { Run, Simulator } from "../simulation/simulate.ts";
import { toMilli } from "../units.ts";
import { type DistributionAlgorithm, type DistributionFault, Distributor } from "./distribution.ts";
import {
  type Margins,
  makeFinalRanges,
  makeProvisionalRanges,
  type RangeInputs,
  type ScheduleWarning,
  warnOfSpannedArrivals,
} from "./margin_ranges.ts";
import type { TimedRange } from "./range_chain.ts";
import { RunningTimes } from "./running_times.ts";

/** A train's requests beyond a plain run. */
export interface ScheduleSettings {
  readonly constraint_distribution: DistributionAlgorithm;
  readonly margins: Margins;
  readonly schedule: readonly ScheduleItem[];
}

/** Valid in the simulator's arena until its next base. They share parts with the base where they are equal to it. */
export interface SlowedRuns {
  readonly provisional: Envelope;
  readonly final: Envelope;
}

/** Slowed runs, and deviations from what was requested. */
export interface Slowed extends SlowedRuns {
  readonly warnings: readonly ScheduleWarning[];
}

/** The three runs; equal runs share a report. */
export interface ScheduledReports {
  readonly base: Report;
  readonly provisional: Report;
  readonly final: Report;
  readonly warnings: readonly ScheduleWarning[];
}

export interface ScheduledRuns extends ScheduledReports {
  readonly slowed: SlowedRuns;
}

/** Simulates with margins and arrivals; one per thread. */
export class ScheduleSimulator {
  readonly #provisional = new Envelope();
  readonly #final = new Envelope();
  readonly #simulator: Simulator;
  readonly #baseTimes = new RunningTimes();
  readonly #provisionalTimes = new RunningTimes();
  readonly #finalTimes = new RunningTimes();
  #distributor: Distributor | null = null;
  /** The number of the base whose times were read, and the algorithm that slows its ranges. */
  #base = 0;
  #algorithm: DistributionAlgorithm | null = null;

  constructor(simulator: Simulator) {
    this.#simulator = simulator;
  }

  simulate(run: Run, settings: ScheduleSettings): Result<ScheduledRuns, SimulationFault> {
    const built = this.build(run, settings);
    if (!built.ok) return built;
    const { warnings, ...slowed } = built.value;
    const { arena, stages, reports } = this.#simulator;
    const base = reports.build(arena, stages.base, run);
    const provisional = this.#report(run, slowed.provisional, stages.base, base);
    const final = this.#report(run, slowed.final, slowed.provisional, provisional);
    return ok({ base, provisional, final, warnings, slowed });
  }

  /**
   * The same without reports. A run with the same base as the last one continues from there: only
   * ranges that were not slowed in the same way before are drawn.
   */
  build(run: Run, settings: ScheduleSettings): Result<Slowed, SimulationFault> {
    const simulator = this.#simulator;
    const held = simulator.heldBase(run);
    if (held !== null) {
      const slowed = this.#slow(run, held, settings);
      // Curves drawn before may use up the room: then the run is computed from scratch.
      if (slowed.ok || slowed.error.kind !== "simulation_too_long") return slowed;
    }
    const base = simulator.buildBase(run);
    return base.ok ? this.#slow(run, base.value, settings) : base;
  }

  #slow(run: Run, base: Envelope, settings: ScheduleSettings): Result<Slowed, SimulationFault> {
    const { arena } = this.#simulator;
    const { margins } = settings;
    const warnings: ScheduleWarning[] = [];
    const provisional = this.#provisional;
    const final = this.#final;
    const schedule = mergeSchedule(settings.schedule);
    const distributor = this.#open(base, settings.constraint_distribution);
    const inputs = { length_mm: toMilli(run.length_m), margins, base: this.#baseTimes, warnings };

    const provisionalRanges = makeProvisionalRanges(inputs);
    const provisionalFault = distribute(distributor, base, provisionalRanges, provisional);
    if (provisionalFault !== null) return err(describe(provisionalFault, run));
    this.#provisionalTimes.read(arena, provisional);
    warnOfDepartures(inputs, distributor, this.#provisionalTimes);

    warnOfSpannedArrivals(inputs, schedule);
    const finalRanges = makeFinalRanges(inputs, this.#provisionalTimes, schedule);
    const finalFault = distribute(distributor, base, finalRanges, final);
    if (finalFault !== null) return err(describe(finalFault, run));
    this.#finalTimes.read(arena, final);
    warnOfDepartures(inputs, distributor, this.#finalTimes);
    return ok({ provisional, final, warnings });
  }

  #open(base: Envelope, algorithm: DistributionAlgorithm): Distributor {
    const { arena, drawer, nBases } = this.#simulator;
    const isNewBase = this.#base !== nBases;
    if (isNewBase) this.#baseTimes.read(arena, base);
    this.#distributor ??= new Distributor(drawer);
    if (isNewBase || algorithm !== this.#algorithm) {
      this.#distributor.reset(base, this.#baseTimes, algorithm);
    } else this.#distributor.resume();
    this.#base = nBases;
    this.#algorithm = algorithm;
    return this.#distributor;
  }

  /** Reports an envelope; if it consists of the same parts as the other envelope, returns that one's report. */
  #report(run: Run, envelope: Envelope, other: Envelope, report: Report): Report {
    if (haveSameParts(envelope, other)) return report;
    return this.#simulator.reports.build(this.#simulator.arena, envelope, run);
  }
}

/** Distributes; without ranges, or if the only one adds nothing, the result is the base itself. */
function distribute(
  distributor: Distributor,
  base: Envelope,
  ranges: readonly TimedRange[],
  out: Envelope,
): DistributionFault | null {
  if (ranges.length > 0) return distributor.distribute(ranges, out);
  out.clear();
  out.pushAll(base.parts.subarray(0, base.count));
  return null;
}

function describe(fault: DistributionFault, { forces }: Run): SimulationFault {
  if (fault.kind === "out_of_work") {
    return { kind: "simulation_too_long", points_max: MAX_ENVELOPE_POINTS };
  }
  const { range_index } = fault;
  if (fault.kind === "not_convergent") {
    return { kind: "margin_not_convergent", reason: fault.reason, range_index };
  }
  const offset_m = fault.x_m;
  return {
    kind: "impossible_margin",
    offset_m,
    grade_permille: forces.grade_permille(offset_m),
    traction_n: forces.maxEffort_n(offset_m, 0),
    range_index,
  };
}

function haveSameParts(a: Envelope, b: Envelope): boolean {
  if (a.count !== b.count) return false;
  for (let p = 0; p < a.count; p++) if (a.parts[p] !== b.parts[p]) return false;
  return true;
}

/** Warns of changes made by a distribution; no warning is repeated. */
function warnOfDepartures(
  { warnings }: RangeInputs,
  distributor: Distributor,
  times: RunningTimes,
): void {
  const known = new Set(warnings.map(keyOf));
  for (const { kind, begin_m, end_m, wanted_s } of distributor.departures) {
    const from_mm = toMilli(begin_m);
    const to_mm = toMilli(end_m);
    const key = keyOf({ kind, from_mm, to_mm });
    if (known.has(key)) continue;
    known.add(key);
    const possible_s = times.timeBetween_s(begin_m, end_m);
    warnings.push({ kind, from_mm, to_mm, wanted_s, possible_s });
  }
}

function keyOf({
  kind,
  from_mm,
  to_mm,
}: Pick<ScheduleWarning, "kind" | "from_mm" | "to_mm">): string {
  return `${kind} ${from_mm} ${to_mm}`;
}
