/** Stations of an extract: relations of stops, stops by their name, and station nodes with the tracks nearby. */
import { measureGeo } from "../../engine/geo.ts";
import { addTo } from "../network/add_to.ts";
import type { LonLat } from "../network/rail_line.ts";
import type { RailPlan, RailStation } from "../network/rail_plan.ts";
import type { OsmNode, OsmTags } from "./osm_elements.ts";
import { type OsmPiece, type OsmRailway, type OsmStation, pieceLength } from "./osm_rails.ts";

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

/** Cells of about two kilometres: stations of one name that are further apart are several. */
const SAME_NAME_DEGREES = 0.02;
/** Between stops below the ground that have no code of their own, and the stops of the station that they belong to. */
const BELOW_M = 200;
/** Stops of a cell that others are compared with: the largest stations have some tens. */
const PLACES_MAX = 200;

export function addStations(
  railway: OsmRailway,
  { pieces, spots }: { pieces: readonly OsmPiece[]; spots: ReadonlyMap<number, RailSpot> },
  plan: RailPlan,
): void {
  const stations = new Stations(plan, spots);
  const known = new Map(railway.stations.map((station) => [station.id, station]));
  const placed = new Set<string>();
  const below: Found[] = [];
  for (const { id, tags, members } of railway.stop_areas) {
    const keys = members.map((member) => `${member.type}.${member.id}`);
    const stops = members.flatMap((member, i) => {
      const is_stop = member.type === "node" && !known.has(keys[i] ?? "");
      const node = is_stop ? railway.nodes.get(member.id) : undefined;
      return node !== undefined && spots.has(node.id) ? [node] : [];
    });
    if (stops.length === 0) continue;
    for (const key of keys) placed.add(key);
    // The station, and stops that all tell one code, may say what their area does not.
    const station = keys.flatMap((key) => known.get(key)?.tags ?? [])[0];
    const codes = new Set(stops.map((stop) => stop.tags.get("uic_ref") ?? ""));
    const told = new Map([["uic_ref", codes.size === 1 ? ([...codes][0] ?? "") : ""]]);
    const found = { id: `relation.${id}`, stops, tags: merge(told, station, tags) };
    if (isBelow(stops) && uicOf(found.tags) === null) below.push(found);
    else stations.addStops(found);
  }
  for (const stop of railway.nodes.values()) {
    const is_named = (stop.tags.get("uic_ref") ?? stop.tags.get("name") ?? "") !== "";
    if (!isStop(stop) || !is_named || placed.has(`node.${stop.id}`)) continue;
    // A stop's own reference is that of its track.
    const found = { id: `stop.${stop.id}`, stops: [stop], tags: merge(stop.tags) };
    found.tags.delete("ref");
    if (isBelow(found.stops) && uicOf(found.tags) === null) below.push(found);
    else stations.addStops(found);
  }
  const near = new NearRails(pieces, railway.stations);
  for (const station of railway.stations) {
    if (placed.has(station.id) || stations.tell(station)) continue;
    const own = spots.get(station.node ?? Number.NaN);
    const others = near.find(station).filter(({ rail }) => rail !== own?.rail);
    stations.add(station, own === undefined ? others : [own, ...others], [station.place]);
  }
  for (const found of below) stations.addStops(found, BELOW_M);
}

/** Stops on rails that are one station. */
interface Found {
  readonly id: string;
  readonly stops: readonly OsmNode[];
  readonly tags: OsmTags;
}

/** What is told later counts, unless it is empty. */
function merge(...told: readonly (OsmTags | undefined)[]): Map<string, string> {
  return new Map(told.flatMap((tags) => [...(tags ?? [])].filter(([, value]) => value !== "")));
}

function isBelow(stops: readonly OsmNode[]): boolean {
  return stops.every(({ tags }) => Number(tags.get("level") ?? tags.get("layer")) < 0);
}

/** Those of a plan: one for each code, and for each name within some distance. */
class Stations {
  readonly #plan: RailPlan;
  readonly #spots: ReadonlyMap<number, RailSpot>;
  /** By codes, and by names and cells: index in the plan. */
  readonly #known = new Map<string, number>();
  /** By cells: where stations have stops. */
  readonly #places = new Map<number, { readonly index: number; readonly place: LonLat }[]>();

  constructor(plan: RailPlan, spots: ReadonlyMap<number, RailSpot>) {
    this.#plan = plan;
    this.#spots = spots;
  }

