/** Long texts in pieces that are copied or encoded in a few milliseconds each. */
import type { InTurns } from "./turns.ts";

/** In UTF-16 units, of at most three bytes each. */
const PIECE_LENGTH = 512 * 1024;

/** Splits the concatenated parts, never inside a character. Yields at least one piece. */
export function* cutText(parts: Iterable<string>): Generator<string> {
  let piece = "";
  for (const part of parts) {
    let start = 0;
    while (piece.length + part.length - start > PIECE_LENGTH) {
      const end = wholeCharacters(part, start + PIECE_LENGTH - piece.length);
      yield piece + part.slice(start, end);
      piece = "";
      start = end;
    }
    piece += part.slice(start);
  }
  yield piece;
}

/** The same end, or one less if it falls between the two halves of a character. */
function wholeCharacters(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

/** The text of all parts, in UTF-8. */
export function* encodeText(parts: Iterable<string>): InTurns<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for (const piece of cutText(parts)) {
    pieces.push(Buffer.from(piece));
    yield;
  }
  return Buffer.concat(pieces);
}
