/** A day at some moment in little room: what trains are doing, and how much of what happens has been by then. */
import { Float64Column, Uint32Column } from "../columns.ts";
import type { DayPlan } from "./day_plan.ts";
import { EventQueue } from "./event_queue.ts";
import { TrainStates } from "./train_states.ts";
import { WaitingLists } from "./waiting_lists.ts";
import { isVisitToCome, LEFT, NOBODY, type ZoneHolders } from "./zone_holders.ts";

/** A day that is being simulated. */
interface RunningState extends Pick<KeptState, "trains" | "lists" | "queue"> {
  readonly zones: ZoneHolders;
  readonly waits: { readonly count: number };
  readonly deadlocks: ArrayLike<unknown>;
}

export class KeptState {
  readonly trains: TrainStates;
  readonly lists: WaitingLists;
  readonly zones: KeptZones;
  readonly queue = new EventQueue();
  /** How many have been. */
  waits = 0;
  deadlocks = 0;

  constructor(plan: DayPlan) {
    this.trains = new TrainStates(plan.runOf.length);
    this.lists = new WaitingLists(plan.runOf.length);
    this.zones = new KeptZones(plan);
  }

  keep({ trains, lists, zones, queue, waits, deadlocks }: RunningState): void {
    this.trains.copyFrom(trains);
    this.lists.copyFrom(lists);
    this.zones.keep(zones);
    this.queue.copyFrom(queue);
    this.waits = waits.count;
    this.deadlocks = deadlocks.length;
  }

  /** Whether a day goes on as this one did, if the same is known and decided. */
  isAs({ trains, lists, zones }: RunningState, now_ms: number): boolean {
    return (
      trains.goesOnAs(this.trains) && lists.hasSame(this.lists) && this.zones.isAs(zones, now_ms)
    );
  }
}

/** Who has the zones; when a visit ends is kept of those that stand in a list. */
class KeptZones {
  readonly #plan: DayPlan;
  /** [nVisits] */
  readonly #state: Uint8Array;
  /** List by list. */
  readonly #visits = new Uint32Column();
  readonly #free_ms = new Float64Column();

  constructor(plan: DayPlan) {
    this.#plan = plan;
    this.#state = new Uint8Array(plan.visitZone.length);
  }

  keep({ state, first, next, free_ms }: ZoneHolders): void {
    this.#state.set(state);
    this.#visits.clear();
    this.#free_ms.clear();
    for (let zone = 0; zone < first.length; zone++) {
      for (let v = first[zone]!; v !== NOBODY; v = next[v]!) {
        this.#visits.push(v);
        this.#free_ms.push(free_ms[v]!);
      }
    }
  }

  putTo({ state, first, next, free_ms }: ZoneHolders): void {
    state.set(this.#state);
    first.fill(NOBODY);
    for (let i = this.#visits.count - 1; i >= 0; i--) {
      const v = this.#visits.values[i]!;
      const zone = this.#plan.visitZone[v]!;
      next[v] = first[zone]!;
      first[zone] = v;
      free_ms[v] = this.#free_ms.values[i]!;
    }
  }

  /** Whether the zones are had by the same visits from now on, and the same are to come. */
  isAs({ state, first, next, free_ms }: ZoneHolders, now_ms: number): boolean {
    for (let v = 0; v < state.length; v++) {
      if ((state[v] === 0) !== (this.#state[v] === 0)) return false;
    }
    let i = this.#skipLeft(0, now_ms);
    for (let zone = 0; zone < first.length; zone++) {
      for (let v = first[zone]!; v !== NOBODY; v = next[v]!) {
        if (free_ms[v]! <= now_ms) continue;
        const isSame =
          i < this.#visits.count &&
          this.#visits.values[i] === v &&
          this.#free_ms.values[i] === free_ms[v] &&
          this.#state[v] === state[v];
        if (!isSame) return false;
        i = this.#skipLeft(i + 1, now_ms);
      }
    }
    return i === this.#visits.count;
  }

  skip(from: number, to: number): void {
    this.#state.fill(LEFT, from, to);
  }

  unskip(from: number, to: number): void {
    this.#state.fill(0, from, to);
  }

  /** No train has these. */
  clear(visits: ReadonlySet<number>): void {
    for (const v of visits) this.#state[v] = LEFT;
    let count = 0;
    for (let i = 0; i < this.#visits.count; i++) {
      const v = this.#visits.values[i]!;
      if (visits.has(v)) continue;
      this.#visits.values[count] = v;
      this.#free_ms.values[count++] = this.#free_ms.values[i]!;
    }
    this.#visits.count = count;
    this.#free_ms.count = count;
  }

  isToCome(v: number): boolean {
    return isVisitToCome(this.#plan, this.#state, v);
  }

  #skipLeft(from: number, now_ms: number): number {
    let i = from;
    while (i < this.#visits.count && this.#free_ms.values[i]! <= now_ms) i++;
    return i;
  }
}
