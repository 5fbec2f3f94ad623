/**
 * Envelopes: speed over position as contiguous parts, each a run of points in one arena (engine.md 4.4, 10.4).
 * Points are written once and shared: an envelope is a list of part numbers, so overlaying curves copies only the
 * parts that are cut. The arena belongs to a thread and is reset for each simulation; nothing in it outlives that.
 * Invariants: positions strictly increase within a part, consecutive parts of an envelope join in position.
 */
import {
  ACCELERATION_EPSILON_M_S2,
  KEPT_POINTS_MAX,
  MAX_ENVELOPE_POINTS,
  STEADY_CHANGE,
} from "../physics/constants.ts";

export const ACCELERATING = 0;
export const CONSTANT_SPEED = 1;
export const CATCHING_UP = 2;
export const COASTING = 3;
export const BRAKING = 4;
export type PartKind =
  | typeof ACCELERATING
  | typeof CONSTANT_SPEED
  | typeof CATCHING_UP
  | typeof COASTING
  | typeof BRAKING;

/** Part numbers of an arena in path order. */
export class Envelope {
  /** V8 keeps up to 16 numbers on the heap itself: most envelopes of margins have only a few parts. */
  parts = new Int32Array(16);
  count = 0;

  push(part: number): void {
    if (this.count === this.parts.length) this.#grow(this.count * 2);
    this.parts[this.count++] = part;
  }

  pushAll(parts: Int32Array): void {
    const count = this.count + parts.length;
    if (count > this.parts.length) this.#grow(count + 1);
    this.parts.set(parts, this.count);
    this.count = count;
  }

  #grow(size: number): void {
    const grown = new Int32Array(size);
    grown.set(this.parts);
    this.parts = grown;
  }

  clear(): void {
    this.count = 0;
  }
}

const INITIAL_POINTS = 4096;

/** Point and part store of one thread. */
export class EnvelopeArena {
  /** [nPoints] m from the path's start. */
  x_m = new Float64Array(INITIAL_POINTS);
  /** [nPoints] */
  v_m_s = new Float64Array(INITIAL_POINTS);
  /** [nPoints] duration of the step from this point to the part's next one; unused at the part's last point. */
  h_s = new Float64Array(INITIAL_POINTS);
  nPoints = 0;
  /** [nParts] first point, one past the last point, and kind. */
  first = new Int32Array(256);
  end = new Int32Array(256);
  kind = new Uint8Array(256);
  nParts = 0;

  reset(): void {
    this.nPoints = 0;
    this.nParts = 0;
    if (this.x_m.length > KEPT_POINTS_MAX) {
      this.x_m = new Float64Array(INITIAL_POINTS);
      this.v_m_s = new Float64Array(INITIAL_POINTS);
      this.h_s = new Float64Array(INITIAL_POINTS);
    }
  }

  /** Makes room for points; false if the simulation has used up its share. */
  reserve(nMore: number): boolean {
    const needed = this.nPoints + nMore;
    if (needed <= this.x_m.length) return true;
    if (needed > MAX_ENVELOPE_POINTS) return false;
    const size = Math.min(MAX_ENVELOPE_POINTS, Math.max(needed, this.x_m.length * 2));
    this.x_m = grow(this.x_m, size);
    this.v_m_s = grow(this.v_m_s, size);
    this.h_s = grow(this.h_s, size);
    return true;
  }

  /** Adds a part for points that were just written; returns its number. */
  addPart(first: number, end: number, kind: PartKind): number {
    const part = this.nParts++;
    if (part === this.first.length) {
      const size = part * 2;
      const firsts = new Int32Array(size);
      const ends = new Int32Array(size);
      const kinds = new Uint8Array(size);
      firsts.set(this.first);
      ends.set(this.end);
      kinds.set(this.kind);
      this.first = firsts;
      this.end = ends;
      this.kind = kinds;
    }
    this.first[part] = first;
    this.end[part] = end;
    this.kind[part] = kind;
    return part;
  }

