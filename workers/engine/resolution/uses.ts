/** The zone requirements of all trains, with the stretches of those that may be changed. */
import { Float64Column, Uint32Column } from "../columns.ts";
import { ROUTING, SPACING } from "../conflicts/detect_conflicts.ts";
import { FREE_SLOT, type Occupancy, WORKS_FROM } from "../conflicts/occupancy.ts";
import type { RunEntries } from "../conflicts/run_entries.ts";
import type { Infra } from "../infra/infra.ts";
import { NONE } from "../infra/layout.ts";
import { FIXED } from "./plan.ts";

/** Trains that may be changed, each with its stretches. Train i of the list is train i + 1 of the plan. */
export interface MovableTrains {
  /** [nSlots] their slots: a train that runs on several days has one for each of them. */
  readonly slots: Uint32Array;
  /** [nSlots] the train of each, from 0. */
  readonly slotTrains: Uint32Array;
  /** [nTrains + 1] first stretch of each, from 0. */
  readonly stretchStart: Uint32Array;
  /** [nStretches] arrival where the stretch begins, ms since the start of the run; -Infinity at its start. */
  readonly arrivals_ms: Float64Array;
  /** [nTrains], [nStretches] as in a plan. */
  readonly leads: Float64Array;
  readonly waits: Float64Array;
  readonly slopes: Float64Array;
}

/** How a train ran when it was tried with delays: it needs what both runs need. */
export interface TriedRun {
  /** Its place in the list of trains. */
  readonly train: number;
  /** By stretch of the train, as of trains: ms, and how much later it was, in seconds. */
  readonly arrivals_ms: readonly number[];
  /** Empty: it takes the place of the run as it is, because the train is to run otherwise. */
  readonly delays: readonly number[];
}

/** Trains that are to run otherwise than they do. */
export function listVaried(tried: readonly TriedRun[]): ReadonlySet<number> {
  return new Set(tried.flatMap(({ train, delays }) => (delays.length === 0 ? [train] : [])));
}

export interface UsesInput {
  readonly infra: Infra;
  readonly occupancy: Occupancy;
  readonly movable: MovableTrains;
  /** Runs that were tried, each with its entries. */
  readonly tried: readonly TriedRun[];
  readonly triedEntries: RunEntries;
}

/** Requirements of zones, in columns; times ms. */
export class Uses {
  readonly begins_ms = new Float64Column();
  readonly ends_ms = new Float64Column();
  /** Stretches in which they begin and end. */
  readonly begins = new Uint32Column();
  readonly ends = new Uint32Column();
  readonly places = new Uint32Column();
  readonly owners = new Uint32Column();
  /** Zone · 2 + kind. */
  readonly keys = new Uint32Column();
}

/** [nSlots of the occupancy] the train of each, from 0; NONE: it can't be changed. */
export function trainOfSlots(
  occupancy: Occupancy,
  { slots, slotTrains }: MovableTrains,
): Uint32Array {
  const trainOf = new Uint32Array(occupancy.slots.runs.length).fill(NONE);
  for (const [i, slot] of slots.entries()) trainOf[slot] = slotTrains[i]!;
  return trainOf;
}

