/**
 * Writes a tile's bytes: Mapbox vector tiles, version 2, with one layer. It uses `pbf` directly: the encoders built on
 * it compare and encode every value of every feature again, six times the cost of the rest (property_table.ts).
 */
import { PbfWriter } from "pbf";
import type { PackedTexts } from "../railjson/packed_texts.ts";
import type { CutFeatures } from "./cut_tile.ts";
import { type MapLayer, POINTS } from "./map_layer.ts";
import { TILE_EXTENT } from "./mercator.ts";
import type { LayerColumns } from "./open_layer.ts";

const VERSION = 2;
const MOVE_TO = 1;
const LINE_TO = 2;

interface TileContent {
  readonly name: string;
  readonly layer: MapLayer;
  readonly columns: LayerColumns;
  readonly cut: CutFeatures;
  /** Whether properties that are lists are written. */
  readonly has_lists: boolean;
}

export function writeTile(content: TileContent): Uint8Array {
  const writer = new PbfWriter();
  if (content.cut.features.length > 0) writer.writeMessage(3, writeLayer, content);
  return writer.finish();
}

function writeLayer(content: TileContent, writer?: PbfWriter): void {
  if (writer === undefined) return;
  const { name, layer, columns, cut, has_lists } = content;
  writer.writeVarintField(15, VERSION);
  writer.writeStringField(1, name);
  writer.writeVarintField(5, TILE_EXTENT);
  const keys = new Renumbering(layer.keys);
  const values = new Renumbering(layer.values);
  const tag_end = has_lists ? columns.tag_start.subarray(1) : columns.list_start;
  for (const [at, feature] of cut.features.entries()) {
    writer.writeMessage(
      2,
      () => {
        writer.writeMessage(
          2,
          () => writeTags(writer, { columns, feature, end: tag_end[feature] ?? 0, keys, values }),
          null,
        );
        writer.writeVarintField(3, columns.feature_kind[feature] ?? 0);
        const is_points = columns.feature_kind[feature] === POINTS;
        writer.writeMessage(4, () => writeGeometry(writer, { cut, at, is_points }), null);
      },
      null,
    );
  }
  keys.writeUsed(writer, 3);
  values.writeUsed(writer, 4);
}

interface Tagged {
  readonly columns: LayerColumns;
  readonly feature: number;
  readonly end: number;
  readonly keys: Renumbering;
  readonly values: Renumbering;
}

function writeTags(writer: PbfWriter, { columns, feature, end, keys, values }: Tagged): void {
  const { tag_start, tags } = columns;
  for (let i = tag_start[feature] ?? 0; i < end; i += 2) {
    writer.writeVarint(keys.numberOf(tags[i] ?? 0));
    writer.writeVarint(values.numberOf(tags[i + 1] ?? 0));
  }
}

/** Numbers a layer's keys or values in the order of their first use in the tile. */
class Renumbering {
  readonly #texts: PackedTexts;
  /** By number in the layer: 1 + the number in the tile; 0 = not in the tile. */
  readonly #numbers: Uint32Array;
  readonly #used: number[] = [];

  constructor(texts: PackedTexts) {
    this.#texts = texts;
    this.#numbers = new Uint32Array(texts.offsets.length);
  }

  numberOf(of_layer: number): number {
    const known = this.#numbers[of_layer] ?? 0;
    if (known > 0) return known - 1;
    this.#numbers[of_layer] = this.#used.push(of_layer);
    return this.#used.length - 1;
  }

  writeUsed(writer: PbfWriter, field: number): void {
    const { bytes, offsets } = this.#texts;
    for (const at of this.#used) {
      writer.writeBytesField(field, bytes.subarray(offsets[at], offsets[at + 1]));
    }
  }
}

interface Geometry {
  readonly cut: CutFeatures;
  readonly at: number;
  readonly is_points: boolean;
}

/** Commands with the offsets from vertex to vertex; points are one command. */
function writeGeometry(writer: PbfWriter, { cut, at, is_points }: Geometry): void {
  const { feature_starts, line_starts, coordinates } = cut;
  const first = feature_starts[at] ?? 0;
  const end = feature_starts[at + 1] ?? 0;
  let x = 0;
  let y = 0;
  const move = (i: number): void => {
    const [to_x, to_y] = [coordinates[i] ?? 0, coordinates[i + 1] ?? 0];
    writer.writeSVarint(to_x - x);
    writer.writeSVarint(to_y - y);
    x = to_x;
    y = to_y;
  };
  if (is_points) writer.writeVarint(command(MOVE_TO, end - first));
  for (let line = first; line < end; line++) {
    const start = line_starts[line] ?? 0;
    const line_end = line_starts[line + 1] ?? 0;
    if (!is_points) writer.writeVarint(command(MOVE_TO, 1));
    move(start);
    if (is_points) continue;
    writer.writeVarint(command(LINE_TO, (line_end - start) / 2 - 1));
    for (let i = start + 2; i < line_end; i += 2) move(i);
  }
}

function command(id: number, count: number): number {
  return (count << 3) | id;
}
