/**
 * Other ways of a train than its own: the shortest ones when what it is to leave costs more than it takes. Each is
 * told by places that the train has to pass, since that is how a path is asked for.
 */
import { findString, type Infra } from "../infra/infra.ts";
import type { TrackLocation } from "./block_locations.ts";
import type { BlockPath } from "./block_path.ts";
import type { StockLimits } from "./constraints.ts";
import type { PathFinder } from "./find_path.ts";
import { findPathPlace, type PathPlace } from "./path_places.ts";
import { makeTrainPath, type PathParts, type TrainPath } from "./train_path.ts";
import { resolveWaypoint, type Waypoint } from "./waypoints.ts";

/** What a block costs more, and at most all of the own way: another one may be so much longer. */
const SURCHARGE_S = 120;
const SURCHARGES_S = 1800;
/** Places by which a way is told, at most. */
const VIAS_MAX = 4;

export interface OwnWay {
  readonly path: PathParts;
  readonly item_positions_mm: readonly number[];
  readonly items: readonly Waypoint[];
  readonly stock: StockLimits;
  /** Names of what it is to leave where it can. */
  readonly zones: readonly string[];
}

/** A place that the train has to pass before one of its waypoints. */
export interface Via extends PathPlace {
  readonly before: number;
}

/**
 * Ways over other tracks, from and to the same places of all waypoints: so many of the shortest ones, and those that take
 * one of their tracks without the others where they can.
 */
export function findOtherWays(finder: PathFinder, own: OwnWay, count_max: number): Via[][] {
  const { infra } = finder;
  const path = makeTrainPath(infra, own.path);
  const chunks = new Set(listChunks(path));
  const names = new Set(own.zones.map((name) => findString(infra, name)));
  const surcharges = new Surcharges(infra, path.blocks.length);
  surcharges.add(
    [...chunks].filter((chunk) => names.has(infra.zoneName[infra.chunkZone[chunk]!]!)),
  );
  const ways = new Ways(finder, own);
  let isOwnCharged = false;
  for (let count = 0; count < count_max; ) {
    const found = finder.findDearer(ways.places, own.stock, surcharges.ofBlocks_s);
    if (found === null) break;
    if (ways.add(found)) {
      count++;
      const added = listChunks(makeTrainPath(infra, found)).filter((chunk) => !chunks.has(chunk));
      surcharges.add(added);
    } else if (isOwnCharged) break;
    else {
      // The zones can't be left another time: then the shortest way that leaves anything.
      isOwnCharged = true;
      surcharges.add(chunks);
    }
  }
  return ways.told;
}

/** What blocks cost more, in seconds, by how much of each is to be left. */
class Surcharges {
  readonly ofBlocks_s: Float64Array;
  readonly #infra: Infra;
  readonly #surcharge_s: number;
  readonly #chunks = new Set<number>();

  constructor(infra: Infra, blockCount: number) {
    this.ofBlocks_s = new Float64Array(infra.blockName.length);
    this.#infra = infra;
    this.#surcharge_s = Math.min(SURCHARGE_S, SURCHARGES_S / blockCount);
  }

  add(chunks: Iterable<number>): void {
    const { chunkLength_mm, blockLength_mm, chunkBlockStart, chunkBlocks } = this.#infra;
    for (const chunk of chunks) {
      if (this.#chunks.has(chunk)) continue;
      this.#chunks.add(chunk);
      const [start, end] = [chunkBlockStart[2 * chunk], chunkBlockStart[2 * chunk + 2]];
      for (const block of chunkBlocks.subarray(start, end)) {
        const part = chunkLength_mm[chunk]! / blockLength_mm[block]!;
        this.ofBlocks_s[block]! += part * this.#surcharge_s;
      }
    }
  }
}

/** Directed ones on which a path is for some length, in travel order. */
type Tracks = readonly number[];

/** Those that are known, and how each is told. */
class Ways {
  readonly told: Via[][] = [];
  /** Where the waypoints are, and stay. */
  readonly places: readonly (readonly TrackLocation[])[];
  readonly #finder: PathFinder;
  readonly #own: OwnWay;
  readonly #ownTracks: Tracks;
  readonly #known: Tracks[];
  /** Tracks that were tried alone, and those that come with them. */
  readonly #alone: Set<number>;

