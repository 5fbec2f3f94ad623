/**
 * Runs work over many items in turns with everything else on the main thread, so that a request
 * about thousands of trains, or a body of any shape, does not delay a small one. All such work
 * shares one turn in each round of the event loop: ten of them delay others no longer than one.
 */

/** Longest uninterrupted piece of work. */
const TURN_MS = 5;

/** A computation that yields between its pieces, each far shorter than a turn. */
export type InTurns<Value> = Generator<undefined, Value>;

const waiting: (() => void)[] = [];
let is_scheduled = false;

/** Waits for its turn. */
export async function nextTurn(): Promise<void> {
  await new Promise<void>((resolve) => {
    waiting.push(resolve);
    schedule();
  });
}

function schedule(): void {
  if (is_scheduled || waiting.length === 0) return;
  is_scheduled = true;
  setImmediate(() => {
    is_scheduled = false;
    const resume = waiting.shift();
    schedule();
    resume?.();
  });
}

/** Does the work in turns. Rejects with what it throws, or with the signal's reason. */
export async function doInTurns<Value>(
  work: InTurns<Value>,
  signal?: Pick<AbortSignal, "throwIfAborted">,
): Promise<Value> {
  let turn_ends_ms = performance.now() + TURN_MS;
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    if (performance.now() < turn_ends_ms) continue;
    await nextTurn();
    signal?.throwIfAborted();
    turn_ends_ms = performance.now() + TURN_MS;
  }
}

/** Maps the items in order. Rejects with what `work` throws, or with the signal's reason. */
export async function mapInTurns<Item, Value>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item, index: number) => Value,
): Promise<Value[]> {
  return await doInTurns(mapAll(items, work), signal);
}

/** The same for items whose value is itself computed in turns. */
export async function mapNestedInTurns<Item, Value>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item, index: number) => InTurns<Value>,
): Promise<Value[]> {
  return await doInTurns(mapAllNested(items, work), signal);
}

function* mapAllNested<Item, Value>(
  items: readonly Item[],
  work: (item: Item, index: number) => InTurns<Value>,
): InTurns<Value[]> {
  const values: Value[] = [];
  for (const [index, item] of items.entries()) {
    values.push(yield* work(item, index));
    yield;
  }
  return values;
}

function* mapAll<Item, Value>(
  items: readonly Item[],
  work: (item: Item, index: number) => Value,
): InTurns<Value[]> {
  const values: Value[] = [];
  for (const [index, item] of items.entries()) {
    values.push(work(item, index));
    yield;
  }
  return values;
}
