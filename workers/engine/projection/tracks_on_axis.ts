/**
 * Where tracks lie on an axis of stations, without a train on them: between the axis's points that enclose them, by
 * length. One search from all points outwards tells each end of a track its nearest point; what is further round than
 * the axis is long, by the rule of lines, is beside it.
 */
import type { Infra } from "../infra/infra.ts";
import { NONE } from "../infra/layout.ts";
import { LeastHeap } from "../least_heap.ts";
import type { StationAxis } from "./station_lines.ts";

/** A way round is longer than the axis by more than a quarter and this: it is off the axis. */
const ROUND_SHARE = 1.25;
const ROUND_MM = 500_000;

/** Stretches of a track and where they are, begin and end in the track's direction; columns. */
export interface TrackOnAxis {
  /** On the track, mm. */
  readonly begins_mm: number[];
  readonly ends_mm: number[];
  /** On the axis, mm. */
  readonly fromAxis_mm: number[];
  readonly toAxis_mm: number[];
}

export class TracksOnAxis {
  readonly #infra: Infra;
  readonly #positions_mm: readonly number[];
  /** [nPoints] of each point along the axis's shortest way. */
  readonly #along_mm: number[];
  /** By operational point: its indexes on the axis. */
  readonly #indexes = new Map<number, number[]>();
  /** By track: parts of the axis's points, in order. */
  readonly #parts = new Map<number, Place[]>();
  /** [nDirected] mm from where a directed track is entered to the nearest point; Infinity: there is none. */
  readonly #reach_mm: Float64Array;
  /** [nDirected] the operational point that it is. */
  readonly #reached: Int32Array;

