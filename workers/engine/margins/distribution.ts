/**
 * Distributes added times over the ranges of a run (engine.md 5.4). Ranges are slowed in the order of
 * their base times; each takes over the speeds of the neighbours that are done. Where that fails, or misses an
 * arrival, the reference merges ranges, or has no run; here RunKeeper finds the run (kept_run.ts).
 */
import type { CurveDrawer } from "../envelope/curve.ts";
import { Envelope, type EnvelopeArena, totalTime_us } from "../envelope/envelope.ts";
import type { Core } from "./core.ts";
import { type DistributionStep, RunKeeper } from "./kept_run.ts";
import {
  CAPACITY_SPEED_M_S,
  CUT_PARTS_PER_STEP,
  MAX_MARGIN_STEPS,
  NO_TIME_S,
  PATH_TOLERANCE_S,
  REACH_TOLERANCE_M_S,
} from "./limits.ts";
import { LinearCore } from "./linear.ts";
import { MarecoCore } from "./mareco.ts";
import {
  type Deviation,
  findJoints,
  orderOfWork,
  type RangeLink,
  type TimedRange,
} from "./range_chain.ts";
import type { RunningTimes } from "./running_times.ts";
import { type Joints, openSearch, RangeCutter, type RangeShape, type Section } from "./section.ts";
import {
  FOUND,
  FOUND_NEARBY,
  IN_A_GAP,
  NO_WORK_LEFT,
  type SearchFailure,
  SectionSearch,
  SLOWER_THAN_POSSIBLE,
} from "./section_search.ts";

export type DistributionAlgorithm = "LINEAR" | "MARECO";

export class Distributor {
  /** Where the last distribution differs from the request. */
  readonly departures: Deviation[] = [];
  /** How the last distribution was made. */
  step: DistributionStep = "as_asked";
  readonly #arena: EnvelopeArena;
  readonly #drawer: CurveDrawer;
  readonly #cutter: RangeCutter;
  readonly #linear: LinearCore;
  readonly #mareco: MarecoCore;
  readonly #linearSearch: SectionSearch;
  readonly #marecoSearch: SectionSearch;
  #core: Core;
  #search: SectionSearch;
  #times: RunningTimes | null = null;
  #base: Envelope | null = null;
  readonly #keeper: RunKeeper;
  /** Whether the keeper knows the base. */
  #isKeeperReady = false;

  constructor(drawer: CurveDrawer) {
    this.#drawer = drawer;
    this.#arena = drawer.arena;
    this.#cutter = new RangeCutter(drawer.arena);
    this.#keeper = new RunKeeper(drawer);
    this.#linear = new LinearCore(drawer.arena);
    this.#mareco = new MarecoCore(drawer);
    this.#linearSearch = new SectionSearch(drawer, this.#linear);
    this.#marecoSearch = new SectionSearch(drawer, this.#mareco);
    this.#core = this.#linear;
    this.#search = this.#linearSearch;
  }

  /** Starts a new simulation on the base in the drawer's arena, with its running times. */
  reset(base: Envelope, times: RunningTimes, algorithm: DistributionAlgorithm): void {
    this.#times = times;
    this.#base = base;
    this.#isKeeperReady = false;
    if (algorithm === "MARECO") this.#mareco.reset();
    this.#core = algorithm === "MARECO" ? this.#mareco : this.#linear;
    this.#cutter.reset(base, this.#core.capacity_m_s);
    this.#search = algorithm === "MARECO" ? this.#marecoSearch : this.#linearSearch;
    this.resume();
  }

  /** Starts again on the same base: curves drawn on it before are known. */
  resume(): void {
    this.departures.length = 0;
    this.#drawer.stepsLeft = MAX_MARGIN_STEPS;
  }

  /**
   * Slows the base by the ranges, which must cover the path without gaps, into `out`: as the reference does if that
   * keeps every time, else as RunKeeper does. False if out of work.
   */
  distribute(wanted: readonly TimedRange[], out: Envelope): boolean {
    this.departures.length = 0;
    this.step = "as_asked";
    const outcome = this.#distributeAsAsked(wanted, out);
    if (outcome === FOUND) return true;
    return outcome !== NO_WORK_LEFT && this.keep(wanted, out);
  }

  /** Slows the base by the means of RunKeeper alone; false if out of work. */
  keep(wanted: readonly TimedRange[], out: Envelope): boolean {
    const keeper = this.#openKeeper();
    if (!keeper?.keep(wanted, out)) return false;
    this.departures.length = 0;
    this.departures.push(...keeper.departures);
    this.step = keeper.step;
    return true;
  }

