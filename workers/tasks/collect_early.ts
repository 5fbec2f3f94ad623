/**
 * Work that builds much and keeps it for seconds alone, as imports of files do. An engine of JavaScript lets a heap of
 * a few hundred megabytes grow to several times what lives in it before it looks for garbage; meanwhile it looks at
 * once, which costs an import no time that can be measured. The setting is the whole process's: other threads collect
 * a little more often for as long.
 */
import { setFlagsFromString } from "node:v8";

/** Percent that a heap may grow between two collections; 0: as the engine sees fit. */
const GROWTH = 30;

export function collectEarly<Value>(work: () => Value): Value {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
  try {
    return work();
  } finally {
    setFlagsFromString("--heap-growing-percent=0");
  }
}
