/** A computation in turns, done without a pause. */
import type { InTurns } from "../../src/platform/turns.ts";

export function atOnce<Value>(work: InTurns<Value>): Value {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}
