/**
 * Builds the scheduled run of a train (engine.md 5): base, provisional with the margins, final with
 * the scheduled arrivals, and the warnings. Both slower runs are computed from the base.
 */
import { Envelope } from "../envelope/envelope.ts";
import { ok, type Result } from "../result.ts";
import type { SimulationFault } from "../simulation/faults.ts";
import type { Report } from "../simulation/report.ts";
import { mergeSchedule, type ScheduleItem } from "../simulation/schedule.ts";
import type { Run, Simulator } from "../simulation/simulate.ts";
import { fromMilli, toMilli } from "../units.ts";
import { type DistributionAlgorithm, Distributor } from "./distribution.ts";
import { DISTRIBUTION_STEPS, type DistributionStep } from "./kept_run.ts";
import { TOLD_S } from "./limits.ts";
import {
  type Margins,
  makeFinalRanges,
  makeProvisionalRanges,
  type RangeInputs,
  type ScheduleWarning,
  warnOfSpannedArrivals,
} from "./margin_ranges.ts";
import type { Deviation, TimedRange } from "./range_chain.ts";
import { RunningTimes } from "./running_times.ts";

/** A train's requests beyond a plain run. */
export interface ScheduleSettings {
  readonly constraint_distribution: DistributionAlgorithm;
  readonly margins: Margins;
  readonly schedule: readonly ScheduleItem[];
  /** Times are met to 0.1 s wherever that is possible, not to the reference's 2 s; absent: no. */
  readonly is_exact?: boolean;
}

/** Valid in the simulator's arena until its next base. They share parts with the base where they are equal to it. */
export interface SlowedRuns {
  readonly provisional: Envelope;
  readonly final: Envelope;
}

/** Slowed runs, and deviations from what was requested. */
export interface Slowed extends SlowedRuns {
  readonly warnings: readonly ScheduleWarning[];
  readonly step: DistributionStep;
}

/** The three runs; equal runs share a report. */
export interface ScheduledReports {
  readonly base: Report;
  readonly provisional: Report;
  readonly final: Report;
  readonly warnings: readonly ScheduleWarning[];
  readonly step: DistributionStep;
}

export interface ScheduledRuns extends ScheduledReports {
  readonly slowed: SlowedRuns;
}

