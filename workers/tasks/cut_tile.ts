/** Task: one tile of a packed layer, also as gzip where that is worth it. */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { cutTile as cut, type TileAddress } from "../map/cut_tile.ts";
import type { MapLayer } from "../map/map_layer.ts";
import { openLayer } from "../map/open_layer.ts";
import { writeTile } from "../map/write_tile.ts";

/** With more of them a tile takes a thread longer than 30 ms. */
const FEATURES_MAX = 10_000;
const BYTES_MAX = 2 * 1024 * 1024;
/** Bytes of a tile go down with its features a little less than in proportion: what they share stays. */
const SHRINKING = 0.9;
/** Smaller ones fit in a packet as they are. */
const GZIP_BYTES_MIN = 1024;
const GZIP_LEVEL = 1;
/** Overviews are drawn without them, and they are most of a tile's bytes. */
const LISTS_ZOOM_MIN = 12;

export interface CutTileInput {
  readonly name: string;
  readonly layer: MapLayer;
  readonly tile: TileAddress;
}

export interface Tile {
  /** Empty where there is nothing. */
  readonly bytes: Uint8Array;
  /** Null: not worth it. */
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
