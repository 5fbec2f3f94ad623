/** What is there unless the program is wrong. */

/** The value; throws with what should have been true where there is none. */
export function given<Value>(value: Value | undefined, truth: string): Value {
  if (value === undefined) throw new Error(`not so: ${truth}`);
  return value;
}
