/**
 * The run where the reference fails or gives up a time that can be kept (docs/engine.md, "Kept times"). Between two
 * places that are passed, the speeds at them are free: from front to back it is found at which speeds each place
 * can be passed on time, from back to front the speeds are chosen, nearest to those that the distribution would
 * have by itself. A time that no speeds can keep is left out, never the run: the nearest possible time is taken.
 */
import type { CurveDrawer } from "../envelope/curve.ts";
import { type Envelope, totalTime_us } from "../envelope/envelope.ts";
import type { Core } from "./core.ts";
import { isDrivable } from "./drivable.ts";
import { findLast } from "./find_last.ts";
import { fitSum } from "./fit_sum.ts";
import {
  type Leg,
  leavesOutLater,
  limitsOf,
  listAll,
  listLeftOut,
  nearly,
  type Reached,
  takeOverLimits,
  tell,
} from "./legs.ts";
import {
  KEPT_TOLERANCE_S,
  MERGED_SECTIONS_MAX,
  NO_TIME_S,
  POSSIBLE_TOLERANCE_S,
  REACH_TOLERANCE_M_S,
  TOLD_S,
} from "./limits.ts";
import { PossibleTimes } from "./possible_times.ts";
import type { Deviation, TimedRange } from "./range_chain.ts";
import { RunningTimes } from "./running_times.ts";
import { type Joints, openSearch, RangeCutter, type RangeShape, type Section } from "./section.ts";
import { FOUND, NO_WORK_LEFT, SectionSearch } from "./section_search.ts";

/** How a run was distributed: the last resort that any of its stretches needed. */
export const DISTRIBUTION_STEPS = [
  /** As the reference does. */
  "as_asked",
  /** By the same algorithm, with free speeds at targets and exact times. */
  "exact_times",
  /** Beneath a speed cap, where the algorithm has no run of this time. */
  "speed_cap",
  /** A time can't be kept: the fastest or the slowest run. */
  "limit",
] as const;
export type DistributionStep = (typeof DISTRIBUTION_STEPS)[number];

/** What is done besides keeping arrivals, as long as it costs none: the less, the more arrivals may be kept. */
const COURTESIES = [
  /** Margins before an arrival are met, and the train passes near the times that are left out. */
  { withMargins: true, isNear: true },
  { withMargins: false, isNear: true },
  { withMargins: false, isNear: false },
] as const;

const NO_SPEED = Number.NaN;

/** Distance of the speeds that are tried where times are not monotone in them. */
const SPEED_GRID_M_S = 0.5;
const STANDING: Reached = { low_m_s: 0, high_m_s: 0, now_s: 0 };

export class RunKeeper {
  readonly departures: Deviation[] = [];
  step: DistributionStep = "as_asked";
  readonly #drawer: CurveDrawer;
  readonly #cutter: RangeCutter;
  readonly #possible: PossibleTimes;
  #search: SectionSearch | null = null;
  #isLinear = false;
  #times: RunningTimes | null = null;
  #nMerged = 0;
  readonly #drawn = new RunningTimes();

  constructor(drawer: CurveDrawer) {
    this.#drawer = drawer;
    this.#cutter = new RangeCutter(drawer.arena);
    this.#possible = new PossibleTimes(drawer);
  }

  /** Starts on a base, with its running times; false if out of work. */
  reset(base: Envelope, times: RunningTimes, core: Core, isLinear: boolean): boolean {
    this.#isLinear = isLinear;
    this.#search = new SectionSearch(this.#drawer, core, true);
    this.#times = times;
    this.#cutter.reset(base, 0);
    return this.#possible.reset(base);
  }

