/**
 * Finds the blocks along a list of routes (engine.md 1.15), candidate 0: a search that expands the
 * candidate with the smallest end offset first, route by route.
 */
import type { InfraTables } from "../infra.ts";
import { STARTS_AT_BUFFER_STOP, STOPS_AT_BUFFER_STOP } from "../layout.ts";

/** Candidates examined for one route; beyond that it counts as not recoverable. */
const CANDIDATES_MAX = 10_000;

interface Candidate {
  readonly block: number;
  readonly previous: Candidate | null;
  /** Position reached in the route's zone paths. */
  readonly end: number;
}

/** Returns the blocks in travel order, or null if the routes have no continuous block path. */
export function recoverBlocks(infra: InfraTables, routes: ArrayLike<number>): number[] | null {
  let complete: (Candidate | null)[] = [null];
  for (let i = 0; i < routes.length; i++) {
    complete = recoverRoute(infra, routes[i]!, complete);
    if (complete.length === 0) return null;
  }
  const blocks: number[] = [];
  for (let c = complete[0] ?? null; c !== null; c = c.previous) blocks.push(c.block);
  return blocks.reverse();
}

function recoverRoute(
  infra: InfraTables,
  route: number,
  starts: readonly (Candidate | null)[],
): Candidate[] {
  const first = infra.routeZonePathStart[route]!;
  const end = infra.routeZonePathStart[route + 1]!;
  const open: Candidate[] = [];
  for (const start of starts) expand(infra, route, { at: first, end }, { previous: start, open });
  const complete: Candidate[] = [];
  for (let i = 0; i < CANDIDATES_MAX && open.length > 0; i++) {
    const next = takeSmallest(open);
    if (next.end === end) complete.push(next);
    else expand(infra, route, { at: next.end, end }, { previous: next, open });
  }
  return complete;
}

/** Adds the blocks that can follow `previous` at zone path `at` of the route. */
function expand(
  infra: InfraTables,
  route: number,
  { at, end }: { readonly at: number; readonly end: number },
  { previous, open }: { readonly previous: Candidate | null; readonly open: Candidate[] },
): void {
  let start = infra.detectorBlockStart;
  let items = infra.detectorBlocks;
  let row = infra.routeEntry[route]!;
  if (previous !== null) {
    if ((infra.blockFlags[previous.block]! & STOPS_AT_BUFFER_STOP) !== 0) return;
    start = infra.logicalBlockStart;
    items = infra.logicalBlocks;
    row = infra.blockSignals[infra.blockSignalStart[previous.block + 1]! - 1]!;
  }
  for (let k = start[row]!; k < start[row + 1]!; k++) {
    const block = items[k]!;
    if (previous !== null && (infra.blockFlags[block]! & STARTS_AT_BUFFER_STOP) !== 0) continue;
    const first = infra.blockZonePathStart[block]!;
    const length = infra.blockZonePathStart[block + 1]! - first;
    if (at + length > end) continue;
    let same = 0;
    while (
      same < length &&
      infra.blockZonePaths[first + same] === infra.routeZonePaths[at + same]
    ) {
      same++;
    }
    if (same === length) open.push({ block, previous, end: at + length });
  }
}

/** A linear scan, since few candidates are open at once; it keeps the order of arrival for equal ends. */
function takeSmallest(open: Candidate[]): Candidate {
  let best = 0;
  for (let i = 1; i < open.length; i++) if (open[i]!.end < open[best]!.end) best = i;
  const taken = open[best]!;
  open.splice(best, 1);
  return taken;
}