/** Requirements of trains that may be changed, and of all that they could meet. `trainOf`: as `trainOfSlots` tells it. */
export function listUses(
  { infra, occupancy, movable, tried, triedEntries }: UsesInput,
  trainOf: Uint32Array,
): Uses {
  const { slots, works, runs } = occupancy;
  const uses = new Uses();
  const isWanted = new Uint8Array(2 * infra.zoneName.length);
  const varied = listVaried(tried);
  for (const [i, slot] of movable.slots.entries()) {
    const train = movable.slotTrains[i]!;
    const run = slots.runs[slot]!;
    if (run === FREE_SLOT || varied.has(train)) continue;
    const first = movable.stretchStart[train]!;
    const arrivals_ms = movable.arrivals_ms.subarray(first, movable.stretchStart[train + 1]!);
    const start_ms = slots.starts_ms[slot]!;
    addRun(uses, infra, { entries: runs, run, first, arrivals_ms, start_ms, slot, delays: [] });
  }
  for (const [run, { train, arrivals_ms, delays }] of tried.entries()) {
    const first = movable.stretchStart[train]!;
    for (const [i, slot] of movable.slots.entries()) {
      if (movable.slotTrains[i] !== train) continue;
      const start_ms = slots.starts_ms[slot]! + 1000 * (delays[0] ?? 0);
      const place = { first, arrivals_ms, start_ms, slot, delays };
      addRun(uses, infra, { entries: triedEntries, run, ...place });
    }
  }
  for (let i = 0; i < uses.keys.count; i++) isWanted[uses.keys.values[i]!] = 1;
  for (let slot = 0; slot < slots.runs.length; slot++) {
    const run = slots.runs[slot]!;
    if (run === FREE_SLOT || trainOf[slot] !== NONE) continue;
    addFixed(uses, infra, { runs, run, start_ms: slots.starts_ms[slot]!, slot, isWanted });
  }
  for (let i = 0; i < works.zones.length; i++) {
    const key = 2 * works.zones[i]! + SPACING;
    if (isWanted[key] === 0) continue;
    uses.begins_ms.push(works.begins_ms[i]!);
    uses.ends_ms.push(works.ends_ms[i]!);
    uses.begins.push(FIXED);
    uses.ends.push(FIXED);
    uses.places.push(0);
    uses.owners.push(WORKS_FROM + works.works[i]!);
    uses.keys.push(key);
  }
  return uses;
}

interface MovedRun {
  readonly entries: RunEntries;
  readonly run: number;
  /** Of the train: its first stretch, and when the run arrives where each begins. */
  readonly first: number;
  readonly arrivals_ms: ArrayLike<number>;
  readonly start_ms: number;
  readonly slot: number;
  /** Of the run; empty: it is the train's as it is. */
  readonly delays: readonly number[];
}

/** The key of an entry: of the zone for itself, or for a route. */
function keyOf(infra: Infra, runs: RunEntries, run: number, entry: number): number {
  const place = runs.places[entry]!;
  return entry < runs.runRouting[run]!
    ? 2 * place + SPACING
    : 2 * infra.zonePathZone[place]! + ROUTING;
}

function addRun(
  uses: Uses,
  infra: Infra,
  { entries, run, first, arrivals_ms, start_ms, slot, delays }: MovedRun,
): void {
  for (let e = entries.runStart[run]!; e < entries.runStart[run + 1]!; e++) {
    const begin_ms = entries.begins_ms[e]!;
    const end_ms = entries.ends_ms[e]!;
    const begin = findStretch(arrivals_ms, begin_ms);
    const end = findStretch(arrivals_ms, end_ms);
    uses.begins_ms.push(start_ms + begin_ms - 1000 * (delays[begin] ?? 0));
    uses.ends_ms.push(start_ms + end_ms - 1000 * (delays[end] ?? 0));
    uses.begins.push(1 + first + begin);
    uses.ends.push(1 + first + end);
    uses.places.push(entries.places[e]!);
    uses.owners.push(slot);
    uses.keys.push(keyOf(infra, entries, run, e));
  }
}

/** The stretch that a time of a run moves with: what happens while the train stands belongs to the departure. */
function findStretch(arrivals_ms: ArrayLike<number>, time_ms: number): number {
  let low = 0;
  let high = arrivals_ms.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (arrivals_ms[middle]! < time_ms) low = middle;
    else high = middle;
  }
  return low;
}

interface FixedRun {
  readonly runs: RunEntries;
  readonly run: number;
  readonly start_ms: number;
  readonly slot: number;
  readonly isWanted: Uint8Array;
}

function addFixed(
  uses: Uses,
  infra: Infra,
  { runs, run, start_ms, slot, isWanted }: FixedRun,
): void {
  for (let e = runs.runStart[run]!; e < runs.runStart[run + 1]!; e++) {
    const key = keyOf(infra, runs, run, e);
    if (isWanted[key] === 0) continue;
    uses.begins_ms.push(start_ms + runs.begins_ms[e]!);
    uses.ends_ms.push(start_ms + runs.ends_ms[e]!);
    uses.begins.push(FIXED);
    uses.ends.push(FIXED);
    uses.places.push(runs.places[e]!);
    uses.owners.push(slot);
    uses.keys.push(key);
  }
}
