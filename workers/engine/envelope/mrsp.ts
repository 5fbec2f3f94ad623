/**
 * Most restrictive speed profile (engine.md 4.7): the lowest of all limits in force at each
 * position, as constant-speed pieces. One sweep over the begins, with a heap of the limits that are
 * still open; a limit that has ended is dropped once it reaches the top. Also makes the profile for
 * answers, where limits are not extended by the train length.
 */
import { LeastHeap } from "../least_heap.ts";

/** Constant-speed ranges in the order in which they were added, which decides ties. */
export interface SpeedParts {
  /** [n] */
  readonly from_mm: number[];
  readonly to_mm: number[];
  readonly v_m_s: number[];
}

/** The result: piece i spans boundaries i to i + 1 at the speed of part `parts[i]`. */
export interface SpeedProfile {
  readonly boundaries_mm: readonly number[];
  readonly parts: readonly number[];
}

/**
 * Sweeps the parts, which must leave no gap. At every position the slowest wins, then the one that
 * began first, then the one added first.
 */
export function findSlowest(input: SpeedParts): SpeedProfile {
  const { from_mm, to_mm, v_m_s } = input;
  const n = from_mm.length;
  const order = new Uint32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  order.sort((a, b) => from_mm[a]! - from_mm[b]! || a - b);
  const open = new LeastHeap();
  const boundaries_mm: number[] = [];
  const parts: number[] = [];
  let next = 0;
  const openNext = (): void => {
    open.push(v_m_s[order[next]!]!, order[next]!, next);
    next++;
  };
  let at_mm = n === 0 ? 0 : from_mm[order[0]!]!;
  boundaries_mm.push(at_mm);
  while (next < n || open.size > 0) {
    while (next < n && from_mm[order[next]!]! <= at_mm) openNext();
    while (open.size > 0 && to_mm[open.least]! <= at_mm) open.pop();
    if (open.size === 0) break;
    const winner = open.least;
    let end_mm = to_mm[winner]!;
    // Until the winner ends, only a later part of lower speed takes over.
    while (next < n && from_mm[order[next]!]! < end_mm) {
      const part = order[next]!;
      if (v_m_s[part]! < v_m_s[winner]!) {
        end_mm = from_mm[part]!;
        break;
      }
      openNext();
    }
    if (parts[parts.length - 1] === winner) boundaries_mm.pop();
    else parts.push(winner);
    boundaries_mm.push(end_mm);
    at_mm = end_mm;
  }
  return { boundaries_mm, parts };
}
