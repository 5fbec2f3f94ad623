/** Packs the features of a layer into shared memory, so that any thread can cut tiles from it. */
import Flatbush from "flatbush";
import { PbfWriter } from "pbf";
import { Uint32Column } from "../engine/columns.ts";
import { packColumns } from "../engine/shared_columns.ts";
import { type PackedTexts, TextPacker } from "../railjson/packed_texts.ts";
import type { Position } from "../railjson/track_map.ts";
import { ListText, type Properties, type PropertyValue } from "./flatten.ts";
import type { MapFeature } from "./map_feature.ts";
import { LAYER_SHAPE, LINES, type MapLayer, POINTS } from "./map_layer.ts";
import { mercatorX, mercatorY, toStep } from "./mercator.ts";
import { thinLine } from "./thin_line.ts";

/*
 * The keys and values of a layer's properties, each stored once. Values are encoded when the layer is packed, so a tile
 * only copies bytes and need not compare and encode every value of every feature again.
 */

const EXPECTED_KEY_BYTES = 32;

type PlainValue = Exclude<PropertyValue, ListText>;

interface TagColumns {
  /** Keys and values of all features. */
  readonly all: Uint32Column;
  /** Where the lists of each feature begin. */
  readonly lists: Uint32Column;
}

class PropertyTable {
  readonly #keys = new Map<string, number>();
  readonly #values = new Map<string, number>();
  readonly #writer = new PbfWriter();
  readonly #ends: number[] = [0];

  /** Appends the numbers of each key and its value, lists last. */
  add(properties: Properties, { all, lists }: TagColumns): void {
    const listed: [string, ListText][] = [];
    for (const [key, value] of Object.entries(properties)) {
      if (value instanceof ListText) listed.push([key, value]);
      else this.#push(key, value, all);
    }
    lists.push(all.count);
    for (const [key, { text }] of listed) this.#push(key, text, all);
  }

