/**
 * From a way over blocks to a train: runs it as a whole, like any train, and finds on that run when it may
 * leave, stop and lose time (chain.ts). Time is lost by fixed points, places with an arrival, between which
 * the run is slowed as by a margin; the result is compared with all occupancies once more, and where it
 * meets one, another fixed point holds the run to its plan there. If that fails there is no train.
 */
import type { Envelope } from "../envelope/envelope.ts";
import type { Infra } from "../infra/infra.ts";
import type { DistributionAlgorithm } from "../margins/distribution.ts";
import type { Margins } from "../margins/margin_ranges.ts";
import { RunningTimes } from "../margins/running_times.ts";
import { ScheduleSimulator } from "../margins/scheduled_run.ts";
import { type BlockPath, makeBlockPath, type StampScratch } from "../path/block_path.ts";
import type { FoundSteps } from "../path/search.ts";
import { makeTrainPath } from "../path/train_path.ts";
import { RequirementBuilder } from "../requirements/build_requirements.ts";
import { openRequirements } from "../requirements/packed_requirements.ts";
import { makeRequirementPath } from "../requirements/requirement_path.ts";
import { readPathPhysics } from "../simulation/path_physics.ts";
import type { Report } from "../simulation/report.ts";
import { mergeSchedule, type ScheduleItem } from "../simulation/schedule.ts";
import { type Run, Simulator } from "../simulation/simulate.ts";
import { findTemporaryLimits } from "../simulation/temporary_limits.ts";
import { makeRun, type TrainRunInput } from "../simulation/train_input.ts";
import { fromMilli } from "../units.ts";
import { ChainSearch, type ChainStop, type RunChain } from "./chain.ts";
import { spreadDelay } from "./even_delay.ts";
import { WAIT_WEIGHT } from "./labels.ts";
import { overlapsAny } from "./occupancies.ts";
import type { StdcmQuery } from "./steps.ts";
import type { BlockTimes } from "./time_to_go.ts";
import {
  addFixedPoint,
  type ClosedSignals,
  isAsked,
  LONG_STOP_MS,
  makeChain,
  makeSchedule,
  type PlannedRun,
  signalAt,
  type Way,
} from "./way.ts";

/** Plans tried on one run, and fixed points added to one plan. */
const PLANS_MAX = 6;
const REPAIRS_MAX = 6;
/**
 * A train with the signals that its stops have by default, and with its margin distributed as margins
 * are, is worth so much, s.
 */
const OTHER_STYLE_WORTH_S = 1;

/** A train that fits, times s since the earliest departure or, in reports, since its own. */
export interface SettledTrain {
  readonly path: BlockPath;
  readonly departure_ms: number;
  /** Stops and fixed points in path order. */
  readonly schedule: readonly ScheduleItem[];
  readonly distribution: DistributionAlgorithm;
  readonly report: Report;
  readonly input: TrainRunInput;
  readonly requirements: SharedArrayBuffer;
  /** Of the same train when it is kept and simulated as any other. */
  readonly usual: SharedArrayBuffer;
  readonly cost_s: number;
}

/** A way that is run as a whole, and what searches among fewer others have found out on it. */
export interface TriedWay {
  /** null: it can't be run. */
  readonly way: Way | null;
  /** By style; null: it can't be run so. */
  readonly chains: Map<string, RunChain | null>;
  /** Plans that cost less have been tried in vain. */
  plannedInVain_s: number;
}

interface OpenWay extends TriedWay {
  readonly way: Way;
}

/** How the run is made. */
interface Style {
  /** Run on which the plan is made: a linear margin leaves more freedom where time is lost. */
  readonly plannedAs: DistributionAlgorithm;
  readonly closed: ClosedSignals;
}

/** How a run is simulated. */
interface RunStyle {
  readonly distribution: DistributionAlgorithm;
  /** Whether limits hold for the head alone: true when absent. */
  readonly headOnly?: boolean;
  /** Temporary limits in force then, ms since the request's start; absent: at any possible departure. */
  readonly departure_ms?: number;
}

/** How a planned run is made. */
interface RunForm {
  readonly distribution: DistributionAlgorithm;
  readonly closed: ClosedSignals;
}

