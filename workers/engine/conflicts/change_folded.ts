/** How changed trains affect the groups of all days: the zones that they used or use are swept anew, all others stay. */
import type { Infra } from "../infra/infra.ts";
import { NONE } from "../infra/layout.ts";
import { countBelow } from "../sorted.ts";
import { ROUTING, SPACING } from "./detect_conflicts.ts";
import type { FoldedKinds } from "./folded_conflicts.ts";
import type { FoldedSlots } from "./folded_pairs.ts";
import { type FoldedKind, makeMeans, sweepZones } from "./folded_sweep.ts";
import type { Windows } from "./left_dates.ts";
import { FREE_SLOT, type Occupancy, type Slots } from "./occupancy.ts";
import { RequirementTable } from "./requirement_table.ts";
import { markRuns } from "./runs_by_zone.ts";
import type { SlotChange } from "./touched_zones.ts";

/** What is known of all days. Starts of trains are by the clock, ms since the midnight of their operating day. */
export interface FoldedOccupancy extends Pick<Occupancy, "runs" | "runsByZone" | "slots"> {
  readonly kinds: FoldedKinds;
}

/** Entries of a run, wherever it is. */
interface RunRange {
  readonly begins_ms: Float64Array;
  readonly ends_ms: Float64Array;
  readonly places: Uint32Array;
  readonly from: number;
  readonly to: number;
}

interface Touched {
  readonly infra: Infra;
  readonly kind: number;
  readonly known: FoldedOccupancy;
  readonly change: SlotChange;
}

/** What takes the place of all that is known of some zones. */
export interface FoldedReplacement {
  readonly known: FoldedKind;
  /** Ascending. */
  readonly zones: Uint32Array;
  /** Of these zones alone. */
  readonly swept: FoldedKind;
  /** Of all zones. */
  readonly pairCount: number;
}

/** Of each kind; null: too many pairs. `slots` are those of the change, with their days. */
export function changeFolded(
  infra: Infra,
  known: FoldedOccupancy,
  change: SlotChange,
  { slots, windows }: { readonly slots: FoldedSlots; readonly windows: Windows },
): readonly [FoldedReplacement, FoldedReplacement] | null {
  const means = makeMeans(slots, windows);
  const [spacing, routing] = [SPACING, ROUTING].map((kind): FoldedReplacement | null => {
    const touched = { infra, kind, known, change };
    const zones = listTouched(touched);
    const before = known.kinds[kind]!;
    const table = tabulate(touched, zones);
    const untouched_count = before.pairCount - countPairs(before, zones);
    means.finder.count += untouched_count;
    const swept = sweepZones(table, means, zones);
    return swept && { known: before, zones, swept, pairCount: untouched_count + swept.pairCount };
  });
  return spacing && routing ? [spacing, routing] : null;
}

function countPairs({ zones: known }: FoldedKind, zones: Uint32Array): number {
  let count = 0;
  for (const zone of zones) {
    const at = countBelow(known.zones, zone);
    if (known.zones[at] === zone) count += known.pairCounts[at]!;
  }
  return count;
}

/** The zones that changed trains need, before and after; ascending. */
function listTouched({ infra, kind, known, change }: Touched): Uint32Array {
  const found = new Set<number>();
  const add = (slots: Slots, slot: number): void => {
    const run = slots.runs[slot] ?? FREE_SLOT;
    if (run === FREE_SLOT) return;
    const { places, from, to } = rangeOf({ kind, known, change }, run);
    for (let e = from; e < to; e++) {
      found.add(kind === SPACING ? places[e]! : infra.zonePathZone[places[e]!]!);
    }
  };
  for (const slot of change.changed) {
    if (slot < known.slots.runs.length) add(known.slots, slot);
    add(change.slots, slot);
  }
  return Uint32Array.from(found).sort();
}

function rangeOf(
  { kind, known: { runs: known }, change }: Omit<Touched, "infra">,
  run: number,
): RunRange {
  const isNew = run >= known.nRuns;
  const runs = isNew ? change.newRuns : known;
  const row = isNew ? run - known.nRuns : run;
  const { begins_ms, ends_ms, places, runStart, runRouting } = runs;
  return kind === SPACING
    ? { begins_ms, ends_ms, places, from: runStart[row]!, to: runRouting[row]! }
    : { begins_ms, ends_ms, places, from: runRouting[row]!, to: runStart[row + 1]! };
}

/** What all trains need of the zones after the change; the zones by their places. */
function tabulate(touched: Touched, zones: Uint32Array): RequirementTable {
  const { infra, kind, known, change } = touched;
  const { slots } = change;
  const rowOf = new Uint32Array(infra.zoneName.length).fill(NONE);
  for (let row = 0; row < zones.length; row++) rowOf[zones[row]!] = row;
  const isWanted = markRuns(known.runsByZone, known.runs.nRuns, zones);
  const visit = (
    tell: (row: number, entry: number, slot: number, range: RunRange) => void,
  ): void => {
    for (let slot = 0; slot < slots.runs.length; slot++) {
      const run = slots.runs[slot]!;
      if (run === FREE_SLOT || isWanted[run] === 0) continue;
      const range = rangeOf(touched, run);
      for (let e = range.from; e < range.to; e++) {
        const place = range.places[e]!;
        const row = rowOf[kind === SPACING ? place : infra.zonePathZone[place]!]!;
        if (row !== NONE) tell(row, e, slot, range);
      }
    }
  };
  const table = new RequirementTable();
  table.clear(zones.length, kind === ROUTING);
  visit((row) => {
    table.zoneStart[row + 1] = table.zoneStart[row + 1]! + 1;
  });
  table.allocate();
  const { next, begins_ms, ends_ms, owners, configs } = table;
  visit((row, e, slot, range) => {
    const at = next[row]!;
    next[row] = at + 1;
    const start_ms = slots.starts_ms[slot]!;
    begins_ms[at] = start_ms + range.begins_ms[e]!;
    ends_ms[at] = start_ms + range.ends_ms[e]!;
    owners[at] = slot;
    if (kind === ROUTING) configs[at] = range.places[e]!;
  });
  table.sort();
  return table;
}
