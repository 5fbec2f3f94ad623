/** Long texts for the main thread, as bytes in shared memory: copying 100 MB there would block the event loop. */

const encoder = new TextEncoder();

/** UTF-8 of the concatenated texts, which may be longer than a string can be. */
export function shareTexts(texts: readonly (string | Uint8Array)[]): Uint8Array {
  const pieces = texts.map((text) => (typeof text === "string" ? encoder.encode(text) : text));
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const all = new Uint8Array(new SharedArrayBuffer(length));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** A JSON text in shared memory, which no decoder takes. */
export function parseShared<Value>(texts: SharedArrayBuffer): Value {
  // Safe: whoever wrote it knows its form.
  return JSON.parse(new TextDecoder().decode(new Uint8Array(texts).slice())) as Value;
}

export function shareText(text: string): SharedArrayBuffer {
  const bytes = encoder.encode(text);
  const buffer = new SharedArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  return buffer;
}
