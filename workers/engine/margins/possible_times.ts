/**
 * Which times a section of the base can take between given speeds at its ends: from its run beneath no cap to that
 * beneath the lowest one. At the limit of what is possible, it is one braking or accelerating curve.
 */
import { type CurveDrawer, NO_PART } from "../envelope/curve.ts";
import { ACCELERATING, BRAKING, Envelope, totalTime_us } from "../envelope/envelope.ts";
import { ACCELERATE, BRAKE } from "../physics/train_forces.ts";
import { CapCore } from "./capped_run.ts";
import { findLast } from "./find_last.ts";
import { CAPACITY_SPEED_M_S } from "./limits.ts";
import type { Joints, Section } from "./section.ts";
import { SectionSearch } from "./section_search.ts";

const NO_SPEED = Number.NaN;
/** How exactly a curve over a whole section must meet the speed at its begin. */
const WHOLE_TOLERANCE_M_S = 5e-5;

export class PossibleTimes {
  /** The last curve beneath a cap. */
  drawn: Envelope;
  isOutOfWork = false;
  readonly #drawer: CurveDrawer;
  readonly #cap: CapCore;
  readonly #search: SectionSearch;
  readonly #sky = new Envelope();
  readonly #whole = new Envelope();

  constructor(drawer: CurveDrawer) {
    this.#drawer = drawer;
    this.#cap = new CapCore(drawer);
    this.#search = new SectionSearch(drawer, this.#cap, true);
    this.drawn = this.#whole;
  }

  /** Starts on a base; false if out of work. */
  reset(base: Envelope): boolean {
    const { arena } = this.#drawer;
    if (!arena.reserve(2)) return false;
    this.#sky.clear();
    const begin_m = arena.beginX_m(base.parts[0]!);
    const end_m = arena.endX_m(base.parts[base.count - 1]!);
    this.#sky.push(arena.addPlateau(begin_m, end_m, Number.MAX_SAFE_INTEGER));
    return this.#cap.reset(base);
  }

  /** Lowest speed at a place from which the train still gets through what lies behind it. */
  leastAt_m_s(x_m: number): number {
    return this.#cap.leastAt_m_s(x_m);
  }

  /** Least time of a leg that begins at most at one speed and ends at another; NaN: it can't. */
  leastTime_s(sections: readonly Section[], most_m_s: number, end_m_s: number): number {
    return sumOf(sections, end_m_s, (section, joints) => {
      const left_m_s =
        section === sections[0]
          ? Math.min(most_m_s, this.mostInto_m_s(section, joints.right_m_s))
          : joints.left_m_s;
      return this.time_s(section, { ...joints, left_m_s }, section.max_m_s);
    });
  }

  /** Most time of a leg that begins at least at one speed and ends at another; NaN: it can't. */
  greatestTime_s(sections: readonly Section[], least_m_s: number, end_m_s: number): number {
    return sumOf(sections, end_m_s, (section, joints) => {
      const left_m_s =
        section === sections[0]
          ? Math.max(least_m_s, this.leastInto_m_s(section, joints.right_m_s))
          : joints.left_m_s;
      return this.mostTime_s(section, { ...joints, left_m_s });
    });
  }

  /** Time beneath a cap; the curve is not kept, its time is. */
  time_s(section: Section, joints: Joints, cap_m_s: number): number {
    const { arena } = this.#drawer;
    const { left_m_s, right_m_s } = joints;
    for (const known of section.capped) {
      if (
        known.cap_m_s === cap_m_s &&
        Object.is(known.left_m_s, left_m_s) &&
        Object.is(known.right_m_s, right_m_s)
      ) {
        return known.time_s;
      }
    }
    const { nPoints, nParts } = arena;
    const time_s = this.drawBeneath_s(section, joints, cap_m_s);
    arena.nPoints = nPoints;
    arena.nParts = nParts;
    if (!this.isOutOfWork) section.capped.push({ cap_m_s, left_m_s, right_m_s, time_s });
    return time_s;
  }

