/**
 * Distributes added times over the ranges of a run (engine.md 5.4). Ranges are slowed in the order of
 * their base times; each takes over the speeds of the neighbours that are done. A range that can't have
 * its time is merged with a neighbour, and the rules start again with all ranges. A range's curve only
 * depends on the range and on the speeds at its ends, so whatever a merge does not affect is kept
 * (range_chain.ts): ten thousand merges examine a few times as many ranges, not the square of it.
 */
import type { CurveDrawer } from "../envelope/curve.ts";
import { Envelope, type EnvelopeArena } from "../envelope/envelope.ts";
import type { Core } from "./core.ts";
import { CUT_PARTS_PER_STEP, MAX_MARGIN_STEPS, NO_TIME_S, PATH_TOLERANCE_S } from "./limits.ts";
import { LinearCore } from "./linear.ts";
import { MarecoCore } from "./mareco.ts";
import { type Deviation, RangeChain, type RangeLink, type TimedRange } from "./range_chain.ts";
import type { RunningTimes } from "./running_times.ts";
import { type Joints, openSearch, RangeCutter, type RangeShape } from "./section.ts";
import {
  FASTER_THAN_POSSIBLE,
  FOUND,
  FOUND_NEARBY,
  IN_A_GAP,
  NO_WORK_LEFT,
  type SearchFailure,
  SectionSearch,
  SLOWER_THAN_POSSIBLE,
  TRAIN_STALLS,
} from "./section_search.ts";

/** Why a range can't be slowed as requested. */
export type RangeFault =
  | { readonly kind: "stalled"; readonly x_m: number; readonly range_index: number }
  | {
      readonly kind: "not_convergent";
      readonly reason: "too_much_time" | "not_enough_time" | "discontinuity";
      readonly range_index: number;
    };

const OUT_OF_WORK_FAULT = { kind: "out_of_work" } as const;
export type DistributionFault = RangeFault | typeof OUT_OF_WORK_FAULT;

export type DistributionAlgorithm = "LINEAR" | "MARECO";

export class Distributor {
  /** Where the last distribution differs from the request. */
  readonly departures: Deviation[] = [];
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

  constructor(drawer: CurveDrawer) {
    this.#drawer = drawer;
    this.#arena = drawer.arena;
    this.#cutter = new RangeCutter(drawer.arena);
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

  /** Slows the base by the ranges, which must cover the path without gaps, into `out`. */
  distribute(wanted: readonly TimedRange[], out: Envelope): DistributionFault | null {
    this.departures.length = 0;
    const chain = this.#makeChain(wanted);
    if (chain === null) return OUT_OF_WORK_FAULT;
    const dropped: Deviation[] = [];
    for (let link = chain.takeNext(); link !== null; link = chain.takeNext()) {
      const outcome = this.#slowAnew(chain, link);
      if (outcome === FOUND) continue;
      const canMerge = outcome === SLOWER_THAN_POSSIBLE || outcome === FASTER_THAN_POSSIBLE;
      if (!canMerge || chain.count === 1) return this.#describeFault(outcome, chain.indexOf(link));
      const wanted_s = link.shape.time_s + link.range.added_s;
      dropped.push(makeDeparture("dropped_target", link.shape, wanted_s));
      if (!this.#merge(chain, link)) return OUT_OF_WORK_FAULT;
    }
    for (const link of chain.inOrderOfWork()) this.departures.push(...link.nearby);
    this.departures.push(...dropped);
    out.clear();
    for (let link = chain.first; link !== null; link = link.next) append(out, link.result!);
    return null;
  }

  #makeChain(wanted: readonly TimedRange[]): RangeChain | null {
    const chain = new RangeChain();
    for (const range of wanted) {
      const shape = this.#cut(range);
      if (shape === null) return null;
      chain.add(range, shape, isNoTime(range.added_s));
    }
    return chain;
  }

  #cut({ begin_m, end_m }: TimedRange): RangeShape | null {
    const shape = this.#cutter.cut(begin_m, end_m);
    if (shape === null) return null;
    this.#drawer.stepsLeft -= 1 + Math.floor(shape.envelope.count / CUT_PARTS_PER_STEP);
    return this.#drawer.stepsLeft < 0 ? null : shape;
  }

