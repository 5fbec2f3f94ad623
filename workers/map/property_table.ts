/**
 * The keys and values of a layer's properties, each once. Values are encoded when the layer is packed: a tile copies
 * their bytes, where it would otherwise compare and print every value of every feature again.
 */
import { PbfWriter } from "pbf";
import { type PackedTexts, TextPacker } from "../railjson/packed_texts.ts";
import type { Properties, PropertyValue } from "./flatten.ts";

const EXPECTED_KEY_BYTES = 32;

export class PropertyTable {
  readonly #keys = new Map<string, number>();
  readonly #values = new Map<string, number>();
  readonly #writer = new PbfWriter();
  readonly #ends: number[] = [0];

  /** The number of each key and its value in turn, appended. */
  add(properties: Properties, into: { push(value: number): void }): void {
    for (const [key, value] of Object.entries(properties)) {
      into.push(this.#keyOf(key));
      into.push(this.#valueOf(value));
    }
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

  #valueOf(value: PropertyValue): number {
    // A text can look like any number, so its type goes before it.
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
function writeValue(writer: PbfWriter, value: PropertyValue): void {
  if (typeof value === "string") writer.writeStringField(1, value);
  else if (typeof value === "boolean") writer.writeBooleanField(7, value);
  else if (!Number.isSafeInteger(value)) writer.writeDoubleField(3, value);
  else if (value < 0) writer.writeSVarintField(6, value);
  else writer.writeVarintField(5, value);
}
