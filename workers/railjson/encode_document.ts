/** A document as the bytes of its JSON text, list by list: for a whole country a single text would be too long. */
import { OBJECT_TYPES } from "../../src/railway/object_types.ts";
import type { RailjsonDocument } from "./schemas.ts";

const OBJECTS_A_PIECE = 1000;

export function encodeDocument(document: RailjsonDocument): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const pieces = [encoder.encode(`{"version":${JSON.stringify(document.version)}`)];
  for (const { key } of OBJECT_TYPES) {
    pieces.push(encoder.encode(`,\n"${key}":[`));
    const list: readonly unknown[] = document[key];
    for (let at = 0; at < list.length; at += OBJECTS_A_PIECE) {
      const texts = list.slice(at, at + OBJECTS_A_PIECE).map((object) => JSON.stringify(object));
      pieces.push(encoder.encode(`${at === 0 ? "\n" : ",\n"}${texts.join(",\n")}`));
    }
    pieces.push(encoder.encode("]"));
  }
  pieces.push(encoder.encode("}\n"));
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
