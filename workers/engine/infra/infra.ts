/**
 * A compiled network: typed views over one shared buffer, read by all threads without a copy
 * (engine.md 10.2; the layout of flatbush: header, aligned sections, `open` revives the buffer).
 * Opening makes about 150 views and reads no object; names are decoded when first used.
 */
import { NONE, SECTIONS, type SectionName } from "./layout.ts";

type ViewOf<C> = C extends Uint8ArrayConstructor
  ? Uint8Array
  : C extends Uint32ArrayConstructor
    ? Uint32Array
    : Float64Array;
type InfraArrays = { readonly [K in SectionName]: ViewOf<(typeof SECTIONS)[K]> };

interface ViewConstructor {
  readonly BYTES_PER_ELEMENT: number;
  new (
    buffer: SharedArrayBuffer,
    offset: number,
    length: number,
  ): ArrayBufferView & { set(v: ArrayLike<number>): void };
}

/** One version of a network. Every array is described in layout.ts. Immutable. */
export interface Infra extends InfraArrays {
  readonly buffer: SharedArrayBuffer;
  /** View of `stringBytes` and what follows. */
  readonly stringView: DataView;
  /** Decoded strings by index, filled by `stringAt`. */
  readonly strings: (string | undefined)[];
  /** The strings as JSON texts with quotes, filled by `jsonAt`. */
  readonly jsonStrings: (string | undefined)[];
  /** [nStrings] whether JSON prints the string unchanged, filled by `isPlainAt`. */
  readonly plainStrings: Uint8Array;
}

/** "MARE" in little-endian bytes. */
const MAGIC = 0x4552_414d;
/** To be raised whenever a section changes its meaning. */
const FORMAT_VERSION = 7;
const HEADER_WORDS = 4;
const ALIGNMENT = 8;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
/** In `plainStrings`; 0: not known yet. */
export const PLAIN = 1;
const ESCAPED = 2;

const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[]; // keys of the table itself

/** The content of every section, as the compiler collects it. */
export type InfraTables = { readonly [K in SectionName]: ArrayLike<number> };

/** Lays the sections out in one shared buffer: header, table of (offset in 8 bytes, length), data. */
export function packInfra(tables: InfraTables): SharedArrayBuffer {
  const headerBytes = align(4 * (HEADER_WORDS + 2 * SECTION_NAMES.length));
  let byteLength = headerBytes;
  const offsets = SECTION_NAMES.map((name) => {
    const offset = byteLength;
    byteLength += align(tables[name].length * SECTIONS[name].BYTES_PER_ELEMENT);
    return offset;
  });
  const buffer = new SharedArrayBuffer(byteLength);
  const header = new Uint32Array(buffer, 0, headerBytes / 4);
  header.set([MAGIC, FORMAT_VERSION, SECTION_NAMES.length, byteLength / ALIGNMENT]);
  SECTION_NAMES.forEach((name, i) => {
    const table = tables[name];
    header[HEADER_WORDS + 2 * i] = offsets[i]! / ALIGNMENT;
    header[HEADER_WORDS + 2 * i + 1] = table.length;
    const View: ViewConstructor = SECTIONS[name];
    new View(buffer, offsets[i]!, table.length).set(table);
  });
  return buffer;
}

/**
 * V8 turns an object that gets more than a dozen properties by name into a hash table, and gives
 * each network a different hidden class. A copy of one complete object has fixed slots, the same
 * for all networks: paths are found twice as fast (bench/path.ts). It must be complete: with one
 * more property added to the copy, objects become hash tables again from the eighth network on.
 */
const SHAPE: Readonly<Record<string, unknown>> = { ...makeEmptyViews() };

function makeEmptyViews(): Record<string, unknown> {
  const views = SECTION_NAMES.map((name) => [name, new SECTIONS[name](0)] as const);
  const others = ["buffer", "stringView", "strings", "jsonStrings", "plainStrings"];
  return Object.fromEntries<unknown>([...views, ...others.map((name) => [name, null] as const)]);
}

/**
 * Makes the views of a buffer written by `packInfra`. Throws if the buffer has another format
 * version: buffers never leave the process.
 */
export function openInfra(buffer: SharedArrayBuffer): Infra {
  const header = new Uint32Array(buffer, 0, HEADER_WORDS + 2 * SECTION_NAMES.length);
  const valid =
    header[0] === MAGIC &&
    header[1] === FORMAT_VERSION &&
    header[2] === SECTION_NAMES.length &&
    header[3]! * ALIGNMENT === buffer.byteLength;
  if (!valid) throw new Error("not a compiled network of this format version");
  const view = (name: SectionName, i = SECTION_NAMES.indexOf(name)): ArrayBufferView => {
    const offset = header[HEADER_WORDS + 2 * i]! * ALIGNMENT;
    const View: ViewConstructor = SECTIONS[name];
    return new View(buffer, offset, header[HEADER_WORDS + 2 * i + 1]!);
  };
  const views: Record<string, unknown> = { ...SHAPE };
  SECTION_NAMES.forEach((name, i) => {
    views[name] = view(name, i);
  });
  Object.assign(views, {
    buffer,
    stringView: new DataView(buffer, view("stringBytes").byteOffset),
    strings: [],
    jsonStrings: [],
    plainStrings: new Uint8Array(view("stringStart").byteLength / 4 - 1),
  });
  return views as unknown as Infra; // every section of the table was just set with its own constructor
}

