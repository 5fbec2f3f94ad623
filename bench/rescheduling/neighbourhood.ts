/** Draws the trains to take out together: a late train or any train, and trains that it meets or waits for. */

import type { Draws } from "../../workers/engine/random.ts";
import { costAt } from "./model.ts";
import { timeOf } from "./moment.ts";
import { ABSENT, type Schedule } from "./schedule.ts";

/** How many trains are taken besides the first, on average. */
const MORE = 2.5;
/** How often the first train is the one that loses most of several drawn, and how many are drawn. */
const LATE = 0.5;
const CANDIDATES = 4;
/** How often the other trains are ones that meet; otherwise they are ones that the first train waits for. */
const MEETING = 0.5;
/** How many uses apart neighbours on a resource may be. */
const NEAR = 3;
/** How many events a chain of causes is followed, and how often the train of an event is taken. */
const CHAIN = 400;
const TAKEN = 0.7;

export class Neighbourhood {
  readonly #schedule: Schedule;
  readonly #draws: Draws;
  /** Trains that may move. */
  readonly #trains: number;
  #chosen: number[] = [];

  constructor(schedule: Schedule, draws: Draws) {
    this.#schedule = schedule;
    this.#draws = draws;
    this.#trains = schedule.model.problem.trainStart.length - 1;
  }

  draw(): readonly number[] {
    const draws = this.#draws;
    const size = 1 + Math.floor(-Math.log(1 - draws.next()) * MORE);
    const first = this.#drawFirst();
    this.#chosen = [first];
    if (draws.next() < MEETING) this.#meet(size);
    else this.#followCauses(first, size);
    return this.#chosen;
  }

  #drawFirst(): number {
    const draws = this.#draws;
    let first = draws.below(this.#trains);
    if (draws.next() >= LATE) return first;
    let most = this.#lateness(first);
    for (let i = 1; i < CANDIDATES; i++) {
      const other = draws.below(this.#trains);
      const cost = this.#lateness(other);
      if (cost > most) {
        most = cost;
        first = other;
      }
    }
    return first;
  }

  /** What a train costs beyond its cost alone, at its last operation with a cost. */
  #lateness(train: number): number {
    const { model, operation, moment, length } = this.#schedule;
    const goal = model.lastCost[train]!;
    const start = model.eventStart[train]!;
    let event = start + length[train]! - 1;
    while (event >= start && operation[event] !== goal) event--;
    if (event < start) return 0;
    const alone = costAt(model, goal, model.soonest[goal]!);
    return costAt(model, goal, timeOf(moment[event]!)) - alone;
  }

  #take(train: number): void {
    if (train < this.#trains && !this.#chosen.includes(train)) this.#chosen.push(train);
  }

  /** Adds trains that use a resource just before or after a chosen train. */
  #meet(size: number): void {
    const draws = this.#draws;
    const { model, length, operation, useOf, next, previous, trainOf } = this.#schedule;
    const { eventStart, heldMax, heldStart } = model;
    for (let tries = 3 * size; tries > 0 && this.#chosen.length < size; tries--) {
      const train = this.#chosen[draws.below(this.#chosen.length)]!;
      const event = eventStart[train]! + draws.below(length[train]!);
      const op = operation[event]!;
      const n = heldStart[op + 1]! - heldStart[op]!;
      if (n === 0) continue;
      let use = useOf[event * heldMax + draws.below(n)]!;
      const on = draws.next() < 0.5 ? next : previous;
      for (let steps = 1 + draws.below(NEAR); steps > 0 && use !== ABSENT; steps--) {
        use = on[use]!;
        if (use === ABSENT || this.#chosen.length >= size) break;
        this.#take(trainOf[Math.floor(use / heldMax)]!);
      }
    }
  }

  /** Adds trains that a train waits for, those that these wait for, and so on. */
  #followCauses(train: number, size: number): void {
    const { model, length, trainOf } = this.#schedule;
    let event = model.eventStart[train]! + length[train]! - 1;
    for (let steps = CHAIN; steps > 0 && this.#chosen.length < size; steps--) {
      event = this.#schedule.causeOf(event);
      if (event === ABSENT) return;
      if (this.#draws.next() < TAKEN) this.#take(trainOf[event]!);
    }
  }
}