  #push(key: string, value: PlainValue, into: Uint32Column): void {
    into.push(this.#keyOf(key));
    into.push(this.#valueOf(value));
  }

  finish(): { readonly keys: PackedTexts; readonly values: PackedTexts } {
    const keys = new TextPacker(this.#keys.size, this.#keys.size * EXPECTED_KEY_BYTES);
    for (const key of this.#keys.keys()) keys.push(key);
    const written = this.#writer.finish();
    const bytes = new Uint8Array(new SharedArrayBuffer(written.length));
    bytes.set(written);
    const offsets = new Uint32Array(new SharedArrayBuffer(4 * this.#ends.length));
    offsets.set(this.#ends);
    return { keys: keys.finish(), values: { bytes, offsets } };
  }

  #keyOf(key: string): number {
    const known = this.#keys.get(key);
    if (known !== undefined) return known;
    this.#keys.set(key, this.#keys.size);
    return this.#keys.size - 1;
  }

  #valueOf(value: PlainValue): number {
    // The type goes first, because a text can look like a number.
    const name = `${typeof value} ${value}`;
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    this.#values.set(name, this.#values.size);
    writeValue(this.#writer, value);
    this.#ends.push(this.#writer.pos);
    return this.#values.size - 1;
  }
}

/** The `Value` message of vector tiles, version 2. */
function writeValue(writer: PbfWriter, value: PlainValue): void {
  if (typeof value === "string") writer.writeStringField(1, value);
  else if (typeof value === "boolean") writer.writeBooleanField(7, value);
  else if (!Number.isSafeInteger(value)) writer.writeDoubleField(3, value);
  else if (value < 0) writer.writeSVarintField(6, value);
  else writer.writeVarintField(5, value);
}

/** log2 of a tile's unit at zoom 0, in steps. */
const UNIT_LOG2 = 20;
/** The zoom of a line whose vertices all lie at one place: no tile shows it. */
const NEVER = 255;
const NODE_SIZE = 16;

interface Box {
  west: number;
  north: number;
  east: number;
  south: number;
}

type Draft = { readonly [K in keyof typeof LAYER_SHAPE]: Uint32Column };

export function packLayer(features: Iterable<MapFeature>): MapLayer {
  const draft = startDraft();
  const table = new PropertyTable();
  const part_boxes: Box[] = [];
  for (const feature of features) addFeature(draft, table, { feature, part_boxes });
  draft.tag_start.push(draft.tags.count);
  draft.vertex_start.push(draft.x.count);
  return {
    columns: packColumns(LAYER_SHAPE, finishColumns(draft)),
    vertex_zooms: thinLines(draft),
    ...table.finish(),
    index: indexBoxes(part_boxes),
  };
}

function startDraft(): Draft {
  const columns = Object.keys(LAYER_SHAPE).map((name) => [name, new Uint32Column()]);
  // Made of the keys of the shape.
  return Object.fromEntries(columns) as Draft;
}

function finishColumns(draft: Draft): { readonly [K in keyof typeof LAYER_SHAPE]: Uint32Array } {
  const columns = Object.entries(draft).map(([name, column]) => [name, column.finish()]);
  // Made of the keys of the shape.
  return Object.fromEntries(columns) as Record<keyof typeof LAYER_SHAPE, Uint32Array>;
}

function addFeature(
  draft: Draft,
  table: PropertyTable,
  { feature, part_boxes }: { readonly feature: MapFeature; readonly part_boxes: Box[] },
): void {
  const { kind, parts, properties } = feature;
  const index = draft.feature_kind.count;
  const box = emptyBox();
  for (const part of parts) {
    draft.part_feature.push(index);
    draft.vertex_start.push(draft.x.count);
    const part_box = addVertices(draft, part);
    draft.part_zoom.push(kind === "points" ? 0 : zoomOf(part_box));
    part_boxes.push(part_box);
    extendBox(box, part_box);
  }
  draft.feature_kind.push(kind === "points" ? POINTS : LINES);
  draft.feature_west.push(box.west);
  draft.feature_north.push(box.north);
  draft.feature_east.push(box.east);
  draft.feature_south.push(box.south);
  draft.feature_hash.push(hashOf(properties));
  draft.tag_start.push(draft.tags.count);
  table.add(properties, { all: draft.tags, lists: draft.list_start });
}

function addVertices(draft: Draft, part: readonly Position[]): Box {
  const box = emptyBox();
  for (const [lon, lat] of part) {
    const x = toStep(mercatorX(lon));
    const y = toStep(mercatorY(lat));
    draft.x.push(x);
    draft.y.push(y);
    extendBox(box, { west: x, north: y, east: x, south: y });
  }
  return box;
}

function emptyBox(): Box {
  return {
    west: Number.POSITIVE_INFINITY,
    north: Number.POSITIVE_INFINITY,
    east: Number.NEGATIVE_INFINITY,
    south: Number.NEGATIVE_INFINITY,
  };
}

function extendBox(box: Box, { west, north, east, south }: Box): void {
  box.west = Math.min(box.west, west);
  box.north = Math.min(box.north, north);
  box.east = Math.max(box.east, east);
  box.south = Math.max(box.south, south);
}

/** The lowest zoom at which a line is one unit of a tile long. */
function zoomOf({ west, north, east, south }: Box): number {
  const size = Math.max(east - west, south - north);
  return size > 0 ? Math.max(0, Math.ceil(UNIT_LOG2 - Math.log2(size))) : NEVER;
}

/** FNV-1a of the id, or of all properties if there is no id. */
function hashOf(properties: Properties): number {
  const id = properties["id"];
  const text = typeof id === "string" ? id : JSON.stringify(properties);
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}

function thinLines({ x, y, vertex_start, part_feature, feature_kind }: Draft): Uint8Array {
  const zooms = new Uint8Array(new SharedArrayBuffer(x.count));
  const line = { x: x.values, y: y.values };
  for (let part = 0; part < part_feature.count; part++) {
    if (feature_kind.values[part_feature.values[part] ?? 0] !== LINES) continue;
    const start = vertex_start.values[part] ?? 0;
    thinLine(line, { start, end: vertex_start.values[part + 1] ?? 0 }, zooms);
  }
  return zooms;
}

function indexBoxes(boxes: readonly Box[]): SharedArrayBuffer | null {
  if (boxes.length === 0) return null;
  const index = new Flatbush(boxes.length, NODE_SIZE, Uint32Array, SharedArrayBuffer);
  for (const { west, north, east, south } of boxes) index.add(west, north, east, south);
  index.finish();
  // Made with the shared kind of buffer one line above.
  return index.data as SharedArrayBuffer;
}
