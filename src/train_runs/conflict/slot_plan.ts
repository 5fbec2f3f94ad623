/**
 * Plans a change from trains as they were to trains as they will be, as rows of an occupancy's slots.
 * It is separate from the kept state, so that a trial, or an update that fails, leaves nothing behind.
 */
import { FREE_SLOT } from "../../../workers/engine/conflicts/occupancy.ts";
import type { OccupancyRef } from "../../../workers/tasks/conflicts/occupancy_ref.ts";
import type { TrainChanges } from "../../../workers/tasks/conflicts/train_changes.ts";
import type { RequirementsRef } from "../../../workers/tasks/types.ts";
import type { TaskInput, TaskOutput } from "../../../workers/tasks.ts";
import { nextTurn } from "../../platform/turns.ts";
import { runTask, type TaskSetup } from "../path/setup.ts";

/** A running train as known to the timetable's occupancy. */
export interface TrainSlot {
  readonly slot: number;
  readonly run: number;
  readonly start_ms: number;
  readonly stock_name: string;
  /** Its order among simultaneous trains of one record. */
  readonly ordinal: number;
  /** JSON text of an occurrence; empty for a train schedule. */
  readonly name: string;
  /** Its operating day; null or absent: no date was asked for. */
  readonly day?: number | null | undefined;
  /** With all days at once: a 1 for each of the period that it is a train of. */
  readonly bits?: Uint8Array | undefined;
}

/** By the part of a train that changes keep: empty for a train schedule, else which occurrence. */
export type TrainSlots = ReadonlyMap<string, TrainSlot>;

export const NO_SLOTS: TrainSlots = new Map();

/** A train that is to run. */
export interface PlannedTrain extends Omit<TrainSlot, "slot" | "run"> {
  readonly identity: string;
  readonly requirements: RequirementsRef;
}

/** What is kept of trains, with the number of runs. */
export type NumberedRuns = Pick<OccupancyRef, "run_count">;

/** One version of a timetable's conflicts; later versions do not modify it. */
export interface Version<Ref extends NumberedRuns = OccupancyRef> extends Numbering {
  readonly occupancy: Ref;
}

/** The numbers in use. */
interface Numbering {
  readonly slot_count: number;
  readonly free_slots: readonly number[];
  readonly run_count: number;
  /** Numbers of runs; those from `run_count` on belong to later versions. */
  readonly runs: Pick<WeakMap<RequirementsRef, number>, "get" | "set">;
}

/** Tasks that try out changes, or make them. */
type ChangingTask =
  | "update_occupancy"
  | "update_folded"
  | "try_changes"
  | "check_changes"
  | "list_obstacles";

export class SlotPlan<Ref extends NumberedRuns = OccupancyRef> {
  readonly #known: Numbering;
  readonly #occupancy: Ref | null;
  readonly #free: number[];
  readonly #freed: number[] = [];
  readonly #rows: TrainSlot[] = [];
  /** For each row, the sort key of its record. */
  readonly #orders: number[] = [];
  readonly #new_runs = new Map<RequirementsRef, number>();
  #slot_count: number;

  /** Null: no train is known. */
  constructor(version: Version<Ref> | null) {
    const known = version ?? { slot_count: 0, free_slots: [], run_count: 0, runs: new WeakMap() };
    this.#known = known;
    this.#occupancy = version?.occupancy ?? null;
    this.#free = [...known.free_slots];
    this.#slot_count = known.slot_count;
  }

  get is_empty(): boolean {
    return this.#rows.length === 0;
  }

  /** Replaces the trains of one record by planned ones; `order` is the record's sort key. */
  change(order: number, known: TrainSlots, planned: readonly PlannedTrain[]): TrainSlots {
    const slots = new Map<string, TrainSlot>();
    // Written field by field: a paced train has thousands, and spreading would take as long as everything else.
    for (const one of planned) {
      const { identity, requirements, start_ms, stock_name, ordinal, name, day, bits } = one;
      const was = known.get(identity);
      const run = this.#numberRun(requirements);
      const slot = was?.slot ?? this.#free.pop() ?? this.#slot_count++;
      const row = { slot, run, start_ms, stock_name, ordinal, name, day, bits };
      slots.set(identity, row);
      if (was === undefined || !isSame(was, row)) this.#add(row, order);
    }
    for (const [identity, one] of known) {
      if (slots.has(identity)) continue;
      const { slot } = one;
      this.#add({ ...one, run: FREE_SLOT, name: "" }, order);
      this.#freed.push(slot);
    }
    return slots;
  }

