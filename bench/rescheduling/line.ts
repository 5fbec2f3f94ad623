/**
 * Single lines: each train has one way, and before and after each resource it can wait where it holds nothing. Then
 * orders are made as they happen: the use that could end first comes next, or another one of that resource that
 * begins before that end (Giffler and Thompson: one of these orders costs least). All orders grow in step, and of
 * each length the most promising are followed. When none was left out for that, the best is proven.
 */
import { growFloat64, growInt32 } from "../../workers/engine/growable.ts";
import { Draws } from "../../workers/engine/random.ts";
import { costAt, type Model } from "./model.ts";
import { growOrders, makeOrders, moveOrder, nthOf, type Orders } from "./orders.ts";
import { UNBOUNDED } from "./problem.ts";
import { ABSENT } from "./schedule.ts";

/** How many orders the first look follows, and the factor to the next look. */
const FIRST_WIDTH = 32;
const WIDER = 4;
/** How many numbers the followed orders have at most. */
const NUMBERS_MAX = 2 ** 22;
/** The begin of a train that has no more uses. */
const NEVER = 2 ** 31 - 1;
/** Sums of times stay below, far from NEVER. */
const TIMES_MAX = 2 ** 30;
/** How much of a cost's next step counts, by the time that has passed towards it, when orders are compared. */
const FORESIGHT = 0.5;

export class LineSearch {
  /** The best order found, as `Schedule.load` reads it. */
  readonly length: Int32Array;
  readonly operation: Int32Array;
  readonly moment: Float64Array;
  /** Whether nothing costs less than the limit given, or than the best order found if that is less. */
  proven = false;
  /** Work so far, counted in uses and trains examined. */
  work = 0;
  readonly #model: Model;
  readonly #trains: number;
  /** How many numbers a state has. */
  readonly #size: number;
  /** [nTrains + 1] the first use of each train. */
  readonly #useStart: Int32Array;
  /** By use: its operation and resource. One that begins at t ends at max(endFrom, t + endAfter). */
  readonly #operationOf: Int32Array;
  readonly #resourceOf: Int32Array;
  readonly #endFrom: Int32Array;
  readonly #endAfter: Int32Array;
  /** By use: the same for when the train's next use can begin. */
  readonly #nextFrom: Int32Array;
  readonly #nextAfter: Int32Array;
  /** By use: the operations with a cost from its own on, and by these the same for their begins. */
  readonly #priceStart: Int32Array;
  readonly #priceOperation: Int32Array;
  readonly #priceFrom: Int32Array;
  readonly #priceAfter: Int32Array;
  /** By use: from when on a wait costs the train nothing more. */
  readonly #careless: Float64Array;
  /** [nTrains] what each of its uses adds to the hash of an order. */
  readonly #marks: Int32Array;
  #limit = Infinity;
  #width = FIRST_WIDTH / WIDER;
  /** Whether no order of this look was left out. */
  #whole = true;
  #orders = makeOrders();
  #longer = makeOrders();
  /** Longer orders by hash: the last one, and by order the one before it. */
  #head = new Int32Array(1024);
  #beside = new Int32Array(16);
  /** The tree of orders, by node: the node before, and the train whose use comes next. */
  #nodes = 0;
  #before = new Int32Array(1024);
  #trainOf = new Int32Array(1024);
  #sorted = new Float64Array(16);

  /** null = the problem is not of this kind. */
  static of(model: Model): LineSearch | null {
    return isLine(model) ? new LineSearch(model) : null;
  }

