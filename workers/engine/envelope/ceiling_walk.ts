/**
 * Finds where a curve being drawn meets the envelope above it (engine.md 4.6), or the one below it
 * if that is a floor. The walk remembers its position in the ceiling and only moves in the drawing
 * direction, so a whole curve costs one pass over the ceiling's steps above it.
 */
import { CROSSING_EPSILON_M_S, SPEED_EPSILON_M_S } from "../physics/constants.ts";
import {
  type Envelope,
  type EnvelopeArena,
  findPart,
  findStep,
  segmentAcceleration,
  speedInSegment,
} from "./envelope.ts";

/** Steps of the ceiling that are looked at for one batch of drawn steps. */
const STEPS_AHEAD = 32;

export class CeilingWalk {
  /** Speed at the position returned by `meet`. */
  hitV_m_s = 0;
  /** While drawn steps stay below `slowest_m_s`, they meet nothing up to `end_m`. A floor has no such speed. */
  end_m = 0;
  slowest_m_s = 0;
  /** Whether the curve must stay above the envelope instead of below it; set before `start`. */
  isFloor = false;
  readonly #arena: EnvelopeArena;
  #ceiling: Envelope | null = null;
  #direction: 1 | -1 = 1;
  /** Index into the ceiling's list of parts, and the points of that part. */
  #place = 0;
  #firstPoint = 0;
  #lastPoint = 0;
  /** The current step is between this point and the next. */
  #point = 0;
  // Safe if the arena grows: points of the ceiling are never rewritten, so the old arrays stay valid.
  #x_m: Float64Array;
  #v_m_s: Float64Array;

  constructor(arena: EnvelopeArena) {
    this.#arena = arena;
    this.#x_m = arena.x_m;
    this.#v_m_s = arena.v_m_s;
  }

  /**
   * Moves the walk to x, on the side that lies in the drawing direction. Returns false if a curve
   * of that speed may not start there: it is above the ceiling, or the ceiling ends there.
   */
  start(ceiling: Envelope, direction: 1 | -1, x_m: number, v_m_s: number): boolean {
    const arena = this.#arena;
    this.#ceiling = ceiling;
    this.#direction = direction;
    this.#x_m = arena.x_m;
    this.#v_m_s = arena.v_m_s;
    if (ceiling.count === 0) return false;
    let place = findPart(arena, ceiling, x_m);
    if (direction > 0 && arena.endX_m(ceiling.parts[place]!) <= x_m) place++;
    if (place === ceiling.count) return false;
    const part = ceiling.parts[place]!;
    if (direction < 0 && arena.beginX_m(part) >= x_m) return false;
    this.#enter(place);
    let point = findStep(arena, part, x_m);
    if (direction > 0 && this.#x_m[point + 1]! <= x_m) point++;
    this.#point = point;
    const ceiling_m_s = this.#ceilingSpeed(x_m);
    const beyond_m_s = this.isFloor ? ceiling_m_s - v_m_s : v_m_s - ceiling_m_s;
    return beyond_m_s <= SPEED_EPSILON_M_S;
  }

  #enter(place: number): void {
    const part = this.#ceiling!.parts[place]!;
    this.#place = place;
    this.#firstPoint = this.#arena.first[part]!;
    this.#lastPoint = this.#arena.end[part]! - 1;
    this.#point = this.#direction > 0 ? this.#firstPoint : this.#lastPoint - 1;
  }

  /** Finds `end_m` and `slowest_m_s` for a curve that has come to a speed: as many steps ahead as leave room above it. */
  lookAhead(v_m_s: number): void {
    const V = this.#v_m_s;
    const direction = this.#direction;
    const last = direction > 0 ? this.#lastPoint - 1 : this.#firstPoint;
    const until = direction > 0 ? 2 : -1;
    let point = this.#point;
    let slowest_m_s = this.isFloor ? -Infinity : Math.min(V[point]!, V[point + 1]!);
    const enough_m_s = (v_m_s + slowest_m_s) / 2;
    for (let n = 0; n < STEPS_AHEAD && point !== last; n++) {
      const next_m_s = V[point + until]!;
      if (this.isFloor || !(next_m_s > enough_m_s)) break;
      if (next_m_s < slowest_m_s) slowest_m_s = next_m_s;
      point += direction;
    }
    this.end_m = this.#x_m[direction > 0 ? point + 1 : point]!;
    this.slowest_m_s = slowest_m_s;
  }

