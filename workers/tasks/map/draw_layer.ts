/**
 * Task: draws a layer of the map from the stored texts of the objects that it needs. Track sections are drawn
 * first: what other layers need of them is passed on as one text, so that they do not read the sections again.
 */
import { isMapLayer, MAP_LAYERS } from "../../../src/railway/map_layers.ts";
import { OBJECT_TYPES, type ObjectKey } from "../../../src/railway/object_types.ts";
import { drawFeatures, type FaultRow } from "../../map/draw_features.ts";
import { layerBytes, type MapLayer } from "../../map/map_layer.ts";
import { packLayer } from "../../map/pack_layer.ts";
import type { RailjsonDocument } from "../../railjson/schemas.ts";
import { shareTexts } from "../shared_text.ts";
import { cutOverview, type OverviewTile, tileBytes } from "./cut_tile.ts";

export interface DrawLayerInput {
  readonly name: string;
  /** Lists of the network's document as JSON arrays in UTF-8; absent lists are not needed. */
  readonly lists: Readonly<Partial<Record<ObjectKey, readonly ArrayBuffer[]>>>;
  /** The drawn track sections; null if this task draws them. */
  readonly tracks: Uint8Array | null;
  /** Rows of the network's faults as JSON texts. */
  readonly faults: readonly string[];
}

export interface DrawnLayer {
  readonly layer: MapLayer;
  /** Degrees around all track sections: west, south, east, north; null: none. Only for the track sections' layer. */
  readonly bounds: readonly [number, number, number, number] | null;
  /** What other layers need of the track sections; null in those other layers. */
  readonly tracks: Uint8Array | null;
  /** Its tiles of the lowest zoom, which would take longest to cut when they are asked for. */
  readonly overview: readonly OverviewTile[];
  readonly bytes: number;
}

type Track = RailjsonDocument["track_sections"][number];

export function drawLayer({ name, lists, tracks, faults }: DrawLayerInput): DrawnLayer {
  if (!isMapLayer(name)) throw new Error(`no layer ${name}`);
  const document = readDocument(lists, tracks);
  const fault_rows: FaultRow[] = faults.map((text) => JSON.parse(text));
  const layer = packLayer(drawFeatures(name, { document, faults: fault_rows }));
  const overview = cutOverview({ name, layer }, MAP_LAYERS[name].zoom_min);
  const bytes = overview.reduce((sum, { tile }) => sum + tileBytes(tile), layerBytes(layer));
  if (tracks !== null) return { layer, bounds: null, tracks: null, overview, bytes };
  const text = printTracks(document.track_sections);
  return {
    layer,
    bounds: boundsOf(document.track_sections),
    tracks: text,
    overview,
    bytes: bytes + text.length,
  };
}

function readDocument(lists: DrawLayerInput["lists"], tracks: Uint8Array | null): RailjsonDocument {
  const read = OBJECT_TYPES.map(({ key }) => [key, parseList(lists[key] ?? [])]);
  const document = Object.fromEntries(read);
  if (tracks !== null) document.track_sections = JSON.parse(Buffer.from(tracks).toString("utf8"));
  // Safe: objects were valid when stored, and every list was just set.
  return document as RailjsonDocument;
}

function parseList(chunks: readonly ArrayBuffer[]): unknown[] {
  if (chunks.length === 0) return [];
  const bytes = Buffer.concat(chunks.map((chunk) => new Uint8Array(chunk)));
  return JSON.parse(bytes.toString("utf8"));
}

/** The parts of tracks needed to locate objects on them. */
function printTracks(tracks: readonly Track[]): Uint8Array {
  const needed = tracks.map(({ id, length, geo }) => ({ id, length, geo }));
  return shareTexts([JSON.stringify(needed)]);
}

function boundsOf(tracks: readonly Track[]): DrawnLayer["bounds"] {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const { geo } of tracks) {
    for (const [lon = 0, lat = 0] of geo.coordinates) {
      west = Math.min(west, lon);
      south = Math.min(south, lat);
      east = Math.max(east, lon);
      north = Math.max(north, lat);
    }
  }
  return tracks.length === 0 ? null : [west, south, east, north];
}
