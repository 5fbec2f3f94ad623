/** Lists beside the map follow it less often than the drawing, and not at all once they are closed. */
import { effect, type ReadonlySignal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";

const APART_MS = 250;

export function useCalm<T>(followed: ReadonlySignal<T>): T {
  const [shown, show] = useState(() => followed.peek());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let last_ms = -Infinity;
    const take = (latest: T): void => {
      timer = null;
      last_ms = performance.now();
      show(() => latest);
    };
    const stop = effect(() => {
      const latest = followed.value;
      const wait_ms = last_ms + APART_MS - performance.now();
      if (wait_ms <= 0) take(latest);
      else timer ??= setTimeout(() => take(followed.peek()), wait_ms);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [followed]);
  return shown;
}
