/**
 * What margins are searched on (engine.md 5.4): the base envelope cut into ranges and each range at
 * its stops into sections. Shapes are kept for one simulation, because the provisional and the final
 * run, and each restart after a merge, ask for mostly the same ones; a section also keeps what was
 * found for a parameter, so that no curve is evaluated twice.
 */
import { Envelope, type EnvelopeArena, findPart, totalTime_us } from "../envelope/envelope.ts";
import { slicePart } from "../envelope/overlay.ts";
import { KEPT_PARTS_MAX } from "./limits.ts";

/** Speeds that the neighbours impose at a section's ends; NaN where there is none. */
export interface Joints {
  readonly left_m_s: number;
  readonly right_m_s: number;
}

/** Evaluations of one section between two joints, and the curve that was accepted last. */
export interface Search extends Joints {
  /** [n] parameters in the order of their evaluation, and the running times, Infinity = too much time. */
  readonly parameters_m_s: number[];
  readonly times_s: number[];
  accepted_m_s: number;
  readonly accepted: Envelope;
}

export interface Section {
  readonly begin_m: number;
  readonly end_m: number;
  /** The base on this stretch. */
  readonly envelope: Envelope;
  readonly nPoints: number;
  readonly time_s: number;
  readonly max_m_s: number;
  readonly searches: Search[];
}

export interface RangeShape {
  readonly begin_m: number;
  readonly end_m: number;
  readonly envelope: Envelope;
  readonly nPoints: number;
  readonly time_s: number;
  readonly sections: readonly Section[];
}

/** Cuts the base of one simulation; keeps what it has cut. */
export class RangeCutter {
  readonly #arena: EnvelopeArena;
  #base: Envelope | null = null;
  /** Shapes by their begin and end. */
  readonly #known = new Map<number, Map<number, RangeShape>>();
  /** Parts of all shapes that are kept: with 10,000 merges they would fill the memory. */
  #nKept = 0;

  constructor(arena: EnvelopeArena) {
    this.#arena = arena;
  }

  /** Begins a new simulation. */
  reset(base: Envelope): void {
    this.#base = base;
    this.#known.clear();
    this.#nKept = 0;
  }

  /** Gives the shape of a stretch, null when the arena is full. */
  cut(begin_m: number, end_m: number): RangeShape | null {
    const shape = this.#known.get(begin_m)?.get(end_m);
    if (shape !== undefined) return shape;
    const envelope = this.#slice(begin_m, end_m);
    if (envelope === null) return null;
    const sections = splitAtStops(this.#arena, envelope);
    const made: RangeShape = {
      begin_m,
      end_m,
      envelope,
      nPoints: sections.reduce((sum, section) => sum + section.nPoints, 0),
      time_s: totalTime_us(this.#arena, envelope) / 1e6,
      sections,
    };
    this.#keep(made);
    return made;
  }

  #keep(shape: RangeShape): void {
    this.#nKept += shape.envelope.count;
    if (this.#nKept > KEPT_PARTS_MAX) return;
    const known = this.#known.get(shape.begin_m);
    if (known === undefined) this.#known.set(shape.begin_m, new Map([[shape.end_m, shape]]));
    else known.set(shape.end_m, shape);
  }

  #slice(from_m: number, to_m: number): Envelope | null {
    const arena = this.#arena;
    const base = this.#base!;
    const out = new Envelope();
    for (let p = findPart(arena, base, from_m); p < base.count; p++) {
      const part = base.parts[p]!;
      if (arena.endX_m(part) <= from_m) continue;
      if (arena.beginX_m(part) >= to_m) break;
      const cut = { from_m, to_m, fromV_m_s: Number.NaN, toV_m_s: Number.NaN };
      const slice = slicePart(arena, part, cut);
      if (slice < 0) return null;
      out.push(slice);
    }
    return out;
  }
}

/** Sections end with the parts that end at standstill. */
function splitAtStops(arena: EnvelopeArena, envelope: Envelope): Section[] {
  const sections: Section[] = [];
  let parts = new Envelope();
  for (let p = 0; p < envelope.count; p++) {
    const part = envelope.parts[p]!;
    parts.push(part);
    if (p < envelope.count - 1 && arena.endV_m_s(part) !== 0) continue;
    sections.push(makeSection(arena, parts));
    parts = new Envelope();
  }
  return sections;
}

function makeSection(arena: EnvelopeArena, envelope: Envelope): Section {
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
    searches: [],
  };
}

/** Gives the record of a section between two joints, a new one when there is none. */
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
    accepted_m_s: Number.NaN,
    accepted: new Envelope(),
  };
  section.searches.push(search);
  return search;
}
