/**
 * The operational points along a line: those that one train could pass in a row on tracks with the line's code. Tracks
 * that hang together are a piece of the line; the one with the most points counts, and in it the way between two
 * points each of which is the farthest from the other. So a branch is left out, and of two ways round the shorter counts.
 */
import { type Infra, stringAt } from "../infra/infra.ts";
import { NONE } from "../infra/layout.ts";
import { LeastHeap } from "../least_heap.ts";

export interface FoundLine {
  /** Operational points, in order from the end whose id comes first. */
  readonly ops: readonly number[];
  /** mm from the first, on the shortest way along the line's tracks. */
  readonly positions_mm: readonly number[];
  /** Those with a part on another of the line's tracks. */
  readonly left_out: readonly number[];
}

/** A train at a point: the track in its direction, and how far it is from where the train has entered it. */
interface Place {
  readonly directed: number;
  readonly into_mm: number;
}

/** Null: no track has the code. */
export function findLinePoints(infra: Infra, line_code: number): FoundLine | null {
  const is_own = Uint8Array.from(infra.trackLineCode, (code) => (code === line_code ? 1 : 0));
  if (!is_own.includes(1)) return null;
  const places = listPlaces(infra, is_own);
  const piece = pickPiece(infra, is_own, places);
  const found = new LineWay(infra, is_own, piece).find();
  const taken = new Set(found.map(({ op }) => op));
  return {
    ops: found.map(({ op }) => op),
    positions_mm: found.map(({ position_mm }) => position_mm),
    left_out: [...places.keys()].filter((op) => !taken.has(op)),
  };
}

type Places = ReadonlyMap<number, readonly Place[]>;

/** In both directions, by point. */
function listPlaces(infra: Infra, is_own: Uint8Array): Places {
  const { opName, opFirstPart, partTrack, partOffset_mm, trackLength_mm } = infra;
  const places = new Map<number, Place[]>();
  for (let op = 0; op < opName.length; op++) {
    for (let part = opFirstPart[op]!; part < opFirstPart[op + 1]!; part++) {
      const track = partTrack[part]!;
      if (track === NONE || is_own[track] === 0) continue;
      const [offset_mm, length_mm] = [partOffset_mm[part]!, trackLength_mm[track]!];
      if (!(offset_mm >= 0 && offset_mm <= length_mm)) continue;
      const listed = places.get(op) ?? [];
      places.set(op, listed);
      listed.push({ directed: 2 * track, into_mm: offset_mm });
      listed.push({ directed: 2 * track + 1, into_mm: length_mm - offset_mm });
    }
  }
  return places;
}

/** The places of the piece with the most points; of equal ones the piece of the first point. */
function pickPiece(infra: Infra, is_own: Uint8Array, places: Places): Places {
  const piece_of = numberPieces(infra, is_own);
  const pieces = new Map<number, Map<number, Place[]>>();
  for (const [op, own] of places) {
    for (const place of own) {
      const number = piece_of[place.directed >>> 1]!;
      const piece = pieces.get(number) ?? new Map<number, Place[]>();
      pieces.set(number, piece);
      const listed = piece.get(op) ?? [];
      piece.set(op, listed);
      listed.push(place);
    }
  }
  let best: Places = new Map();
  for (const piece of pieces.values()) if (piece.size > best.size) best = piece;
  return best;
}

/** [nTracks] of the line's tracks, which of those that hang together; 0 of others. */
function numberPieces({ endJoinStart, endJoins }: Infra, is_own: Uint8Array): Uint32Array {
  const piece_of = new Uint32Array(is_own.length);
  let count = 0;
  for (let track = 0; track < is_own.length; track++) {
    if (is_own[track] === 0 || piece_of[track] !== 0) continue;
    piece_of[track] = ++count;
    const waiting = [track];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (let j = endJoinStart[2 * next]!; j < endJoinStart[2 * next + 2]!; j++) {
        const other = endJoins[j]! >>> 1;
        if (is_own[other] === 0 || piece_of[other] !== 0) continue;
        piece_of[other] = count;
        waiting.push(other);
      }
    }
  }
  return piece_of;
}

/** A point that a train from end to end can pass. */
interface Passed {
  readonly op: number;
  readonly position_mm: number;
  /** Where it can. */
  readonly places: readonly Place[];
  /** The shortest way from end to end leads by it. */
  readonly is_near: boolean;
}

class LineWay {
  readonly #infra: Infra;
  readonly #places: Places;
  readonly #ahead: LineSweep;
  readonly #back: LineSweep;

  constructor(infra: Infra, is_own: Uint8Array, places: Places) {
    this.#infra = infra;
    this.#places = places;
    this.#ahead = new LineSweep(infra, is_own);
    this.#back = new LineSweep(infra, is_own);
  }

  find(): readonly Passed[] {
    const [first] = this.#places.keys();
    if (first === undefined) return [];
    const [from, to] = this.#findEnds(first);
    const passed = this.#listPassed(from, to);
    return this.#listInRow(passed);
  }

