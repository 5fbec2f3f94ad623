/**
 * Cuts one tile from a layer, in the tile's own units. A feature belongs to the tile if its box meets the tile without
 * margin; what lies in the tile and its margin is written. Vertices on the same unit merge; a line of one is left out.
 */
import Flatbush from "flatbush";
import { LINES, type MapLayer } from "./map_layer.ts";
import { TILE_EXTENT, tileSteps } from "./mercator.ts";
import type { LayerColumns } from "./open_layer.ts";

/*
 * Cuts a line to the parts within a box (Liang and Barsky's rule, a segment at a time). A line that leaves the box and
 * comes back gives several parts.
 */

interface ClipBox {
  readonly min: number;
  readonly max: number;
}

/** Receives the vertices of lines one by one. */
interface LineSink {
  start(): void;
  add(x: number, y: number): void;
}

/** `xs` and `ys` are the line's vertices; the box is a square on both axes. */
export function clipLine(
  xs: readonly number[],
  ys: readonly number[],
  { min, max }: ClipBox,
  sink: LineSink,
): void {
  let is_open = false;
  for (let i = 1; i < xs.length; i++) {
    const [x0, y0] = [xs[i - 1] ?? 0, ys[i - 1] ?? 0];
    const [x1, y1] = [xs[i] ?? 0, ys[i] ?? 0];
    const [dx, dy] = [x1 - x0, y1 - y0];
    let from = 0;
    let to = 1;
    for (const [step, room] of [
      [-dx, x0 - min],
      [dx, max - x0],
      [-dy, y0 - min],
      [dy, max - y0],
    ] as const) {
      if (step === 0) {
        if (room < 0) to = -1;
      } else if (step < 0) from = Math.max(from, room / step);
      else to = Math.min(to, room / step);
    }
    if (from > to) {
      is_open = false;
      continue;
    }
    if (!is_open || from > 0) {
      sink.start();
      sink.add(x0 + from * dx, y0 + from * dy);
    }
    sink.add(x0 + to * dx, y0 + to * dy);
    is_open = to === 1;
  }
}

/*
 * Chooses which features are written to a tile when there are too many: the longest lines, and the points with the
 * lowest hash. So every request and every server gets the same features.
 */

/** Keeps the parts of at most `count_max` features. `parts` and the result are in the layer's order. */
function boundParts(parts: Uint32Array, columns: LayerColumns, count_max: number): Uint32Array {
  const { part_feature } = columns;
  const features: number[] = [];
  for (const part of parts) {
    const feature = part_feature[part] ?? 0;
    if (features.at(-1) !== feature) features.push(feature);
  }
  if (features.length <= count_max) return parts;
  const ranks = Float64Array.from(features, (feature) => rankOf(columns, feature));
  const last_rank = ranks.toSorted()[count_max - 1] ?? 0;
  let equal_count = count_max - ranks.reduce((sum, rank) => sum + Number(rank < last_rank), 0);
  const is_kept = new Uint8Array(columns.feature_kind.length);
  for (const [i, feature] of features.entries()) {
    const rank = ranks[i] ?? 0;
    if (rank < last_rank || (rank === last_rank && equal_count-- > 0)) is_kept[feature] = 1;
  }
  return parts.filter((part) => is_kept[part_feature[part] ?? 0] === 1);
}

/** Features with the lowest rank are kept first. */
function rankOf(columns: LayerColumns, feature: number): number {
  if (columns.feature_kind[feature] !== LINES) return columns.feature_hash[feature] ?? 0;
  const { feature_west, feature_east, feature_north, feature_south } = columns;
  const width = (feature_east[feature] ?? 0) - (feature_west[feature] ?? 0);
  const height = (feature_south[feature] ?? 0) - (feature_north[feature] ?? 0);
  return -Math.max(width, height);
}

export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** Units around the tile that are written too, so that wide strokes show no seam. */
const BUFFER = 256;
const CLIP = { min: -BUFFER, max: TILE_EXTENT + BUFFER };

/** The features of a tile in the layer's order, with their geometries end to end. */
export interface CutFeatures {
  /** Indices of the features in the layer. */
  readonly features: number[];
  /** [nFeatures + 1] into `line_starts`. */
  readonly feature_starts: number[];
  /** [nLines + 1] into `coordinates`; points are lines of one vertex. */
  readonly line_starts: number[];
  /** x and y alternate. */
  readonly coordinates: number[];
}

/** Cuts a tile with at most `count_max` features. */
export function cutTile(
  layer: MapLayer,
  columns: LayerColumns,
  { tile, count_max }: { readonly tile: TileAddress; readonly count_max: number },
): CutFeatures {
  const cut = new Cutter(layer, columns, tile);
  const parts = findParts(layer, columns, tile);
  for (const part of boundParts(parts, columns, count_max)) cut.add(part);
  return cut.finish();
}