  /** Slows a range, unless it was slowed between the same speeds before. */
  #slowAnew(chain: RangeChain, link: RangeLink): typeof FOUND | SearchFailure {
    const joints = chain.findJoints(link, this.#times!);
    if (link.result !== null && haveSameSpeeds(link.joints, joints)) return FOUND;
    if (--this.#drawer.stepsLeft < 0) return NO_WORK_LEFT;
    const result = new Envelope();
    link.nearby = [];
    const outcome = this.#slow(link, joints, result);
    if (outcome !== FOUND) return outcome;
    link.joints = joints;
    link.result = result;
    link.begin_m_s = this.#arena.beginV_m_s(result.parts[0]!);
    link.end_m_s = this.#arena.endV_m_s(result.parts[result.count - 1]!);
    chain.queueLaterNeighbours(link);
    return FOUND;
  }

  /** Merges a range with the next one, or the previous one; false if the work limit is reached. */
  #merge(chain: RangeChain, link: RangeLink): boolean {
    const left = link.next === null ? link.previous! : link;
    const right = left.next!;
    const { begin_m, added_s } = left.range;
    const { end_m } = right.range;
    // From here on the added time is shared by running time.
    const range: TimedRange = {
      begin_m,
      end_m,
      added_s: added_s + right.range.added_s,
      sharedBy: "time",
    };
    const shape = this.#cut(range);
    if (shape === null) return false;
    chain.merge(left, range, shape, isNoTime(range.added_s));
    return true;
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
        link.nearby.push(makeDeparture("closest_result", section, time_s));
      } else if (outcome !== FOUND) return outcome;
      append(out, openSearch(section, sectionJoints).accepted);
      section = next;
    }
    return FOUND;
  }

  /** Whether a time exceeds that of the range capped at the algorithm's lowest speed. */
  #isTooSlow({ begin_m, end_m, capped_s }: RangeShape, target_s: number): boolean {
    const { capacity_m_s } = this.#core;
    // At or below that speed everywhere, the range can't take less time than its length gives.
    return target_s * capacity_m_s > end_m - begin_m && target_s > capped_s;
  }

  #describeFault(
    outcome: SearchFailure,
    range_index: number,
  ): RangeFault | typeof OUT_OF_WORK_FAULT {
    switch (outcome) {
      case SLOWER_THAN_POSSIBLE:
        return { kind: "not_convergent", reason: "too_much_time", range_index };
      case FASTER_THAN_POSSIBLE:
        return { kind: "not_convergent", reason: "not_enough_time", range_index };
      case TRAIN_STALLS:
        return { kind: "stalled", x_m: this.#core.stalledAt_m, range_index };
      case NO_WORK_LEFT:
        return OUT_OF_WORK_FAULT;
      case IN_A_GAP:
        return { kind: "not_convergent", reason: "discontinuity", range_index };
    }
  }
}

function isNoTime(added_s: number): boolean {
  // Time is never removed: a negative one comes from rounding.
  return added_s <= NO_TIME_S;
}

function haveSameSpeeds(a: Joints, b: Joints): boolean {
  return Object.is(a.left_m_s, b.left_m_s) && Object.is(a.right_m_s, b.right_m_s);
}

function append(out: Envelope, { parts, count }: Envelope): void {
  out.pushAll(parts.subarray(0, count));
}

function makeDeparture(
  kind: Deviation["kind"],
  { begin_m, end_m }: { readonly begin_m: number; readonly end_m: number },
  wanted_s: number,
): Deviation {
  return { kind, begin_m, end_m, wanted_s };
}
