/** Times within bounds that add up to a sum and are, as far as that allows, those asked for. */
export function fitSum(
  asked: readonly number[],
  least: readonly number[],
  most: readonly number[],
  sum: number,
): number[] {
  const times = asked.map((time, i) => Math.min(most[i]!, Math.max(least[i]!, time)));
  const missing = sum - times.reduce((a, b) => a + b, 0);
  const bounds = missing > 0 ? most : least;
  const room = times.reduce((total, time, i) => total + Math.abs(bounds[i]! - time), 0);
  const share = room > 0 ? Math.min(1, Math.abs(missing) / room) : 0;
  return times.map((time, i) => time + (bounds[i]! - time) * share);
}
