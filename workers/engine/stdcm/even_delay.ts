/**
 * Where a run that loses time is held to its plan. A plan loses time late and all at once, before each place
 * that must not be reached too early; a train can't stand still there. So the delay is spread: the shortest
 * line over running time between what must have been lost at each place and what may have been lost there.
 * It is as even as it can be, and the few places where it bends are the fixed points.
 */
import type { ChainPlan, RunChain } from "./chain.ts";

/** Times at which the run must be at offsets, by offset, s. */
export type FixedPoints = Map<number, number>;

/** A place of a leg, by running time since the leg's begin: what is lost before it is between two bounds. */
interface DelayBounds {
  readonly at_mm: number;
  readonly running_s: number;
  readonly least_s: number;
  most_s: number;
}

/** A line may pass this far outside a bound; else it would bend needlessly where both bounds are the same. */
const SAME_S = 0.01;

/** The places between stops at which the run must be on time so that the delay is even. */
export function spreadDelay(chain: RunChain, plan: ChainPlan): FixedPoints {
  const fixed: FixedPoints = new Map();
  let first = 0;
  chain.edges.forEach(({ stop }, last) => {
    if (stop === null) return;
    const begin_s = beginOf(plan, first);
    for (const { at_mm, running_s, least_s } of pullTight(listBounds(chain, plan, first, last))) {
      fixed.set(at_mm, begin_s + running_s + least_s);
    }
    first = last + 1;
  });
  return fixed;
}

function beginOf(plan: ChainPlan, edge: number): number {
  return edge === 0 ? plan.departure_s : plan.departures_s[edge - 1]!;
}

/** The bounds at the begin of each edge of a leg and at its end; nothing is lost at its begin. */
function listBounds(
  { edges }: RunChain,
  plan: ChainPlan,
  first: number,
  last: number,
): DelayBounds[] {
  const begin_s = beginOf(plan, first);
  const bounds: DelayBounds[] = [];
  let running_s = 0;
  for (let e = first; e <= last; e++) {
    const usual_s = begin_s + running_s;
    const least_s = beginOf(plan, e) - usual_s;
    const most_s = e === first ? 0 : Math.max(least_s, plan.latestBegins_s[e]! - usual_s);
    bounds.push({ at_mm: edges[e]!.from_mm, running_s, least_s, most_s });
    running_s += edges[e]!.duration_s;
  }
  const lost_s = bounds[bounds.length - 1]!.least_s;
  bounds.push({ at_mm: edges[last]!.to_mm, running_s, least_s: lost_s, most_s: lost_s });
  // Lost time is never made up.
  for (let k = bounds.length - 2; k > 0; k--) {
    bounds[k]!.most_s = Math.min(bounds[k]!.most_s, bounds[k + 1]!.most_s);
  }
  return bounds;
}

/** The bends of the shortest line through all bounds, without its ends; `least_s` is the delay there. */
function pullTight(bounds: readonly DelayBounds[]): DelayBounds[] {
  const bends: DelayBounds[] = [];
  const last = bounds.length - 1;
  let from = bounds[0]!;
  for (let at = 0; at < last; ) {
    const bend = findBend(bounds, at, from);
    if (bend === null) break;
    from = bend.place;
    bends.push(from);
    at = bend.index;
  }
  return bends;
}

/** The first place where a line from another must bend to stay within the bounds; null = it needn't. */
function findBend(
  bounds: readonly DelayBounds[],
  at: number,
  from: DelayBounds,
): { readonly index: number; readonly place: DelayBounds } | null {
  let [low, high] = [-Infinity, Infinity];
  let [lowAt, highAt] = [at, at];
  for (let k = at + 1; k < bounds.length; k++) {
    const { running_s, least_s, most_s } = bounds[k]!;
    const way_s = Math.max(1e-9, running_s - from.running_s);
    const least = (least_s - from.least_s) / way_s;
    const most = (most_s - from.least_s) / way_s;
    const same = SAME_S / way_s;
    if (least > high + same) {
      const place = bounds[highAt]!;
      return { index: highAt, place: { ...place, least_s: place.most_s } };
    }
    if (most < low - same) return { index: lowAt, place: bounds[lowAt]! };
    if (least >= low) [low, lowAt] = [least, k];
    if (most <= high) [high, highAt] = [most, k];
  }
  return null;
}
