/**
 * Paths on tracks and switches alone, without routes and signalling (interface.md 5.2, 10.1): the
 * shortest one through waypoints under a stock's constraints, or the few shortest ones between two
 * places. Loading gauge and electrification are properties of tracks, so they apply here too. As on
 * blocks (engine.md 2.8), a path that only they forbid is distinguished from a place that can't be
 * reached. A `TrackPathFinder` belongs to one thread and one network and keeps what searches share.
 */
import type { Infra } from "../infra/infra.ts";
import type { TrackLocation } from "../path/block_locations.ts";
import { type ConflictingRanges, findConflictingTrackRanges } from "../path/conflicting_ranges.ts";
import {
  isStretchBlocked,
  makeTrackConstraints,
  type StockTrackLimits,
  type TrackConstraints,
} from "../path/constraints.ts";
import { makeTrainPath, type PathParts } from "../path/train_path.ts";
import { TrackSearch, type TrackSearchResult } from "./track_search.ts";
import type { TrackPath } from "./track_walk.ts";

/** Rolling stocks whose blocked tracks are remembered, at two bytes per track each. */
const BLOCKED_KEPT_MAX = 32;

export type TrackPathOutcome =
  | { readonly kind: "success"; readonly path: TrackPath }
  | { readonly kind: "not_found_in_tracks" }
  | {
      readonly kind: "incompatible_constraints";
      readonly path: TrackPath;
      readonly ranges: ConflictingRanges;
    }
  | { readonly kind: "work_limit" };

interface BlockedTracks {
  readonly constraints: TrackConstraints;
  /** [nDirected] 1 = something on the track is blocked. */
  readonly blocked: Uint8Array;
}

export class TrackPathFinder {
  readonly infra: Infra;
  readonly #search: TrackSearch;
  readonly #free: Uint8Array;
  /** In order of last use. */
  readonly #blocked = new Map<string, BlockedTracks>();

  constructor(infra: Infra) {
    this.infra = infra;
    this.#search = new TrackSearch(infra);
    this.#free = new Uint8Array(2 * infra.trackLength_mm.length);
  }

  /** Finds the shortest path through one of the places of every item, in order; at least two items. */
  find(items: readonly (readonly TrackLocation[])[], stock: StockTrackLimits): TrackPathOutcome {
    const { constraints, blocked } = this.#blockedFor(stock);
    const query = { items, nPathsMax: 1, hasOneGroupASwitch: false };
    const { paths, isComplete } = this.#search.run({ ...query, constraints, blocked });
    if (paths[0] !== undefined) return { kind: "success", path: paths[0] };
    if (!isComplete) return { kind: "work_limit" };
    const relaxed = this.#search.run({ ...query, constraints: null, blocked: this.#free });
    const [path] = relaxed.paths;
    if (path === undefined) {
      return { kind: relaxed.isComplete ? "not_found_in_tracks" : "work_limit" };
    }
    const ranges = findConflictingTrackRanges(
      makeTrainPath(this.infra, partsOf(path)),
      constraints,
    );
    const nRanges = ranges.electrification_ranges.length + ranges.gauge_ranges.length;
    if (nRanges === 0) return { kind: "not_found_in_tracks" };
    return { kind: "incompatible_constraints", path, ranges };
  }

  /** Finds at most `nPathsMax` paths, shortest first, each using only one group of any switch. */
  findSome(from: TrackLocation, to: TrackLocation, nPathsMax: number): TrackSearchResult {
    return this.#search.run({
      items: [[from], [to]],
      constraints: null,
      blocked: this.#free,
      nPathsMax,
      hasOneGroupASwitch: true,
    });
  }

  /** The length of the shortest path between some of the places, mm; null: none was found. */
  measure(from: readonly TrackLocation[], to: readonly TrackLocation[]): number | null {
    if (from.length === 0 || to.length === 0) return null;
    const query = { items: [from, to], constraints: null, blocked: this.#free };
    const { paths } = this.#search.run({ ...query, nPathsMax: 1, hasOneGroupASwitch: true });
    return paths[0]?.length_mm ?? null;
  }

  #blockedFor(stock: StockTrackLimits): BlockedTracks {
    const voltages = stock.is_thermal ? "" : JSON.stringify(stock.supported_electrifications);
    const key = `${stock.loading_gauge};${voltages}`;
    const known = this.#blocked.get(key) ?? markBlocked(this.infra, stock);
    this.#blocked.delete(key);
    this.#blocked.set(key, known);
    for (const oldest of this.#blocked.keys()) {
      if (this.#blocked.size <= BLOCKED_KEPT_MAX) break;
      this.#blocked.delete(oldest);
    }
    return known;
  }
}

function markBlocked(infra: Infra, stock: StockTrackLimits): BlockedTracks {
  const constraints = makeTrackConstraints(infra, stock);
  const blocked = new Uint8Array(2 * infra.trackLength_mm.length);
  for (let directed = 0; directed < blocked.length; directed++) {
    const stretch = { directed, from_mm: 0, to_mm: infra.trackLength_mm[directed >>> 1]! };
    blocked[directed] = isStretchBlocked(infra, constraints, stretch) ? 1 : 0;
  }
  return { constraints, blocked };
}

/** A path on tracks in the form of a path on blocks, with no blocks or routes. */
export function partsOf({ ranges }: TrackPath): PathParts {
  return { blocks: new Uint32Array(), routes: new Uint32Array(), ranges };
}
