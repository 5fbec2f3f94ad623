/**
 * From a way over blocks to a train: runs it as a whole, like any train, and finds on that run when it may
 * leave, stop and lose time (chain.ts). Time is lost by fixed points, places with an arrival, between which
 * the run is slowed as by a margin; the result is compared with all occupancies once more, and where it
 * meets one, another fixed point holds the run to its plan there. If that fails there is no train.
 */
import type { Envelope } from "../envelope/envelope.ts";
import type { Infra } from "../infra/infra.ts";
import type { DistributionAlgorithm } from "../margins/distribution.ts";
import { RunningTimes } from "../margins/running_times.ts";
import { type BlockPath, makeBlockPath, type StampScratch } from "../path/block_path.ts";
import type { FoundSteps } from "../path/search.ts";
import { makeTrainPath } from "../path/train_path.ts";
import { RequirementBuilder } from "../requirements/build_requirements.ts";
import { openRequirements } from "../requirements/packed_requirements.ts";
import { makeRequirementPath } from "../requirements/requirement_path.ts";
import type { LimitsMet } from "../simulation/limits_met.ts";
import { readPathPhysics } from "../simulation/path_physics.ts";
import type { Report } from "../simulation/report.ts";
import { mergeSchedule, type ScheduleItem } from "../simulation/schedule.ts";
import type { TrainRunInput } from "../simulation/train_input.ts";
import { ChainSearch, type ChainStop, type Departures, type RunChain } from "./chain.ts";
import { spreadDelay } from "./even_delay.ts";
import type { Made, Ranking, Timed } from "./ranking.ts";
import { Labels } from "./search/labels.ts";
import type { StdcmQuery } from "./steps.ts";
import {
  isAsked,
  LONG_STOP_MS,
  leaveAsPlanned,
  type Meeting,
  makeChain,
  makeSchedule,
  type PlannedRun,
  repairAll,
  type Way,
} from "./way.ts";
import { listLimits, SPANS_MAX, WayLimits } from "./way_limits.ts";
import {
  keyOfLimits,
  keyOfRun,
  makeRunner,
  type Runner,
  type Style,
  scheduleOf,
  WayRuns,
} from "./way_runs.ts";

/** Most plans tried in vain on one run, and most runs of one plan, each with more fixed points. */
const PLANS_MAX = 6;
const REPAIRS_MAX = 10;
/** What a plan is moved by beyond what it must, more each time: a run may not follow a little. */
const MORE_S = 0.1;

/** A train that fits, times s since the earliest departure or, in reports, since its own. */
export interface SettledTrain extends Made {
  readonly path: BlockPath;
  readonly departure_ms: number;
  /** Stops and fixed points in path order. */
  readonly schedule: readonly ScheduleItem[];
  readonly distribution: DistributionAlgorithm;
  readonly report: Report;
  readonly input: TrainRunInput;
  readonly requirements: SharedArrayBuffer;
}

/** A way that is run as a whole, and what searches among fewer others have found out on it. */
export interface TriedWay {
  /** null: it can't be run. */
  readonly way: Way | null;
  /** By style and limits; null: it can't be run so. */
  readonly chains: Map<string, RunChain | null>;
}

/** A style as it runs, and when it may leave to run so. */
interface Measured {
  readonly style: Style;
  readonly chain: RunChain;
  readonly span: Departures;
  /** Its run, until another one is made; null: it was measured in an earlier search. */
  readonly envelope: Envelope | null;
}

/** A simulated run, and where its points are. */
interface Simulated {
  readonly runner: Runner;
  readonly input: TrainRunInput;
  readonly envelope: Envelope;
  readonly requirements: SharedArrayBuffer;
}

const MARECO_ONLY = ["MARECO"] as const;
const BOTH = ["MARECO", "LINEAR"] as const;
/** Times of a run are in whole ms and may differ from its plan by this. */
const ROUNDING_MS = 3;
/** Largest error of an explored end. */
const EXPLORED_ERROR_S = 60;
/** What a margin is put on to within (engine.md 5.4). */
const DISTRIBUTION_TOLERANCE_S = 2;

