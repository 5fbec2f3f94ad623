/** Waits for what others may wait for too, and so is not stopped: only the waiting ends with the signal. */
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
