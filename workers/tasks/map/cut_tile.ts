/** Task: cuts one tile from a packed layer, and gzips it if that pays off. */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import Flatbush from "flatbush";
import { cutTile as cut, type TileAddress } from "../../map/cut_tile.ts";
import type { MapLayer } from "../../map/map_layer.ts";
import { tileSteps } from "../../map/mercator.ts";
import { openLayer } from "../../map/open_layer.ts";
import { writeTile } from "../../map/write_tile.ts";

/** With more features a tile takes a thread longer than 30 ms. */
const FEATURES_MAX = 10_000;
const BYTES_MAX = 2 * 1024 * 1024;
/** Bytes of a tile decrease slightly less than its features, because of shared parts. */
const SHRINKING = 0.9;
/** Smaller tiles fit into a packet uncompressed. */
const GZIP_BYTES_MIN = 1024;
const GZIP_LEVEL = 1;
/** Lists are most of a tile's bytes, and overviews are drawn without them. */
const LISTS_ZOOM_MIN = 12;

export interface CutTileInput {
  readonly name: string;
  readonly layer: MapLayer;
  readonly tile: TileAddress;
}

export interface Tile {
  /** Empty if the tile has no features. */
  readonly bytes: Uint8Array;
  /** Null: does not pay off. */
  readonly gzip: Uint8Array | null;
  /** Digest of the bytes. */
  readonly tag: string;
}

export function cutTile({ name, layer, tile }: CutTileInput): Tile {
  const columns = openLayer(layer);
  const has_lists = tile.z >= LISTS_ZOOM_MIN;
  for (let count_max = FEATURES_MAX; ; ) {
    const features = cut(layer, columns, { tile, count_max });
    const bytes = writeTile({ name, layer, columns, cut: features, has_lists });
    const count = features.features.length;
    if (bytes.length <= BYTES_MAX || count <= 1) return finish(bytes);
    count_max = Math.max(1, Math.floor((count * SHRINKING * BYTES_MAX) / bytes.length));
  }
}

/** The memory of a tile. */
export function tileBytes({ bytes, gzip }: Tile): number {
  return bytes.length + (gzip?.length ?? 0);
}

/** A country is rarely in more tiles of a layer's lowest zoom, and a map that is opened asks for them all. */
const OVERVIEW_TILES_MAX = 16;

export interface OverviewTile {
  readonly place: TileAddress;
  readonly tile: Tile;
}

/** All tiles of a layer's lowest zoom: those with the most features. None if they are too many. */
export function cutOverview(
  { name, layer }: Omit<CutTileInput, "tile">,
  z: number,
): OverviewTile[] {
  if (layer.index === null) return [];
  const { minX, minY, maxX, maxY } = Flatbush.from(layer.index);
  const [west, north, east, south] = [minX, minY, maxX, maxY].map((steps) =>
    Math.floor(steps / tileSteps(z)),
  ) as [number, number, number, number];
  if ((east - west + 1) * (south - north + 1) > OVERVIEW_TILES_MAX) return [];
  const tiles: OverviewTile[] = [];
  for (let x = west; x <= east; x++) {
    for (let y = north; y <= south; y++) {
      const place = { z, x, y };
      tiles.push({ place, tile: cutTile({ name, layer, tile: place }) });
    }
  }
  return tiles;
}

function finish(bytes: Uint8Array): Tile {
  const tag = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
  const gzip = bytes.length < GZIP_BYTES_MIN ? null : gzipSync(bytes, { level: GZIP_LEVEL });
  return { bytes: share(bytes), gzip: gzip === null ? null : share(gzip), tag };
}

function share(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}
