/** All that changes while a day is simulated: kept at some moment, it can be simulated on from there. */
import type { DayPlan } from "./day_plan.ts";
import { DayWaits } from "./day_waits.ts";
import { EventQueue } from "./event_queue.ts";
import { TrainStates } from "./train_states.ts";
import { WaitingLists } from "./waiting_lists.ts";
import { ZoneHolders } from "./zone_holders.ts";

export interface Deadlock {
  readonly time_ms: number;
  /** Each waits for a zone that the next holds, the last for one of the first. */
  readonly trains: readonly number[];
}

export class DayState {
  /** How many events have been. */
  events = 0;
  /** [nPlaces of all trains] arrivals where trains stopped; NaN: it did not get there, or passed. */
  readonly arrivals_ms: Float64Array;
  readonly departures_ms: Float64Array;
  readonly waits = new DayWaits();
  deadlocks: Deadlock[] = [];
  readonly queue = new EventQueue();
  readonly trains: TrainStates;
  readonly lists: WaitingLists;
  readonly zones: ZoneHolders;

  constructor(plan: DayPlan) {
    const nTrains = plan.runOf.length;
    const nPlaces = plan.placeStart[nTrains]!;
    this.arrivals_ms = new Float64Array(nPlaces);
    this.departures_ms = new Float64Array(nPlaces);
    this.trains = new TrainStates(nTrains);
    this.lists = new WaitingLists(nTrains);
    this.zones = new ZoneHolders(plan);
  }

  /** How many trains have not reached their ends. */
  countOpen(): number {
    return this.trains.isOver.reduce((sum, isOver) => sum + 1 - isOver, 0);
  }

  clear({ visitStart }: DayPlan): void {
    this.events = 0;
    this.arrivals_ms.fill(Number.NaN);
    this.departures_ms.fill(Number.NaN);
    this.waits.clear();
    this.deadlocks = [];
    this.queue.clear();
    this.trains.begin(visitStart);
    this.lists.clear();
    this.zones.clear();
  }

  /** Whether the day goes on as another one does, if the same is decided. */
  goesOnAs(other: DayState, now_ms: number): boolean {
    return (
      this.trains.goesOnAs(other.trains) &&
      this.lists.hasSame(other.lists) &&
      this.zones.goesOnAs(other.zones, now_ms)
    );
  }

  /** Notes what happens on another day between two of its states. */
  append(from: DayState, to: DayState): void {
    for (const [own_ms, from_ms, to_ms] of [
      [this.arrivals_ms, from.arrivals_ms, to.arrivals_ms],
      [this.departures_ms, from.departures_ms, to.departures_ms],
    ] as const) {
      for (let at = 0; at < own_ms.length; at++) {
        if (!Object.is(from_ms[at], to_ms[at])) own_ms[at] = to_ms[at]!;
      }
    }
    this.waits.append(to.waits, from.waits.count);
    this.deadlocks.push(...to.deadlocks.slice(from.deadlocks.length));
    this.trains.isOver.set(to.trains.isOver);
  }

  /** Of the same plan. */
  copyFrom(other: DayState): void {
    this.events = other.events;
    this.arrivals_ms.set(other.arrivals_ms);
    this.departures_ms.set(other.departures_ms);
    this.waits.copyFrom(other.waits);
    this.deadlocks = [...other.deadlocks];
    this.queue.copyFrom(other.queue);
    this.trains.copyFrom(other.trains);
    this.lists.copyFrom(other.lists);
    this.zones.copyFrom(other.zones);
  }
}
