/**
 * The stretches that margins are searched on (engine.md 5.4): the base envelope is cut into ranges,
 * and each range into sections at its stops. Shapes are kept for one simulation, because the
 * provisional and the final run, and each restart after a merge, need mostly the same ones. A
 * section also keeps the results for each parameter, so that no curve is evaluated twice.
 */
import {
  Envelope,
  type EnvelopeArena,
  findPart,
  segmentAcceleration,
  segmentTime_s,
  totalTime_us,
} from "../envelope/envelope.ts";
import { slicePart } from "../envelope/overlay.ts";
import { KEPT_PARTS_MAX } from "./limits.ts";

/** Speeds imposed by the neighbours at a section's ends; NaN: none. */
export interface Joints {
  readonly left_m_s: number;
  readonly right_m_s: number;
}

/** Evaluations of one section between two joints, and the last accepted curve. */
export interface Search extends Joints {
  /** [n] parameters in the order of evaluation, and the running times, Infinity = too much time. */
  readonly parameters_m_s: number[];
  readonly times_s: number[];
  /** [n] whether the time is that of the curve; otherwise it only tells which side of the wanted time it is on. */
  readonly areExact: boolean[];
  accepted_m_s: number;
  readonly accepted: Envelope;
}

export interface Section {
  /** Index of its first part in the range. */
  readonly firstPart: number;
  readonly begin_m: number;
  readonly end_m: number;
  /** The base on this stretch. */
  readonly envelope: Envelope;
  readonly nPoints: number;
  readonly time_s: number;
  readonly max_m_s: number;
  /** Its run at its own speeds (mareco.ts); null until needed, empty if it fails. */
  uncapped: Envelope | null;
  /** Its time without rounding to microseconds; null until needed (linear.ts). */
  steady_s: number | null;
  readonly searches: Search[];
}

export interface RangeShape {
  readonly begin_m: number;
  readonly end_m: number;
  readonly envelope: Envelope;
  readonly time_s: number;
  /** Time with every speed above the cutter's lowest speed reduced to it; 0 without such a speed. */
  readonly capped_s: number;
  /** The sections cut so far, in path order: see `RangeCutter.sectionOf`. */
  readonly sections: Section[];
}

/** A part of the base or of a cut of it. */
interface PartTimes {
  readonly us: number;
  readonly capped_s: number;
}

/** Cuts the base of one simulation and keeps the results. */
export class RangeCutter {
  readonly #arena: EnvelopeArena;
  #base: Envelope | null = null;
  #capacity_m_s = 0;
  /** [nParts + 1] sums over the parts of the base, so that a long range costs no more than its ends. */
  #us = new Float64Array(0);
  #capped_s = new Float64Array(0);
  /** Shapes by begin and end. */
  readonly #known = new Map<number, Map<number, RangeShape>>();
  /** Parts of all kept shapes: with 10,000 merges they would fill the memory. */
  #nKept = 0;

  constructor(arena: EnvelopeArena) {
    this.#arena = arena;
  }

  /** Starts a new simulation; `capacity_m_s` 0: no lowest speed. */
  reset(base: Envelope, capacity_m_s: number): void {
    const { count } = base;
    this.#base = base;
    this.#capacity_m_s = capacity_m_s;
    this.#us = new Float64Array(count + 1);
    this.#capped_s = new Float64Array(count + 1);
    for (let p = 0; p < count; p++) {
      const { us, capped_s } = this.#measure(base.parts[p]!);
      this.#us[p + 1] = this.#us[p]! + us;
      this.#capped_s[p + 1] = this.#capped_s[p]! + capped_s;
    }
    this.#known.clear();
    this.#nKept = 0;
  }

  /** Returns the shape of a stretch; null if the arena is full. */
  cut(begin_m: number, end_m: number): RangeShape | null {
    const known = this.#known.get(begin_m)?.get(end_m);
    if (known !== undefined) return known;
    const shape = this.#slice(begin_m, end_m);
    if (shape !== null) this.#keep(shape);
    return shape;
  }

  /** Returns a section of a shape, null after the last one. Sections end at parts that end at standstill. */
  sectionOf({ envelope, sections }: RangeShape, s: number): Section | null {
    const arena = this.#arena;
    while (sections.length <= s) {
      const previous = sections[sections.length - 1];
      const first = previous === undefined ? 0 : previous.firstPart + previous.envelope.count;
      if (first === envelope.count) return null;
      const parts = new Envelope();
      for (let p = first; p < envelope.count; p++) {
        const part = envelope.parts[p]!;
        parts.push(part);
        if (arena.endV_m_s(part) === 0) break;
      }
      sections.push(makeSection(arena, parts, first));
    }
    return sections[s]!;
  }