  /** Adds a stretch at constant speed; the caller has reserved two points. */
  addPlateau(from_m: number, to_m: number, v_m_s: number): number {
    const i = this.nPoints;
    this.x_m[i] = from_m;
    this.v_m_s[i] = v_m_s;
    this.h_s[i] = (to_m - from_m) / v_m_s;
    this.x_m[i + 1] = to_m;
    this.v_m_s[i + 1] = v_m_s;
    this.h_s[i + 1] = 0;
    this.nPoints += 2;
    return this.addPart(i, i + 2, CONSTANT_SPEED);
  }

  beginX_m(part: number): number {
    return this.x_m[this.first[part]!]!;
  }

  endX_m(part: number): number {
    return this.x_m[this.end[part]! - 1]!;
  }

  beginV_m_s(part: number): number {
    return this.v_m_s[this.first[part]!]!;
  }

  endV_m_s(part: number): number {
    return this.v_m_s[this.end[part]! - 1]!;
  }
}

function grow(array: Float64Array<ArrayBuffer>, size: number): Float64Array<ArrayBuffer> {
  const grown = new Float64Array(size);
  grown.set(array);
  return grown;
}

/** Constant acceleration between two points, m/s². */
export function segmentAcceleration(dx_m: number, v1_m_s: number, v2_m_s: number): number {
  return (v2_m_s * v2_m_s - v1_m_s * v1_m_s) / (2 * dx_m);
}

/** Time over a whole segment; only an acceleration of exactly 0 counts as constant speed. */
export function segmentTime_s(dx_m: number, v1_m_s: number, v2_m_s: number): number {
  const a = segmentAcceleration(dx_m, v1_m_s, v2_m_s);
  return a === 0 ? Math.abs(dx_m / v1_m_s) : Math.abs(v2_m_s - v1_m_s) / Math.abs(a);
}

/** Speed inside a segment at a distance from its first point. */
export function speedInSegment(a_m_s2: number, v1_m_s: number, offset_m: number): number {
  return Math.sqrt(Math.max(0, v1_m_s * v1_m_s + 2 * a_m_s2 * offset_m));
}

/** Time inside a segment up to a distance from its first point. */
export function timeInSegment_s(a_m_s2: number, v1_m_s: number, offset_m: number): number {
  // The contract's rule. At a crawl even such an acceleration changes the speed a lot, and from
  // standstill any acceleration, however small, is needed to move at all.
  const isSteady = Math.abs(a_m_s2 * offset_m) <= STEADY_CHANGE * v1_m_s * v1_m_s;
  if (Math.abs(a_m_s2) < ACCELERATION_EPSILON_M_S2 && isSteady && v1_m_s > 0) {
    return Math.abs(offset_m / v1_m_s);
  }
  if (a_m_s2 === 0) return 0;
  return Math.abs(speedInSegment(a_m_s2, v1_m_s, offset_m) - v1_m_s) / Math.abs(a_m_s2);
}

/** Finds the part containing x: at a joint the left one, or the right one on request. */
export function findPart(arena: EnvelopeArena, envelope: Envelope, x_m: number): number {
  let lo = 0;
  let hi = envelope.count - 1;
  while (lo < hi) {
    const mid = (lo + hi) >> 1;
    if (x_m <= arena.endX_m(envelope.parts[mid]!)) hi = mid;
    else lo = mid + 1;
  }
  return lo;
}

/** Finds the step of a part that contains x: the point i with x[i] < x <= x[i + 1], or the first if x is its begin. */
export function findStep(arena: EnvelopeArena, part: number, x_m: number): number {
  let lo = arena.first[part]!;
  let hi = arena.end[part]! - 2;
  while (lo < hi) {
    const mid = (lo + hi) >> 1;
    if (x_m <= arena.x_m[mid + 1]!) hi = mid;
    else lo = mid + 1;
  }
  return lo;
}

/** Total running time in whole microseconds, each step truncated (engine.md 4.4). */
export function totalTime_us(arena: EnvelopeArena, envelope: Envelope): number {
  let total_us = 0;
  for (let p = 0; p < envelope.count; p++) {
    const part = envelope.parts[p]!;
    const last = arena.end[part]! - 1;
    for (let i = arena.first[part]!; i < last; i++) total_us += Math.floor(arena.h_s[i]! * 1e6);
  }
  return total_us;
}
