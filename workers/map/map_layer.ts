/**
 * A layer of one network as tiles are cut from it: features with their parts and vertices as whole numbers, their
 * properties as numbers of keys and values, and a packed tree over the parts (flatbush). All of it lies in shared memory,
 * is read by all threads, and opening it costs nothing that grows with the network.
 */
import type { PackedTexts } from "../railjson/packed_texts.ts";

export interface MapLayer {
  readonly columns: SharedArrayBuffer;
  /** [nVertices] lowest zoom at which the vertex is told. */
  readonly vertex_zooms: Uint8Array;
  readonly keys: PackedTexts;
  /** Each a value as tiles hold it (a `Value` message). */
  readonly values: PackedTexts;
  /** A flatbush over the boxes of the parts; null: there are none. */
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
  /** [nFeatures] a fixed hash: of too many points those with the lowest are kept. */
  feature_hash: Uint32Array,
  /** [nFeatures + 1] into `tags`. */
  tag_start: Uint32Array,
  /** [nFeatures] where in its `tags` the lists begin. */
  list_start: Uint32Array,
  /** A key and a value in turn. */
  tags: Uint32Array,
  /** [nParts] */
  part_feature: Uint32Array,
  /** [nParts] lowest zoom at which it is a unit of a tile long; of points 0. */
  part_zoom: Uint32Array,
  /** [nParts + 1] into `x` and `y`. */
  vertex_start: Uint32Array,
  x: Uint32Array,
  y: Uint32Array,
} as const;

export const POINTS = 1;
export const LINES = 2;

/** Memory of a layer. */
export function layerBytes({ columns, vertex_zooms, keys, values, index }: MapLayer): number {
  return [columns, vertex_zooms, keys.bytes, keys.offsets, values.bytes, values.offsets].reduce(
    (sum, { byteLength }) => sum + byteLength,
    index?.byteLength ?? 0,
  );
}
