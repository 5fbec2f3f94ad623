/** Typed arrays that grow by doubling: a thread's arenas, kept between searches. */

export function growInt32(array: Int32Array<ArrayBuffer>, needed: number): Int32Array<ArrayBuffer> {
  if (needed <= array.length) return array;
  const larger = new Int32Array(Math.max(needed, 2 * array.length));
  larger.set(array);
  return larger;
}

export function growFloat64(
  array: Float64Array<ArrayBuffer>,
  needed: number,
): Float64Array<ArrayBuffer> {
  if (needed <= array.length) return array;
  const larger = new Float64Array(Math.max(needed, 2 * array.length));
  larger.set(array);
  return larger;
}