  constructor(finder: PathFinder, own: OwnWay) {
    this.#finder = finder;
    this.#own = own;
    this.#ownTracks = listTracks(own.path);
    this.#known = [this.#ownTracks];
    this.#alone = new Set(this.#ownTracks);
    this.places = this.#locateItems(own.path, own.item_positions_mm);
  }

  /** Whether it is another one. */
  add(way: BlockPath): boolean {
    const tracks = listTracks(way);
    if (!this.#isNew(tracks)) return false;
    const vias = this.#tell(way, tracks);
    if (vias !== null) this.told.push(vias);
    for (;;) {
      const via = this.#findVia(way, this.#alone);
      if (via === null) return true;
      const [on, track] = via;
      const alone = this.#follow([on]);
      for (const one of [track, ...(alone ?? [])]) this.#alone.add(one);
      if (alone !== null && this.#isNew(alone)) this.told.push([on]);
    }
  }

  #isNew(tracks: Tracks): boolean {
    if (this.#known.some((one) => isSame(one, tracks))) return false;
    this.#known.push(tracks);
    return true;
  }

  /** Places with which the train's path is the way; null: they would be too many. */
  #tell(way: BlockPath, tracks: Tracks): Via[] | null {
    const vias: Via[] = [];
    for (let taken: Tracks | null = this.#ownTracks; !isSame(taken, tracks); ) {
      const via = this.#findVia(way, new Set(taken));
      if (via === null || vias.length === VIAS_MAX) return null;
      vias.push(via[0]);
      vias.sort((a, b) => a.at_mm - b.at_mm);
      taken = this.#follow(vias);
      if (taken === null) return null;
    }
    return vias;
  }

  /** The middle of the way's longest track that is not among some; null: there is none. */
  #findVia({ ranges, itemPositions_mm }: BlockPath, known: ReadonlySet<number>) {
    const { directedTracks, begins_mm, ends_mm } = ranges;
    let start_mm = 0;
    let most_mm = 1;
    let found: readonly [track: number, at_mm: number] | null = null;
    for (const [i, track] of directedTracks.entries()) {
      const length_mm = ends_mm[i]! - begins_mm[i]!;
      if (length_mm > most_mm && !known.has(track)) {
        most_mm = length_mm;
        found = [track, start_mm + Math.floor(length_mm / 2)];
      }
      start_mm += length_mm;
    }
    if (found === null) return null;
    const [track, at_mm] = found;
    const before = itemPositions_mm.findIndex((position_mm) => position_mm > at_mm);
    return [{ ...findPathPlace(this.#finder.infra, ranges, at_mm), before }, track] as const;
  }

  /** The tracks of the train's path with some places more; null: there is none that leaves the waypoints where they are. */
  #follow(vias: readonly Via[]): Tracks | null {
    const items = this.#own.items.flatMap((item, i) => [
      ...vias.filter(({ before }) => before === i).map((via) => this.#locate(onTrack(via))),
      this.#locate(item),
    ]);
    const outcome = this.#finder.find(items, this.#own.stock);
    if (outcome.kind !== "success") return null;
    const positions_mm = outcome.path.itemPositions_mm;
    const own_mm = this.#own.items.map((_, i) => {
      const inserted = vias.filter(({ before }) => before <= i).length;
      return positions_mm[i + inserted]!;
    });
    const places = this.#locateItems(outcome.path, own_mm);
    return JSON.stringify(places) === JSON.stringify(this.places) ? listTracks(outcome.path) : null;
  }

  #locateItems({ ranges }: PathParts, positions_mm: readonly number[]) {
    return positions_mm.map((at_mm) =>
      this.#locate(onTrack(findPathPlace(this.#finder.infra, ranges, at_mm))),
    );
  }

  #locate(item: Waypoint): readonly TrackLocation[] {
    const places = resolveWaypoint(this.#finder.infra, item);
    return places.ok ? places.value : [];
  }
}

function onTrack({ track, offset_mm }: PathPlace): Waypoint {
  return { kind: "track_offset", track, offset_mm };
}

function listChunks({ chunks }: TrainPath): number[] {
  return Array.from(chunks, (directed) => directed >>> 1);
}

function listTracks({ ranges }: PathParts): Tracks {
  const { begins_mm, ends_mm } = ranges;
  return Array.from(ranges.directedTracks).filter((_, i) => begins_mm[i]! < ends_mm[i]!);
}

function isSame(a: Tracks, b: Tracks): boolean {
  return a.length === b.length && a.every((track, i) => track === b[i]);
}