  private constructor(model: Model) {
    const { trains, trainStart, heldStart, held, pieceStart } = model;
    const holds = (op: number): boolean => heldStart[op + 1]! > heldStart[op]!;
    const costs = (op: number): boolean => pieceStart[op + 1]! > pieceStart[op]!;
    const [uses, useStart]: [number[], number[]] = [[], [0]];
    const [ends, nexts, prices]: [Reach[], Reach[], Reach[]] = [[], [], []];
    const [priceStart, priced]: [number[], number[]] = [[0], []];
    for (let train = 0; train < trains; train++) {
      const end = trainStart[train + 1]!;
      for (let op = trainStart[train]!; op < end; op++) {
        if (!holds(op)) continue;
        let next = op + 1;
        while (next < end && !holds(next)) next++;
        uses.push(op);
        ends.push(reach(model, op, op + 1));
        nexts.push(reach(model, op, Math.min(next, end - 1)));
        for (let other = op; other < end; other++) {
          if (!costs(other)) continue;
          priced.push(other);
          prices.push(reach(model, op, other));
        }
        priceStart.push(priced.length);
      }
      useStart.push(uses.length);
    }
    const froms = (all: readonly Reach[]): Int32Array => Int32Array.from(all, ({ from }) => from);
    const afters = (all: readonly Reach[]): Int32Array => Int32Array.from(all, (to) => to.after);
    this.#model = model;
    this.#trains = trains;
    this.#size = 2 * trains + model.resources;
    this.#useStart = Int32Array.from(useStart);
    this.#operationOf = Int32Array.from(uses);
    this.#resourceOf = Int32Array.from(uses, (op) => held[heldStart[op]!]!);
    [this.#endFrom, this.#endAfter] = [froms(ends), afters(ends)];
    [this.#nextFrom, this.#nextAfter] = [froms(nexts), afters(nexts)];
    this.#priceStart = Int32Array.from(priceStart);
    this.#priceOperation = Int32Array.from(priced);
    [this.#priceFrom, this.#priceAfter] = [froms(prices), afters(prices)];
    this.#careless = Float64Array.from(uses, (_, use) => this.#whenCareless(use));
    // With one way a train has as many events as operations.
    this.length = Int32Array.from(
      { length: trains },
      (_, i) => trainStart[i + 1]! - trainStart[i]!,
    );
    this.operation = Int32Array.from({ length: trainStart[trains]! }, (_, op) => op);
    this.moment = new Float64Array(trainStart[trains]!);
    const draws = new Draws(1);
    this.#marks = Int32Array.from({ length: trains }, () => draws.below(2 ** 32));
  }

  #whenCareless(use: number): number {
    const { pieceStart, pieceTime, pieceSlope } = this.#model;
    let when = -Infinity;
    for (let i = this.#priceStart[use]!; i < this.#priceStart[use + 1]!; i++) {
      const last = pieceStart[this.#priceOperation[i]! + 1]! - 1;
      if (pieceSlope[last]! > 0) return Infinity;
      if (this.#priceFrom[i]! < pieceTime[last]!) {
        when = Math.max(when, pieceTime[last]! - this.#priceAfter[i]!);
      }
    }
    return when;
  }

  /** Makes all orders one use longer. Returns whether one is complete that costs less than `limit` and all before. */
  advance(limit: number): boolean {
    if (this.#orders.n === 0) this.#start();
    this.#limit = Math.min(limit, this.#limit);
    const best = this.#limit;
    const [orders, longer] = [this.#orders, this.#longer];
    this.#clearTable(orders.n);
    longer.n = 0;
    for (let order = 0; order < orders.n; order++) this.#goOn(order);
    this.work += (orders.n + longer.n) * this.#trains;
    this.#keepPromising();
    [this.#orders, this.#longer] = [longer, orders];
    if (longer.n === 0) this.proven = this.#whole;
    return this.#limit < best;
  }

  /** Whether the last look found what is best, or the next would be too large. */
  get ended(): boolean {
    const wide = this.#width * WIDER * this.#size > NUMBERS_MAX;
    return this.#orders.n === 0 && (this.proven || (wide && this.#width >= FIRST_WIDTH));
  }

  /** A look begins with the order of no uses. */
  #start(): void {
    const { trainStart, soonest, pieceStart } = this.#model;
    const trains = this.#trains;
    const orders = this.#orders;
    this.#width *= WIDER;
    this.#whole = true;
    this.#nodes = 0;
    orders.n = 0;
    growOrders(orders, this.#size);
    const { states, cost, key, past, hash, node } = orders;
    states.fill(0, 0, this.#size);
    orders.n = 1;
    [cost[0], past[0], hash[0], node[0]] = [0, 0, 0, ABSENT];
    for (let op = 0; op < trainStart[trains]!; op++) {
      if (pieceStart[op + 1]! > pieceStart[op]!) cost[0] += costAt(this.#model, op, soonest[op]!);
    }
    key[0] = cost[0];
    for (let train = 0; train < trains; train++) {
      const use = this.#useStart[train]!;
      const none = use === this.#useStart[train + 1]!;
      states[train] = use;
      states[trains + train] = none ? NEVER : soonest[this.#operationOf[use]!]!;
      if (!none) this.#delay(orders, 0, train, 0);
    }
  }

  #clearTable(orders: number): void {
    if (this.#head.length < 2 * orders) this.#head = new Int32Array(2 * this.#head.length);
    this.#head.fill(ABSENT);
  }

  /** Makes the orders that are one use longer than this one. */
  #goOn(order: number): void {
    const trains = this.#trains;
    const { states, cost } = this.#orders;
    const at = order * this.#size;
    let soonest = NEVER;
    let first = ABSENT;
    for (let train = 0; train < trains; train++) {
      const begin = states[at + trains + train]!;
      if (begin >= soonest) continue;
      const use = states[at + train]!;
      const end = Math.max(this.#endFrom[use]!, begin + this.#endAfter[use]!);
      if (end >= soonest) continue;
      soonest = end;
      first = train;
    }
    if (first === ABSENT) {
      if (cost[order]! < this.#limit) this.#write(order);
      return;
    }
    const resource = this.#resourceOf[states[at + first]!]!;
    for (let train = 0; train < trains; train++) {
      if (train !== first && states[at + trains + train]! >= soonest) continue;
      if (this.#resourceOf[states[at + train]!] === resource) this.#add(order, train, soonest);
    }
  }

  /** Makes an order longer by a train's next use, and keeps it if it is worth that. */
  #add(order: number, train: number, soonest: number): void {
    const [orders, longer] = [this.#orders, this.#longer];
    const trains = this.#trains;
    const size = this.#size;
    const to = longer.n;
    growOrders(longer, size);
    const { states, past } = longer;
    const at = to * size;
    states.set(orders.states.subarray(order * size, (order + 1) * size), at);
    longer.cost[to] = orders.cost[order]!;
    longer.key[to] = orders.key[order]!;
    longer.hash[to] = orders.hash[order]! + this.#marks[train]!;
    longer.soonest[to] = soonest;
    longer.node[to] = orders.node[order]!;
    longer.train[to] = train;
    const use = states[at + train]!;
    const begin = states[at + trains + train]!;
    const end = Math.max(this.#endFrom[use]!, begin + this.#endAfter[use]!);
    const resource = this.#resourceOf[use]!;
    past[to] = orders.past[order]! + this.#price(use, begin);
    states[at + train] = use + 1;
    states[at + trains + train] = NEVER;
    states[at + 2 * trains + resource] = end;
    if (use + 1 < this.#useStart[train + 1]!) {
      const next = Math.max(this.#nextFrom[use]!, begin + this.#nextAfter[use]!);
      past[to] = past[to]! - this.#price(use + 1, next);
      states[at + trains + train] = next;
      this.#delay(longer, to, train, states[at + 2 * trains + this.#resourceOf[use + 1]!]!);
    }
    for (let other = 0; other < trains; other++) {
      if (states[at + trains + other]! >= end) continue;
      if (this.#resourceOf[states[at + other]!] === resource) this.#delay(longer, to, other, end);
    }
    if (longer.cost[to]! < this.#limit && this.#isBest(to)) longer.n++;
  }

  /** A train's next use can't begin before. If the train then loses nothing more, it lets all others go first. */
  #delay(orders: Orders, order: number, train: number, until: number): void {
    const { states, cost, key, past, hash } = orders;
    const at = order * this.#size + train;
    const use = states[at]!;
    const begin = states[at + this.#trains]!;
    if (until > begin) {
      const was = this.#price(use, begin);
      const promised = this.#promise;
      const more = this.#price(use, until) - was;
      cost[order] = cost[order]! + more;
      key[order] = key[order]! + more + this.#promise - promised;
      states[at + this.#trains] = until;
    }
    if (Math.max(begin, until) < this.#careless[use]!) return;
    const end = this.#useStart[train + 1]!;
    past[order] = past[order]! + this.#price(use, Math.max(begin, until));
    hash[order] = hash[order]! + Math.imul(this.#marks[train]!, end - use);
    states[at] = end;
    states[at + this.#trains] = NEVER;
  }

  /** What counts of next steps at the last `#price`. */
  #promise = 0;

  /** What a train loses from a use on if it begins at a time and then waits for nothing. */
  #price(use: number, begin: number): number {
    const { pieceStart, pieceTime, pieceCost, pieceSlope } = this.#model;
    let cost = 0;
    this.#promise = 0;
    for (let i = this.#priceStart[use]!; i < this.#priceStart[use + 1]!; i++) {
      const op = this.#priceOperation[i]!;
      const time = Math.max(this.#priceFrom[i]!, begin + this.#priceAfter[i]!);
      const first = pieceStart[op]!;
      const end = pieceStart[op + 1]!;
      let next = first;
      while (next < end && pieceTime[next]! <= time) next++;
      const now = next - 1;
      if (now >= first) cost += pieceCost[now]! + pieceSlope[now]! * (time - pieceTime[now]!);
      if (next === end || end - first === 1) continue;
      // Before the first step, as long as from there to the second.
      const span = pieceTime[Math.max(next, first + 1)]! - pieceTime[Math.max(now, first)]!;
      const missing = pieceTime[next]! - time;
      if (missing >= span) continue;
      const until = now < first ? 0 : pieceCost[now]! + pieceSlope[now]! * span;
      this.#promise += (FORESIGHT * (pieceCost[next]! - until) * (span - missing)) / span;
    }
    return cost;
  }

  /**
   * Whether no other order of the same uses has all trains and resources ready as early and costs no more so far.
   * Those that are worse than this one are marked.
   */
  #isBest(order: number): boolean {
    const { hash, cost } = this.#longer;
    const place = hash[order]! & (this.#head.length - 1);
    for (let other = this.#head[place]!; other !== ABSENT; other = this.#beside[other]!) {
      if (hash[other] !== hash[order] || cost[other] === Infinity) continue;
      if (this.#covers(other, order)) return false;
      if (this.#covers(order, other)) cost[other] = Infinity;
    }
    this.#beside = growInt32(this.#beside, order + 1);
    this.#beside[order] = this.#head[place]!;
    this.#head[place] = order;
    return true;
  }

  /** Whether an order is as good as another one in all respects. What is free before any use can come does not count. */
  #covers(order: number, other: number): boolean {
    const { states, past, soonest } = this.#longer;
    if (past[order]! > past[other]!) return false;
    const trains = this.#trains;
    const [a, b] = [order * this.#size, other * this.#size];
    for (let i = trains; i < 2 * trains; i++) if (states[a + i]! > states[b + i]!) return false;
    for (let i = 0; i < trains; i++) if (states[a + i] !== states[b + i]) return false;
    for (let i = 2 * trains; i < this.#size; i++) {
      if (states[a + i]! > states[b + i]! && states[a + i]! > soonest[other]!) return false;
    }
    return true;
  }

  /** Leaves out marked orders, and the least promising ones beyond the width. Writes the others into the tree. */
  #keepPromising(): void {
    const orders = this.#longer;
    const { key, cost, node } = orders;
    let n = 0;
    this.#sorted = growFloat64(this.#sorted, orders.n);
    const sorted = this.#sorted;
    for (let i = 0; i < orders.n; i++) if (cost[i]! < this.#limit) sorted[n++] = key[i]!;
    let [cut, equal] = [Infinity, 0];
    if (n > this.#width) {
      this.#whole = false;
      cut = nthOf(sorted, n, this.#width - 1);
      equal = this.#width;
      for (let i = 0; i < n; i++) if (sorted[i]! < cut) equal--;
    }
    n = 0;
    for (let i = 0; i < orders.n; i++) {
      if (!(cost[i]! < this.#limit) || key[i]! > cut || (key[i] === cut && equal-- <= 0)) continue;
      this.#before = growInt32(this.#before, this.#nodes + 1);
      this.#trainOf = growInt32(this.#trainOf, this.#nodes + 1);
      this.#before[this.#nodes] = node[i]!;
      this.#trainOf[this.#nodes] = orders.train[i]!;
      node[i] = this.#nodes++;
      if (n < i) moveOrder(orders, i, n, this.#size);
      n++;
    }
    orders.n = n;
  }

  /** Writes a complete order: moments are places in it. Trains that let all others go first come last. */
  #write(order: number): void {
    this.#limit = this.#orders.cost[order]!;
    const sequence: number[] = [];
    for (let node = this.#orders.node[order]!; node !== ABSENT; node = this.#before[node]!) {
      sequence.push(this.#trainOf[node]!);
    }
    sequence.reverse();
    const next = this.#useStart.slice(0, this.#trains);
    for (const train of sequence) next[train] = next[train]! + 1;
    for (let train = 0; train < this.#trains; train++) {
      for (let use = next[train]!; use < this.#useStart[train + 1]!; use++) sequence.push(train);
    }
    next.set(this.#useStart.subarray(0, this.#trains));
    const { trainStart } = this.#model;
    this.moment.fill(0);
    for (const [place, train] of sequence.entries()) {
      const op = this.#operationOf[next[train]!]!;
      next[train] = next[train]! + 1;
      this.moment.fill(place, op, trainStart[train + 1]!);
    }
  }
}

/** What begins or ends no sooner than `from`, and no sooner than `after` a begin. */
interface Reach {
  readonly from: number;
  readonly after: number;
}

/** When a train is at an operation after it begins another one, without waiting. */
function reach({ earliest, least }: Model, op: number, to: number): Reach {
  let [from, after] = [-NEVER, 0];
  for (let at = op; at < to; at++) {
    from = Math.max(from + least[at]!, earliest[at + 1]!);
    after += least[at]!;
  }
  return { from, after };
}

function isLine(model: Model): boolean {
  const { trains, trainStart, problem, latest, least, earliest, release, bounded } = model;
  const { heldStart, successorStart } = model;
  if (bounded || trains >= problem.trainStart.length) return false;
  if (latest.some((time) => time !== UNBOUNDED) || release.some((time) => time > 0)) return false;
  const times = least.reduce((sum, time) => sum + time, Math.max(0, ...earliest));
  if (times > TIMES_MAX) return false;
  for (let train = 0; train < trains; train++) {
    const last = trainStart[train + 1]! - 1;
    for (let op = trainStart[train]!; op <= last; op++) {
      const holds = heldStart[op + 1]! - heldStart[op]!;
      const ways = successorStart[op + 1]! - successorStart[op]!;
      if (ways !== (op < last ? 1 : 0) || holds > (op < last ? 1 : 0)) return false;
      if (holds > 0 && heldStart[op + 2]! > heldStart[op + 1]!) return false;
    }
  }
  return true;
}
