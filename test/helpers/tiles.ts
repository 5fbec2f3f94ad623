/** Vector tiles as an independent decoder reads them, and where things are in them. */
import { VectorTile } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import type { CallResult } from "./services.ts";

export interface TileFeature {
  readonly id: number | undefined;
  readonly kind: "Point" | "LineString";
  readonly properties: Readonly<Record<string, string | number | boolean>>;
  /** In units of the tile: of points one a line. */
  readonly lines: readonly (readonly (readonly [number, number])[])[];
}

export interface ReadTile {
  /** Names of its layers. */
  readonly names: readonly string[];
  readonly version: number | null;
  readonly extent: number | null;
  readonly features: readonly TileFeature[];
}

export function decodeTile(bytes: Uint8Array): ReadTile {
  const { layers } = new VectorTile(new PbfReader(Uint8Array.from(bytes)));
  const [layer] = Object.values(layers);
  const features = Array.from({ length: layer?.length ?? 0 }, (_, i): TileFeature => {
    const feature = layer?.feature(i);
    if (feature === undefined || (feature.type !== 1 && feature.type !== 2)) {
      throw new Error("neither points nor lines");
    }
    return {
      id: feature.id,
      kind: feature.type === 1 ? "Point" : "LineString",
      properties: { ...feature.properties },
      lines: feature.loadGeometry().map((line) => line.map(({ x, y }) => [x, y] as const)),
    };
  });
  const names = Object.keys(layers);
  return { names, version: layer?.version ?? null, extent: layer?.extent ?? null, features };
}

/** The decoded tile of a successful answer without a content coding. */
export function readTile({ status, headers, bytes, text }: CallResult): ReadTile {
  if (status !== 200) throw new Error(`${status}: ${text}`);
  if (headers["content-type"] !== "application/x-protobuf") throw new Error("no tile");
  if (headers["content-encoding"] !== undefined) throw new Error("coded");
  return decodeTile(bytes);
}

interface Address {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** Where a place is in a tile, in its units, by the textbook's formula. */
export function unitsOf(position: readonly number[], { z, x, y }: Address): [number, number] {
  const [lon = 0, lat = 0] = position;
  const radians = (lat * Math.PI) / 180;
  const column = ((lon + 180) / 360) * 2 ** z;
  const row = ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * 2 ** z;
  return [(column - x) * 4096, (row - y) * 4096];
}

/** The tile that a place is in. */
export function tileAt(position: readonly number[], z: number): Address {
  const [x, y] = unitsOf(position, { z, x: 0, y: 0 });
  return { z, x: Math.floor(x / 4096), y: Math.floor(y / 4096) };
}