  /** Runs the ranges into `out`; false if out of work. */
  keep(ranges: readonly TimedRange[], out: Envelope): boolean {
    this.#possible.isOutOfWork = false;
    this.#nMerged = 0;
    let best: readonly Leg[] | null = null;
    let freest: readonly Leg[] | null = null;
    for (const { withMargins, isNear } of COURTESIES) {
      const legs = this.#makeLegs(ranges, withMargins);
      if (legs === null) return false;
      const reached = this.#reachAll(legs, isNear ? "near" : "free");
      freest = reached;
      if (best === null || leavesOutLater(listLeftOut(reached), listLeftOut(best))) best = reached;
      if (listLeftOut(best).length === 0) break;
    }
    const legs = best!;
    if (freest !== legs) takeOverLimits(legs, freest!);
    this.#chooseSpeeds(legs);
    return this.#drawAll(legs, out) && !this.#possible.isOutOfWork;
  }

  /** What is possible for arrivals that even the base is too late for, given those kept before; null: out of work. */
  tellLate(ranges: readonly TimedRange[]): Deviation[] | null {
    this.#possible.isOutOfWork = false;
    this.#nMerged = 0;
    const legs = this.#makeLegs(ranges, false);
    if (legs === null) return null;
    const last = legs.findLastIndex(({ kind }) => kind === "late");
    const reached = last < 0 ? [] : this.#reachAll(legs.slice(0, last + 1), "told");
    if (this.#possible.isOutOfWork) return null;
    return listAll(reached)
      .filter(({ kind, isKept }) => kind === "late" && !isKept)
      .map((leg) => tell(leg));
  }

  /** Time of the slowest run over a stretch that begins at the base's speed; NaN: out of work. */
  slowest_s(begin_m: number, end_m: number): number {
    this.#possible.isOutOfWork = false;
    const shape = this.#cutter.cut(begin_m, end_m);
    if (shape === null) return Number.NaN;
    const sections = this.#cutAll(shape);
    const least_m_s = this.#drawer.arena.beginV_m_s(shape.envelope.parts[0]!);
    const time_s = this.#possible.greatestTime_s(sections, least_m_s, NO_SPEED);
    return this.#possible.isOutOfWork ? Number.NaN : time_s;
  }

  /** Merges ranges that need no time of their own; `withMargins`: margins before an arrival are targets too. */
  #makeLegs(ranges: readonly TimedRange[], withMargins: boolean): Leg[] | null {
    const last = ranges.findLastIndex(({ ends }) => ends !== undefined);
    const legs: Leg[] = [];
    let begin_m = 0;
    let own_s = 0;
    let until_s = 0;
    for (const [i, range] of ranges.entries()) {
      const { begin_m: from_m, end_m, added_s, sharedBy, ends, late_s } = range;
      if (own_s === 0) begin_m = from_m;
      const time_s = this.#times!.timeBetween_s(from_m, end_m) + Math.max(0, added_s);
      own_s += time_s;
      until_s += time_s;
      const wantedUntil_s = until_s - (late_s ?? 0);
      const hasTime = added_s > NO_TIME_S;
      if (ends === undefined && i < last && !(withMargins && hasTime)) continue;
      const shape = this.#cutter.cut(begin_m, end_m);
      if (shape === null) return null;
      legs.push({
        shape,
        sections: this.#cutAll(shape),
        leftOut: [],
        kind: ends ?? (hasTime ? "margin" : "free"),
        until_s: ends === undefined && i > last ? Infinity : wantedUntil_s,
        own_s,
        sharedBy,
        low_m_s: 0,
        high_m_s: 0,
        time_s: 0,
        earliest_s: NO_SPEED,
        latest_s: NO_SPEED,
        isKept: true,
        from: STANDING,
        limits: null,
        end_m_s: 0,
      });
      own_s = 0;
    }
    return legs;
  }

