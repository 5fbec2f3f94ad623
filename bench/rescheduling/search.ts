/**
 * Improves the answer: takes some trains out, inserts them again, and keeps the result if it is not much worse. How
 * much worse it may be falls to zero within a cycle; the next cycle is twice as long and starts from the best answer.
 * Work is counted, never timed: the same problem, seed and amount of work give the same answer.
 */

import { Draws } from "../../workers/engine/random.ts";
import { makeFirstAnswer } from "./first_answer.ts";
import { Insertion } from "./insertion.ts";
import { LineSearch } from "./line.ts";
import { costAt, type Model, makeModel } from "./model.ts";
import { timeOf } from "./moment.ts";
import { Neighbourhood } from "./neighbourhood.ts";
import { Pressure } from "./pressure.ts";
import type { DispatchAnswer, DispatchProblem } from "./problem.ts";
import { putIn, type Workshop } from "./put_in.ts";
import { ABSENT, Schedule } from "./schedule.ts";

/** Rounds of the first cycle per train. */
const FIRST_CYCLE = 4;
/** How much worse an answer may be when a cycle begins, as a fraction of one train's cost beyond the bound. */
const WARMTH = 0.1;
const LEAST_SLACK = 20;
/** Labels followed per operation. */
const BEAM = 12;
/** The least weight of the estimates, and the factor from it to the greatest. Each round draws one, mostly low ones. */
const LEAST_WEIGHT = 0.25;
const WEIGHTS = 64;
/** Work per event after which the estimates are computed again. */
const FRESH = 2;

export class DispatchSearch {
  /** No answer costs less. */
  bound: number;
  /** Infinity = none yet. */
  bestCost = Infinity;
  /** Rounds so far. */
  rounds = 0;
  readonly #model: Model;
  /** Trains that may move. */
  readonly #trains: number;
  readonly #schedule: Schedule;
  readonly #workshop: Workshop;
  readonly #neighbourhood: Neighbourhood;
  /** Comes before the rounds; null = it has ended, or the problem is of another kind. */
  #line: LineSearch | null;
  readonly #best: Ways;
  /** The ways of the trains that were taken out, to restore them. */
  readonly #saved: Ways;
  readonly #savedBefore: Int32Array;
  readonly #scratch: Int32Array;
  /** The work done when the estimates were last computed. */
  #freshAt = -Infinity;
  #cycleLength: number;
  #cycleEnd = 0;

  constructor(problem: DispatchProblem, seed: number) {
    const model = makeModel(problem);
    const schedule = new Schedule(model);
    const pressure = new Pressure(schedule);
    const insertion = new Insertion(schedule, pressure);
    const draws = new Draws(seed);
    this.#model = model;
    this.#trains = problem.trainStart.length - 1;
    this.#schedule = schedule;
    this.#workshop = { schedule, pressure, insertion, draws };
    this.#neighbourhood = new Neighbourhood(schedule, draws);
    this.#line = LineSearch.of(model);
    this.#best = copyWays(schedule);
    this.#saved = copyWays(schedule);
    this.#savedBefore = new Int32Array(schedule.useOf.length);
    this.#scratch = new Int32Array(insertion.before.length);
    this.#cycleLength = FIRST_CYCLE * this.#trains;
    this.bound = boundOf(model);
  }

  /** Work done so far, counted in events visited and in uses and labels examined. */
  get work(): number {
    return this.#schedule.work;
  }

