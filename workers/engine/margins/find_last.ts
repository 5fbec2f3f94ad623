import { REACH_TOLERANCE_M_S } from "./limits.ts";

/** The highest speed from `low` on at which a test that holds at first still holds; `low` if it never does. */
export function findLast(low: number, high: number, holds: (v_m_s: number) => boolean): number {
  if (!(low < high) || holds(high)) return high;
  let from = low;
  let to = high;
  while (to - from > REACH_TOLERANCE_M_S) {
    const mid = (from + to) / 2;
    if (holds(mid)) from = mid;
    else to = mid;
  }
  return from;
}
