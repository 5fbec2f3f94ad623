/** All that changes while a day is simulated: from some moments of it, it can be simulated on. */
import type { DayPlan } from "./day_plan.ts";
import { DayWaits } from "./day_waits.ts";
import { EventQueue } from "./event_queue.ts";
import type { KeptState } from "./kept_state.ts";
import { TrainStates } from "./train_states.ts";
import { WaitingLists } from "./waiting_lists.ts";
import { ZoneHolders } from "./zone_holders.ts";

export interface Deadlock {
  readonly time_ms: number;
  /** Each waits for a zone that the next holds, the last for one of the first. */
  readonly trains: readonly number[];
}

/** What has happened on a day. */
export class DayResults {
  /** [nPlaces of all trains] arrivals where trains stopped; NaN: it did not get there, or passed. */
  readonly arrivals_ms: Float64Array;
  readonly departures_ms: Float64Array;
  readonly waits = new DayWaits();
  deadlocks: Deadlock[] = [];
  readonly trains: TrainStates;

  constructor({ runOf, placeStart }: DayPlan) {
    const nPlaces = placeStart[runOf.length]!;
    this.arrivals_ms = new Float64Array(nPlaces).fill(Number.NaN);
    this.departures_ms = new Float64Array(nPlaces).fill(Number.NaN);
    this.trains = new TrainStates(runOf.length);
  }

  /** Of the same plan. */
  copyFrom(other: DayResults): void {
    this.arrivals_ms.set(other.arrivals_ms);
    this.departures_ms.set(other.departures_ms);
    this.waits.clear();
    this.waits.append(other.waits, 0, other.waits.count);
    this.deadlocks = [...other.deadlocks];
    this.trains.copyFrom(other.trains);
  }
}

export class DayState extends DayResults {
  readonly queue = new EventQueue();
  readonly lists: WaitingLists;
  readonly zones: ZoneHolders;
  readonly #plan: DayPlan;

  constructor(plan: DayPlan) {
    super(plan);
    this.#plan = plan;
    this.lists = new WaitingLists(plan.runOf.length);
    this.zones = new ZoneHolders(plan);
  }

  /** How many trains have not reached their ends. */
  countOpen(): number {
    return this.trains.isOver.reduce((sum, isOver) => sum + 1 - isOver, 0);
  }

  clear(): void {
    this.arrivals_ms.fill(Number.NaN);
    this.departures_ms.fill(Number.NaN);
    this.waits.clear();
    this.deadlocks = [];
    this.queue.clear();
    this.trains.begin(this.#plan.visitStart);
    this.lists.clear();
    this.zones.clear();
  }

  /** The state that was kept of a day, of which this is all that happened in the end. */
  restore(kept: KeptState, end: DayResults): void {
    this.copyFrom(end);
    this.trains.copyFrom(kept.trains);
    this.waits.cut(kept.waits);
    this.deadlocks.length = kept.deadlocks;
    this.lists.copyFrom(kept.lists);
    this.queue.copyFrom(kept.queue);
    kept.zones.putTo(this.zones);
    const { placeStart } = this.#plan;
    for (let t = 0; t + 1 < placeStart.length; t++) {
      const left = this.trains.countLeft(t);
      this.arrivals_ms.fill(
        Number.NaN,
        placeStart[t]! + kept.trains.place[t]! + 1,
        placeStart[t + 1],
      );
      this.departures_ms.fill(Number.NaN, placeStart[t]! + left, placeStart[t + 1]);
    }
  }

  /** Notes what happens on another day from one of its states on, as which this one goes on. */
  append(from: KeptState, end: DayResults): void {
    const { placeStart } = this.#plan;
    for (let t = 0; t + 1 < placeStart.length; t++) {
      if (this.trains.isOver[t] === 1) continue;
      const to = placeStart[t + 1]!;
      const next = placeStart[t]! + this.trains.place[t]! + 1;
      const left = placeStart[t]! + this.trains.countLeft(t);
      this.arrivals_ms.set(end.arrivals_ms.subarray(next, to), next);
      this.departures_ms.set(end.departures_ms.subarray(left, to), left);
      this.trains.copyTrain(t, end.trains);
    }
    this.waits.append(end.waits, from.waits, end.waits.count);
    this.deadlocks.push(...end.deadlocks.slice(from.deadlocks));
  }
}