  /**
   * Searches until the work done in all is `work`. Returns false when nothing is left to do: the answer is proven to
   * be the best, or there is no first one.
   */
  advance(work: number): boolean {
    const schedule = this.#schedule;
    if (this.bestCost === Infinity) {
      if (!makeFirstAnswer(this.#workshop)) return false;
      this.#remember();
    }
    while (this.bestCost > this.bound) {
      if (schedule.work >= work) return true;
      if (this.#line === null) this.#round();
      else this.#goOnWith(this.#line);
    }
    return false;
  }

  /** The best answer, its events in the order in which they happen; null before there is one. */
  answer(): DispatchAnswer | null {
    if (this.bestCost === Infinity) return null;
    const { trainOf } = this.#schedule;
    const { length, operation, moment } = this.#best;
    const events: number[] = [];
    for (let train = 0; train < this.#trains; train++) {
      for (let k = 0; k < length[train]!; k++) events.push(this.#model.eventStart[train]! + k);
    }
    events.sort((a, b) => moment[a]! - moment[b]! || a - b);
    return {
      cost: this.bestCost,
      times: Int32Array.from(events, (event) => timeOf(moment[event]!)),
      operations: Int32Array.from(events, (event) => operation[event]!),
      trains: Int32Array.from(events, (event) => trainOf[event]!),
    };
  }

  #goOnWith(line: LineSearch): void {
    const schedule = this.#schedule;
    const { work } = line;
    this.rounds++;
    if (line.advance(this.bestCost)) {
      schedule.begin();
      schedule.load(line);
      schedule.settleAll();
      if (schedule.cost < this.bestCost) this.#remember();
    }
    schedule.work += line.work - work;
    if (line.proven) this.bound = this.bestCost;
    if (line.ended) this.#line = null;
  }

  #remember(): void {
    const { length, operation, moment, cost } = this.#schedule;
    this.#best.length.set(length);
    this.#best.operation.set(operation);
    this.#best.moment.set(moment);
    this.bestCost = cost;
  }

  /** How much worse the next answer may be, on average. */
  #slack(): number {
    if (this.rounds >= this.#cycleEnd) {
      this.#cycleEnd = this.rounds + this.#cycleLength;
      this.#cycleLength *= 2;
      if (this.#schedule.cost > this.bestCost) this.#schedule.load(this.#best);
    }
    const left = (2 * (this.#cycleEnd - this.rounds)) / this.#cycleLength;
    return (
      WARMTH * left * left * Math.max(LEAST_SLACK, (this.bestCost - this.bound) / this.#trains)
    );
  }

  #round(): void {
    const schedule = this.#schedule;
    const { draws, insertion, pressure } = this.#workshop;
    // This comes first, because a new cycle replaces the schedule.
    const slack = this.#slack();
    const { cost } = schedule;
    const limit = cost - slack * Math.log(1 - draws.next());
    this.rounds++;
    const taken = this.#neighbourhood.draw();
    schedule.begin();
    for (const train of taken) this.#takeOut(train);
    schedule.settleRemoved();
    if (schedule.work - this.#freshAt > FRESH * schedule.moment.length) {
      pressure.refresh();
      this.#freshAt = schedule.work;
    }
    const { rules } = insertion;
    rules.rigid = false;
    rules.early = draws.below(2) === 0;
    rules.beam = BEAM;
    rules.weight = LEAST_WEIGHT * WEIGHTS ** (draws.next() ** 2);
    const order = draws.shuffled(taken);
    let n = 0;
    while (n < order.length && putIn(this.#workshop, order[n]!, limit)) n++;
    if (n < order.length) {
      for (let i = 0; i < n; i++) schedule.unlink(order[i]!, this.#scratch);
      this.#goBack(taken, cost);
    } else if (schedule.cost < this.bestCost) {
      this.#remember();
    }
  }

  #takeOut(train: number): void {
    const { eventStart, heldMax } = this.#model;
    const { length, operation, moment } = this.#schedule;
    const start = eventStart[train]!;
    const end = start + length[train]!;
    this.#saved.length[train] = end - start;
    this.#saved.operation.set(operation.subarray(start, end), start);
    this.#saved.moment.set(moment.subarray(start, end), start);
    this.#schedule.unlink(train, this.#savedBefore.subarray(start * heldMax, end * heldMax));
  }

  /** Restores everything to before the trains were taken out; they must be out when it is called. */
  #goBack(taken: readonly number[], cost: number): void {
    const schedule = this.#schedule;
    const { eventStart, heldMax } = this.#model;
    schedule.takeBackTo(0, cost);
    for (const train of taken.toReversed()) {
      const start = eventStart[train]!;
      const end = start + this.#saved.length[train]!;
      schedule.operation.set(this.#saved.operation.subarray(start, end), start);
      schedule.moment.set(this.#saved.moment.subarray(start, end), start);
      schedule.link(train, end - start, this.#savedBefore.subarray(start * heldMax, end * heldMax));
    }
    schedule.cost = cost;
  }
}

/** A lower bound of every answer's cost: each train as if it were alone. */
function boundOf(model: Model): number {
  const { trains, trainStart, lastCost, timeToCost, soonest } = model;
  let bound = 0;
  for (let train = 0; train < trains; train++) {
    const goal = lastCost[train]!;
    const always = goal !== ABSENT && timeToCost[trainStart[train]!]! >= 0;
    if (always) bound += costAt(model, goal, soonest[goal]!);
  }
  return bound;
}

interface Ways {
  readonly length: Int32Array;
  readonly operation: Int32Array;
  readonly moment: Float64Array;
}

function copyWays({ length, operation, moment }: Ways): Ways {
  return { length: length.slice(), operation: operation.slice(), moment: moment.slice() };
}
