/**
 * Searches for the speed parameter with which a section takes a wanted time (engine.md 5.4, step 4).
 * The answer is not the exact time but the first iterate of this bisection that is near enough. Bounds,
 * midpoints and tolerance are the reference's: a cleverer solution would give other numbers.
 */
import type { CurveDrawer } from "../envelope/curve.ts";
import { type Envelope, totalTime_us } from "../envelope/envelope.ts";
import { TIME_STEP_S } from "../physics/constants.ts";
import { type Core, DRAWN, type DrawOutcome, LONGER, OUT_OF_WORK, STALLED } from "./core.ts";
import { Junctions } from "./junctions.ts";
import {
  EVALUATION_STEPS,
  FALLBACK_TOLERANCE_S,
  FORESEEN_SLACK_S,
  MAX_EVALUATIONS,
} from "./limits.ts";
import { type Joints, openSearch, type Search, type Section } from "./section.ts";

export const FOUND = 0;
/** Not near enough, but the nearest possible. */
export const FOUND_NEARBY = 1;
export const SLOWER_THAN_POSSIBLE = 2;
export const FASTER_THAN_POSSIBLE = 3;
/** The wanted time is in a gap of the possible times. */
export const IN_A_GAP = 4;
export const TRAIN_STALLS = 5;
export const NO_WORK_LEFT = 6;
export type SearchFailure =
  | typeof SLOWER_THAN_POSSIBLE
  | typeof FASTER_THAN_POSSIBLE
  | typeof IN_A_GAP
  | typeof TRAIN_STALLS
  | typeof NO_WORK_LEFT;

export interface TimeTarget {
  readonly time_s: number;
  readonly tolerance_s: number;
}

/** What an evaluation aims at. */
interface Aim {
  readonly target: TimeTarget;
  readonly isFree: boolean;
}

export class SectionSearch {
  /** Whether `draw_s` found no curve because of that. */
  isOutOfWork = false;
  readonly #drawer: CurveDrawer;
  readonly #junctions: Junctions;
  readonly #core: Core;
  /** Whether a stall counts as too much time instead of ending the search, as it does in the reference. */
  readonly #isPatient: boolean;

  constructor(drawer: CurveDrawer, core: Core, isPatient = false) {
    this.#drawer = drawer;
    this.#core = core;
    this.#isPatient = isPatient;
    this.#junctions = new Junctions(drawer, isPatient);
  }

