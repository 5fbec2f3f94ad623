/**
 * Time to run a block up to an offset at its speed limits, ignoring tag, route, train length and
 * acceleration (engine.md 2.5). Times are summed in microseconds with each piece truncated, which
 * may decide between two equal paths. Most blocks have one piece, so this is one division.
 */
import type { Infra } from "../infra/infra.ts";

/** Seconds from the start of the block to `offset_mm` for a train of the given maximum speed. */
export function timeToOffset(
  infra: Infra,
  block: number,
  offset_mm: number,
  maxSpeed_mm_s: number,
): number {
  if (offset_mm === 0) return 0;
  const { blockSpeedStart, blockSpeedEnd_mm, blockSpeed_mm_s } = infra;
  const end = blockSpeedStart[block + 1]!;
  const x_m = offset_mm / 1000;
  let total_us = 0;
  let start_m = 0;
  let piece = blockSpeedStart[block]!;
  while (piece < end) {
    const limit_mm_s = blockSpeed_mm_s[piece]!;
    // A limit equal to the train's own speed only counts if both begin together, at the block's start.
    const limited =
      limit_mm_s > 0 &&
      (limit_mm_s < maxSpeed_mm_s || (limit_mm_s === maxSpeed_mm_s && start_m === 0));
    let next = piece + 1;
    if (!limited) while (next < end && capsAtTrain(blockSpeed_mm_s[next]!, maxSpeed_mm_s)) next++;
    const speed_m_s = (limited ? limit_mm_s : maxSpeed_mm_s) / 1000;
    const end_m = blockSpeedEnd_mm[next - 1]! / 1000;
    if (x_m <= end_m || next === end) {
      return (total_us + Math.floor(((x_m - start_m) / speed_m_s) * 1e6)) / 1e6;
    }
    total_us += Math.floor(((end_m - start_m) / speed_m_s) * 1e6);
    start_m = end_m;
    piece = next;
  }
  return 0;
}

/** Whether a later piece runs at the train's own maximum. */
function capsAtTrain(limit_mm_s: number, maxSpeed_mm_s: number): boolean {
  return limit_mm_s === 0 || limit_mm_s >= maxSpeed_mm_s;
}
