/** A running day tried with decisions that are not taken: what they would cost. One simulator runs one after the other. */
import type { DayFacts } from "../operation/day_facts.ts";
import type { DayPlan } from "../operation/day_plan.ts";
import { DayRecord } from "../operation/day_record.ts";
import { DaySimulator } from "../operation/day_simulation.ts";
import { decideOrders } from "../operation/decided_orders.ts";
import { type KnownFacts, noteKnown, placeOrders, type StopOrder } from "../operation/forecast.ts";

/** Until then a train does not depart from a stop. */
export interface StopHold {
  readonly train: number;
  readonly stop: number;
  readonly until_ms: number;
}

export type Decision = StopOrder | StopHold;

export function isHold(decision: Decision): decision is StopHold {
  return "until_ms" in decision;
}

export interface DayCost {
  /** Planned stops that no train will come to, since it stands for ever. */
  readonly missed: number;
  /** Weighted delays at all other stops to come; earliness counts as 0. */
  readonly delay_ms: number;
}

/** As for sorting: missed stops come before delays. */
export function compareCosts(one: DayCost, other: DayCost): number {
  return one.missed - other.missed || one.delay_ms - other.delay_ms;
}

export function costsLess(one: DayCost, other: DayCost): boolean {
  return compareCosts(one, other) < 0;
}

export class DayTrial {
  readonly plan: DayPlan;
  readonly known: KnownFacts;
  /** [nTrains] its planned stops among its places, up to where it ends. */
  readonly places: readonly (readonly number[])[];
  readonly facts: DayFacts;
  /** Of the day that was tried last. */
  readonly simulator: DaySimulator;
  readonly #allPlaces: readonly (readonly number[])[];
  readonly #weights: Float64Array;
  readonly #record: DayRecord;

  /** [nTrains] `weights`: how much a train's delay counts. */
  constructor(plan: DayPlan, known: KnownFacts, weights: Float64Array) {
    this.plan = plan;
    this.known = known;
    this.#weights = weights;
    const { facts, places } = noteKnown(plan, known);
    this.facts = facts;
    this.#allPlaces = places;
    this.places = places.map((own, t) => own.filter((place) => place <= facts.ends[t]!));
    this.simulator = new DaySimulator(plan, known.patience_ms);
    this.#record = new DayRecord(plan);
  }

  run(decisions: readonly Decision[]): DayCost {
    return this.#run(decisions, false);
  }

  /** Other days are simulated only where they differ from this one. */
  compareWith(decisions: readonly Decision[]): DayCost {
    return this.#run(decisions, true);
  }

  #run(decisions: readonly Decision[], isRecorded: boolean): DayCost {
    const facts = this.#decide(decisions);
    this.simulator.runBeside(this.#record, facts, isRecorded);
    const { placeStart, runOf } = this.plan;
    let missed = 0;
    let delay_ms = 0;
    for (let t = 0; t < runOf.length; t++) {
      if (this.facts.isCancelled[t] === 1) continue;
      for (const place of this.places[t]!) {
        const at = placeStart[t]! + place;
        if (at <= this.facts.lastSeen[t]!) continue;
        const late_ms = this.simulator.arrivals_ms[at]! - this.planned_ms(t, place);
        if (Number.isNaN(late_ms)) missed++;
        else if (late_ms > 0) delay_ms += this.#weights[t]! * late_ms;
      }
    }
    return { missed, delay_ms };
  }

  planned_ms(t: number, place: number): number {
    const { runs, runOf, starts_ms } = this.plan;
    const run = runs[runOf[t]!]!;
    return starts_ms[t]! + run.planned_ms[run.times.placePoint[place]!]!;
  }

  /** Whether they say otherwise than each other or what is decided: who is obeyed then depends on when each was observed. */
  contradicts(decisions: readonly Decision[]): boolean {
    const { orders } = divide(decisions);
    return this.#order(orders).contradictions > this.facts.order.contradictions;
  }

  /** What is decided counts before them. */
  #order(orders: readonly StopOrder[]): DayFacts["order"] {
    const all = placeOrders(this.#allPlaces, [...orders, ...this.known.orders]);
    return decideOrders(this.plan, all, this.facts.visitEnd);
  }

  #decide(decisions: readonly Decision[]): DayFacts {
    const { orders, holds } = divide(decisions);
    const order = orders.length === 0 ? this.facts.order : this.#order(orders);
    if (holds.length === 0) return { ...this.facts, order };
    const holds_ms = this.facts.holds_ms.slice();
    for (const { train, stop, until_ms } of holds) {
      const at = this.plan.placeStart[train]! + this.places[train]![stop]!;
      // Longer holds that are decided stay.
      holds_ms[at] = Math.max(holds_ms[at]!, until_ms);
    }
    return { ...this.facts, order, holds_ms };
  }
}

export function divide(decisions: readonly Decision[]): {
  readonly orders: readonly StopOrder[];
  readonly holds: readonly StopHold[];
} {
  const orders = decisions.filter((one): one is StopOrder => !isHold(one));
  return { orders, holds: decisions.filter(isHold) };
}
