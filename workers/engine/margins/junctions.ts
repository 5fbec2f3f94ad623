/**
 * Joins a slowed section to the speeds that its neighbours impose (engine.md 5.5): a curve from the
 * imposed speed at each end until it meets the section. The reference also keeps the left curve
 * below the base; that never matters, since no slowed curve is above the base.
 */
import { type CurveDrawer, EXHAUSTED, NO_PART, STOPPED } from "../envelope/curve.ts";
import { ACCELERATING, BRAKING, Envelope } from "../envelope/envelope.ts";
import { compose, slicePart } from "../envelope/overlay.ts";
import { ACCELERATE, BRAKE } from "../physics/train_forces.ts";
import { DRAWN, type DrawOutcome, OUT_OF_WORK, TOO_MUCH_TIME } from "./core.ts";
import type { Joints, Section } from "./section.ts";

/** A junction drawn back over the whole section meets the speed at its begin if it comes this near. */
const FILL_EPSILON_M_S = 5e-5;

/** One end of a section. */
interface JunctionEnd {
  readonly x_m: number;
  /** From the end into the section. */
  readonly direction: 1 | -1;
  readonly imposed_m_s: number;
  readonly curve_m_s: number;
  readonly section_m_s: number;
  /** The base's speed at the other end. */
  readonly far_m_s: number;
  readonly limit_m: number;
}

export class Junctions {
  /** The section with its junctions, after DRAWN. */
  joined: Envelope = new Envelope();
  readonly #drawer: CurveDrawer;
  readonly #overlays = new Envelope();
  readonly #withLeft = new Envelope();
  readonly #withBoth = new Envelope();
  /** The last junction drawn; NO_PART if none was needed. */
  #part = NO_PART;

  /** Whether a junction may be as long as the section, which the reference refuses. */
  readonly #mayFill: boolean;

  constructor(drawer: CurveDrawer, mayFill = false) {
    this.#drawer = drawer;
    this.#mayFill = mayFill;
  }

  /** Joins `core`, a curve over the whole section. */
  join(section: Section, core: Envelope, joints: Joints): DrawOutcome {
    const { arena } = this.#drawer;
    const { begin_m, end_m } = section;
    const first = section.envelope.parts[0]!;
    const last = section.envelope.parts[section.envelope.count - 1]!;
    const beginBase_m_s = arena.beginV_m_s(first);
    const endBase_m_s = arena.endV_m_s(last);
    const outcome = this.#draw(core, {
      x_m: begin_m,
      direction: 1,
      imposed_m_s: joints.left_m_s,
      curve_m_s: arena.beginV_m_s(core.parts[0]!),
      section_m_s: beginBase_m_s,
      far_m_s: endBase_m_s,
      limit_m: end_m,
    });
    if (outcome !== DRAWN) return outcome;
    const left = this.#part;
    if (!this.#lay(core, left, this.#withLeft)) return OUT_OF_WORK;
    const curve = this.joined;
    const second = this.#draw(curve, {
      x_m: end_m,
      direction: -1,
      imposed_m_s: joints.right_m_s,
      curve_m_s: arena.endV_m_s(curve.parts[curve.count - 1]!),
      section_m_s: endBase_m_s,
      far_m_s: beginBase_m_s,
      limit_m: begin_m,
    });
    if (second !== DRAWN || this.#part === NO_PART) return second;
    if (left !== NO_PART && arena.beginX_m(this.#part) <= arena.endX_m(left)) {
      return this.#joinDirectly(left, this.#part);
    }
    return this.#lay(curve, this.#part, this.#withBoth) ? DRAWN : OUT_OF_WORK;
  }

  /** Lays a junction over a curve to give the joined one; without a junction the curve stays unchanged. */
  #lay(curve: Envelope, part: number, out: Envelope): boolean {
    this.joined = curve;
    if (part === NO_PART) return true;
    this.#overlays.clear();
    this.#overlays.push(part);
    this.joined = out;
    return compose(this.#drawer.arena, curve, this.#overlays, out);
  }

  /** Cuts the left junction where the right one begins. */
  #joinDirectly(left: number, right: number): DrawOutcome {
    const { arena } = this.#drawer;
    const to_m = arena.beginX_m(right);
    const from_m = arena.beginX_m(left);
    if (to_m <= from_m) return TOO_MUCH_TIME;
    const cut = { from_m, to_m, fromV_m_s: Number.NaN, toV_m_s: arena.beginV_m_s(right) };
    const slice = slicePart(arena, left, cut);
    if (slice < 0) return OUT_OF_WORK;
    this.#withBoth.clear();
    this.#withBoth.push(slice);
    this.#withBoth.push(right);
    this.joined = this.#withBoth;
    return DRAWN;
  }

  /** Draws the junction of one end up to a curve; one as long as the section counts as too much. */
  #draw(curve: Envelope, end: JunctionEnd): DrawOutcome {
    this.#part = NO_PART;
    const { imposed_m_s, direction } = end;
    const isFaster = imposed_m_s > end.curve_m_s;
    // Without an imposed speed (NaN) the comparisons are false.
    if (!isFaster && !(imposed_m_s < end.section_m_s)) return DRAWN;
    const brakes = isFaster === direction > 0;
    this.#part = this.#drawer.draw({
      mode: brakes ? BRAKE : ACCELERATE,
      kind: brakes ? BRAKING : ACCELERATING,
      direction,
      x_m: end.x_m,
      v_m_s: imposed_m_s,
      ceiling: curve,
      limit_m: end.limit_m,
      isFloor: isFaster,
      isSmooth: this.#mayFill,
    });
    const { outcome, endX_m } = this.#drawer;
    if (outcome === EXHAUSTED) return OUT_OF_WORK;
    if (outcome === STOPPED) return TOO_MUCH_TIME;
    return endX_m !== end.limit_m || this.#fills(curve, end) ? DRAWN : TOO_MUCH_TIME;
  }

  /**
   * Whether a junction up to the other end may take the place of the curve: back to the begin it must meet it there.
   * Drawn forward, where steps brake a little less, it must not be faster than the base at the end: that may be a stop.
   */
  #fills({ parts }: Envelope, { direction, far_m_s }: JunctionEnd): boolean {
    if (!this.#mayFill || this.#part === NO_PART) return false;
    const { arena } = this.#drawer;
    if (direction > 0) return arena.endV_m_s(this.#part) < far_m_s + FILL_EPSILON_M_S;
    return Math.abs(arena.beginV_m_s(this.#part) - arena.beginV_m_s(parts[0]!)) < FILL_EPSILON_M_S;
  }
}
