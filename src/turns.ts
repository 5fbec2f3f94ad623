/**
 * Work over many items in turns with everything else that the main thread does, so that a request
 * about thousands of trains does not hold up a small one.
 */

/** Longest piece of work at a time. */
const TURN_MS = 5;

/** Maps the items in order. Rejects with what `work` throws, or with the signal's reason. */
export async function mapInTurns<Item, Value>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item) => Value,
): Promise<Value[]> {
  const values: Value[] = [];
  let turn_ends_ms = performance.now() + TURN_MS;
  for (const item of items) {
    values.push(work(item));
    if (performance.now() < turn_ends_ms) continue;
    await new Promise((resume) => setImmediate(resume));
    signal.throwIfAborted();
    turn_ends_ms = performance.now() + TURN_MS;
  }
  return values;
}
