/**
 * Finds an order, without times, in which trains that stand on the line at the begin can leave it. One train moves
 * at a time, to its exit or to a place where it can stand; all others stand. A train goes to its exit as soon as
 * it can. Otherwise a train drawn by lot moves a little further, but never to where it and another train could
 * no longer pass each other.
 */

import type { Draws } from "../../workers/engine/random.ts";
import type { Model } from "./model.ts";
import { ABSENT } from "./schedule.ts";

/** The most moves of one trial per train, and the most trials. */
const MOVES = 30;
const TRIALS = 300;

export interface Move {
  readonly train: number;
  /** Where it goes to stand, or an exit. */
  readonly operation: number;
}

export class StandingTrains {
  readonly #model: Model;
  /** [nTrains] the operation in which a train stands, ABSENT = it stands nowhere. */
  readonly #place: Int32Array;
  /** [nResources] how many trains stand on it. */
  readonly #taken: Int32Array;
  /** [nOperations] whether it was reached in the round of this number. */
  readonly #reached: Int32Array;
  #round = 0;

  constructor(model: Model) {
    this.#model = model;
    this.#place = new Int32Array(model.trains);
    this.#taken = new Int32Array(model.resources);
    this.#reached = new Int32Array(model.trainOf.length);
  }

  /** The moves that bring all these trains to their exits, or null when none were found. */
  findMoves(trains: readonly number[], draws: Draws): Move[] | null {
    for (let trial = 0; trial < TRIALS; trial++) {
      const moves = this.#tryOnce(trains, draws);
      if (moves !== null) return moves;
    }
    return null;
  }

  #tryOnce(trains: readonly number[], draws: Draws): Move[] | null {
    this.#place.fill(ABSENT);
    this.#taken.fill(0);
    for (const train of trains) this.#stand(train, this.#model.trainStart[train]!);
    const moves: Move[] = [];
    if (trains.length === 0) return moves;
    let left = [...trains];
    for (let turns = MOVES * trains.length; turns > 0; turns--) {
      const before = left.length;
      left = left.filter((train) => {
        const exit = this.#exitOf(train);
        if (exit === ABSENT) return true;
        moves.push({ train, operation: exit });
        this.#stand(train, exit);
        return false;
      });
      if (left.length === 0) return moves;
      if (left.length < before) continue;
      const train = left[draws.below(left.length)]!;
      const operation = this.#drawPlace(train, left, draws);
      if (operation === ABSENT) continue;
      moves.push({ train, operation });
      this.#stand(train, operation);
    }
    return null;
  }

  #stand(train: number, operation: number): void {
    if (this.#place[train] !== ABSENT) this.#take(this.#place[train]!, -1);
    this.#place[train] = operation;
    this.#take(operation, 1);
  }

  #take(operation: number, by: number): void {
    const { heldStart, held } = this.#model;
    for (let i = heldStart[operation]!; i < heldStart[operation + 1]!; i++) {
      this.#taken[held[i]!] = this.#taken[held[i]!]! + by;
    }
  }

  /** Marks the operations that a train can reach past all standing trains. Returns an exit among them, or ABSENT. */
  #exitOf(train: number): number {
    const { trainStart, successorStart, successors } = this.#model;
    const from = this.#place[train]!;
    this.#take(from, -1);
    const round = ++this.#round;
    this.#reached[from] = round;
    let exit = ABSENT;
    for (let op = from; op < trainStart[train + 1]! && exit === ABSENT; op++) {
      if (this.#reached[op] !== round) continue;
      if (successorStart[op] === successorStart[op + 1]) exit = op;
      for (let i = successorStart[op]!; i < successorStart[op + 1]!; i++) {
        if (this.#isFree(successors[i]!)) this.#reached[successors[i]!] = round;
      }
    }
    this.#take(from, 1);
    return exit;
  }

  #isFree(operation: number): boolean {
    const { heldStart, held } = this.#model;
    for (let i = heldStart[operation]!; i < heldStart[operation + 1]!; i++) {
      if (this.#taken[held[i]!]! > 0) return false;
    }
    return true;
  }

  /** Draws a reachable place, more often a near one; ABSENT if some other train could not pass this one there. */
  #drawPlace(train: number, left: readonly number[], draws: Draws): number {
    const from = this.#place[train]!;
    const end = this.#model.trainStart[train + 1]!;
    this.#exitOf(train);
    const round = this.#round;
    const places: number[] = [];
    for (let op = from + 1; op < end; op++) if (this.#reached[op] === round) places.push(op);
    if (places.length === 0) return ABSENT;
    const place = places[Math.floor(places.length * draws.next() ** 3)]!;
    return left.every((other) => other === train || this.#canPass(train, place, other))
      ? place
      : ABSENT;
  }

  /** Whether two trains alone, the first at a place, can both reach their exits if one moves at most once before. */
  #canPass(train: number, place: number, other: number): boolean {
    const there = this.#place[other]!;
    return this.#canGoFirst(train, place, there) || this.#canGoFirst(other, there, place);
  }

  /** Whether a train can leave past another train, or move to where the other can leave past it. */
  #canGoFirst(train: number, from: number, otherPlace: number): boolean {
    const { successorStart, trainStart, trainOf } = this.#model;
    if (this.#leaves(from, otherPlace)) return true;
    const round = this.#round;
    const end = trainStart[train + 1]!;
    const places: number[] = [];
    for (let op = from; op < end; op++) if (this.#reached[op] === round) places.push(op);
    return places.some(
      (op) =>
        successorStart[op] !== successorStart[op + 1] &&
        trainOf[op] === train &&
        this.#leaves(otherPlace, op),
    );
  }

  /** Whether a train can go from an operation to an exit past another train. Marks what it reaches. */
  #leaves(from: number, past: number): boolean {
    const { trainOf, trainStart, successorStart, successors } = this.#model;
    const round = ++this.#round;
    this.#reached[from] = round;
    const end = trainStart[trainOf[from]! + 1]!;
    for (let op = from; op < end; op++) {
      if (this.#reached[op] !== round) continue;
      if (successorStart[op] === successorStart[op + 1]) return true;
      for (let i = successorStart[op]!; i < successorStart[op + 1]!; i++) {
        if (!this.#meet(successors[i]!, past)) this.#reached[successors[i]!] = round;
      }
    }
    return false;
  }

  /** Whether two operations hold the same resource. */
  #meet(a: number, b: number): boolean {
    const { heldStart, held } = this.#model;
    for (let i = heldStart[a]!; i < heldStart[a + 1]!; i++) {
      for (let j = heldStart[b]!; j < heldStart[b + 1]!; j++) if (held[i] === held[j]) return true;
    }
    return false;
  }
}