/** Shared by all searches of a thread. */
export class SettleTools {
  readonly infra: Infra;
  /**
   * The first one has made the last train. Other ways are measured in the second one, so that a search among more
   * others, which mostly goes the same way at about the same times, goes on from that train's run.
   */
  readonly runners = [makeRunner(), makeRunner()];
  /** For the temporary limits that trains meet: what the others hold stays. */
  readonly judge = makeRunner();
  readonly builder = new RequirementBuilder();
  readonly labels = new Labels();
  readonly stamps: StampScratch;

  constructor(infra: Infra) {
    this.infra = infra;
    this.stamps = { chunkStamps: new Int32Array(2 * infra.chunkTrack.length), stamp: 0 };
  }
}

/** Makes trains of the ways of one search. */
export class Settler {
  readonly #tools: SettleTools;
  readonly #query: StdcmQuery;
  readonly #runs: WayRuns;
  readonly #limits: WayLimits;
  /** Temporary limits that trains were found to meet instead of those that they were tried under. */
  readonly #otherLimits = new Map<string, LimitsMet>();

  constructor(tools: SettleTools, query: StdcmQuery) {
    this.#tools = tools;
    this.#query = query;
    this.#runs = new WayRuns(query.train);
    this.#limits = new WayLimits(query, this.#runs, tools.judge);
  }

  /** A way that is tried for the first time. */
  open(steps: FoundSteps): TriedWay {
    return { way: this.#openWay(steps), chains: new Map() };
  }

  /** Adds the trains on a way that may be the best; no run on it is better than `least`. */
  settle({ way, chains }: TriedWay, least: Timed, ranking: Ranking<SettledTrain>): void {
    if (way === null) return;
    const tolerance_s = this.#query.train.margin === null ? 0 : DISTRIBUTION_TOLERANCE_S;
    const first_s = least.end_s - this.#query.maxRunTime_s - EXPLORED_ERROR_S;
    const spans = this.#limits.listSpans(way);
    for (const { from_s, to_s, limits } of spans) {
      const span = { from_s: Math.max(from_s, first_s), to_s };
      let { underWay_s } = least;
      this.#otherLimits.clear();
      for (const style of this.#listStyles(way, limits)) {
        const end_s = Math.max(least.end_s, span.from_s + underWay_s);
        if (!ranking.admits(end_s, underWay_s)) continue;
        const key = `${style.distribution} ${keyOfRun(style)}`;
        const known = chains.get(key);
        const run = known === undefined ? this.#measure(way, style) : null;
        const chain = known ?? run?.chain ?? null;
        chains.set(key, chain);
        if (chain === null) continue;
        // More closed signals only make it slower; another distribution puts on a little more or less.
        if (!style.signals.everywhere) {
          underWay_s = Math.max(underWay_s, chain.toGo_s[0]! - tolerance_s);
        }
        this.#settleAs(way, { style, chain, span, envelope: run?.envelope ?? null }, ranking);
      }
      // Trains that wait for others meet other limits than those that do not.
      for (const [key, other] of this.#otherLimits) {
        const isTried = spans.some(
          (one) => one.from_s === from_s && keyOfLimits(one.limits) === key,
        );
        if (!isTried && spans.length < 2 * SPANS_MAX) spans.push({ from_s, to_s, limits: other });
      }
    }
  }

  /** Ways to make the run, the preferred one first. */
  #listStyles({ stops }: Way, limits: LimitsMet): Style[] {
    const { train, signal: closed } = this.#query;
    const distributions = train.margin === null ? MARECO_ONLY : BOTH;
    const everywheres = stops.slice(0, -1).every(isAsked) ? [false] : [false, true];
    return distributions.flatMap((distribution) =>
      everywheres.map((everywhere) => ({
        distribution,
        signals: { closed, everywhere },
        limits,
      })),
    );
  }

