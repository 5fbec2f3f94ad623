/** Asserts values that exist unless the program is wrong. */

/** Returns the value; if there is none, throws an error that names the broken assumption. */
export function given<Value>(value: Value | undefined, truth: string): Value {
  if (value === undefined) throw new Error(`not so: ${truth}`);
  return value;
}