  /** Searches; after FOUND or FOUND_NEARBY the curve is `openSearch(section, joints).accepted`. */
  find(
    section: Section,
    joints: Joints,
    target: TimeTarget,
  ): typeof FOUND | typeof FOUND_NEARBY | SearchFailure {
    const search = openSearch(section, joints);
    this.#drawer.stepsLeft -= section.searches.length;
    let low_m_s = this.#core.low_m_s;
    let high_m_s = this.#core.highSpeed_m_s(section);
    if (low_m_s > high_m_s) return SLOWER_THAN_POSSIBLE;
    const isFree = this.#hasFreeEnds(section, joints) && hasFewSteps(section, target);
    this.#core.prepare(section);
    let wasRefused = false;
    let wasLowRaised = false;
    let wasHighLowered = false;
    let last = -1;
    for (let k = 0; k < MAX_EVALUATIONS; k++) {
      const parameter_m_s = (low_m_s + high_m_s) / 2;
      const evaluation = this.#evaluate(section, search, parameter_m_s, { target, isFree });
      if (evaluation < 0) return evaluation === -STALLED ? TRAIN_STALLS : NO_WORK_LEFT;
      const time_s = search.times_s[evaluation]!;
      if (time_s === Infinity) wasRefused = true;
      else last = evaluation;
      if (Math.abs(time_s - target.time_s) <= target.tolerance_s) {
        return this.#accept(section, search, evaluation) ? FOUND : NO_WORK_LEFT;
      }
      if (time_s > target.time_s) {
        low_m_s = parameter_m_s;
        wasLowRaised = true;
      } else {
        high_m_s = parameter_m_s;
        wasHighLowered = true;
      }
    }
    if (last >= 0 && !search.areExact[last]!) {
      last = this.#evaluate(section, search, search.parameters_m_s[last]!, {
        target,
        isFree: false,
      });
      if (last < 0) return last === -STALLED ? TRAIN_STALLS : NO_WORK_LEFT;
    }
    if (last >= 0 && Math.abs(search.times_s[last]! - target.time_s) <= FALLBACK_TOLERANCE_S) {
      return this.#accept(section, search, last) ? FOUND_NEARBY : NO_WORK_LEFT;
    }
    if (wasRefused || !wasLowRaised) return SLOWER_THAN_POSSIBLE;
    return wasHighLowered ? IN_A_GAP : FASTER_THAN_POSSIBLE;
  }

  /** Time of the curve of one parameter, which is `drawn` until the next one; NaN if there is none. */
  draw_s(section: Section, joints: Joints, parameter_m_s: number): number {
    const outcome = this.#draw(section, joints, parameter_m_s, Infinity);
    this.isOutOfWork = outcome === OUT_OF_WORK;
    if (outcome !== DRAWN) return Number.NaN;
    return totalTime_us(this.#drawer.arena, this.drawn) / 1e6;
  }

  get drawn(): Envelope {
    return this.#junctions.joined;
  }

  /** Whether no speed is imposed (or only standstill where the section stands anyway): then nothing is joined. */
  #hasFreeEnds({ envelope }: Section, { left_m_s, right_m_s }: Joints): boolean {
    const { arena } = this.#drawer;
    const { parts, count } = envelope;
    const begin_m_s = arena.beginV_m_s(parts[0]!);
    const end_m_s = arena.endV_m_s(parts[count - 1]!);
    return isFreeEnd(left_m_s, begin_m_s) && isFreeEnd(right_m_s, end_m_s);
  }

  /**
   * Returns the index of the evaluation in the record, or a negative outcome if the search must end.
   * Between free ends, a time far from the wanted one is only determined as too short or too long.
   */
  #evaluate(section: Section, search: Search, parameter_m_s: number, aim: Aim): number {
    const { time_s: wanted_s, tolerance_s } = aim.target;
    const { parameters_m_s, times_s, areExact } = search;
    const known = parameters_m_s.indexOf(parameter_m_s);
    const far_s = tolerance_s + FORESEEN_SLACK_S;
    if (known >= 0) {
      const isFarSlow = aim.isFree && times_s[known]! > wanted_s + far_s;
      if (areExact[known]! || isFarSlow) return known;
    }
    const place = known >= 0 ? known : parameters_m_s.push(parameter_m_s) - 1;
    times_s[place] = aim.isFree ? this.#core.foresee_s(section, parameter_m_s) : Number.NaN;
    areExact[place] = false;
    if (Math.abs(times_s[place]! - wanted_s) > far_s) return place;
    const { arena } = this.#drawer;
    const { nPoints, nParts } = arena;
    const outcome = this.#draw(
      section,
      search,
      parameter_m_s,
      aim.isFree ? wanted_s + far_s : Infinity,
    );
    let time_s = Infinity;
    if (outcome === DRAWN) time_s = totalTime_us(arena, this.#junctions.joined) / 1e6;
    else if (outcome === LONGER) time_s = this.#core.leastTime_s;
    if (Math.abs(time_s - wanted_s) <= tolerance_s) {
      keep(search, parameter_m_s, this.#junctions.joined);
    } else {
      arena.nPoints = nPoints;
      arena.nParts = nParts;
    }
    if (outcome === OUT_OF_WORK || (outcome === STALLED && !this.#isPatient)) return -outcome;
    times_s[place] = time_s;
    areExact[place] = outcome !== LONGER;
    return place;
  }

  #draw(
    section: Section,
    joints: Joints,
    parameter_m_s: number,
    enough_s: number,
  ): DrawOutcome | typeof LONGER {
    const drawer = this.#drawer;
    drawer.stepsLeft -= section.nPoints + EVALUATION_STEPS;
    if (drawer.stepsLeft < 0) return OUT_OF_WORK;
    const outcome = this.#core.draw(section, parameter_m_s, enough_s);
    if (outcome !== DRAWN) return outcome;
    return this.#junctions.join(section, this.#core.envelope, joints);
  }

  /** Keeps the curve of an evaluation; draws it again if it was dropped. */
  #accept(section: Section, search: Search, evaluation: number): boolean {
    const parameter_m_s = search.parameters_m_s[evaluation]!;
    if (search.accepted_m_s === parameter_m_s) return true;
    const outcome = this.#draw(section, search, parameter_m_s, Infinity);
    if (outcome !== DRAWN) return false;
    keep(search, parameter_m_s, this.#junctions.joined);
    return true;
  }
}

/** Whether rounding all steps to microseconds adds up to less than `FORESEEN_SLACK_S`. */
function hasFewSteps({ nPoints }: Section, { time_s }: TimeTarget): boolean {
  return (nPoints + time_s / TIME_STEP_S) * 1e-6 < FORESEEN_SLACK_S;
}

function isFreeEnd(imposed_m_s: number, own_m_s: number): boolean {
  return imposed_m_s !== imposed_m_s || (imposed_m_s === 0 && own_m_s === 0);
}

function keep(search: Search, parameter_m_s: number, { parts, count }: Envelope): void {
  search.accepted_m_s = parameter_m_s;
  search.accepted.clear();
  for (let p = 0; p < count; p++) search.accepted.push(parts[p]!);
}
