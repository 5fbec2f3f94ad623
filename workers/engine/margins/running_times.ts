/**
 * Running times and speeds along one envelope, excluding stops (engine.md 4.4): whole microseconds,
 * each step truncated, accumulated once so that every look-up is a binary search.
 */
import {
  type Envelope,
  type EnvelopeArena,
  segmentAcceleration,
  speedInSegment,
  timeInSegment_s,
} from "../envelope/envelope.ts";
import { KEPT_POINTS_MAX } from "../physics/constants.ts";
import { fromMilli } from "../units.ts";

const INITIAL_POINTS = 1024;
/** Points after the last one found that are tried before a binary search. */
const NEAR_POINTS = 8;

export class RunningTimes {
  #x_m = new Float64Array(INITIAL_POINTS);
  #v_m_s = new Float64Array(INITIAL_POINTS);
  #us = new Float64Array(INITIAL_POINTS);
  #count = 0;
  /** The point found last. */
  #found = 0;

  /** Reads a non-empty envelope; replaces the previous one. */
  read(arena: EnvelopeArena, envelope: Envelope): void {
    this.#reserve(arena, envelope);
    const { x_m, v_m_s, h_s } = arena;
    const X = this.#x_m;
    const V = this.#v_m_s;
    const US = this.#us;
    let n = 0;
    let t_us = 0;
    for (let p = 0; p < envelope.count; p++) {
      const part = envelope.parts[p]!;
      const last = arena.end[part]! - 1;
      for (let i = arena.first[part]!; i <= last; i++) {
        X[n] = x_m[i]!;
        V[n] = v_m_s[i]!;
        US[n] = t_us;
        n++;
        if (i < last) t_us += Math.floor(h_s[i]! * 1e6);
      }
    }
    this.#count = n;
    this.#found = 0;
  }

  #reserve(arena: EnvelopeArena, envelope: Envelope): void {
    let nPoints = 0;
    for (let p = 0; p < envelope.count; p++) {
      const part = envelope.parts[p]!;
      nPoints += arena.end[part]! - arena.first[part]!;
    }
    const { length } = this.#x_m;
    if (nPoints <= length && length <= KEPT_POINTS_MAX) return;
    const size = nPoints <= INITIAL_POINTS ? INITIAL_POINTS : nPoints + (nPoints >> 1);
    this.#x_m = new Float64Array(size);
    this.#v_m_s = new Float64Array(size);
    this.#us = new Float64Array(size);
  }

  get total_us(): number {
    return this.#us[this.#count - 1]!;
  }

  /** First point at or beyond x; at a joint the end of the left part. Most look-ups continue from the last one. */
  #findPoint(x_m: number): number {
    const X = this.#x_m;
    let lo = 0;
    let hi = this.#count - 1;
    const near = this.#found + NEAR_POINTS;
    if (this.#found === 0 || x_m > X[this.#found - 1]!) {
      lo = this.#found;
      while (lo < near && lo < hi && x_m > X[lo]!) lo++;
      if (lo < near) hi = lo;
    }
    while (lo < hi) {
      const mid = (lo + hi) >> 1;
      if (x_m <= X[mid]!) hi = mid;
      else lo = mid + 1;
    }
    this.#found = lo;
    return lo;
  }

  /** Time from the envelope's begin. */
  timeAt_us(x_m: number): number {
    return this.#timeBefore_us(this.#findPoint(x_m), x_m);
  }

  /** The same for many positions, mm, the quicker the more of them ascend. */
  timesAt_us(positions_mm: Float64Array, count: number, out_us: Float64Array): void {
    const X = this.#x_m;
    const last = this.#count - 1;
    let i = 0;
    for (let k = 0; k < count; k++) {
      const x_m = fromMilli(positions_mm[k]!);
      if (i > 0 && x_m <= X[i - 1]!) i = this.#findPoint(x_m);
      else while (i < last && x_m > X[i]!) i++;
      out_us[k] = this.#timeBefore_us(i, x_m);
    }
  }

  /** Time at a position before point i and beyond the one before it. */
  #timeBefore_us(i: number, x_m: number): number {
    if (i === 0 || x_m >= this.#x_m[i]!) return this.#us[i]!;
    const from_m = this.#x_m[i - 1]!;
    const v = this.#v_m_s[i - 1]!;
    const a = segmentAcceleration(this.#x_m[i]! - from_m, v, this.#v_m_s[i]!);
    return this.#us[i - 1]! + Math.floor(timeInSegment_s(a, v, x_m - from_m) * 1e6);
  }

  timeBetween_s(from_m: number, to_m: number): number {
    return (this.timeAt_us(to_m) - this.timeAt_us(from_m)) / 1e6;
  }

  /** Speed at x, at a joint that of the left part. */
  speedAt_m_s(x_m: number): number {
    const i = this.#findPoint(x_m);
    if (i === 0 || x_m >= this.#x_m[i]!) return this.#v_m_s[i]!;
    const from_m = this.#x_m[i - 1]!;
    const v = this.#v_m_s[i - 1]!;
    if (v === this.#v_m_s[i]!) return v;
    const a = segmentAcceleration(this.#x_m[i]! - from_m, v, this.#v_m_s[i]!);
    return speedInSegment(a, v, x_m - from_m);
  }
}
