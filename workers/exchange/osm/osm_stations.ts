/** Stations of an extract: relations of stops, stops by their name, and station nodes with the tracks nearby. */
import { measureGeo } from "../../engine/geo.ts";
import type { LonLat } from "../network/rail_line.ts";
import type { RailPlan } from "../network/rail_plan.ts";
import type { OsmNode, OsmTags } from "./osm_elements.ts";
import type { OsmPiece, OsmRailway } from "./osm_rails.ts";

export interface RailSpot {
  readonly rail: string;
  readonly at_m: number;
}

/** Between a station's node and the tracks that are its own. */
const NEAR_M = 100;
const CELL_DEGREES = 0.002;

export function addStations(
  railway: OsmRailway,
  { pieces, spots }: { pieces: readonly OsmPiece[]; spots: ReadonlyMap<number, RailSpot> },
  plan: RailPlan,
): void {
  const named = new Set<string>();
  const placed = new Set<number>();
  const add = (id: string, tags: OsmTags, parts: readonly RailSpot[]): void => {
    if (parts.length === 0) return;
    const name = tags.get("name") ?? "";
    const uic = tags.get("uic_ref") ?? "";
    named.add(name);
    plan.stations.push({
      id,
      name,
      uic: /^\d{1,15}$/.test(uic) ? Number(uic) : null,
      trigram: tags.get("railway:ref") ?? tags.get("ref") ?? "",
      parts,
    });
  };
  for (const { id, tags, members } of railway.stop_areas) {
    const stops = members.filter(({ type }) => type === "node").map((member) => member.id);
    const parts = stops.flatMap((stop) => spots.get(stop) ?? []);
    if (parts.length > 0) for (const stop of stops) placed.add(stop);
    add(`relation.${id}`, tags, parts);
  }
  for (const stops of stopsByName(railway, placed).values()) {
    const [first] = stops;
    if (first === undefined || named.has(first.tags.get("name") ?? "")) continue;
    add(
      `stop.${first.id}`,
      first.tags,
      stops.flatMap(({ id }) => spots.get(id) ?? []),
    );
  }
  const near = new NearRails(pieces, railway.stations);
  for (const station of railway.stations) {
    if (named.has(station.tags.get("name") ?? "")) continue;
    const own = spots.get(station.id);
    add(`node.${station.id}`, station.tags, own === undefined ? near.find(station) : [own]);
  }
}

/** Stops on rails that no relation has. */
function stopsByName(
  { nodes }: OsmRailway,
  placed: ReadonlySet<number>,
): ReadonlyMap<string, readonly OsmNode[]> {
  const byName = new Map<string, OsmNode[]>();
  for (const node of nodes.values()) {
    const { tags } = node;
    const is_stop =
      tags.get("railway") === "stop" || tags.get("public_transport") === "stop_position";
    const name = tags.get("uic_ref") ?? tags.get("name") ?? "";
    if (!is_stop || name === "" || placed.has(node.id)) continue;
    byName.set(name, [...(byName.get(name) ?? []), node]);
  }
  return byName;
}

/** Pieces of rails by the cells of a grid, of those around stations, that their vertices lie in. */
class NearRails {
  readonly #cells = new Map<string, Set<OsmPiece>>();

  constructor(pieces: readonly OsmPiece[], stations: readonly OsmNode[]) {
    for (const { place } of stations) {
      for (const key of cellsAround(place)) this.#cells.set(key, new Set());
    }
    for (const piece of pieces) {
      for (const { place } of piece.nodes) this.#cells.get(cellOf(...place))?.add(piece);
    }
  }

  /** The vertex of each piece nearby that is nearest. */
  find({ place }: OsmNode): readonly RailSpot[] {
    const pieces = new Set<OsmPiece>();
    for (const key of cellsAround(place)) {
      for (const piece of this.#cells.get(key) ?? []) pieces.add(piece);
    }
    return [...pieces].flatMap((piece) => {
      const distances = piece.nodes.map((node) => measureGeo(...place, ...node.place));
      const nearest = distances.indexOf(Math.min(...distances));
      if ((distances[nearest] ?? NEAR_M) >= NEAR_M) return [];
      return [{ rail: piece.id, at_m: piece.along_m[nearest] ?? 0 }];
    });
  }
}

function cellsAround([lon, lat]: LonLat): readonly string[] {
  const steps = [-1, 0, 1];
  return steps.flatMap((east) =>
    steps.map((north) => cellOf(lon + east * CELL_DEGREES, lat + north * CELL_DEGREES)),
  );
}

function cellOf(lon: number, lat: number): string {
  return `${Math.floor(lon / CELL_DEGREES)} ${Math.floor(lat / CELL_DEGREES)}`;
}