  #keep(shape: RangeShape): void {
    this.#nKept += shape.envelope.count;
    if (this.#nKept > KEPT_PARTS_MAX) return;
    const known = this.#known.get(shape.begin_m);
    if (known === undefined) this.#known.set(shape.begin_m, new Map([[shape.end_m, shape]]));
    else known.set(shape.end_m, shape);
  }

  #slice(from_m: number, to_m: number): RangeShape | null {
    const arena = this.#arena;
    const base = this.#base!;
    const cut = { from_m, to_m, fromV_m_s: Number.NaN, toV_m_s: Number.NaN };
    let first = findPart(arena, base, from_m);
    while (first < base.count - 1 && arena.endX_m(base.parts[first]!) <= from_m) first++;
    const last = Math.max(first, findPart(arena, base, to_m));
    const begin = slicePart(arena, base.parts[first]!, cut);
    const end = last === first ? begin : slicePart(arena, base.parts[last]!, cut);
    if (begin < 0 || end < 0) return null;
    const envelope = new Envelope();
    envelope.push(begin);
    let { us, capped_s } = this.#measure(begin);
    if (last > first) {
      envelope.pushAll(base.parts.subarray(first + 1, last));
      envelope.push(end);
      const atEnd = this.#measure(end);
      us += this.#us[last]! - this.#us[first + 1]! + atEnd.us;
      capped_s += this.#capped_s[last]! - this.#capped_s[first + 1]! + atEnd.capped_s;
    }
    return { begin_m: from_m, end_m: to_m, envelope, time_s: us / 1e6, capped_s, sections: [] };
  }

  #measure(part: number): PartTimes {
    const arena = this.#arena;
    const { h_s } = arena;
    const last = arena.end[part]! - 1;
    let us = 0;
    for (let i = arena.first[part]!; i < last; i++) us += Math.floor(h_s[i]! * 1e6);
    const capacity_m_s = this.#capacity_m_s;
    return { us, capped_s: capacity_m_s === 0 ? 0 : cappedTime_s(arena, part, capacity_m_s) };
  }
}

/** Running time of a part with every speed above `v_m_s` reduced to it. */
function cappedTime_s(arena: EnvelopeArena, part: number, v_m_s: number): number {
  const { x_m, v_m_s: V, h_s } = arena;
  const last = arena.end[part]! - 1;
  let time_s = 0;
  for (let i = arena.first[part]!; i < last; i++) {
    const v0 = V[i]!;
    const v1 = V[i + 1]!;
    const dx_m = x_m[i + 1]! - x_m[i]!;
    if (v0 <= v_m_s && v1 <= v_m_s) time_s += h_s[i]!;
    else if (v0 >= v_m_s && v1 >= v_m_s) time_s += dx_m / v_m_s;
    else {
      const a = segmentAcceleration(dx_m, v0, v1);
      const crossing_m = (v_m_s * v_m_s - v0 * v0) / (2 * a);
      const slow_m = v0 < v_m_s ? crossing_m : dx_m - crossing_m;
      const slowest_m_s = v0 < v_m_s ? v0 : v1;
      time_s += segmentTime_s(slow_m, slowest_m_s, v_m_s) + (dx_m - slow_m) / v_m_s;
    }
  }
  return time_s;
}

function makeSection(arena: EnvelopeArena, envelope: Envelope, firstPart: number): Section {
  let max_m_s = 0;
  let nPoints = 0;
  for (let p = 0; p < envelope.count; p++) {
    const part = envelope.parts[p]!;
    const end = arena.end[part]!;
    nPoints += end - arena.first[part]!;
    for (let i = arena.first[part]!; i < end; i++) max_m_s = Math.max(max_m_s, arena.v_m_s[i]!);
  }
  return {
    firstPart,
    begin_m: arena.beginX_m(envelope.parts[0]!),
    end_m: arena.endX_m(envelope.parts[envelope.count - 1]!),
    envelope,
    nPoints,
    time_s: totalTime_us(arena, envelope) / 1e6,
    max_m_s,
    uncapped: null,
    steady_s: null,
    searches: [],
  };
}

/** Returns the record of a section between two joints; creates it if needed. */
export function openSearch(section: Section, { left_m_s, right_m_s }: Joints): Search {
  for (const search of section.searches) {
    if (Object.is(search.left_m_s, left_m_s) && Object.is(search.right_m_s, right_m_s)) {
      return search;
    }
  }
  const search: Search = {
    left_m_s,
    right_m_s,
    parameters_m_s: [],
    times_s: [],
    areExact: [],
    accepted_m_s: Number.NaN,
    accepted: new Envelope(),
  };
  section.searches.push(search);
  return search;
}
