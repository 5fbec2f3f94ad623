/** JSON of strangers as a value. */
import { decodeDocument } from "../railjson/decode_document.ts";
import { UnreadableSource } from "./source_fault.ts";

/** Throws an `UnreadableSource`. */
export function readJson({ buffer, byteOffset, byteLength }: Uint8Array): unknown {
  const own = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
  const decoded = decodeDocument(own);
  if (decoded.ok) return decoded.value;
  throw new UnreadableSource(decoded.error);
}
