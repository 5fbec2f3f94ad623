/** Waits for a promise that others may wait for too: an abort ends this wait, not the work behind it. */
export async function unlessAborted<Value>(
  signal: AbortSignal,
  awaited: Promise<Value>,
): Promise<Value> {
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([awaited, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