/** A simulated run and its place in the arena. */
interface Simulated {
  readonly input: TrainRunInput;
  readonly envelope: Envelope;
  readonly requirements: SharedArrayBuffer;
}

const MARECO_ONLY = ["MARECO"] as const;
const BOTH = ["MARECO", "LINEAR"] as const;
const NEVER_CLOSED = ["none"] as const;
const OPEN_OR_CLOSED = ["none", "all"] as const;
const CLOSED_OR_OPEN = ["short_slip", "none", "asked"] as const;
const CLOSED_WHERE_ASKED = ["short_slip", "none", "asked", "all"] as const;
/** Times of a run are in whole ms and may differ from its plan by this. */
const ROUNDING_MS = 3;

export class Settler {
  readonly #infra: Infra;
  readonly #simulator = new Simulator();
  readonly #scheduler = new ScheduleSimulator(this.#simulator);
  readonly #builder = new RequirementBuilder();
  readonly #times = new RunningTimes();
  readonly #search = new ChainSearch();
  readonly #scratch: StampScratch;
  #query!: StdcmQuery;
  #blockTimes!: BlockTimes;
  /** Plans of the way in hand that cost less have all been in vain. */
  #untried_s = Infinity;

  constructor(infra: Infra) {
    this.#infra = infra;
    this.#scratch = { chunkStamps: new Int32Array(2 * infra.chunkTrack.length), stamp: 0 };
  }

  reset(query: StdcmQuery, blockTimes: BlockTimes): void {
    this.#query = query;
    this.#blockTimes = blockTimes;
  }

  /** A way that is tried for the first time. */
  open(steps: FoundSteps): TriedWay {
    return { way: this.#openWay(steps), chains: new Map(), plannedInVain_s: -Infinity };
  }

  /** The cheapest train on a way that costs less than a limit, or null. */
  settle(tried: TriedWay, limit_s: number): SettledTrain | null {
    const { way } = tried;
    if (way === null || tried.plannedInVain_s >= limit_s) return null;
    const styles = this.#listStyles(way);
    let best: SettledTrain | null = null;
    this.#untried_s = limit_s;
    for (const style of styles) {
      // Another style than the first must pay, or make a train where there is none.
      const below_s: number = best === null ? limit_s : best.cost_s - OTHER_STYLE_WORTH_S;
      best = this.#settleAs({ ...tried, way }, style, below_s) ?? best;
    }
    tried.plannedInVain_s = this.#untried_s;
    return best;
  }

  /** Ways to make the run, the preferred one first. */
  #listStyles({ stops }: Way): Style[] {
    const plans = this.#query.train.margin === null ? MARECO_ONLY : BOTH;
    const before = stops.slice(0, -1);
    const nAsked = before.filter(isAsked).length;
    const signals =
      before.length === 0
        ? NEVER_CLOSED
        : nAsked === 0
          ? OPEN_OR_CLOSED
          : nAsked === before.length
            ? CLOSED_OR_OPEN
            : CLOSED_WHERE_ASKED;
    return plans.flatMap((plannedAs) => signals.map((closed) => ({ plannedAs, closed })));
  }