/** Means of distributing times: all of them, only those of RunKeeper, or none. */
const ANY_MEANS = 0;
const KEPT_RUN = 1;
const BASE_RUN = 2;
type Means = typeof ANY_MEANS | typeof KEPT_RUN | typeof BASE_RUN;

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
    const { warnings, step, ...slowed } = built.value;
    const { arena, stages, reports } = this.#simulator;
    const base = reports.build(arena, stages.base, run);
    const provisional = this.#report(run, slowed.provisional, stages.base, base);
    const final = this.#report(run, slowed.final, slowed.provisional, provisional);
    return ok({ base, provisional, final, warnings, step, slowed });
  }

  /**
   * The same without reports. A run with the same base as the last one continues from there: only
   * ranges that were not slowed in the same way before are drawn.
   */
  build(run: Run, settings: ScheduleSettings): Result<Slowed, SimulationFault> {
    const simulator = this.#simulator;
    const first: Means = settings.is_exact ? KEPT_RUN : ANY_MEANS;
    const held = simulator.heldBase(run);
    if (held !== null) {
      const slowed = this.#slow(run, held, settings, first);
      // Curves drawn before may use up the room: then the run is computed from scratch.
      if (slowed !== null) return ok(slowed);
    }
    for (const means of [first, KEPT_RUN, BASE_RUN] as const) {
      const base = simulator.buildBase(run);
      if (!base.ok) return base;
      const slowed = this.#slow(run, base.value, settings, means);
      if (slowed !== null) return ok(slowed);
    }
    throw new Error("a run like the base needs no work");
  }

  /** null: out of work. */
  #slow(run: Run, base: Envelope, settings: ScheduleSettings, means: Means): Slowed | null {
    const { arena } = this.#simulator;
    const { margins } = settings;
    const warnings: ScheduleWarning[] = [];
    const provisional = this.#provisional;
    const final = this.#final;
    const schedule = mergeSchedule(settings.schedule);
    const distributor = this.#open(base, settings.constraint_distribution);
    const inputs = { length_mm: toMilli(run.length_m), margins, base: this.#baseTimes, warnings };

    const provisionalRanges = makeProvisionalRanges(inputs);
    if (!distribute(distributor, provisionalRanges, provisional, means)) return null;
    this.#provisionalTimes.read(arena, provisional);
    warnOfAll(inputs, distributor.departures, this.#provisionalTimes);
    const { step } = distributor;
    // Only the final run is run.
    dropWhere(warnings, ({ kind }) => kind === "below_least_speed");

    warnOfSpannedArrivals(inputs, schedule);
    const finalRanges = makeFinalRanges(inputs, this.#provisionalTimes, schedule);
    // Where the reference has no provisional run, it has no final one to be equal to.
    const finalMeans = means === ANY_MEANS && step !== "as_asked" ? KEPT_RUN : means;
    if (!distribute(distributor, finalRanges, final, finalMeans)) return null;
    this.#finalTimes.read(arena, final);
    warnOfAll(inputs, distributor.departures, this.#finalTimes);
    this.#addLimits(inputs, distributor, finalRanges);
    dropKeptArrivals(warnings, schedule, this.#finalTimes);
    return { provisional, final, warnings, step: laterStep(step, distributor.step) };
  }

  /** Adds what is possible to warnings of arrivals that the base is too late for, and of a crawl. */
  #addLimits(inputs: RangeInputs, distributor: Distributor, ranges: readonly TimedRange[]): void {
    const { warnings, base } = inputs;
    const isLate = ({ kind, earliest_s }: ScheduleWarning): boolean =>
      kind === "unachievable_arrival" && earliest_s === undefined;
    if (warnings.some(isLate)) warnOfAll(inputs, distributor.tellLate(ranges) ?? [], base);
    warnings.forEach((warning, i) => {
      if (warning.kind !== "below_least_speed") return;
      const from_m = fromMilli(warning.from_mm);
      const to_m = fromMilli(warning.to_mm);
      const latest_s = distributor.slowest_s(from_m, to_m);
      if (Number.isNaN(latest_s)) return;
      warnings[i] = { ...warning, earliest_s: base.timeBetween_s(from_m, to_m), latest_s };
    });
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

/** Distributes; without ranges the result is the base itself. False if out of work. */
function distribute(
  distributor: Distributor,
  ranges: readonly TimedRange[],
  out: Envelope,
  means: Means,
): boolean {
  if (ranges.length > 0 && means !== BASE_RUN) {
    return means === ANY_MEANS
      ? distributor.distribute(ranges, out)
      : distributor.keep(ranges, out);
  }
  distributor.takeBase(ranges, out);
  return true;
}

function laterStep(a: DistributionStep, b: DistributionStep): DistributionStep {
  return DISTRIBUTION_STEPS.indexOf(a) > DISTRIBUTION_STEPS.indexOf(b) ? a : b;
}

function haveSameParts(a: Envelope, b: Envelope): boolean {
  if (a.count !== b.count) return false;
  for (let p = 0; p < a.count; p++) if (a.parts[p] !== b.parts[p]) return false;
  return true;
}

/** Warns of changes made by a distribution; the last of several warnings of one thing holds. */
function warnOfAll(
  { warnings }: RangeInputs,
  departures: readonly Deviation[],
  times: RunningTimes,
): void {
  const known = new Map(warnings.map((warning, i) => [keyOf(warning), i]));
  for (const departure of departures) {
    const { kind, begin_m, end_m, wanted_s, earliest_s, latest_s } = departure;
    const from_mm = toMilli(begin_m);
    const to_mm = toMilli(end_m);
    const possible_s = departure.possible_s ?? times.timeBetween_s(begin_m, end_m);
    const warning = { kind, from_mm, to_mm, wanted_s, possible_s, earliest_s, latest_s };
    warnings[known.get(keyOf(warning)) ?? warnings.length] = warning;
  }
}

function dropWhere(
  warnings: ScheduleWarning[],
  isDropped: (warning: ScheduleWarning) => boolean,
): void {
  const others = warnings.filter((warning) => !isDropped(warning));
  warnings.splice(0, warnings.length, ...others);
}

/** An arrival that was thought too early may be kept, where one before it is left out or if it is so by little. */
function dropKeptArrivals(
  warnings: ScheduleWarning[],
  schedule: readonly ScheduleItem[],
  final: RunningTimes,
): void {
  const kept_mm = new Set<number>();
  let stopped_s = 0;
  for (const { offset_mm, arrival_ms, stop_for_ms } of schedule) {
    const at_s = final.timeAt_us(fromMilli(offset_mm)) / 1e6 + stopped_s;
    if (arrival_ms !== null && Math.abs(at_s - fromMilli(arrival_ms)) <= TOLD_S) {
      kept_mm.add(offset_mm);
    }
    stopped_s += fromMilli(stop_for_ms ?? 0);
  }
  dropWhere(warnings, ({ kind, to_mm }) => kind === "unachievable_arrival" && kept_mm.has(to_mm));
}

/** The same thing may be told from the place before, or from the last one that is passed on time. */
function keyOf({ kind, to_mm }: Pick<ScheduleWarning, "kind" | "to_mm">): string {
  return `${kind} ${to_mm}`;
}
