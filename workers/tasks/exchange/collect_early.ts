/**
 * For work that allocates a lot and keeps it only for seconds, such as file imports. V8 lets a heap
 * of a few hundred megabytes grow to several times its live size before it collects garbage. During
 * this work it collects early, at no measurable cost to an import, and at once where the work has let
 * go of much and calls for it; there must be room then for what follows. The setting applies to the
 * whole process, so other threads collect a little more often for that time.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { needRoom, setCollector } from "../../railjson/thread_memory.ts";

/** Percent that a heap may grow between two collections; 0: V8 decides. */
const GROWTH = 20;

// Only contexts that are made later have it. It is never taken back: another thread may be making one.
setFlagsFromString("--expose-gc");
/** Made when the thread starts: V8 ends the process where a heap that is nearly full has no room for a context. */
const collect: () => void = runInNewContext("gc");

export function collectEarly<Value>(work: (collectNow: () => void) => Value): Value {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
  setCollector(collect);
  try {
    return work(() => {
      collect();
      needRoom();
    });
  } finally {
    setCollector(null);
    setFlagsFromString("--heap-growing-percent=0");
  }
}
