/**
 * A layer of one network, from which tiles are cut: features with parts and vertices as whole numbers, properties as
 * numbers of keys and values, and a packed tree over the parts (flatbush). It lies in shared memory, all threads read
 * it, and the cost to open it does not grow with the network.
 */
import type { PackedTexts } from "../railjson/packed_texts.ts";

export interface MapLayer {
  readonly columns: SharedArrayBuffer;
  /** [nVertices] lowest zoom at which the vertex is written to a tile. */
  readonly vertex_zooms: Uint8Array;
  readonly keys: PackedTexts;
  /** Values, each encoded as tiles hold it (a `Value` message). */
  readonly values: PackedTexts;
  /** A flatbush over the boxes of the parts; null: the layer has no parts. */
  readonly index: SharedArrayBuffer | null;
}

/** Columns of a layer; places and boxes in steps of mercator.ts. */
export const LAYER_SHAPE = {
  /** [nFeatures] 1: points, 2: lines, as tiles number them. */
  feature_kind: Uint32Array,
  feature_west: Uint32Array,
  feature_north: Uint32Array,
  feature_east: Uint32Array,
  feature_south: Uint32Array,
  /** [nFeatures] a fixed hash: if there are too many points, those with the lowest are kept. */
  feature_hash: Uint32Array,
  /** [nFeatures + 1] into `tags`. */
  tag_start: Uint32Array,
  /** [nFeatures] where the lists begin in the feature's `tags`. */
  list_start: Uint32Array,
  /** Key and value alternate. */
  tags: Uint32Array,
  /** [nParts] */
  part_feature: Uint32Array,
  /** [nParts] lowest zoom at which the part is one unit of a tile long; 0 for points. */
  part_zoom: Uint32Array,
  /** [nParts + 1] into `x` and `y`. */
  vertex_start: Uint32Array,
  x: Uint32Array,
  y: Uint32Array,
} as const;

export const POINTS = 1;
export const LINES = 2;

/** The memory of a layer. */
export function layerBytes({ columns, vertex_zooms, keys, values, index }: MapLayer): number {
  return [columns, vertex_zooms, keys.bytes, keys.offsets, values.bytes, values.offsets].reduce(
    (sum, { byteLength }) => sum + byteLength,
    index?.byteLength ?? 0,
  );
}