  /** Draws beneath a cap into `#drawn` and returns the time; NaN: there is no such curve. */
  drawBeneath_s(section: Section, joints: Joints, cap_m_s: number): number {
    const time_s = this.#search.draw_s(section, joints, cap_m_s);
    this.drawn = this.#search.drawn;
    if (this.#search.isOutOfWork) this.isOutOfWork = true;
    return Number.isNaN(time_s) ? this.#drawWhole_s(section, joints) : time_s;
  }

  /** At the limit of what is possible the section is one braking or accelerating curve. */
  #drawWhole_s(section: Section, { left_m_s, right_m_s }: Joints): number {
    const { arena } = this.#drawer;
    for (const mode of [BRAKE, ACCELERATE] as const) {
      if (Number.isNaN(left_m_s) || Number.isNaN(right_m_s)) break;
      const part = this.#drawBack(section, right_m_s, mode);
      if (part === NO_PART || arena.beginX_m(part) > section.begin_m) continue;
      if (Math.abs(arena.beginV_m_s(part) - left_m_s) > WHOLE_TOLERANCE_M_S) continue;
      this.#whole.clear();
      this.#whole.push(part);
      this.drawn = this.#whole;
      return totalTime_us(arena, this.#whole) / 1e6;
    }
    return Number.NaN;
  }

  /** The lowest cap beneath which the section can be run. */
  lowestCap_m_s(section: Section, joints: Joints): number {
    const lowest_m_s = Math.min(CAPACITY_SPEED_M_S, section.max_m_s);
    if (!Number.isNaN(this.time_s(section, joints, lowest_m_s))) return lowest_m_s;
    const canRun = (cap_m_s: number): boolean =>
      !Number.isNaN(this.time_s(section, joints, -cap_m_s));
    return -findLast(-section.max_m_s, -lowest_m_s, canRun);
  }

  mostTime_s(section: Section, joints: Joints): number {
    return this.time_s(section, joints, this.lowestCap_m_s(section, joints));
  }

  /** Highest speed at a section's begin from which it can brake to one at its end. */
  mostInto_m_s(section: Section, end_m_s: number): number {
    const { arena } = this.#drawer;
    const { parts, count } = section.envelope;
    const begin_m_s = arena.beginV_m_s(parts[0]!);
    if (Number.isNaN(end_m_s) || end_m_s >= arena.endV_m_s(parts[count - 1]!)) return begin_m_s;
    return Math.min(begin_m_s, this.#drawBack_m_s(section, end_m_s, BRAKE));
  }

  /** Lowest speed at a section's begin from which it can accelerate to one at its end. */
  leastInto_m_s(section: Section, end_m_s: number): number {
    if (Number.isNaN(end_m_s)) return 0;
    // The base begins at standstill where a curve drawn back, whose steps are those of the reference, does not yet.
    const begin_m_s = this.#drawer.arena.beginV_m_s(section.envelope.parts[0]!);
    return Math.min(begin_m_s, this.#drawBack_m_s(section, end_m_s, ACCELERATE));
  }

  /**
   * Speed at the begin of a curve drawn back from the end; if it ends before, 0: nothing accelerates so long to this
   * speed, and brakes that are weaker than a slope don't lead to it.
   */
  #drawBack_m_s(section: Section, v_m_s: number, mode: typeof BRAKE | typeof ACCELERATE): number {
    const { arena } = this.#drawer;
    const { nPoints, nParts } = arena;
    const part = this.#drawBack(section, v_m_s, mode);
    let begin_m_s = 0;
    if (part !== NO_PART && arena.beginX_m(part) <= section.begin_m) {
      begin_m_s = arena.beginV_m_s(part);
    }
    arena.nPoints = nPoints;
    arena.nParts = nParts;
    return begin_m_s;
  }

  #drawBack(
    { begin_m, end_m }: Section,
    v_m_s: number,
    mode: typeof BRAKE | typeof ACCELERATE,
  ): number {
    return this.#drawer.draw({
      mode,
      kind: mode === BRAKE ? BRAKING : ACCELERATING,
      direction: -1,
      x_m: end_m,
      v_m_s,
      ceiling: this.#sky,
      isSmooth: true,
      limit_m: begin_m,
    });
  }
}

function sumOf(
  sections: readonly Section[],
  end_m_s: number,
  measure_s: (section: Section, joints: Joints) => number,
): number {
  const last = sections.length - 1;
  return sections.reduce((sum_s, section, s) => {
    const right_m_s = s === last ? end_m_s : NO_SPEED;
    return sum_s + measure_s(section, { left_m_s: NO_SPEED, right_m_s });
  }, 0);
}
