/**
 * The keys and values of a layer's properties, each stored once. Values are encoded when the layer is packed, so a tile
 * only copies bytes and need not compare and encode every value of every feature again.
 */
import { PbfWriter } from "pbf";
import type { Uint32Column } from "../engine/columns.ts";
import { type PackedTexts, TextPacker } from "../railjson/packed_texts.ts";
import { ListText, type Properties, type PropertyValue } from "./flatten.ts";

const EXPECTED_KEY_BYTES = 32;

type PlainValue = Exclude<PropertyValue, ListText>;

interface TagColumns {
  /** Keys and values of all features. */
  readonly all: Uint32Column;
  /** Where the lists of each feature begin. */
  readonly lists: Uint32Column;
}

export class PropertyTable {
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