  #add(row: TrainSlot, order: number): void {
    this.#rows.push(row);
    this.#orders.push(order);
  }

  /** Runs a task on the changes of the version. */
  async run<Name extends ChangingTask>(
    setup: TaskSetup,
    name: Name,
    more: Omit<TaskInput<Name>, "infra" | "occupancy" | "changes">,
  ): Promise<TaskOutput<Name>> {
    if (this.#occupancy === null) throw new Error("there is no version to change");
    // Packing and sending many trains takes a turn of its own.
    await nextTurn();
    const input = { ...more, occupancy: this.#occupancy, changes: this.#toChanges() };
    // Safe: this is the input common to all these tasks, plus `more`.
    return await runTask(setup, name, input as unknown as Omit<TaskInput<Name>, "infra">);
  }

  /** The rows when no train was known before; each buffer of requirements once. */
  toTimetable(): Omit<TaskInput<"keep_conflicts">, "infra" | "works"> &
    Pick<TaskInput<"fold_conflicts">, "bits"> {
    const { runs, starts_ms, orders, ordinals, names, new_runs, bits = [] } = this.#toChanges();
    const buffers = new Map<SharedArrayBuffer, number>();
    for (const { buffer } of new_runs) {
      if (!buffers.has(buffer)) buffers.set(buffer, buffers.size);
    }
    return {
      buffers: [...buffers.keys()],
      simulation_buffers: Uint32Array.from(new_runs, ({ buffer }) => buffers.get(buffer) ?? 0),
      simulation_offsets: Float64Array.from(new_runs, ({ byte_offset }) => byte_offset),
      train_simulations: runs,
      train_starts_ms: starts_ms,
      orders,
      ordinals,
      names,
      bits,
    };
  }

  /** The rows in the workers' form. One loop: `from` takes ten times as long for 100,000 trains. */
  #toChanges(): TrainChanges {
    const count = this.#rows.length;
    const slots = new Uint32Array(count);
    const runs = new Uint32Array(count);
    const starts_ms = new Float64Array(count);
    const orders = Float64Array.from(this.#orders);
    const ordinals = new Uint32Array(count);
    const names: string[] = [];
    const bits: (Uint8Array | undefined)[] = [];
    for (const [i, row] of this.#rows.entries()) {
      slots[i] = row.slot;
      runs[i] = row.run;
      starts_ms[i] = row.start_ms;
      ordinals[i] = row.ordinal;
      names.push(row.name);
      if (row.bits !== undefined) bits[i] = row.bits;
    }
    return {
      slots,
      runs,
      starts_ms,
      orders,
      ordinals,
      names,
      new_runs: [...this.#new_runs.keys()],
      bits,
    };
  }

  /** The version that results from the rows. */
  commit(occupancy: Ref): Version<Ref> {
    const { run_count } = occupancy;
    const { runs } = this.#known;
    for (const [requirements, run] of this.#new_runs) runs.set(requirements, run);
    const free_slots = [...this.#free, ...this.#freed];
    return { occupancy, slot_count: this.#slot_count, free_slots, run_count, runs };
  }

  #numberRun(requirements: RequirementsRef): number {
    const { runs, run_count } = this.#known;
    const known = runs.get(requirements);
    if (known !== undefined && known < run_count) return known;
    const run = this.#new_runs.get(requirements) ?? run_count + this.#new_runs.size;
    this.#new_runs.set(requirements, run);
    return run;
  }
}

function isSame(a: TrainSlot, b: TrainSlot): boolean {
  return (
    a.run === b.run &&
    a.start_ms === b.start_ms &&
    a.ordinal === b.ordinal &&
    a.name === b.name &&
    hasSameBits(a.bits, b.bits)
  );
}

function hasSameBits(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === b || a === undefined || b === undefined) return a === b;
  return Buffer.compare(a, b) === 0;
}
