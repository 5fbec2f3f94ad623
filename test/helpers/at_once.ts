/** Work that is done in turns, done without one. */
import type { Work } from "../../src/platform/turns.ts";

export function atOnce<Value>(work: Work<Value>): Value {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}
