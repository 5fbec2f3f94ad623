/** Stations of an extract: relations of stops, stops by their name, and station nodes with the tracks nearby. */
import { measureGeo } from "../../engine/geo.ts";
import type { LonLat } from "../network/rail_line.ts";
import type { RailPlan, RailStation } from "../network/rail_plan.ts";
import type { OsmNode, OsmTags } from "./osm_elements.ts";
import { type OsmPiece, type OsmRailway, pieceLength } from "./osm_rails.ts";

export interface RailSpot {
  readonly rail: string;
  readonly at_m: number;
}

/** Between a station's node and the tracks that are its own. */
const NEAR_M = 100;
const CELL_DEGREES = 0.002;
const CELL_M = 222;
/** Longer pieces without a vertex are no rails; their vertices alone are looked at. */
const SEGMENT_CELLS_MAX = 1000;
/** Values of `station` of what is not for all trains: only tracks of the same value of `railway` are its own. */
const OWN_RAILS: ReadonlySet<string> = new Set(["subway", "light_rail", "monorail", "tram"]);

export function addStations(
  railway: OsmRailway,
  { pieces, spots }: { pieces: readonly OsmPiece[]; spots: ReadonlyMap<number, RailSpot> },
  plan: RailPlan,
): void {
  const stations = new Stations(plan);
  const nodes = new Map(railway.stations.map((station) => [station.id, station]));
  const placed = new Set<number>();
  for (const { id, tags, members } of railway.stop_areas) {
    const own = members.filter(({ type }) => type === "node").map((member) => member.id);
    const parts = own.flatMap((member) => (nodes.has(member) ? [] : (spots.get(member) ?? [])));
    if (parts.length === 0) continue;
    for (const member of own) placed.add(member);
    // The node of the station may say what its area does not.
    const station = own.flatMap((member) => nodes.get(member)?.tags ?? [])[0];
    stations.add({ id: `relation.${id}`, parts }, new Map([...(station ?? []), ...tags]));
  }
  for (const stops of stopsByName(railway, placed).values()) {
    const [first] = stops;
    if (first === undefined || stations.has(first.tags)) continue;
    const parts = stops.flatMap(({ id }) => spots.get(id) ?? []);
    // A stop's own reference is that of its track.
    const tags = new Map(first.tags);
    tags.delete("ref");
    stations.add({ id: `stop.${first.id}`, parts }, tags);
  }
  const near = new NearRails(pieces, railway.stations);
  for (const station of railway.stations) {
    if (placed.has(station.id) || stations.has(station.tags)) continue;
    const own = spots.get(station.id);
    const others = near.find(station).filter(({ rail }) => rail !== own?.rail);
    const parts = own === undefined ? others : [own, ...others];
    stations.add({ id: `node.${station.id}`, parts }, station.tags);
  }
}

/** One for each code, and for each name. */
class Stations {
  readonly #plan: RailPlan;
  readonly #known = new Set<string>();
  /** Code → index in the plan. */
  readonly #coded = new Map<number, number>();

  constructor(plan: RailPlan) {
    this.#plan = plan;
  }

  has(tags: OsmTags): boolean {
    return keysOf(tags).some((key) => this.#known.has(key));
  }

  add({ id, parts }: Pick<RailStation, "id" | "parts">, tags: OsmTags): void {
    if (parts.length === 0) return;
    const uic = uicOf(tags);
    const same = this.#coded.get(uic ?? -1) ?? this.#plan.stations.length;
    const known = this.#plan.stations[same];
    for (const key of keysOf(tags)) this.#known.add(key);
    if (known !== undefined) {
      this.#plan.stations[same] = { ...known, parts: [...known.parts, ...parts] };
      return;
    }
    if (uic !== null) this.#coded.set(uic, same);
    const trigram = tags.get("railway:ref") ?? tags.get("ref") ?? "";
    this.#plan.stations.push({ id, name: tags.get("name") ?? "", uic, trigram, parts });
  }
}

function uicOf(tags: OsmTags): number | null {
  const uic = tags.get("uic_ref") ?? "";
  return /^\d{1,15}$/.test(uic) ? Number(uic) : null;
}

function keysOf(tags: OsmTags): readonly string[] {
  const [uic, name = ""] = [uicOf(tags), tags.get("name")];
  return [...(name === "" ? [] : [`name ${name}`]), ...(uic === null ? [] : [`uic ${uic}`])];
}

export function isStop({ tags }: OsmNode): boolean {
  return tags.get("railway") === "stop" || tags.get("public_transport") === "stop_position";
}

/** Stops on rails that no relation has. */
function stopsByName(
  { nodes }: OsmRailway,
  placed: ReadonlySet<number>,
): ReadonlyMap<string, readonly OsmNode[]> {
  const byName = new Map<string, OsmNode[]>();
  for (const node of nodes.values()) {
    const { tags } = node;
    const name = tags.get("uic_ref") ?? tags.get("name") ?? "";
    if (!isStop(node) || name === "" || placed.has(node.id)) continue;
    byName.set(name, [...(byName.get(name) ?? []), node]);
  }
  return byName;
}

/** Pieces of rails by the cells of a grid, of those around stations, that they pass through. */
class NearRails {
  readonly #cells = new Map<number, Set<OsmPiece>>();

