/** Which points of a train's curve are enough to draw it. */

/** The curve drawn is never later or earlier than this, or nowhere farther ahead or behind than this, from the train's. */
const TOLERANCE_MS = 1000;
const TOLERANCE_MM = 10_000;

/**
 * Indexes of the points that stay, ascending, with the first and the last; positions do not decrease. From the last
 * point kept, a line to the next one must pass every point between within the tolerance: the slopes allowed narrow
 * with each point, until one lies outside.
 */
export function thinPoints(positions_mm: readonly number[], times_ms: readonly number[]): number[] {
  const last = positions_mm.length - 1;
  const kept = [0];
  let anchor = 0;
  let low = -Infinity;
  let high = Infinity;
  const keep = (point: number): void => {
    kept.push(point);
    anchor = point;
    low = -Infinity;
    high = Infinity;
  };
  for (let k = 1; k <= last; k++) {
    let [dx, dt] = [positions_mm[k]! - positions_mm[anchor]!, times_ms[k]! - times_ms[anchor]!];
    if (dx > 0 && (dt < low * dx || dt > high * dx)) {
      keep(k - 1);
      [dx, dt] = [positions_mm[k]! - positions_mm[anchor]!, times_ms[k]! - times_ms[anchor]!];
    }
    if (dx > 0) {
      const ahead = dx > TOLERANCE_MM ? dt / (dx - TOLERANCE_MM) : Infinity;
      low = Math.max(low, Math.min((dt - TOLERANCE_MS) / dx, dt / (dx + TOLERANCE_MM)));
      high = Math.min(high, Math.max((dt + TOLERANCE_MS) / dx, ahead));
    } else if (dt > TOLERANCE_MS) keep(k);
  }
  if (anchor !== last) kept.push(last);
  return kept;
}
