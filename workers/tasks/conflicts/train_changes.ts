/** Changes of an occupancy's trains: converts the main thread's message to the engine's form. */
import { FREE_SLOT } from "../../engine/conflicts/occupancy.ts";
import { countEntries, makeRunEntries, writeRuns } from "../../engine/conflicts/run_entries.ts";
import type { SlotChange } from "../../engine/conflicts/touched_zones.ts";
import type { Infra } from "../../engine/infra/infra.ts";
import {
  openRequirements,
  type Requirements,
} from "../../engine/requirements/packed_requirements.ts";
import { allocateColumns, openColumns } from "../../engine/shared_columns.ts";
import type { RequirementsRef } from "../types.ts";
import { type NamedSlots, type OpenOccupancy, SLOTS } from "./occupancy_ref.ts";

/** New rows of slots; other slots stay unchanged. */
export interface TrainChanges {
  /** [nChanges] each once; new slots follow the known ones without a gap. */
  readonly slots: Uint32Array;
  /** Run of each slot; FREE_SLOT: its train is gone. Numbers after the known runs refer to `new_runs`. */
  readonly runs: Uint32Array;
  readonly starts_ms: Float64Array;
  readonly orders: Float64Array;
  readonly ordinals: Uint32Array;
  /** JSON texts of occurrences and of trains that are only tried out; empty for train schedules. */
  readonly names: readonly string[];
  readonly new_runs: readonly RequirementsRef[];
  /** [nChanges] a 1 for each day of the period on which each train runs, where all days are kept. */
  readonly bits?: readonly (Uint8Array | undefined)[];
}

export interface OpenChange extends SlotChange {
  readonly simulations: readonly Requirements[];
  readonly slots: NamedSlots;
  readonly slots_buffer: SharedArrayBuffer;
  readonly names: Uint8Array<SharedArrayBuffer>;
}

const encoder = new TextEncoder();

export function openChange(
  infra: Infra,
  { slots: before, names: known_names }: Pick<OpenOccupancy, "slots" | "names">,
  changes: TrainChanges,
): OpenChange {
  const count = changes.slots.reduce((most, slot) => Math.max(most, slot + 1), before.runs.length);
  const texts = new Map(
    Array.from(changes.slots, (slot, i) => [slot, encoder.encode(changes.names[i])]),
  );
  const slots_buffer = allocateColumns(SLOTS, {
    starts_ms: count,
    orders: count,
    runs: count,
    ordinals: count,
    nameStart: count + 1,
  });
  const slots = openColumns(SLOTS, slots_buffer);
  slots.starts_ms.set(before.starts_ms);
  slots.orders.set(before.orders);
  slots.runs.fill(FREE_SLOT);
  slots.runs.set(before.runs);
  slots.ordinals.set(before.ordinals);
  for (const [i, slot] of changes.slots.entries()) {
    slots.starts_ms[slot] = changes.starts_ms[i] ?? 0;
    slots.orders[slot] = changes.orders[i] ?? 0;
    slots.runs[slot] = changes.runs[i] ?? FREE_SLOT;
    slots.ordinals[slot] = changes.ordinals[i] ?? 0;
  }
  const simulations = changes.new_runs.map(({ buffer, byte_offset }) =>
    openRequirements(buffer, byte_offset),
  );
  const newRuns = makeRunEntries(simulations.length, countEntries(simulations));
  writeRuns(newRuns, 0, infra, simulations);
  const names = replaceNames({ slots: before, names: known_names }, slots, texts);
  return { changed: changes.slots, slots, slots_buffer, names, newRuns, simulations };
}

/** Rebuilds all names, with their starts in `slots`. */
function replaceNames(
  { slots: { nameStart: known }, names }: Pick<OpenOccupancy, "slots" | "names">,
  { nameStart }: NamedSlots,
  texts: ReadonlyMap<number, Uint8Array>,
): Uint8Array<SharedArrayBuffer> {
  const knownLength = (slot: number): number => (known[slot + 1] ?? 0) - (known[slot] ?? 0);
  for (let slot = 0; slot + 1 < nameStart.length; slot++) {
    const length = texts.get(slot)?.length ?? knownLength(slot);
    nameStart[slot + 1] = (nameStart[slot] ?? 0) + length;
  }
  const all = new Uint8Array(new SharedArrayBuffer(nameStart.at(-1) ?? 0));
  for (let slot = 0; all.length > 0 && slot + 1 < nameStart.length; slot++) {
    const text = texts.get(slot) ?? names.subarray(known[slot], known[slot + 1]);
    if (text.length > 0) all.set(text, nameStart[slot]);
  }
  return all;
}

/** Whether there is room for these runs after the known ones. */
export function hasRoom(
  { nRuns, runStart, runRouting, places }: OpenOccupancy["runs"],
  simulations: readonly Requirements[],
): boolean {
  const entries = (runStart[nRuns] ?? 0) + countEntries(simulations);
  return nRuns + simulations.length <= runRouting.length && entries <= places.length;
}