  /** Adds a station, or stops of one that is known: by code and name, or as near as a distance. */
  addStops({ id, stops, tags }: Found, near_m = 0): void {
    const [first] = stops;
    if (first === undefined) return;
    const parts = stops.flatMap((stop) => this.#spots.get(stop.id) ?? []);
    const places = stops.map(({ place }) => place);
    const near = near_m === 0 ? undefined : this.#nearest(first.place, near_m);
    const same = this.#find(tags, first.place) ?? near;
    const known = this.#plan.stations[same ?? -1];
    if (same === undefined || known === undefined) return this.add({ id, tags }, parts, places);
    const others = parts.filter(
      ({ rail, at_m }) => !known.parts.some((part) => part.rail === rail && part.at_m === at_m),
    );
    this.#plan.stations[same] = { ...known, parts: [...known.parts, ...others] };
    this.#complete(same, tags, places);
  }

  add(
    { id, tags }: { readonly id: string; readonly tags: OsmTags },
    parts: RailStation["parts"],
    places: readonly LonLat[],
  ): void {
    if (parts.length === 0) return;
    const index = this.#plan.stations.push({ id, name: "", uic: null, trigram: "", parts }) - 1;
    this.#complete(index, tags, places);
  }

  /** What a station that is known has of another source; false: none is. */
  tell({ tags, place }: OsmStation): boolean {
    const same = this.#find(tags, place);
    if (same !== undefined) this.#complete(same, tags, [place]);
    return same !== undefined;
  }

  #find(tags: OsmTags, place: LonLat): number | undefined {
    const uic = uicOf(tags);
    const coded = uic === null ? undefined : this.#known.get(`uic ${uic}`);
    const name = tags.get("name") ?? "";
    if (coded !== undefined || name === "") return coded;
    for (const cell of cellsBeside(place)) {
      const same = this.#known.get(`name ${cell} ${name}`);
      if (same !== undefined) return same;
    }
    return undefined;
  }

  #complete(index: number, tags: OsmTags, places: readonly LonLat[]): void {
    const known = this.#plan.stations[index];
    if (known === undefined) return;
    const name = known.name || (tags.get("name") ?? "");
    const uic = known.uic ?? uicOf(tags);
    const trigram = known.trigram || (tags.get("railway:ref") ?? tags.get("ref") ?? "");
    this.#plan.stations[index] = { ...known, name, uic, trigram };
    if (uic !== null) this.#known.set(`uic ${uic}`, index);
    for (const place of places) {
      const cell = cellOf(...place);
      if ((this.#places.get(cell)?.length ?? 0) < PLACES_MAX) {
        addTo(this.#places, cell, { index, place });
      }
      for (const one of [name, tags.get("name") ?? ""]) {
        if (one !== "") this.#known.set(`name ${nameCell(place)} ${one}`, index);
      }
    }
  }

  #nearest(place: LonLat, least_m: number): number | undefined {
    const around = cellsAround(place).flatMap((cell) => this.#places.get(cell) ?? []);
    const far = around.map((one) => ({ ...one, far_m: measureGeo(...place, ...one.place) }));
    const [nearest] = far.toSorted((a, b) => a.far_m - b.far_m);
    return nearest === undefined || nearest.far_m > least_m ? undefined : nearest.index;
  }
}

function nameCell([lon, lat]: LonLat): string {
  return `${Math.floor(lon / SAME_NAME_DEGREES)} ${Math.floor(lat / SAME_NAME_DEGREES)}`;
}

/** Its own first. */
function cellsBeside([lon, lat]: LonLat): readonly string[] {
  return [0, -1, 1].flatMap((x) =>
    [0, -1, 1].map((y) => nameCell([lon + x * SAME_NAME_DEGREES, lat + y * SAME_NAME_DEGREES])),
  );
}

function uicOf(tags: OsmTags): number | null {
  // Some are written in groups. At a border a station has one of each country: the first counts.
  const told = (tags.get("uic_ref") ?? "").replaceAll(" ", "");
  const [uic] = /^\d{7,15}(?=;)|^\d{1,15}$/.exec(told) ?? [];
  return uic === undefined ? null : Number(uic);
}

export function isStop({ tags }: OsmNode): boolean {
  return tags.get("railway") === "stop" || tags.get("public_transport") === "stop_position";
}

/** Pieces of rails by the cells of a grid, of those around stations, that they pass through. */
class NearRails {
  readonly #cells = new Map<number, Set<OsmPiece>>();

  constructor(pieces: readonly OsmPiece[], stations: readonly OsmStation[]) {
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
  find({ place, tags }: OsmStation): readonly RailSpot[] {
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