  #openWay(steps: FoundSteps): Way | null {
    const made = makeBlockPath(this.#infra, steps, this.#query.steps.length, this.#scratch);
    if (!made.ok) return null;
    const physics = readPathPhysics(makeTrainPath(this.#infra, made.value));
    const along = makeRequirementPath(physics.path);
    if (!along.ok) return null;
    const stops = this.#listStops(made.value);
    return { path: made.value, physics, along: along.value, stops };
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

  #settleAs(tried: OpenWay, style: Style, limit_s: number): SettledTrain | null {
    const { way, chains } = tried;
    const key = `${style.plannedAs} ${style.closed}`;
    const known = chains.get(key);
    const chain = known === undefined ? this.#measure(way, style) : known;
    chains.set(key, chain);
    if (chain === null) return null;
    // Cheapest first; should no run hold to plans that lose time, one without is looked for.
    for (const mayLose of [true, false]) {
      this.#search.reset(this.#query, chain, mayLose);
      for (let tries = 0; tries < PLANS_MAX; tries++) {
        const plan = this.#search.next(limit_s);
        if (plan === null) return null;
        if (plan.cost_s < tried.plannedInVain_s) continue;
        const train = this.#realiseAs(way, style, { chain, plan });
        if (train === null) continue;
        const isCheap = train.cost_s < limit_s;
        const next_s = isCheap ? train.cost_s - OTHER_STYLE_WORTH_S : plan.cost_s;
        this.#untried_s = Math.min(this.#untried_s, plan.cost_s, next_s);
        if (isCheap) return train;
      }
    }
    return null;
  }

  /** Runs a way with long stops and lists its needs by edge; null when it can't be run. */
  #measure(way: Way, style: Style): RunChain | null {
    const { stops } = way;
    const legs_s = this.#legTimes(way);
    if (legs_s === null) return null;
    const hasMargin = this.#query.train.margin !== null;
    let clock_ms = 0;
    const schedule = stops.map((stop, i): ScheduleItem => {
      clock_ms += Math.round(legs_s[i]! * 1000);
      const arrival_ms = hasMargin ? clock_ms : null;
      clock_ms += LONG_STOP_MS;
      const isLast = i === stops.length - 1;
      const reception_signal = isLast ? "OPEN" : signalAt(stop, style.closed);
      return { offset_mm: stop.at_mm, arrival_ms, stop_for_ms: LONG_STOP_MS, reception_signal };
    });
    const distribution = style.plannedAs;
    const simulated = this.#simulate(way, schedule, { distribution });
    if (simulated === null) return null;
    const times = new RunningTimes();
    times.read(this.#simulator.arena, simulated.envelope);
    const { requirements } = simulated;
    const trainLength_m = this.#query.train.stock.stock.length_m;
    const usual = this.#simulate(way, schedule, { distribution, headOnly: false });
    if (usual === null) return null;
    return makeChain(way, { times, requirements, usual: usual.requirements, trainLength_m });
  }

  /** Running times from stop to stop with the margin's share; null when the train can't run there. */
  #legTimes(way: Way): number[] | null {
    const schedule = way.stops.map(
      ({ at_mm }): ScheduleItem => ({
        offset_mm: at_mm,
        arrival_ms: null,
        stop_for_ms: 0,
        reception_signal: "OPEN",
      }),
    );
    const input = this.#makeRun(way, schedule);
    if (input === null || this.#simulator.buildBase(input.run) !== null) return null;
    this.#times.read(this.#simulator.arena, this.#simulator.stages.base);
    let from_mm = 0;
    return way.stops.map(({ at_mm }) => {
      const time_s = this.#times.timeBetween_s(fromMilli(from_mm), fromMilli(at_mm));
      const whole_s = this.#blockTimes.withMargin_s(time_s, at_mm - from_mm);
      from_mm = at_mm;
      return whole_s;
    });
  }

  #makeRun(
    way: Way,
    schedule: readonly ScheduleItem[],
    { headOnly = true, departure_ms }: Partial<RunStyle> = {},
  ): TrainRunInput | null {
    const { train, maxDepartureDelay_s } = this.#query;
    const { limits } = train;
    const inForce =
      limits === null
        ? {}
        : {
            temporary_limits: findTemporaryLimits(
              limits.group,
              way.path.ranges,
              limits.start_ms + (departure_ms ?? 0),
              limits.start_ms + (departure_ms ?? 1000 * maxDepartureDelay_s),
            ),
          };
    const settings = {
      items_mm: way.path.itemPositions_mm,
      initial_speed_m_s: 0,
      comfort: train.comfort,
      speed_limit_tag: train.speed_limit_tag,
      fallback_tags: train.fallback_tags,
      use_electrical_profiles: train.profiles !== null,
      schedule,
      power_restrictions: [],
      ...(headOnly ? { head_only: true as const } : {}),
      ...inForce,
    };
    const input = makeRun(way.physics, train.stock, settings, train.profiles);
    return input.ok ? input.value : null;
  }

  #simulate(way: Way, schedule: readonly ScheduleItem[], style: RunStyle): Simulated | null {
    const input = this.#makeRun(way, schedule, style);
    if (input === null) return null;
    const envelope = this.#runTrain(input.run, schedule, style.distribution);
    if (envelope === null) return null;
    const requirements = this.#builder.build(way.along, {
      run: input.run,
      arena: this.#simulator.arena,
      envelope,
      schedule: mergeSchedule(schedule),
    });
    return requirements.ok ? { input, envelope, requirements: requirements.value } : null;
  }

  /** Most runs are never reported: only their envelope is made. */
  #runTrain(
    run: Run,
    schedule: readonly ScheduleItem[],
    distribution: DistributionAlgorithm,
  ): Envelope | null {
    const simulator = this.#simulator;
    if (schedule.every(({ arrival_ms }) => arrival_ms === null)) {
      return simulator.buildBase(run) === null ? simulator.stages.base : null;
    }
    const { margin } = this.#query.train;
    const margins: Margins = { boundaries_mm: [], values: margin === null ? [] : [margin] };
    const settings = { constraint_distribution: distribution, margins, schedule };
    return this.#scheduler.build(run, settings, []) === null ? this.#scheduler.final : null;
  }

  #realiseAs(way: Way, style: Style, planned: PlannedRun): SettledTrain | null {
    const { closed, plannedAs } = style;
    const train = this.#realise(way, { closed, distribution: "MARECO" }, planned);
    // Where MARECO can't lose as much as a plan does, LINEAR may.
    if (train !== null || (plannedAs === "MARECO" && !planned.plan.losesTime)) return train;
    return this.#realise(way, { closed, distribution: "LINEAR" }, planned);
  }

  /** Runs a way as planned; null when that train would meet another or break a limit. */
  #realise(way: Way, form: RunForm, planned: PlannedRun): SettledTrain | null {
    const { plan } = planned;
    const departure_ms = Math.round(plan.departure_s * 1000);
    const isSlowed = plan.losesTime;
    const fixed = isSlowed ? spreadDelay(planned.chain, plan) : new Map<number, number>();
    const hasArrivals = isSlowed || this.#query.train.margin !== null;
    for (let round = 0; round <= (isSlowed ? REPAIRS_MAX : 0); round++) {
      const schedule = makeSchedule(planned, fixed, { closed: form.closed, hasArrivals });
      const simulated = this.#simulate(way, schedule, { distribution: form.distribution });
      if (simulated === null) return null;
      const { input, envelope, requirements } = simulated;
      const conflict = this.#findConflict(requirements, departure_ms);
      if (conflict === null) {
        const { arena, reports } = this.#simulator;
        const report = reports.build(arena, envelope, input.run);
        if (!this.#keepsLimits(way, report, departure_ms)) return null;
        const usual = this.#runAsUsual(way, schedule, form, departure_ms);
        if (usual === null) return null;
        const run_s = report.itemTimes_ms[way.path.itemPositions_mm.length - 1]! / 1000;
        const last_s = way.stops[way.stops.length - 1]!.least_s;
        const cost_s = run_s + last_s + (WAIT_WEIGHT * departure_ms) / 1000;
        const { distribution } = form;
        const made = { path: way.path, departure_ms, schedule, distribution };
        return { ...made, report, input, requirements, usual, cost_s };
      }
      if (!addFixedPoint(planned, fixed, conflict)) return null;
    }
    return null;
  }

  /** What a train that is run as from a timetable needs; null when it would meet another. */
  #runAsUsual(
    way: Way,
    schedule: readonly ScheduleItem[],
    { distribution }: RunForm,
    departure_ms: number,
  ): SharedArrayBuffer | null {
    const style = { distribution, headOnly: false, departure_ms };
    const usual = this.#simulate(way, schedule, style);
    if (usual === null || this.#findConflict(usual.requirements, departure_ms) !== null)
      return null;
    return usual.requirements;
  }

  /** The first requirement that meets an occupancy, and when it begins. */
  #findConflict(
    requirements: SharedArrayBuffer,
    departure_ms: number,
  ): { readonly index: number; readonly begin_s: number } | null {
    const { spacingZones, spacingBegins_ms, spacingEnds_ms } = openRequirements(requirements);
    for (let index = 0; index < spacingZones.length; index++) {
      const begin_s = (departure_ms + spacingBegins_ms[index]!) / 1000;
      const end_s = (departure_ms + spacingEnds_ms[index]!) / 1000;
      if (overlapsAny(this.#query.occupancies, spacingZones[index]!, begin_s, end_s)) {
        return { index, begin_s };
      }
    }
    return null;
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