/** Finds the parts that may be in the tile, in the layer's order. */
function findParts(
  { index }: MapLayer,
  columns: LayerColumns,
  { z, x, y }: TileAddress,
): Uint32Array {
  if (index === null) return new Uint32Array(0);
  const side = tileSteps(z);
  const [west, north, east, south] = [x * side, y * side, (x + 1) * side, (y + 1) * side];
  const margin = (side * BUFFER) / TILE_EXTENT;
  const { part_feature, part_zoom } = columns;
  const { feature_west, feature_north, feature_east, feature_south } = columns;
  const found = Flatbush.from(index).search(
    west - margin,
    north - margin,
    east + margin,
    south + margin,
    (part) => {
      if ((part_zoom[part] ?? 0) > z) return false;
      const feature = part_feature[part] ?? 0;
      return (
        (feature_west[feature] ?? 0) <= east &&
        (feature_east[feature] ?? 0) >= west &&
        (feature_north[feature] ?? 0) <= south &&
        (feature_south[feature] ?? 0) >= north
      );
    },
  );
  return Uint32Array.from(found).sort();
}

class Cutter {
  readonly #layer: MapLayer;
  readonly #columns: LayerColumns;
  readonly #zoom: number;
  readonly #west: number;
  readonly #north: number;
  /** Units of the tile per step. */
  readonly #scale: number;
  readonly #cut: CutFeatures = {
    features: [],
    feature_starts: [],
    line_starts: [],
    coordinates: [],
  };

  constructor(layer: MapLayer, columns: LayerColumns, { z, x, y }: TileAddress) {
    this.#layer = layer;
    this.#columns = columns;
    this.#zoom = z;
    const side = tileSteps(z);
    this.#west = x * side;
    this.#north = y * side;
    this.#scale = TILE_EXTENT / side;
  }

  /** Parts come in the layer's order, so those of a feature come together. */
  add(part: number): void {
    const { feature_kind, part_feature } = this.#columns;
    const feature = part_feature[part] ?? 0;
    const { features, feature_starts, line_starts } = this.#cut;
    const line_count = line_starts.length;
    if (feature_kind[feature] === LINES) this.#addLine(part);
    else this.#addPoint(part);
    if (line_starts.length === line_count || features.at(-1) === feature) return;
    features.push(feature);
    feature_starts.push(line_count);
  }

  finish(): CutFeatures {
    const { feature_starts, line_starts, coordinates } = this.#cut;
    feature_starts.push(line_starts.length);
    line_starts.push(coordinates.length);
    return this.#cut;
  }

  #addPoint(part: number): void {
    const vertex = this.#columns.vertex_start[part] ?? 0;
    const { line_starts, coordinates } = this.#cut;
    line_starts.push(coordinates.length);
    coordinates.push(Math.round(this.#xOf(vertex)), Math.round(this.#yOf(vertex)));
  }

  #addLine(part: number): void {
    const { vertex_start } = this.#columns;
    const end = vertex_start[part + 1] ?? 0;
    const xs: number[] = [];
    const ys: number[] = [];
    let is_within = true;
    for (let vertex = vertex_start[part] ?? 0; vertex < end; vertex++) {
      if ((this.#layer.vertex_zooms[vertex] ?? 0) > this.#zoom) continue;
      const [x, y] = [this.#xOf(vertex), this.#yOf(vertex)];
      is_within &&= x >= CLIP.min && x <= CLIP.max && y >= CLIP.min && y <= CLIP.max;
      xs.push(x);
      ys.push(y);
    }
    const sink = new UnitLines(this.#cut);
    if (is_within) sink.addAll(xs, ys);
    else clipLine(xs, ys, CLIP, sink);
    sink.finish();
  }

  #xOf(vertex: number): number {
    return ((this.#columns.x[vertex] ?? 0) - this.#west) * this.#scale;
  }

  #yOf(vertex: number): number {
    return ((this.#columns.y[vertex] ?? 0) - this.#north) * this.#scale;
  }
}

/** Collects lines on whole units. A line that stays on one unit is removed again. */
class UnitLines {
  readonly #cut: Pick<CutFeatures, "line_starts" | "coordinates">;
  #start = -1;

  constructor(cut: Pick<CutFeatures, "line_starts" | "coordinates">) {
    this.#cut = cut;
  }

  start(): void {
    this.finish();
    const { line_starts, coordinates } = this.#cut;
    this.#start = coordinates.length;
    line_starts.push(this.#start);
  }

  add(x: number, y: number): void {
    const { coordinates } = this.#cut;
    const [unit_x, unit_y] = [Math.round(x), Math.round(y)];
    const count = coordinates.length;
    const is_first = count === this.#start;
    if (!is_first && coordinates[count - 2] === unit_x && coordinates[count - 1] === unit_y) return;
    coordinates.push(unit_x, unit_y);
  }

  addAll(xs: readonly number[], ys: readonly number[]): void {
    this.start();
    for (let i = 0; i < xs.length; i++) this.add(xs[i] ?? 0, ys[i] ?? 0);
  }

  finish(): void {
    const { line_starts, coordinates } = this.#cut;
    if (this.#start < 0 || coordinates.length - this.#start > 2) return;
    coordinates.length = this.#start;
    line_starts.pop();
    this.#start = -1;
  }
}
