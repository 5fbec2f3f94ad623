/** The items of a source as they come, and null after each interval without an item. */
export async function* withTicks<Item>(
  source: AsyncGenerator<Item>,
  every_ms: number,
): AsyncGenerator<Item | null> {
  try {
    for (;;) {
      const next = source.next();
      for (;;) {
        const come = await orTick(next, every_ms);
        if (come === null) {
          yield null;
          continue;
        }
        if (come.done === true) return;
        yield come.value;
        break;
      }
    }
  } finally {
    // Not awaited: a source that is still working ends with its request's signal.
    source.return(undefined).catch(() => undefined);
  }
}

async function orTick<Value>(promise: Promise<Value>, every_ms: number): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const tick = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), every_ms);
  });
  try {
    return await Promise.race([promise, tick]);
  } finally {
    clearTimeout(timer);
  }
}
