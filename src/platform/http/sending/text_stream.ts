/**
 * Text that is made while it is sent. It goes out in a few pieces of even size, at the latest at
 * the end of each group. In between, other requests get their turns: with a client that reads as
 * fast as the text is made, the event loop would otherwise never be released.
 */

/** A compromise: few writes, but also few bytes waiting for a slow client. */
const CHUNK_CHARACTERS = 64 * 1024;
/** How long text may be made without a break. */
const TURN_MS = 5;

/** The texts of all groups in UTF-8. Rejects with the signal's reason. */
export async function* encodeGroups(
  groups: AsyncIterable<Iterable<string>>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const group of groups) {
    let text = "";
    let turn_ends_ms = performance.now() + TURN_MS;
    for (const piece of group) {
      text += piece;
      if (text.length >= CHUNK_CHARACTERS) {
        yield encoder.encode(text);
        text = "";
      }
      if (performance.now() < turn_ends_ms) continue;
      await new Promise((resume) => setImmediate(resume));
      signal.throwIfAborted();
      turn_ends_ms = performance.now() + TURN_MS;
    }
    if (text !== "") yield encoder.encode(text);
  }
}
