/** A long stream asks again and again whether its caller still has what was checked when it began. */

const EVERY_MS = 1000;

/** Ends with what `checkAgain` throws, at the latest at the first piece after so long. */
export async function* whileAllowed(
  pieces: AsyncIterable<Uint8Array>,
  checkAgain: () => Promise<void>,
  every_ms: number = EVERY_MS,
): AsyncGenerator<Uint8Array> {
  let checked_ms = performance.now();
  for await (const piece of pieces) {
    if (performance.now() - checked_ms >= every_ms) {
      await checkAgain();
      checked_ms = performance.now();
    }
    yield piece;
  }
}
