/**
 * From trains as they were to trains as they become: rows of an occupancy's slots. Kept apart from what is
 * kept, so that a trial, or an update that fails, leaves nothing behind.
 */
import { FREE_SLOT } from "../../../workers/engine/conflicts/occupancy.ts";
import type { OccupancyRef } from "../../../workers/tasks/occupancy_ref.ts";
import type { TrainChanges } from "../../../workers/tasks/train_changes.ts";
import type { RequirementsRef } from "../../../workers/tasks/types.ts";

/** A train that runs, as the occupancy of its timetable knows it. */
export interface TrainPlace {
  readonly slot: number;
  readonly run: number;
  readonly start_ms: number;
  readonly stock_name: string;
  /** Among trains of one record that start at once. */
  readonly ordinal: number;
  /** JSON text of an occurrence; empty for a train schedule. */
  readonly name: string;
}

/** By what stays when the train changes: empty for a train schedule, else which occurrence. */
export type TrainPlaces = ReadonlyMap<string, TrainPlace>;

export const NO_PLACES: TrainPlaces = new Map();

/** A train that is to run. */
export interface PlannedTrain extends Omit<TrainPlace, "slot" | "run"> {
  readonly identity: string;
  readonly requirements: RequirementsRef;
}

/** What numbers are taken. */
export interface Numbering {
  readonly slot_count: number;
  readonly free_slots: readonly number[];
  readonly run_count: number;
  /** Numbers of runs; those from `run_count` on are of later versions. */
  readonly runs: Pick<WeakMap<RequirementsRef, number>, "get" | "set">;
}

export class SlotPlan {
  readonly #known: Numbering;
  readonly #free: number[];
  readonly #freed: number[] = [];
  readonly #rows: TrainPlace[] = [];
  /** Of each row: where its record stands. */
  readonly #orders: number[] = [];
  readonly #new_runs = new Map<RequirementsRef, number>();
  #slot_count: number;

  constructor(known: Numbering) {
    this.#known = known;
    this.#free = [...known.free_slots];
    this.#slot_count = known.slot_count;
  }

  get is_empty(): boolean {
    return this.#rows.length === 0;
  }

  /** Plans the trains of one record in place of those that it has; `order` tells where it stands among records. */
  change(order: number, known: TrainPlaces, planned: readonly PlannedTrain[]): TrainPlaces {
    const places = new Map<string, TrainPlace>();
    // Field by field: of a paced train there are thousands, and spreading takes the time of all else.
    for (const { identity, requirements, start_ms, stock_name, ordinal, name } of planned) {
      const was = known.get(identity);
      const run = this.#numberRun(requirements);
      const slot = was?.slot ?? this.#free.pop() ?? this.#slot_count++;
      const place = { slot, run, start_ms, stock_name, ordinal, name };
      places.set(identity, place);
      if (was === undefined || !isSame(was, place)) this.#add(place, order);
    }
    for (const [identity, { slot, start_ms, stock_name, ordinal }] of known) {
      if (places.has(identity)) continue;
      this.#add({ slot, run: FREE_SLOT, start_ms, stock_name, ordinal, name: "" }, order);
      this.#freed.push(slot);
    }
    return places;
  }

  #add(row: TrainPlace, order: number): void {
    this.#rows.push(row);
    this.#orders.push(order);
  }

  /** The rows as the workers take them. One loop: `from` takes ten times as long for 100,000 trains. */
  toChanges(): TrainChanges {
    const count = this.#rows.length;
    const slots = new Uint32Array(count);
    const runs = new Uint32Array(count);
    const starts_ms = new Float64Array(count);
    const orders = Float64Array.from(this.#orders);
    const ordinals = new Uint32Array(count);
    const names: string[] = [];
    for (const [i, row] of this.#rows.entries()) {
      slots[i] = row.slot;
      runs[i] = row.run;
      starts_ms[i] = row.start_ms;
      ordinals[i] = row.ordinal;
      names.push(row.name);
    }
    return {
      slots,
      runs,
      starts_ms,
      orders,
      ordinals,
      names,
      new_runs: [...this.#new_runs.keys()],
    };
  }

  /** The numbering of the version that was made of the rows. */
  commit({ run_count }: OccupancyRef): Numbering {
    const { runs } = this.#known;
    for (const [requirements, run] of this.#new_runs) runs.set(requirements, run);
    const free_slots = [...this.#free, ...this.#freed];
    return { slot_count: this.#slot_count, free_slots, run_count, runs };
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

function isSame(a: TrainPlace, b: TrainPlace): boolean {
  return (
    a.run === b.run && a.start_ms === b.start_ms && a.ordinal === b.ordinal && a.name === b.name
  );
}