  #openWay(steps: FoundSteps): Way | null {
    const { infra, stamps } = this.#tools;
    const made = makeBlockPath(infra, steps, this.#query.steps.length, stamps);
    if (!made.ok) return null;
    const physics = readPathPhysics(makeTrainPath(infra, made.value));
    const along = makeRequirementPath(physics.path);
    if (!along.ok) return null;
    const stops = this.#listStops(made.value);
    const limits = listLimits(this.#query, made.value);
    return { path: made.value, physics, along: along.value, stops, limits, runs: new Map() };
  }

  /** The stops of the steps in path order; those at one place are one. */
  #listStops({ itemPositions_mm }: BlockPath): ChainStop[] {
    const stops: { at_mm: number; least_s: number; windows: ChainStop["windows"] }[] = [];
    this.#query.steps.forEach(({ stop_s, planned }, i) => {
      if (i === 0 || stop_s === null) return;
      const at_mm = itemPositions_mm[i]!;
      const last = stops.at(-1);
      const before_s = last?.at_mm === at_mm ? last.least_s : 0;
      const windows =
        planned === null
          ? []
          : [
              {
                from_s: planned.arrival_s - planned.before_s - before_s,
                to_s: planned.arrival_s + planned.after_s - before_s,
              },
            ];
      if (last?.at_mm === at_mm) {
        last.least_s += stop_s;
        last.windows = [...last.windows, ...windows];
      } else stops.push({ at_mm, least_s: stop_s, windows });
    });
    return stops;
  }

  /** Adds the trains of one style that may be the best. */
  #settleAs(way: Way, measured: Measured, ranking: Ranking<SettledTrain>): void {
    const { style, chain, span } = measured;
    let { envelope } = measured;
    // Should no run hold to plans that lose time, one without is looked for.
    for (const mayLose of [true, false]) {
      const departures = { ...span, mayLose };
      const search = new ChainSearch(this.#query, chain, this.#tools.labels, departures);
      let inVain = 0;
      while (inVain < PLANS_MAX) {
        const plans = search.next(ranking);
        if (plans.length === 0) break;
        const train = firstOf(plans, (plan) => {
          const ran = plan.losesTime ? null : envelope;
          envelope = null;
          return this.#realiseAs(way, style, { chain, plan }, ran);
        });
        if (train === null) inVain++;
        else ranking.add(train);
      }
      if (inVain === 0) return;
    }
  }

  /** Runs a way with long stops and lists its needs by edge; null when it can't be run. */
  #measure(
    way: Way,
    style: Style,
  ): { readonly chain: RunChain; readonly envelope: Envelope } | null {
    const schedule = scheduleOf(way, style.signals, () => LONG_STOP_MS);
    const simulated = this.#simulate(way, style, schedule, null);
    if (simulated === null) return null;
    const times = new RunningTimes();
    const { requirements, envelope, runner } = simulated;
    times.read(runner.simulator.arena, envelope);
    const trainLength_m = this.#query.train.stock.stock.length_m;
    return { chain: makeChain(way, { times, requirements, trainLength_m }), envelope };
  }

  /** `ran`: the run, where it was the last that was made, with stops of whatever length. */
  #simulate(
    way: Way,
    style: Style,
    schedule: readonly ScheduleItem[],
    ran: Envelope | null,
  ): Simulated | null {
    const { runners, builder } = this.#tools;
    const input = this.#runs.open(way, style, schedule);
    if (input === null) return null;
    const { run } = input;
    const runner = runners.find(({ simulator }) => simulator.heldBase(run) !== null) ?? runners[1]!;
    const envelope = ran ?? this.#runs.make(runner, run, style, schedule);
    if (envelope === null) return null;
    const requirements = builder.build(way.along, {
      run,
      arena: runner.simulator.arena,
      envelope,
      schedule: mergeSchedule(schedule),
    });
    if (!requirements.ok) return null;
    return { runner, input, envelope, requirements: requirements.value };
  }

  #realiseAs(
    way: Way,
    style: Style,
    planned: PlannedRun,
    ran: Envelope | null,
  ): SettledTrain | null {
    const train = this.#realise(way, style, planned, ran);
    // Where MARECO can't lose as much as a plan does, LINEAR may.
    if (train !== null || style.distribution === "LINEAR" || !planned.plan.losesTime) return train;
    return this.#realise(way, { ...style, distribution: "LINEAR" }, planned, null);
  }

  /** Runs a way as planned; null when that train would meet another or break a limit. */
  #realise(way: Way, style: Style, planned: PlannedRun, ran: Envelope | null): SettledTrain | null {
    const { losesTime } = planned.plan;
    const fixed = losesTime ? spreadDelay(planned.chain, planned.plan) : new Map<number, number>();
    let tried: PlannedRun | null = planned;
    let isMoved = !losesTime;
    for (let round = 0; tried !== null && round <= (losesTime ? REPAIRS_MAX : 0); round++) {
      const departure_ms = Math.round(tried.plan.departure_s * 1000);
      const schedule = makeSchedule(tried, fixed, style.signals);
      const simulated = this.#simulate(way, style, schedule, ran);
      if (simulated === null) return null;
      const { input, envelope, requirements, runner } = simulated;
      if (runner !== this.#tools.runners[0]) this.#tools.runners.reverse();
      const conflicts = this.#listConflicts(requirements, departure_ms);
      if (conflicts.length > 0) {
        tried = repairAll(tried, fixed, conflicts, (round + 1) * MORE_S);
        continue;
      }
      const { arena, reports } = runner.simulator;
      const report = reports.build(arena, envelope, input.run);
      if (this.#keepsLimits(way, report, departure_ms)) {
        const met = this.#limits.find(way, style, schedule, departure_ms);
        if (keyOfLimits(met) !== keyOfLimits(style.limits)) {
          this.#otherLimits.set(keyOfLimits(met), met);
          return null;
        }
        const run_s = report.itemTimes_ms[way.path.itemPositions_mm.length - 1]! / 1000;
        const underWay_s = run_s + way.stops[way.stops.length - 1]!.least_s;
        const end_s = departure_ms / 1000 + underWay_s;
        const { distribution } = style;
        const made = { path: way.path, departure_ms, schedule, distribution };
        const free_s = planned.chain.toGo_s[0]!;
        return { ...made, report, input, requirements, end_s, underWay_s, free_s };
      }
      if (isMoved) return null;
      isMoved = true;
      tried = leaveAsPlanned(
        tried,
        (at_mm) =>
          (departure_ms + report.itemTimes_ms[way.path.itemPositions_mm.indexOf(at_mm)]!) / 1000,
      );
    }
    return null;
  }

  /** The requirements that meet an occupancy. */
  #listConflicts(requirements: SharedArrayBuffer, departure_ms: number): Meeting[] {
    const { spacingZones, spacingBegins_ms, spacingEnds_ms } = openRequirements(requirements);
    const { occupancies } = this.#query;
    const conflicts: Meeting[] = [];
    for (let index = 0; index < spacingZones.length; index++) {
      const begin_s = (departure_ms + spacingBegins_ms[index]!) / 1000;
      const end_s = (departure_ms + spacingEnds_ms[index]!) / 1000;
      const taken = occupancies.findOverlap(spacingZones[index]!, begin_s, end_s);
      if (taken !== null) conflicts.push({ index, begin_s, end_s, taken });
    }
    return conflicts;
  }

  /** Whether a run is at its stops when it may be, and short enough. */
  #keepsLimits({ path, stops }: Way, report: Report, departure_ms: number): boolean {
    const isInTime = stops.every(({ at_mm, windows }) => {
      const item = path.itemPositions_mm.indexOf(at_mm);
      const arrival_ms = departure_ms + report.itemTimes_ms[item]!;
      return windows.every(
        ({ from_s, to_s }) =>
          arrival_ms >= from_s * 1000 - ROUNDING_MS && arrival_ms <= to_s * 1000 + ROUNDING_MS,
      );
    });
    const last = path.itemPositions_mm.length - 1;
    const total_ms = report.itemTimes_ms[last]! + stops[stops.length - 1]!.least_s * 1000;
    return isInTime && total_ms <= this.#query.maxRunTime_s * 1000 + ROUNDING_MS;
  }
}

/** What the first value that makes something makes; null: none does. */
function firstOf<V, R>(values: readonly V[], make: (value: V) => R | null): R | null {
  for (const value of values) {
    const made = make(value);
    if (made !== null) return made;
  }
  return null;
}
