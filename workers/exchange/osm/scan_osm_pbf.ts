/**
 * OpenStreetMap's PBF: blobs of one block each (zlib or plain), a block with its own table of texts and groups
 * of nodes, ways or relations. Sizes are bounded as the format says, so no blob can be a zip bomb.
 */
import { inflateSync } from "node:zlib";
import { PbfReader } from "pbf";
import { needRoom } from "../../railjson/thread_memory.ts";
import type { LonLat } from "../network/rail_line.ts";
import { UnreadableSource } from "../source_fault.ts";
import type { OsmHandler, OsmTags } from "./osm_elements.ts";

const HEADER_BYTES_MAX = 64 * 1024;
const BLOB_BYTES_MAX = 32 * 1024 * 1024;
/** A way has 2,000 at most, a block 8,000 elements, a relation 32,000 members: several times of each are read. */
const NODES_OF_WAY_MAX = 10_000;
const ELEMENTS_OF_BLOCK_MAX = 64_000;
const MEMBERS_MAX = 200_000;
const TAGS_MAX = 10_000;
/** Elements and their tags share them. */
const TEXTS_OF_BLOCK_MAX = 1_000_000;
const TAGS_OF_DENSE_MAX = 4_000_000;
const KNOWN_FEATURES: ReadonlySet<string> = new Set(["OsmSchema-V0.6", "DenseNodes"]);
const MEMBER_TYPES = ["node", "way", "relation"] as const;

/** Throws an `UnreadableSource`; its place is in the reason, as an offset in bytes. */
export function scanOsmPbf(bytes: Uint8Array, handler: OsmHandler): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const start = at;
    needRoom();
    try {
      if (at + 4 > bytes.length) throw new Error("it ends within a header");
      const header_bytes = view.getUint32(at);
      at += 4;
      if (header_bytes > HEADER_BYTES_MAX) throw new Error("a header is too long");
      const header = readHeader(take(bytes, at, header_bytes));
      at += header_bytes;
      if (header.bytes > BLOB_BYTES_MAX) throw new Error("a blob is too long");
      const blob = take(bytes, at, header.bytes);
      at += header.bytes;
      if (header.type === "OSMHeader") checkFeatures(unpack(blob));
      else if (header.type === "OSMData") scanBlock(unpack(blob), handler);
    } catch (error) {
      if (error instanceof UnreadableSource || !(error instanceof Error)) throw error;
      throw new UnreadableSource(`no block of OpenStreetMap at byte ${start}: ${error.message}`);
    }
  }
}

function take(bytes: Uint8Array, at: number, length: number): Uint8Array {
  if (at + length > bytes.length) throw new Error("it ends within a block");
  return bytes.subarray(at, at + length);
}

function readHeader(bytes: Uint8Array): { type: string; bytes: number } {
  const header = { type: "", bytes: 0 };
  return new PbfReader(bytes).readFields((tag, own, pbf) => {
    if (tag === 1) own.type = pbf.readString();
    else if (tag === 3) own.bytes = pbf.readVarint();
  }, header);
}

function unpack(bytes: Uint8Array): Uint8Array {
  const blob: { raw: Uint8Array | null; zlib: Uint8Array | null } = { raw: null, zlib: null };
  new PbfReader(bytes).readFields((tag, own, pbf) => {
    if (tag === 1) own.raw = pbf.readBytes();
    else if (tag === 3) own.zlib = pbf.readBytes();
  }, blob);
  if (blob.raw !== null) return blob.raw;
  if (blob.zlib === null) throw new Error("its compression is not supported");
  return inflateSync(blob.zlib, { maxOutputLength: BLOB_BYTES_MAX });
}

function checkFeatures(bytes: Uint8Array): void {
  const features: string[] = [];
  new PbfReader(bytes).readFields((tag, own, pbf) => {
    if (tag === 4) own.push(pbf.readString());
  }, features);
  const unknown = features.find((feature) => !KNOWN_FEATURES.has(feature));
  if (unknown !== undefined) throw new Error(`it needs ${unknown.slice(0, 40)}`);
}

interface Block {
  readonly texts: string[];
  readonly groups: Uint8Array[];
  granularity: number;
  lat_offset: number;
  lon_offset: number;
}

function scanBlock(bytes: Uint8Array, handler: OsmHandler): void {
  const block: Block = { texts: [], groups: [], granularity: 100, lat_offset: 0, lon_offset: 0 };
  new PbfReader(bytes).readFields((tag, own, pbf) => {
    if (tag === 1) pbf.readMessage(readTexts, own.texts);
    else if (tag === 2) add(own.groups, pbf.readBytes(), ELEMENTS_OF_BLOCK_MAX);
    else if (tag === 17) own.granularity = pbf.readVarint();
    else if (tag === 19) own.lat_offset = pbf.readVarint(true);
    else if (tag === 20) own.lon_offset = pbf.readVarint(true);
  }, block);
  let nElements = 0;
  for (const group of block.groups) {
    new PbfReader(group).readFields((tag, _own, pbf) => {
      // Nodes that lie dense are counted as they are read.
      if (tag !== 2 && ++nElements > ELEMENTS_OF_BLOCK_MAX)
        throw new Error("it has too many elements");
      if (tag === 1 && handler.node !== undefined) scanNode(block, pbf, handler.node);
      else if (tag === 2 && handler.node !== undefined) scanDense(block, pbf, handler.node);
      else if (tag === 3 && handler.way !== undefined) scanWay(block, pbf, handler.way);
      else if (tag === 4 && handler.relation !== undefined) {
        scanRelation(block, pbf, handler.relation);
      }
    }, null);
  }
}