  /** The longest way, beginning anew from the point that is farthest as long as that lengthens it. */
  #findEnds(first: number): readonly [from: number, to: number] {
    let ends: readonly [number, number] = [first, first];
    let longest_mm = -1;
    for (let from = first; ; from = ends[1]) {
      this.#ahead.run(this.#placesOf(from));
      let [to, to_mm] = [from, 0];
      for (const [op, own] of this.#places) {
        const at_mm = this.#ahead.nearest(own);
        if (at_mm === Infinity || at_mm <= to_mm) continue;
        [to, to_mm] = [op, at_mm];
      }
      if (to_mm <= longest_mm) break;
      longest_mm = to_mm;
      ends = [from, to];
    }
    const [a, b] = ends;
    return this.#idOf(a) <= this.#idOf(b) ? [a, b] : [b, a];
  }

  #idOf(op: number): string {
    return stringAt(this.#infra, this.#infra.opName[op]!);
  }

  #placesOf(op: number): readonly Place[] {
    return this.#places.get(op) ?? [];
  }

  /** Both ends, and what a train from one to the other can pass, by position. */
  #listPassed(from: number, to: number): readonly Passed[] {
    const [ahead, back] = [this.#ahead, this.#back];
    ahead.run(this.#placesOf(from));
    back.run(this.#placesOf(to));
    const whole_mm = ahead.nearest(this.#placesOf(to));
    const passed: Passed[] = [];
    for (const [op, own] of this.#places) {
      const restOf = (place: Place): number => back.at(this.#turn(place));
      const places = own.filter((one) => ahead.at(one) < Infinity && restOf(one) < Infinity);
      if (places.length === 0) continue;
      const position_mm = ahead.nearest(places);
      const is_near = places.some((one) => ahead.at(one) + restOf(one) === whole_mm);
      passed.push({ op, position_mm, places, is_near });
    }
    return passed.sort((a, b) => a.position_mm - b.position_mm || a.op - b.op);
  }

  /** The same place in the other direction. */
  #turn({ directed, into_mm }: Place): Place {
    return {
      directed: directed ^ 1,
      into_mm: this.#infra.trackLength_mm[directed >>> 1]! - into_mm,
    };
  }

  /** All of the shortest way, and of the others those that a train which passes these can pass too. */
  #listInRow(passed: readonly Passed[]): readonly Passed[] {
    const row: Passed[] = [];
    let last: Passed | undefined;
    for (const [i, one] of passed.entries()) {
      const places = last === undefined ? one.places : this.#reach(last, one);
      // Another of several shortest ways leads by it.
      if (places.length === 0) continue;
      const here = { ...one, places };
      if (!one.is_near && !this.#leadsOn(here, passed.slice(i + 1))) continue;
      row.push(here);
      last = here;
    }
    return row;
  }

  /** Whether what follows on the shortest way can be passed from there. */
  #leadsOn(from: Passed, following: readonly Passed[]): boolean {
    let at = from;
    for (const next of following) {
      if (!next.is_near) continue;
      const places = this.#reach(at, next);
      if (places.length === 0) return false;
      if (places.length === next.places.length) return true;
      at = { ...next, places };
    }
    return at !== from;
  }

  /** At which of its places a train from one point passes another. */
  #reach(from: Passed, to: Passed): readonly Place[] {
    // A track beside another is hardly longer: what is far is not looked for.
    this.#ahead.run(from.places, 2 * (to.position_mm - from.position_mm) + 1_000_000);
    return to.places.filter((place) => this.#ahead.at(place) < Infinity);
  }
}

/** How far it is to the line's directed tracks, without turning back: Dijkstra's algorithm. */
class LineSweep {
  readonly #infra: Infra;
  readonly #is_own: Uint8Array;
  /** [nDirected] mm to where a track is entered, negative where the way begins on it; Infinity: not reached. */
  readonly #entry_mm: Float64Array;
  readonly #heap = new LeastHeap();
  #reached: number[] = [];

  constructor(infra: Infra, is_own: Uint8Array) {
    this.#infra = infra;
    this.#is_own = is_own;
    this.#entry_mm = new Float64Array(2 * is_own.length).fill(Infinity);
  }

  run(from: readonly Place[], limit_mm = Infinity): void {
    const { endJoinStart, endJoins, trackLength_mm } = this.#infra;
    const [heap, entry_mm] = [this.#heap, this.#entry_mm];
    for (const directed of this.#reached) entry_mm[directed] = Infinity;
    this.#reached = [];
    heap.clear();
    for (const { directed, into_mm } of from) this.#reach(directed, -into_mm);
    while (heap.size > 0 && heap.leastKey <= limit_mm) {
      const at_mm = heap.leastKey;
      const directed = heap.pop();
      if (at_mm > entry_mm[directed]!) continue;
      const leave = directed ^ 1;
      const end_mm = at_mm + trackLength_mm[directed >>> 1]!;
      for (let j = endJoinStart[leave]!; j < endJoinStart[leave + 1]!; j++) {
        if (this.#is_own[endJoins[j]! >>> 1] === 1) this.#reach(endJoins[j]!, end_mm);
      }
    }
  }

  #reach(directed: number, at_mm: number): void {
    if (at_mm >= this.#entry_mm[directed]!) return;
    if (this.#entry_mm[directed] === Infinity) this.#reached.push(directed);
    this.#entry_mm[directed] = at_mm;
    this.#heap.push(at_mm, directed);
  }

  /** mm to a place; Infinity: not reached. */
  at({ directed, into_mm }: Place): number {
    const at_mm = this.#entry_mm[directed]! + into_mm;
    return at_mm >= 0 ? at_mm : Infinity;
  }

  nearest(places: readonly Place[]): number {
    return places.reduce((least_mm, place) => Math.min(least_mm, this.at(place)), Infinity);
  }
}
