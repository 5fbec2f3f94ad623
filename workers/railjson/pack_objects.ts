/**
 * Packs the objects of a network in shared memory, so that another thread can write them in chunks
 * without parsing or copying them again.
 */
import { OBJECT_TYPES, type ObjectKey } from "../../src/railway/object_types.ts";
import { type DeflatedTexts, TextDeflater } from "./deflated_texts.ts";
import { MAX_OBJECT_LENGTH } from "./limits.ts";
import type { RailjsonDocument } from "./schemas.ts";
import type { DocumentFault } from "./validate_document.ts";

/** All objects, by type code, then in document order. */
export interface PackedObjects {
  /** `type_names[code]` is the object type; the code of each row is in `type_codes`. */
  readonly type_names: readonly string[];
  /** [nObjects], backed by a SharedArrayBuffer. */
  readonly type_codes: Uint8Array;
  readonly ids: DeflatedTexts;
  /** The object's JSON text. */
  readonly railjson: DeflatedTexts;
}

type Emptied = { -readonly [Key in keyof RailjsonDocument]: RailjsonDocument[Key] };

export type Packing =
  | { readonly ok: true; readonly objects: PackedObjects }
  | { readonly ok: false; readonly fault: DocumentFault };

/**
 * Packs every object of a valid document and empties its lists: packed and unpacked together would
 * take twice the memory. Fails if an object is longer than `MAX_OBJECT_LENGTH`.
 */
export function packObjects(document: Emptied): Packing {
  const count = OBJECT_TYPES.reduce((sum, { key }) => sum + document[key].length, 0);
  const type_codes = new Uint8Array(new SharedArrayBuffer(count));
  const ids = new TextDeflater();
  const railjson = new TextDeflater();
  let row = 0;
  for (const [code, { key }] of OBJECT_TYPES.entries()) {
    for (const [index, object] of document[key].entries()) {
      const text = JSON.stringify(object);
      if (text.length > MAX_OBJECT_LENGTH) {
        const reason = `must have at most ${MAX_OBJECT_LENGTH} characters`;
        return { ok: false, fault: { path: `/${key}/${index}`, reason } };
      }
      type_codes[row++] = code;
      ids.push(object.id);
      railjson.push(text);
    }
    document[key] = [];
  }
  const type_names = OBJECT_TYPES.map(({ obj_type }) => obj_type);
  const objects = { type_names, type_codes, ids: ids.finish(), railjson: railjson.finish() };
  return { ok: true, objects };
}

/** Counts the objects of each list. */
export function countObjects(document: RailjsonDocument): Readonly<Record<ObjectKey, number>> {
  const counts: Partial<Record<ObjectKey, number>> = {};
  for (const { key } of OBJECT_TYPES) counts[key] = document[key].length;
  // Every key was just set.
  return counts as Record<ObjectKey, number>;
}