function align(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Decodes the string with index `string`, once per opened network. */
export function stringAt(infra: Infra, string: number): string {
  const known = infra.strings[string];
  if (known !== undefined) return known;
  const { stringBytes, stringStart } = infra;
  const text = decoder.decode(stringBytes.subarray(stringStart[string]!, stringStart[string + 1]!));
  infra.strings[string] = text;
  return text;
}

/** Returns the JSON text of the string with index `string`, quotes included. */
export function jsonAt(infra: Infra, string: number): string {
  const known = infra.jsonStrings[string];
  if (known !== undefined) return known;
  const text = JSON.stringify(stringAt(infra, string));
  infra.jsonStrings[string] = text;
  return text;
}

/** Whether JSON prints the string unchanged; checked once per string and opened network. */
export function isPlainAt(infra: Infra, string: number): boolean {
  const { plainStrings, stringBytes, stringStart } = infra;
  if (plainStrings[string] === 0) {
    const bytes = stringBytes.subarray(stringStart[string]!, stringStart[string + 1]!);
    const plain = bytes.every((byte) => byte >= SPACE && byte !== QUOTE && byte !== BACKSLASH);
    plainStrings[string] = plain ? PLAIN : ESCAPED;
  }
  return plainStrings[string] === PLAIN;
}

const FNV_OFFSET = 0x811c_9dc5;
const FNV_PRIME = 0x0100_0193;

/** FNV-1a of `bytes[from, to)`, 32 bits. */
export function hashBytes(bytes: Uint8Array, from = 0, to = bytes.length): number {
  let hash = FNV_OFFSET;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i]!, FNV_PRIME);
  return hash >>> 0;
}

/** Returns the index of a string, or NONE if the network does not contain it. */
export function findString(infra: Infra, text: string): number {
  // Nearly all names are ASCII: they are hashed and compared directly, without an encoded copy.
  let hash = FNV_OFFSET;
  let codes = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    codes |= code;
    hash = Math.imul(hash ^ code, FNV_PRIME);
  }
  if (codes >= 0x80) return findBytes(infra, encoder.encode(text));
  const { stringSlots, stringBytes, stringStart } = infra;
  const mask = stringSlots.length - 1;
  for (let slot = (hash >>> 0) & mask; ; slot = (slot + 1) & mask) {
    const string = stringSlots[slot]! - 1;
    if (string < 0) return NONE;
    const start = stringStart[string]!;
    if (stringStart[string + 1]! - start !== text.length) continue;
    let i = 0;
    while (i < text.length && stringBytes[start + i] === text.charCodeAt(i)) i++;
    if (i === text.length) return string;
  }
}

function findBytes(infra: Infra, bytes: Uint8Array): number {
  const { stringSlots, stringBytes, stringStart } = infra;
  const mask = stringSlots.length - 1;
  for (let slot = hashBytes(bytes) & mask; ; slot = (slot + 1) & mask) {
    const string = stringSlots[slot]! - 1;
    if (string < 0) return NONE;
    const start = stringStart[string]!;
    if (stringStart[string + 1]! - start !== bytes.length) continue;
    let i = 0;
    while (i < bytes.length && stringBytes[start + i] === bytes[i]) i++;
    if (i === bytes.length) return string;
  }
}

/** Returns the track section with this id, or NONE. */
export function findTrack(infra: Infra, name: string): number {
  return findByKey(infra.trackName, infra.tracksByName, findString(infra, name));
}

/** Returns the route with this id, or NONE. */
export function findRoute(infra: Infra, name: string): number {
  return findByKey(infra.routeName, infra.routesByName, findString(infra, name));
}

/** Returns the operational point with this id, or NONE. */
export function findOperationalPoint(infra: Infra, name: string): number {
  return findByKey(infra.opName, infra.opsByName, findString(infra, name));
}

function findByKey(keys: Uint32Array, order: Uint32Array, key: number): number {
  if (key === NONE) return NONE;
  const at = firstWithKey(keys, order, key);
  return at < order.length && keys[order[at]!] === key ? order[at]! : NONE;
}

/** First position in `order` (indices sorted by `keys`) whose key is at least `key`. */
export function firstWithKey(
  keys: Uint32Array | Float64Array,
  order: Uint32Array,
  key: number,
): number {
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[order[middle]!]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
