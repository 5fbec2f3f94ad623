/**
 * Keeps a thread clear of its limit of memory. V8 ends the whole process where one allocation is larger than what Node
 * adds near the limit (16 MB), as when an array or a map of millions grows. So whoever reads an untrusted document
 * asks for room before anything grows; where there is none, the task fails as it would by the limit itself.
 */

import { getHeapStatistics } from "node:v8";
import { resourceLimits } from "node:worker_threads";

const MB = 1 << 20;
/** No map of JavaScript can grow by more, and no list that readers' bounds allow. */
const GROWTH_BYTES_MAX = 1024 * MB;
/** Read by the pool: an error loses its class between threads. */
export const OUT_OF_MEMORY = "the thread has no memory left for it";

let collect: (() => void) | null = null;
/** Until this much is in use, there is room. */
let checked_bytes = 0;

/** `collectEarly` tells how to collect garbage while it lasts. */
export function setCollector(collector: (() => void) | null): void {
  collect = collector;
  checked_bytes = 0;
}

/**
 * Throws where the thread has not `bytes` left, or as much as is in use now, since any structure in it may be made
 * twice as large. Cheap: call it before each piece of a document.
 */
export function needRoom(bytes = 0): void {
  const limit_bytes = (resourceLimits.maxOldGenerationSizeMb ?? 0) * MB;
  // The main thread, and a process of its own: no other work is lost with it.
  if (limit_bytes === 0) return;
  const used_bytes = getHeapStatistics().used_heap_size;
  if (bytes === 0 && used_bytes <= checked_bytes) return;
  if (hasRoom(used_bytes, bytes, limit_bytes)) return;
  collect?.();
  const kept_bytes = getHeapStatistics().used_heap_size;
  if (!hasRoom(kept_bytes, bytes, limit_bytes)) throw new Error(OUT_OF_MEMORY);
  // Garbage is not counted again before some has come together.
  checked_bytes = kept_bytes + (limit_bytes - kept_bytes) / 8;
}

function hasRoom(used_bytes: number, bytes: number, limit_bytes: number): boolean {
  return used_bytes + Math.max(bytes, Math.min(used_bytes, GROWTH_BYTES_MAX)) <= limit_bytes;
}