  #cutAll(shape: RangeShape): Section[] {
    const sections: Section[] = [];
    for (let section = this.#cutter.sectionOf(shape, 0); section !== null; ) {
      sections.push(section);
      section = this.#cutter.sectionOf(shape, sections.length);
    }
    return sections;
  }

  /**
   * From front to back: the speeds at which each target can be passed on time. A time that is left out is passed as
   * near as possible; free of that, it is so only if it costs no later one. Told, only limits of what is left out count.
   */
  #reachAll(legs: readonly Leg[], means: "near" | "free" | "told"): Leg[] {
    const isNear = means === "near";
    const reached: Leg[] = [];
    const { arena } = this.#drawer;
    const begin_m_s = arena.beginV_m_s(legs[0]!.shape.envelope.parts[0]!);
    let state: Reached = { low_m_s: begin_m_s, high_m_s: begin_m_s, now_s: 0 };
    /** Before each leg that was reached. */
    const states: Reached[] = [];
    for (const leg of legs) {
      const isLast = leg === legs[legs.length - 1];
      if (isNear) this.#reach(leg, state, isLast);
      // The nearest possible times before may have cost this one: it is kept without them.
      const first = 1 + reached.findLastIndex(({ isKept }) => isKept);
      const isMerged = first < reached.length && !(isNear && leg.isKept);
      const without = isMerged ? this.#mergeLegs(reached, first, leg) : null;
      if (without !== null) this.#reach(without, states[first]!, isLast);
      let taken = leg;
      if (without?.isKept) {
        state = states[first]!;
        reached.length = first;
        states.length = first;
        taken = without;
      } else {
        if (means === "told" && without !== null) leg.isKept = false;
        else if (!isNear) this.#reach(leg, state, isLast);
        leg.limits = without?.limits ?? leg.limits;
      }
      states.push(state);
      reached.push(taken);
      const { low_m_s, high_m_s, time_s } = taken;
      state = { low_m_s, high_m_s, now_s: state.now_s + time_s };
    }
    return reached;
  }

  #mergeLegs(reached: readonly Leg[], first: number, leg: Leg): Leg | null {
    if (this.#nMerged > MERGED_SECTIONS_MAX) return null;
    const left = reached.slice(first);
    this.#nMerged += left.reduce((sum, { sections }) => sum + sections.length, 1);
    const shape = this.#cutter.cut(left[0]!.shape.begin_m, leg.shape.end_m);
    if (shape === null || !Number.isFinite(leg.until_s)) return null;
    return { ...leg, shape, sections: this.#cutAll(shape), leftOut: left };
  }

  #reach(leg: Leg, from: Reached, isLast: boolean): void {
    const { low_m_s: p, high_m_s: q, now_s } = from;
    leg.from = from;
    const asked_s = Number.isFinite(leg.until_s) ? leg.until_s - now_s : leg.own_s;
    const last = leg.sections.at(-1)!;
    const top_m_s = this.#drawer.arena.endV_m_s(last.envelope.parts[last.envelope.count - 1]!);
    const isFixed = top_m_s === 0 || isLast;
    const bottom_m_s = Math.min(top_m_s, this.#possible.leastAt_m_s(leg.shape.end_m));
    let fastest_m_s = NO_SPEED;
    let slowest_m_s = NO_SPEED;
    if (isFixed) {
      leg.earliest_s = this.#possible.leastTime_s(leg.sections, q, NO_SPEED);
      leg.latest_s = this.#possible.greatestTime_s(leg.sections, p, NO_SPEED);
    } else {
      const isShort = leg.sections.length === 1;
      const canSpeedUp = (v_m_s: number): boolean =>
        !isShort || this.#possible.leastInto_m_s(last, v_m_s) <= q + REACH_TOLERANCE_M_S;
      const canSlowDown = (v_m_s: number): boolean =>
        !isShort || this.#possible.mostInto_m_s(last, v_m_s) >= p - REACH_TOLERANCE_M_S;
      fastest_m_s = findLast(bottom_m_s, top_m_s, canSpeedUp);
      slowest_m_s = -findLast(-fastest_m_s, -bottom_m_s, (v_m_s) => canSlowDown(-v_m_s));
      leg.earliest_s = this.#possible.leastTime_s(leg.sections, q, fastest_m_s);
      leg.latest_s = this.#possible.greatestTime_s(leg.sections, p, slowest_m_s);
    }
    leg.limits = limitsOf(leg, now_s);
    const wanted_s = nearly(asked_s, leg);
    leg.isKept = true;
    leg.low_m_s = isFixed ? 0 : slowest_m_s;
    leg.high_m_s = isFixed ? 0 : fastest_m_s;
    leg.time_s = wanted_s;
    if (leg.kind === "free") leg.time_s = leg.earliest_s;
    else if (!(wanted_s >= leg.earliest_s - POSSIBLE_TOLERANCE_S)) {
      leg.isKept = false;
      leg.time_s = leg.earliest_s;
      leg.low_m_s = leg.high_m_s;
    } else if (!(wanted_s <= leg.latest_s + POSSIBLE_TOLERANCE_S)) {
      leg.isKept = false;
      leg.time_s = leg.latest_s;
      leg.high_m_s = leg.low_m_s;
    } else if (!isFixed) {
      const { low_m_s, high_m_s } = leg;
      const least_s = wanted_s - POSSIBLE_TOLERANCE_S;
      const most_s = wanted_s + POSSIBLE_TOLERANCE_S;
      leg.high_m_s = findLast(
        low_m_s,
        high_m_s,
        (v_m_s) => this.#possible.greatestTime_s(leg.sections, p, v_m_s) >= least_s,
      );
      leg.low_m_s = -findLast(
        -high_m_s,
        -low_m_s,
        (v_m_s) => this.#possible.leastTime_s(leg.sections, q, -v_m_s) <= most_s,
      );
      if (leg.low_m_s > leg.high_m_s) leg.low_m_s = leg.high_m_s;
    }
  }

  /** From back to front: the speeds nearest to those of the distribution by itself. */
  #chooseSpeeds(legs: readonly Leg[]): void {
    for (let i = legs.length - 1; i >= 0; i--) {
      const leg = legs[i]!;
      let low_m_s = leg.low_m_s;
      let high_m_s = leg.high_m_s;
      const next = legs[i + 1];
      if (next === undefined || high_m_s === 0) {
        leg.end_m_s = NO_SPEED;
        continue;
      }
      if (low_m_s < high_m_s) {
        const first = next.sections[0]!;
        const isShort = next.sections.length === 1;
        const right_m_s = isShort ? next.end_m_s : NO_SPEED;
        low_m_s = Math.max(low_m_s, this.#possible.leastInto_m_s(first, right_m_s));
        high_m_s = Math.min(high_m_s, this.#possible.mostInto_m_s(first, right_m_s));
        if (next.kind !== "free") {
          const most_s = next.time_s + POSSIBLE_TOLERANCE_S;
          const least_s = next.time_s - POSSIBLE_TOLERANCE_S;
          const from_m_s = low_m_s;
          low_m_s = -findLast(
            -high_m_s,
            -low_m_s,
            (v_m_s) => this.#possible.leastTime_s(next.sections, -v_m_s, next.end_m_s) <= most_s,
          );
          high_m_s = findLast(
            from_m_s,
            high_m_s,
            (v_m_s) => this.#possible.greatestTime_s(next.sections, v_m_s, next.end_m_s) >= least_s,
          );
        }
      }
      const own_m_s = this.#ownSpeed_m_s(leg, next);
      leg.end_m_s = Math.max(low_m_s, Math.min(high_m_s, own_m_s));
      if (low_m_s < high_m_s) leg.end_m_s = this.#fitSpeed_m_s(leg, next, [low_m_s, high_m_s]);
    }
  }

  /** The chosen speed at a leg's end, or the nearest one of a grid where times are not monotone in the speeds. */
  #fitSpeed_m_s(leg: Leg, next: Leg, [low_m_s, high_m_s]: readonly [number, number]): number {
    const { end_m_s } = leg;
    const n = Math.ceil((high_m_s - low_m_s) / SPEED_GRID_M_S);
    for (let k = 0; k <= 2 * n; k++) {
      const v_m_s = end_m_s + (k % 2 === 0 ? -1 : 1) * Math.ceil(k / 2) * SPEED_GRID_M_S;
      if (v_m_s < low_m_s || v_m_s > high_m_s) continue;
      const { low_m_s: p, high_m_s: q } = leg.from;
      if (this.#canTake(leg, [p, q], v_m_s) && this.#canTake(next, [v_m_s, v_m_s], next.end_m_s)) {
        return v_m_s;
      }
    }
    return end_m_s;
  }

  /** Whether a leg can take its time, beginning between two speeds and ending at another. */
  #canTake(leg: Leg, [least_m_s, most_m_s]: readonly [number, number], end_m_s: number): boolean {
    const { kind, sections, time_s } = leg;
    if (kind === "free") return true;
    return (
      this.#possible.leastTime_s(sections, most_m_s, end_m_s) <= time_s + POSSIBLE_TOLERANCE_S &&
      this.#possible.greatestTime_s(sections, least_m_s, end_m_s) >= time_s - POSSIBLE_TOLERANCE_S
    );
  }

  /** The speed that the distribution has between two legs by itself: the shorter one imposes it (engine.md 5.4). */
  #ownSpeed_m_s(leg: Leg, next: Leg): number {
    const { arena } = this.#drawer;
    const isLeft = leg.shape.time_s <= next.shape.time_s;
    const { sections, shape, time_s } = isLeft ? leg : next;
    const section = isLeft ? sections.at(-1)! : sections[0]!;
    const speedOf_m_s = ({ parts, count }: Envelope): number =>
      isLeft ? arena.endV_m_s(parts[count - 1]!) : arena.beginV_m_s(parts[0]!);
    const base_m_s = speedOf_m_s(section.envelope);
    // Beside a leg that asks for no time it is the base's, so that this one gives way as little as it can.
    if (leg.kind === "free" || next.kind === "free" || !(time_s > shape.time_s)) return base_m_s;
    const ratio = shape.time_s / time_s;
    if (this.#isLinear) return base_m_s * ratio;
    const joints: Joints = { left_m_s: NO_SPEED, right_m_s: NO_SPEED };
    const target = { time_s: section.time_s / ratio, tolerance_s: KEPT_TOLERANCE_S };
    if (this.#search!.find(section, joints, target) !== FOUND) return base_m_s * ratio;
    return speedOf_m_s(openSearch(section, joints).accepted);
  }

  #drawAll(legs: readonly Leg[], out: Envelope): boolean {
    out.clear();
    this.departures.length = 0;
    this.step = "exact_times";
    let begin_m_s = this.#drawer.arena.beginV_m_s(legs[0]!.shape.envelope.parts[0]!);
    // What earlier legs are beside their times, a later arrival makes up for.
    let late_s = 0;
    for (const leg of legs) {
      const isTimed = Number.isFinite(leg.until_s) && leg.isKept;
      const time_s = isTimed ? leg.time_s - late_s : leg.time_s;
      const took_s = this.#drawLeg(leg, time_s, begin_m_s, out);
      if (Number.isNaN(took_s)) return false;
      late_s += took_s - leg.time_s;
      const { begin_m, end_m, time_s: base_s } = leg.shape;
      if (leg.kind === "free" && took_s > base_s + TOLD_S) {
        this.departures.push({ kind: "closest_result", begin_m, end_m, wanted_s: base_s });
      }
      begin_m_s = this.#drawer.arena.endV_m_s(out.parts[out.count - 1]!);
    }
    this.#drawn.read(this.#drawer.arena, out);
    for (const leg of legs) {
      for (const left of leg.leftOut) this.#tellMissed(left);
      this.#tellMissed(leg);
    }
    return true;
  }

  /** Tells a time that the run misses, left out or not. */
  #tellMissed(leg: Leg): void {
    const { shape, until_s, isKept, limits } = leg;
    const at_s = this.#drawn.timeBetween_s(0, shape.end_m);
    if (Number.isFinite(until_s) ? Math.abs(at_s - until_s) <= TOLD_S : isKept) return;
    this.step = "limit";
    const told = tell(leg);
    if (isKept) told.possible_s = at_s - this.#drawn.timeBetween_s(0, limits!.begin_m);
    this.departures.push(told);
  }

  /** Shares a leg's time among its sections, within what each can do; returns what it took, NaN: out of work. */
  #drawLeg(leg: Leg, wanted_s: number, begin_m_s: number, out: Envelope): number {
    const { sections, shape } = leg;
    const n = sections.length;
    const joints = sections.map(
      (_, s): Joints => ({
        left_m_s: s === 0 ? begin_m_s : NO_SPEED,
        right_m_s: s === n - 1 ? leg.end_m_s : NO_SPEED,
      }),
    );
    const fastest_s = sections.map((section, s) =>
      this.#possible.time_s(section, joints[s]!, section.max_m_s),
    );
    const isFast = leg.kind === "free" || (!leg.isKept && leg.time_s === leg.earliest_s);
    let times_s = fastest_s;
    if (!isFast) {
      const slowest_s = sections.map((section, s) =>
        this.#possible.mostTime_s(section, joints[s]!),
      );
      const added_s = wanted_s - shape.time_s;
      const whole = leg.sharedBy === "time" ? shape.time_s : shape.end_m - shape.begin_m;
      const asked_s = sections.map((section) => {
        const part = leg.sharedBy === "time" ? section.time_s : section.end_m - section.begin_m;
        return section.time_s + (added_s * part) / whole;
      });
      times_s = fitSum(asked_s, fastest_s, slowest_s, wanted_s);
    }
    let planned_s = 0;
    let took_s = 0;
    for (let s = 0; s < n; s++) {
      planned_s += times_s[s]!;
      const share_s = isFast ? -Infinity : planned_s - took_s;
      took_s += this.#drawSection(sections[s]!, joints[s]!, share_s, out);
    }
    return took_s;
  }

  /** Draws one section by the best means that meets its time, and returns the time; NaN: out of work. */
  #drawSection(section: Section, joints: Joints, wanted_s: number, out: Envelope): number {
    const target = { time_s: wanted_s, tolerance_s: KEPT_TOLERANCE_S };
    const fastest_s = this.#possible.drawBeneath_s(section, joints, section.max_m_s);
    if (wanted_s <= fastest_s + KEPT_TOLERANCE_S) return this.#append(out, fastest_s);
    const outcome = this.#search!.find(section, joints, target);
    if (outcome === NO_WORK_LEFT) return Number.NaN;
    if (
      outcome === FOUND &&
      (!this.#isLinear || isDrivable(this.#drawer, openSearch(section, joints).accepted))
    ) {
      const { parts, count } = openSearch(section, joints).accepted;
      out.pushAll(parts.subarray(0, count));
      return totalTime_us(this.#drawer.arena, openSearch(section, joints).accepted) / 1e6;
    }
    if (this.step === "exact_times") this.step = "speed_cap";
    let low_m_s = this.#possible.lowestCap_m_s(section, joints);
    let high_m_s = section.max_m_s;
    const slowest_s = this.#possible.time_s(section, joints, low_m_s);
    if (wanted_s >= slowest_s) high_m_s = low_m_s;
    for (let k = 0; k < 60 && low_m_s < high_m_s; k++) {
      const cap_m_s = (low_m_s + high_m_s) / 2;
      if (cap_m_s === low_m_s || cap_m_s === high_m_s) break;
      const time_s = this.#possible.time_s(section, joints, cap_m_s);
      if (Math.abs(time_s - wanted_s) <= KEPT_TOLERANCE_S) low_m_s = high_m_s = cap_m_s;
      // Where the train stalls beneath a cap, it takes too long.
      else if (!(time_s <= wanted_s)) low_m_s = cap_m_s;
      else high_m_s = cap_m_s;
    }
    return this.#append(out, this.#possible.drawBeneath_s(section, joints, high_m_s));
  }

  #append(out: Envelope, time_s: number): number {
    const { parts, count } = this.#possible.drawn;
    if (!Number.isNaN(time_s)) out.pushAll(parts.subarray(0, count));
    return time_s;
  }
}