  /** Moves on to x, which lies up to `end_m`; what was drawn before it is slower than `slowest_m_s`. */
  skipTo(x_m: number): void {
    const X = this.#x_m;
    if (this.#direction > 0) while (X[this.#point + 1]! < x_m) this.#point++;
    else while (X[this.#point]! > x_m) this.#point--;
  }

  /** Speed of the current step's parabola at x. */
  #ceilingSpeed(x_m: number): number {
    const i = this.#point;
    const from_m = this.#x_m[i]!;
    const v0 = this.#v_m_s[i]!;
    const v1 = this.#v_m_s[i + 1]!;
    if (v0 === v1) return v0;
    const a = segmentAcceleration(this.#x_m[i + 1]! - from_m, v0, v1);
    return speedInSegment(a, v0, x_m - from_m);
  }

  /**
   * Returns where the drawn step from (x0, v0) to (x1, v1) meets the ceiling, or where the ceiling
   * ends; NaN if it stays below. Steps must follow one another.
   */
  meet(x0: number, v0: number, x1: number, v1: number): number {
    const X = this.#x_m;
    const V = this.#v_m_s;
    const forward = this.#direction > 0;
    const { isFloor } = this;
    const fastest = v0 > v1 ? v0 : v1;
    const slowestDrawn = v0 > v1 ? v1 : v0;
    for (;;) {
      const i = this.#point;
      const far = forward ? i + 1 : i;
      const end_m = X[far]!;
      const ceilingEndsFirst = forward ? end_m < x1 : end_m > x1;
      const slowest = V[i]! < V[i + 1]! ? V[i]! : V[i + 1]!;
      const mayMeet = isFloor
        ? slowestDrawn <= V[i]! || slowestDrawn <= V[i + 1]!
        : fastest >= slowest;
      if (mayMeet) {
        const at_m = ceilingEndsFirst ? end_m : x1;
        const drawn = ceilingEndsFirst
          ? speedInSegment(segmentAcceleration(x1 - x0, v0, v1), v0, end_m - x0)
          : v1;
        const above = ceilingEndsFirst ? V[far]! : this.#ceilingSpeed(x1);
        const beyond_m_s = isFloor ? above - drawn : drawn - above;
        if (!(beyond_m_s < 0)) {
          if (beyond_m_s < CROSSING_EPSILON_M_S) {
            this.hitV_m_s = above;
            return at_m;
          }
          return this.#cross(x0, v0, segmentAcceleration(x1 - x0, v0, v1), at_m);
        }
      }
      if (!ceilingEndsFirst) return Number.NaN;
      if (far !== (forward ? this.#lastPoint : this.#firstPoint)) {
        this.#point = forward ? i + 1 : i - 1;
      } else {
        const a = segmentAcceleration(x1 - x0, v0, v1);
        if (!this.#enterNextPart(speedInSegment(a, v0, end_m - x0))) return end_m;
      }
    }
  }

  /** Moves to the next part; false if the drawn curve ends at the joint. */
  #enterNextPart(drawn_m_s: number): boolean {
    const place = this.#place + this.#direction;
    this.hitV_m_s = drawn_m_s;
    if (place < 0 || place >= this.#ceiling!.count) return false;
    const part = this.#ceiling!.parts[place]!;
    const first = this.#direction > 0 ? this.#arena.first[part]! : this.#arena.end[part]! - 1;
    const next_m_s = this.#v_m_s[first]!;
    if (!(this.isFloor ? next_m_s < drawn_m_s : next_m_s > drawn_m_s)) return false;
    this.#enter(place);
    return true;
  }

  /**
   * Intersects the parabolas of the two current steps; the result lies between x0 and `limit_m`.
   * Written with positions, not distances, because a recorded run shows the last bit of the result.
   */
  #cross(x0: number, v0: number, a: number, limit_m: number): number {
    const i = this.#point;
    const from_m = this.#x_m[i]!;
    const w0 = this.#v_m_s[i]!;
    const w1 = this.#v_m_s[i + 1]!;
    const b = w0 === w1 ? 0 : segmentAcceleration(this.#x_m[i + 1]! - from_m, w0, w1);
    let at_m = x0 + (w0 * w0 - v0 * v0) / (2 * a);
    if (b !== 0) {
      at_m =
        a === 0
          ? from_m + (v0 * v0 - w0 * w0) / (2 * b)
          : (w0 * w0 - 2 * b * from_m - v0 * v0 + 2 * a * x0) / (2 * (a - b));
    }
    const begin_m = this.#direction > 0 ? from_m : this.#x_m[i + 1]!;
    const lo = this.#direction > 0 ? Math.max(x0, begin_m) : limit_m;
    const hi = this.#direction > 0 ? limit_m : Math.min(x0, begin_m);
    if (Number.isNaN(at_m)) at_m = x0;
    const x_m = Math.min(Math.max(at_m, lo), hi);
    this.hitV_m_s = b === 0 ? w0 : this.#ceilingSpeed(x_m);
    return x_m;
  }
}