  constructor(infra: Infra, { ops, lengths_mm, positions_mm }: StationAxis) {
    this.#infra = infra;
    this.#positions_mm = positions_mm;
    this.#along_mm = addUp(lengths_mm, positions_mm);
    ops.forEach((op, index) => {
      this.#indexes.set(op, [...(this.#indexes.get(op) ?? []), index]);
    });
    for (const op of this.#indexes.keys()) this.#addParts(op);
    for (const places of this.#parts.values()) places.sort((a, b) => a.at_mm - b.at_mm);
    this.#reach_mm = new Float64Array(2 * infra.trackLength_mm.length).fill(Infinity);
    this.#reached = new Int32Array(this.#reach_mm.length).fill(-1);
    this.#search();
  }

  #addParts(op: number): void {
    const { opFirstPart, partTrack, partWaypoint_mm, trackLength_mm } = this.#infra;
    for (let part = opFirstPart[op]!; part < opFirstPart[op + 1]!; part++) {
      const track = partTrack[part]!;
      const at_mm = partWaypoint_mm[part]!;
      if (track === NONE || !(at_mm >= 0 && at_mm <= trackLength_mm[track]!)) continue;
      this.#parts.set(track, [...(this.#parts.get(track) ?? []), { at_mm, op }]);
    }
  }

  #search(): void {
    const { trackLength_mm, endJoinStart, endJoins } = this.#infra;
    const [reach_mm, reached] = [this.#reach_mm, this.#reached];
    const heap = new LeastHeap();
    for (const [track, places] of this.#parts) {
      const [first, last] = [places[0]!, places.at(-1)!];
      reach_mm[2 * track] = first.at_mm;
      reached[2 * track] = first.op;
      reach_mm[2 * track + 1] = trackLength_mm[track]! - last.at_mm;
      reached[2 * track + 1] = last.op;
      heap.push(reach_mm[2 * track]!, 2 * track);
      heap.push(reach_mm[2 * track + 1]!, 2 * track + 1);
    }
    while (heap.size > 0) {
      const far_mm = heap.leastKey;
      const directed = heap.pop();
      if (far_mm > reach_mm[directed]!) continue;
      for (let j = endJoinStart[directed]!; j < endJoinStart[directed + 1]!; j++) {
        // Left through this end, so entered through the other.
        const before = endJoins[j]! ^ 1;
        const whole_mm = far_mm + trackLength_mm[before >>> 1]!;
        if (whole_mm >= reach_mm[before]!) continue;
        reach_mm[before] = whole_mm;
        reached[before] = reached[directed]!;
        heap.push(whole_mm, before);
      }
    }
  }

  place(track: number): TrackOnAxis {
    const { trackLength_mm } = this.#infra;
    const found: TrackOnAxis = { begins_mm: [], ends_mm: [], fromAxis_mm: [], toAxis_mm: [] };
    const length_mm = trackLength_mm[track]!;
    const own = this.#parts.get(track) ?? [];
    const [before, after] = [this.#beyond(2 * track), this.#beyond(2 * track + 1)];
    const places = [
      ...(before === null ? [] : [{ at_mm: -before.far_mm, op: before.op }]),
      ...own,
      ...(after === null ? [] : [{ at_mm: length_mm + after.far_mm, op: after.op }]),
    ];
    // What ends behind a station is at that station.
    if (before === null && own.length > 0) places.unshift({ at_mm: 0, op: own[0]!.op });
    if (after === null && own.length > 0) places.push({ at_mm: length_mm, op: own.at(-1)!.op });
    for (let k = 1; k < places.length; k++) {
      this.#placeBetween(found, places[k - 1]!, places[k]!, length_mm);
    }
    return found;
  }

  /** The nearest point out of an end of a track. */
  #beyond(end: number): { readonly far_mm: number; readonly op: number } | null {
    const { endJoinStart, endJoins } = this.#infra;
    let best = -1;
    for (let j = endJoinStart[end]!; j < endJoinStart[end + 1]!; j++) {
      const onto = endJoins[j]!;
      if (best < 0 || this.#reach_mm[onto]! < this.#reach_mm[best]!) best = onto;
    }
    if (best < 0 || this.#reached[best]! < 0) return null;
    return { far_mm: this.#reach_mm[best]!, op: this.#reached[best]! };
  }

  #placeBetween(found: TrackOnAxis, a: Place, b: Place, length_mm: number): void {
    const [low_mm, high_mm] = [Math.max(0, a.at_mm), Math.min(length_mm, b.at_mm)];
    const pair = this.#nearestPair(a.op, b.op);
    if (low_mm >= high_mm || pair === null) return;
    const [i, j] = pair;
    const way_mm = Math.abs(this.#along_mm[j]! - this.#along_mm[i]!);
    if (b.at_mm - a.at_mm > ROUND_SHARE * way_mm + ROUND_MM) return;
    const [p, q] = [this.#positions_mm[i]!, this.#positions_mm[j]!];
    const positionOf = (at_mm: number): number =>
      Math.round(p + ((q - p) * (at_mm - a.at_mm)) / (b.at_mm - a.at_mm));
    found.begins_mm.push(low_mm);
    found.ends_mm.push(high_mm);
    found.fromAxis_mm.push(positionOf(low_mm));
    found.toAxis_mm.push(positionOf(high_mm));
  }

  /** Of stations that are on the axis twice, the indexes nearest to one another. */
  #nearestPair(a: number, b: number): readonly [number, number] | null {
    let best: readonly [number, number] | null = null;
    let best_mm = Infinity;
    for (const i of this.#indexes.get(a) ?? []) {
      for (const j of this.#indexes.get(b) ?? []) {
        const far_mm = Math.abs(this.#along_mm[j]! - this.#along_mm[i]!);
        if (far_mm < best_mm) [best, best_mm] = [[i, j], far_mm];
      }
    }
    return best;
  }
}

interface Place {
  /** On the track, beyond its ends outside. */
  readonly at_mm: number;
  readonly op: number;
}

function addUp(lengths_mm: readonly (number | null)[], positions_mm: readonly number[]): number[] {
  let at_mm = 0;
  return positions_mm.map((position_mm, i) => {
    if (i > 0) at_mm += lengths_mm[i - 1] ?? position_mm - positions_mm[i - 1]!;
    return at_mm;
  });
}
