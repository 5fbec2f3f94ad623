/**
 * Lays the objects of a network side by side as UTF-8 in shared memory, ready to be written in
 * chunks by another thread without being parsed or copied again.
 * One reservation of the body's size is almost always enough: printing drops the blanks. Pages that
 * are never touched cost nothing.
 */
import { OBJECT_TYPES, type ObjectKey } from "./object_types.ts";
import type { RailjsonDocument } from "./schemas.ts";

/** Texts laid end to end; text `i` is `bytes[offsets[i] .. offsets[i + 1])`. */
export interface PackedTexts {
  /** UTF-8, backed by a SharedArrayBuffer. */
  readonly bytes: Uint8Array;
  /** [nTexts + 1], backed by a SharedArrayBuffer. */
  readonly offsets: Uint32Array;
}

/** All objects, by type code, then in document order. */
export interface PackedObjects {
  /** `type_names[code]` is the object type; the row's code stands in `type_codes`. */
  readonly type_names: readonly string[];
  /** [nObjects], backed by a SharedArrayBuffer. */
  readonly type_codes: Uint8Array;
  readonly ids: PackedTexts;
  /** The object's JSON text. */
  readonly railjson: PackedTexts;
}

/** Packs every object of a valid document; `expected_bytes` is a guess of the JSON texts' total. */
export function packObjects(document: RailjsonDocument, expected_bytes: number): PackedObjects {
  const count = OBJECT_TYPES.reduce((sum, { key }) => sum + document[key].length, 0);
  const type_codes = new Uint8Array(new SharedArrayBuffer(count));
  const ids = new TextPacker(count, count * 24);
  const railjson = new TextPacker(count, expected_bytes);
  let row = 0;
  for (const [code, { key }] of OBJECT_TYPES.entries()) {
    for (const object of document[key]) {
      type_codes[row++] = code;
      ids.push(object.id);
      railjson.push(JSON.stringify(object));
    }
  }
  const type_names = OBJECT_TYPES.map(({ obj_type }) => obj_type);
  return { type_names, type_codes, ids: ids.finish(), railjson: railjson.finish() };
}

/** Counts the objects of each list. */
export function countObjects(document: RailjsonDocument): Readonly<Record<ObjectKey, number>> {
  const counts: Partial<Record<ObjectKey, number>> = {};
  for (const { key } of OBJECT_TYPES) counts[key] = document[key].length;
  // Every key was just set.
  return counts as Record<ObjectKey, number>;
}

/** Lays texts end to end; `expected_bytes` is a guess of their total. */
export class TextPacker {
  #bytes: Buffer;
  readonly #offsets: Uint32Array;
  #count = 0;
  #end = 0;

  constructor(count: number, expected_bytes: number) {
    this.#bytes = Buffer.from(new SharedArrayBuffer(expected_bytes + 64));
    this.#offsets = new Uint32Array(new SharedArrayBuffer((count + 1) * 4));
  }

  push(text: string): void {
    // At most three UTF-8 bytes for each UTF-16 unit.
    if (this.#end + text.length * 3 > this.#bytes.length) this.#grow(Buffer.byteLength(text));
    this.#end += this.#bytes.write(text, this.#end, "utf8");
    this.#offsets[++this.#count] = this.#end;
  }

  finish(): PackedTexts {
    const { buffer, byteOffset } = this.#bytes;
    return { bytes: new Uint8Array(buffer, byteOffset, this.#end), offsets: this.#offsets };
  }

  #grow(needed_bytes: number): void {
    if (this.#end + needed_bytes <= this.#bytes.length) return;
    const larger = Buffer.from(new SharedArrayBuffer((this.#end + needed_bytes) * 2));
    larger.set(this.#bytes.subarray(0, this.#end));
    this.#bytes = larger;
  }
}