  constructor(pieces: readonly OsmPiece[], stations: readonly OsmNode[]) {
    for (const { place } of stations) {
      for (const key of cellsAround(place)) this.#cells.set(key, new Set());
    }
    if (stations.length === 0) return;
    for (const piece of pieces) {
      for (const [i, { place }] of piece.nodes.entries()) {
        for (const key of cellsBetween(place, piece.nodes[i + 1]?.place ?? place)) {
          this.#cells.get(key)?.add(piece);
        }
      }
    }
  }

  /** The place of each piece nearby that is nearest. */
  find({ place, tags }: OsmNode): readonly RailSpot[] {
    const kind = tags.get("station") ?? "";
    const is_own = (piece: OsmPiece): boolean =>
      !OWN_RAILS.has(kind) || tags.get("train") === "yes" || piece.tags.get("railway") === kind;
    const pieces = new Set<OsmPiece>();
    for (const key of cellsAround(place)) {
      for (const piece of this.#cells.get(key) ?? []) if (is_own(piece)) pieces.add(piece);
    }
    const found = [...pieces]
      .map((piece) => ({ piece, ...nearestOn(piece, place) }))
      .filter(({ far_m }) => far_m < NEAR_M)
      .toSorted((a, b) => a.far_m - b.far_m);
    // What is nearest where it meets one that is nearer is the same track, further on.
    const met = new Set<number>();
    return found.flatMap(({ piece, at_m }) => {
      const [first, last] = [piece.nodes[0]?.id ?? 0, piece.nodes.at(-1)?.id ?? 0];
      const goes_on =
        (at_m <= 0 && met.has(first)) || (at_m >= pieceLength(piece) && met.has(last));
      met.add(first).add(last);
      return goes_on ? [] : [{ rail: piece.id, at_m }];
    });
  }
}

/** Of its line, between vertices too. */
function nearestOn({ nodes, along_m }: OsmPiece, place: LonLat) {
  let [far_m, at_m] = [Infinity, 0];
  for (const [i, { place: from }] of nodes.entries()) {
    const to = nodes[i + 1]?.place ?? from;
    const share = shareBetween(from, to, place);
    const [lon, lat] = [0, 1].map((k) => (from[k] ?? 0) + share * ((to[k] ?? 0) - (from[k] ?? 0)));
    const own_m = measureGeo(...place, lon ?? 0, lat ?? 0);
    if (own_m >= far_m) continue;
    const begin_m = along_m[i] ?? 0;
    far_m = own_m;
    at_m = begin_m + share * ((along_m[i + 1] ?? begin_m) - begin_m);
  }
  return { far_m, at_m };
}

/** Where the foot of a place lies between two others, 0 to 1. */
function shareBetween([lon, lat]: LonLat, to: LonLat, place: LonLat): number {
  const shrink = Math.cos((place[1] * Math.PI) / 180);
  const [x, y] = [(to[0] - lon) * shrink, to[1] - lat];
  const [px, py] = [(place[0] - lon) * shrink, place[1] - lat];
  const square = x * x + y * y;
  return square === 0 ? 0 : Math.min(1, Math.max(0, (px * x + py * y) / square));
}

/** All within reach of a place, and one more on each side: what passes by may be noted in a neighbouring one. */
function cellsAround([lon, lat]: LonLat): readonly number[] {
  const cell_m = CELL_M * Math.max(0.1, Math.cos((lat * Math.PI) / 180));
  const [east, north] = [Math.ceil(NEAR_M / cell_m) + 1, Math.ceil(NEAR_M / CELL_M) + 1];
  const keys: number[] = [];
  for (let x = -east; x <= east; x++) {
    for (let y = -north; y <= north; y++) {
      keys.push(cellOf(lon + x * CELL_DEGREES, lat + y * CELL_DEGREES));
    }
  }
  return keys;
}

/** Cells at places that are less than a cell apart. */
function* cellsBetween([lon, lat]: LonLat, to: LonLat): Iterable<number> {
  const [east, north] = [to[0] - lon, to[1] - lat];
  const steps = Math.ceil(Math.max(Math.abs(east), Math.abs(north)) / CELL_DEGREES);
  const count = steps > SEGMENT_CELLS_MAX ? 1 : Math.max(1, steps);
  for (let i = 0; i < count; i++) {
    yield cellOf(lon + (east * i) / count, lat + (north * i) / count);
  }
}

const CELLS_ROUND = 1_000_000;

function cellOf(lon: number, lat: number): number {
  return Math.floor(lat / CELL_DEGREES) * CELLS_ROUND + Math.floor(lon / CELL_DEGREES);
}
