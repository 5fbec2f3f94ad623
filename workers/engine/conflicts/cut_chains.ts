/**
 * Whether trains outside a span of time could change conflicts inside it. A group of requirements depends on all those
 * that overlap it one after the other in its zone: such a chain that comes in over an edge of the span is cut there.
 */
import type { RequirementTable } from "./requirement_table.ts";

export interface Chains {
  /** Latest end of a chain that begins before the span. */
  readonly before_ms: number;
  /** Earliest begin of one that ends after it. */
  readonly after_ms: number;
}

/** Owners from `works_from` on are works: all of them are known, so they are cut nowhere. */
export function reachOfChains(
  { zoneStart, order, begins_ms, ends_ms, owners }: RequirementTable,
  [from_ms, to_ms]: readonly [number, number],
  works_from: number,
): Chains {
  let before_ms = -Infinity;
  let after_ms = Infinity;
  for (let z = 0; z + 1 < zoneStart.length; z++) {
    let begin_ms = Infinity;
    let end_ms = -Infinity;
    for (let i = zoneStart[z]!; i < zoneStart[z + 1]!; i++) {
      const item = order[i]!;
      if (owners[item]! >= works_from || ends_ms[item]! <= begins_ms[item]!) continue;
      if (begins_ms[item]! >= end_ms) {
        if (begin_ms < from_ms) before_ms = Math.max(before_ms, end_ms);
        if (end_ms > to_ms) after_ms = Math.min(after_ms, begin_ms);
        begin_ms = begins_ms[item]!;
      }
      end_ms = Math.max(end_ms, ends_ms[item]!);
    }
    if (begin_ms < from_ms) before_ms = Math.max(before_ms, end_ms);
    if (end_ms > to_ms) after_ms = Math.min(after_ms, begin_ms);
  }
  return { before_ms, after_ms };
}