function readTexts(tag: number, texts: string[], pbf: PbfReader): void {
  if (tag === 1) add(texts, pbf.readString(), TEXTS_OF_BLOCK_MAX);
}

function add<Value>(list: Value[], value: Value, max: number): void {
  if (list.length >= max) throw new Error(`it has more than ${max} parts in one`);
  list.push(value);
}

/** Numbers one behind the other. */
function readPacked(pbf: PbfReader, list: number[], max: number, is_signed = false): void {
  const end = pbf.readPackedEnd();
  if (end > pbf.length) throw new Error("it ends within a list");
  while (pbf.pos < end) add(list, is_signed ? pbf.readSVarint() : pbf.readVarint(), max);
}

function tagsOf({ texts }: Block, keys: readonly number[], values: readonly number[]): OsmTags {
  return new Map(keys.map((key, i) => [texts[key] ?? "", texts[values[i] ?? -1] ?? ""]));
}

function placeOf({ granularity, lon_offset, lat_offset }: Block, lon: number, lat: number): LonLat {
  return [(lon_offset + granularity * lon) / 1e9, (lat_offset + granularity * lat) / 1e9];
}

function scanNode(block: Block, pbf: PbfReader, handle: NonNullable<OsmHandler["node"]>): void {
  const node = { id: 0, lat: 0, lon: 0, keys: [] as number[], values: [] as number[] };
  pbf.readMessage((tag, own, inner) => {
    if (tag === 1) own.id = inner.readSVarint();
    else if (tag === 2) readPacked(inner, own.keys, TAGS_MAX);
    else if (tag === 3) readPacked(inner, own.values, TAGS_MAX);
    else if (tag === 8) own.lat = inner.readSVarint();
    else if (tag === 9) own.lon = inner.readSVarint();
  }, node);
  handle({
    id: node.id,
    place: placeOf(block, node.lon, node.lat),
    tags: tagsOf(block, node.keys, node.values),
  });
}

/** Ids and places are differences; the tags of all nodes are one list with a 0 behind each node's. */
function scanDense(block: Block, pbf: PbfReader, handle: NonNullable<OsmHandler["node"]>): void {
  const dense = {
    ids: [] as number[],
    lats: [] as number[],
    lons: [] as number[],
    tags: [] as number[],
  };
  pbf.readMessage((tag, own, inner) => {
    if (tag === 1) readPacked(inner, own.ids, ELEMENTS_OF_BLOCK_MAX, true);
    else if (tag === 8) readPacked(inner, own.lats, ELEMENTS_OF_BLOCK_MAX, true);
    else if (tag === 9) readPacked(inner, own.lons, ELEMENTS_OF_BLOCK_MAX, true);
    else if (tag === 10) readPacked(inner, own.tags, TAGS_OF_DENSE_MAX);
  }, dense);
  let [id, lat, lon, at] = [0, 0, 0, 0];
  for (const [i, step] of dense.ids.entries()) {
    id += step;
    lat += dense.lats[i] ?? 0;
    lon += dense.lons[i] ?? 0;
    const tags = new Map<string, string>();
    for (let key = dense.tags[at] ?? 0; key !== 0; key = dense.tags[at] ?? 0) {
      tags.set(block.texts[key] ?? "", block.texts[dense.tags[at + 1] ?? -1] ?? "");
      at += 2;
    }
    at++;
    handle({
      id,
      place: placeOf(block, lon, lat),
      tags,
    });
  }
}

function scanWay(block: Block, pbf: PbfReader, handle: NonNullable<OsmHandler["way"]>): void {
  const way = { id: 0, keys: [] as number[], values: [] as number[], steps: [] as number[] };
  pbf.readMessage((tag, own, inner) => {
    if (tag === 1) own.id = inner.readVarint(true);
    else if (tag === 2) readPacked(inner, own.keys, TAGS_MAX);
    else if (tag === 3) readPacked(inner, own.values, TAGS_MAX);
    else if (tag === 8) readPacked(inner, own.steps, NODES_OF_WAY_MAX, true);
  }, way);
  handle({ id: way.id, nodes: sums(way.steps), tags: tagsOf(block, way.keys, way.values) });
}

function scanRelation(
  block: Block,
  pbf: PbfReader,
  handle: NonNullable<OsmHandler["relation"]>,
): void {
  const relation = {
    id: 0,
    keys: [] as number[],
    values: [] as number[],
    steps: [] as number[],
    types: [] as number[],
  };
  pbf.readMessage((tag, own, inner) => {
    if (tag === 1) own.id = inner.readVarint(true);
    else if (tag === 2) readPacked(inner, own.keys, TAGS_MAX);
    else if (tag === 3) readPacked(inner, own.values, TAGS_MAX);
    else if (tag === 9) readPacked(inner, own.steps, MEMBERS_MAX, true);
    else if (tag === 10) readPacked(inner, own.types, MEMBERS_MAX);
  }, relation);
  const ids = sums(relation.steps);
  const members = ids.map((id, i) => ({
    type: MEMBER_TYPES[relation.types[i] ?? 0] ?? "node",
    id,
  }));
  handle({ id: relation.id, members, tags: tagsOf(block, relation.keys, relation.values) });
}

function sums(steps: readonly number[]): readonly number[] {
  let sum = 0;
  return steps.map((step) => {
    sum += step;
    return sum;
  });
}
