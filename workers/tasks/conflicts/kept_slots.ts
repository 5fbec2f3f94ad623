/** The runs and slots of all trains of a timetable, as a first version of what is kept has them. */
import type { TrainRequirements } from "../../engine/conflicts/requirement_table.ts";
import { countEntries, writeRuns } from "../../engine/conflicts/run_entries.ts";
import { listRunsByZone } from "../../engine/conflicts/runs_by_zone.ts";
import type { Infra } from "../../engine/infra/infra.ts";
import { allocateColumns, openColumns, packColumns } from "../../engine/shared_columns.ts";
import { type OccupancyRef, RUNS, RUNS_BY_ZONE, SLOTS } from "./occupancy_ref.ts";
import type { TimetableRequirements } from "./timetable_requirements.ts";

export interface TabulatedTrains extends TimetableRequirements {
  /** [nTrains] as in `Slots`; trains are in that order. */
  readonly orders: Float64Array;
  readonly ordinals: Uint32Array;
  /** [nTrains] JSON texts of occurrences; empty for train schedules. */
  readonly names: readonly string[];
}

/** Room for later runs: half the current number, plus a minimum. */
const ROOM_SHARE = 0.5;
const ROOM_RUNS = 256;
const ROOM_ENTRIES = 1 << 15;

const encoder = new TextEncoder();

export function keepRuns(
  infra: Infra,
  { simulations }: TrainRequirements,
): Pick<OccupancyRef, "run_count" | "runs" | "listed_run_count" | "runs_by_zone"> {
  const run_count = simulations.length;
  const room = run_count + Math.ceil(ROOM_SHARE * run_count) + ROOM_RUNS;
  const entry_count = countEntries(simulations);
  const entries = entry_count + Math.ceil(ROOM_SHARE * entry_count) + ROOM_ENTRIES;
  const runs = allocateColumns(RUNS, {
    begins_ms: entries,
    ends_ms: entries,
    runFirst_ms: room,
    runLast_ms: room,
    places: entries,
    runStart: room + 1,
    runRouting: room,
  });
  const columns = openColumns(RUNS, runs);
  writeRuns(columns, 0, infra, simulations);
  const runs_by_zone = packColumns(RUNS_BY_ZONE, listRunsByZone(infra, columns, run_count));
  return { run_count, runs, listed_run_count: run_count, runs_by_zone };
}

export function keepSlots(input: TabulatedTrains): Pick<OccupancyRef, "slots" | "names"> {
  const texts = input.names.map((name) => encoder.encode(name));
  const nameStart = new Uint32Array(texts.length + 1);
  for (const [slot, { length }] of texts.entries()) {
    nameStart[slot + 1] = (nameStart[slot] ?? 0) + length;
  }
  const names = new Uint8Array(new SharedArrayBuffer(nameStart.at(-1) ?? 0));
  for (const [slot, text] of texts.entries()) names.set(text, nameStart[slot]);
  const slots = packColumns(SLOTS, {
    starts_ms: input.train_starts_ms,
    orders: input.orders,
    runs: input.train_simulations,
    ordinals: input.ordinals,
    nameStart,
  });
  return { slots, names: names.buffer };
}
