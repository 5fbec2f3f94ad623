/**
 * Where works lie on a path: a work applies to a track in both directions. The path's pieces are
 * grouped by track once, so each work only meets those on its own tracks.
 */
import { groupBy } from "../columns.ts";
import {
  addOverlap,
  layOutPieces,
  type PathPieces,
  type PathSpans,
} from "../path/piece_overlaps.ts";
import type { DirectedRanges } from "../path/train_path.ts";

/** Pairs of a work's range and a piece of the path to examine; real paths stay far below. */
export const OVERLAPS_MAX = 1 << 20;

export class WorkLocator {
  readonly #pieces: PathPieces;
  /** [nTracks + 1] pieces of track t are `items[start[t]]` up to the next. */
  readonly #start: Uint32Array;
  readonly #items: Uint32Array;
  #pairs = 0;

  /** Tracks are any dense numbers below `nTracks`. */
  constructor(path: DirectedRanges, nTracks: number) {
    this.#pieces = layOutPieces(path);
    const tracks = path.directedTracks.map((directed) => directed >>> 1);
    const { start, items } = groupBy(tracks, tracks.length, nTracks);
    this.#start = start;
    this.#items = items;
  }

  /** The stretches of the path covered by ranges of tracks; null if all calls together were too much work. */
  locate(tracks: Uint32Array, begins_mm: Float64Array, ends_mm: Float64Array): PathSpans | null {
    const found: PathSpans = { from_mm: [], to_mm: [] };
    for (let r = 0; r < tracks.length; r++) {
      const from = this.#start[tracks[r]!]!;
      const to = this.#start[tracks[r]! + 1]!;
      this.#pairs += to - from;
      if (this.#pairs > OVERLAPS_MAX) return null;
      const stretch = { from_mm: begins_mm[r]!, to_mm: ends_mm[r]! };
      for (let k = from; k < to; k++) addOverlap(this.#pieces, this.#items[k]!, stretch, found);
    }
    return joinSpans(found);
  }
}

/** In path order; overlapping or touching stretches are merged. */
function joinSpans({ from_mm, to_mm }: PathSpans): PathSpans {
  const order = Uint32Array.from(from_mm.keys()).sort((a, b) => from_mm[a]! - from_mm[b]!);
  const joined: PathSpans = { from_mm: [], to_mm: [] };
  for (const i of order) {
    const last = joined.to_mm.length - 1;
    if (last >= 0 && from_mm[i]! <= joined.to_mm[last]!) {
      joined.to_mm[last] = Math.max(joined.to_mm[last]!, to_mm[i]!);
    } else {
      joined.from_mm.push(from_mm[i]!);
      joined.to_mm.push(to_mm[i]!);
    }
  }
  return joined;
}
