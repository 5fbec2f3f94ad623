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

/** Time of a section beneath a cap; NaN: it can't be run so. */
export interface CappedTime extends Joints {
  readonly cap_m_s: number;
  readonly time_s: number;
}

export interface Section {
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
  /** Its times beneath caps (possible_times.ts). */
  readonly capped: CappedTime[];
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
  /** Parts of the envelope in those sections. */
  nCutParts: number;
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
  /** Sections by begin and end: those between two stops are the same in whatever shapes they lie. */
  readonly #sections = new Map<number, Map<number, Section>>();
  /** Parts of all kept shapes and sections: with 10,000 merges they would fill the memory. */
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
    this.#sections.clear();
    this.#nKept = 0;
  }

  /** Returns the shape of a stretch; null if the arena is full. */
  cut(begin_m: number, end_m: number): RangeShape | null {
    const known = this.#known.get(begin_m)?.get(end_m);
    if (known !== undefined) return known;
    const shape = this.#slice(begin_m, end_m);
    if (shape !== null) this.#keep(this.#known, shape);
    return shape;
  }

  /** Returns a section of a shape, null after the last one. Sections end at parts that end at standstill. */
  sectionOf(shape: RangeShape, s: number): Section | null {
    const arena = this.#arena;
    const { envelope, sections } = shape;
    while (sections.length <= s) {
      const first = shape.nCutParts;
      if (first === envelope.count) return null;
      let last = first;
      while (last < envelope.count - 1 && arena.endV_m_s(envelope.parts[last]!) !== 0) last++;
      shape.nCutParts = last + 1;
      sections.push(this.#openSection(envelope.parts.subarray(first, last + 1)));
    }
    return sections[s]!;
  }

  #openSection(parts: Int32Array): Section {
    const arena = this.#arena;
    const begin_m = arena.beginX_m(parts[0]!);
    const known = this.#sections.get(begin_m)?.get(arena.endX_m(parts[parts.length - 1]!));
    if (known !== undefined) return known;
    const section = makeSection(arena, parts);
    this.#keep(this.#sections, section);
    return section;
  }

  #keep<Cut extends RangeShape | Section>(all: Map<number, Map<number, Cut>>, cut: Cut): void {
    this.#nKept += cut.envelope.count;
    if (this.#nKept > KEPT_PARTS_MAX) return;
    const known = all.get(cut.begin_m);
    if (known === undefined) all.set(cut.begin_m, new Map([[cut.end_m, cut]]));
    else known.set(cut.end_m, cut);
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
    return {
      begin_m: from_m,
      end_m: to_m,
      envelope,
      time_s: us / 1e6,
      capped_s,
      sections: [],
      nCutParts: 0,
    };
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

function makeSection(arena: EnvelopeArena, parts: Int32Array): Section {
  const envelope = new Envelope();
  envelope.pushAll(parts);
  let max_m_s = 0;
  let nPoints = 0;
  for (let p = 0; p < envelope.count; p++) {
    const part = envelope.parts[p]!;
    const end = arena.end[part]!;
    nPoints += end - arena.first[part]!;
    for (let i = arena.first[part]!; i < end; i++) max_m_s = Math.max(max_m_s, arena.v_m_s[i]!);
  }
  return {
    begin_m: arena.beginX_m(envelope.parts[0]!),
    end_m: arena.endX_m(envelope.parts[envelope.count - 1]!),
    envelope,
    nPoints,
    time_s: totalTime_us(arena, envelope) / 1e6,
    max_m_s,
    uncapped: null,
    steady_s: null,
    searches: [],
    capped: [],
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