  #openKeeper(): RunKeeper | null {
    const keeper = this.#keeper;
    this.#drawer.stepsLeft = MAX_MARGIN_STEPS;
    if (!this.#isKeeperReady) {
      const isLinear = this.#core === this.#linear;
      if (!keeper.reset(this.#base!, this.#times!, this.#core, isLinear)) return null;
      this.#isKeeperReady = true;
    }
    return keeper;
  }

  /** Time of the slowest run over a stretch that begins at the base's speed; NaN: out of work. */
  slowest_s(begin_m: number, end_m: number): number {
    return this.#openKeeper()?.slowest_s(begin_m, end_m) ?? Number.NaN;
  }

  /** Deviations of the arrivals that even the base is too late for, with what is possible; null: out of work. */
  tellLate(wanted: readonly TimedRange[]): Deviation[] | null {
    return this.#openKeeper()?.tellLate(wanted) ?? null;
  }

  /** Leaves out all times. */
  takeBase(wanted: readonly TimedRange[], out: Envelope): void {
    this.departures.length = 0;
    out.clear();
    append(out, this.#base!);
    for (const { begin_m, end_m, added_s } of wanted) {
      if (isNoTime(added_s)) continue;
      const wanted_s = this.#times!.timeBetween_s(begin_m, end_m) + added_s;
      this.departures.push({ kind: "dropped_target", begin_m, end_m, wanted_s });
    }
    this.step = this.departures.length > 0 ? "limit" : "as_asked";
  }

  #distributeAsAsked(wanted: readonly TimedRange[], out: Envelope): typeof FOUND | SearchFailure {
    const links: RangeLink[] = [];
    for (const range of wanted) {
      const shape = this.#cut(range);
      if (shape === null) return NO_WORK_LEFT;
      links.push({
        range,
        shape,
        isUntouched: isNoTime(range.added_s),
        result: new Envelope(),
        isDone: false,
        begin_m_s: Number.NaN,
        end_m_s: Number.NaN,
      });
    }
    for (const i of orderOfWork(links)) {
      const link = links[i]!;
      if (--this.#drawer.stepsLeft < 0) return NO_WORK_LEFT;
      const { result } = link;
      const outcome = this.#slow(link, findJoints(links, i, this.#times!), result);
      if (outcome !== FOUND) return outcome;
      link.isDone = true;
      link.begin_m_s = this.#arena.beginV_m_s(result.parts[0]!);
      link.end_m_s = this.#arena.endV_m_s(result.parts[result.count - 1]!);
    }
    if (this.#missesArrival(links)) return IN_A_GAP;
    out.clear();
    for (const { result } of links) append(out, result);
    return FOUND;
  }

  /** Whether nearest results add up to an arrival that is not kept. */
  #missesArrival(links: readonly RangeLink[]): boolean {
    let late_s = 0;
    return links.some(({ range, shape, result }) => {
      late_s += totalTime_us(this.#arena, result) / 1e6;
      late_s -= shape.time_s + Math.max(0, range.added_s);
      return range.ends === "arrival" && Math.abs(late_s) > PATH_TOLERANCE_S;
    });
  }

  #cut({ begin_m, end_m }: TimedRange): RangeShape | null {
    const shape = this.#cutter.cut(begin_m, end_m);
    if (shape === null) return null;
    this.#drawer.stepsLeft -= 1 + Math.floor(shape.envelope.count / CUT_PARTS_PER_STEP);
    return this.#drawer.stepsLeft < 0 ? null : shape;
  }

  /** Slows one range into `out`. */
  #slow(link: RangeLink, joints: Joints, out: Envelope): typeof FOUND | SearchFailure {
    const { range, shape } = link;
    const { added_s } = range;
    if (link.isUntouched) {
      append(out, shape.envelope);
      return FOUND;
    }
    const tolerance_s = (PATH_TOLERANCE_S * shape.time_s * 1e6) / this.#times!.total_us;
    const target_s = shape.time_s + added_s;
    if (this.#isTooSlow(shape, target_s)) return SLOWER_THAN_POSSIBLE;
    let section = this.#cutter.sectionOf(shape, 0);
    for (let s = 0; section !== null; s++) {
      const next = this.#cutter.sectionOf(shape, s + 1);
      const share =
        range.sharedBy === "time"
          ? section.time_s / shape.time_s
          : (section.end_m - section.begin_m) / (shape.end_m - shape.begin_m);
      const sectionJoints = {
        left_m_s: s === 0 ? joints.left_m_s : Number.NaN,
        right_m_s: next === null ? joints.right_m_s : Number.NaN,
      };
      const time_s = section.time_s + added_s * share;
      const target = { time_s, tolerance_s: tolerance_s * share };
      const outcome = this.#search.find(section, sectionJoints, target);
      if (outcome === FOUND_NEARBY) {
        const { begin_m, end_m } = section;
        this.departures.push({ kind: "closest_result", begin_m, end_m, wanted_s: time_s });
      } else if (outcome !== FOUND) return outcome;
      const { accepted } = openSearch(section, sectionJoints);
      append(out, accepted);
      this.#warnOfCrawl(section, totalTime_us(this.#arena, accepted) / 1e6);
      section = next;
    }
    return FOUND;
  }

  /** LINEAR scales all speeds alike, without a lowest one. */
  #warnOfCrawl({ begin_m, end_m, max_m_s, time_s }: Section, took_s: number): void {
    if (this.#core !== this.#linear) return;
    if (
      (max_m_s * time_s) / took_s >=
      Math.min(CAPACITY_SPEED_M_S, max_m_s) - REACH_TOLERANCE_M_S
    ) {
      return;
    }
    this.departures.push({ kind: "below_least_speed", begin_m, end_m, wanted_s: took_s });
  }

  /** Whether a time exceeds that of the range capped at the algorithm's lowest speed. */
  #isTooSlow({ begin_m, end_m, capped_s }: RangeShape, target_s: number): boolean {
    const { capacity_m_s } = this.#core;
    // At or below that speed everywhere, the range can't take less time than its length gives.
    return target_s * capacity_m_s > end_m - begin_m && target_s > capped_s;
  }
}

function isNoTime(added_s: number): boolean {
  // Time is never removed: a negative one comes from rounding.
  return added_s <= NO_TIME_S;
}

function append(out: Envelope, { parts, count }: Envelope): void {
  out.pushAll(parts.subarray(0, count));
}
