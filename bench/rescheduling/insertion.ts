/**
 * Finds the best way to insert one train among the others, by dynamic programming over its graph of operations.
 * A label is an operation, its place in the order of uses of its resources, the moment of its start and the cost
 * so far. The train may wait for a place (and delays those behind it), or go before a use and delay that one.
 * The cost of such a delay is an estimate (pressure.ts); the schedule then computes the exact cost.
 */
import { growFloat64, growInt32 } from "../../workers/engine/growable.ts";
import { Entries } from "./entries.ts";
import { costAt, type Model } from "./model.ts";
import { after, PLACES, timeOf } from "./moment.ts";
import type { Pressure } from "./pressure.ts";
import { UNBOUNDED } from "./problem.ts";
import { ABSENT, type Schedule } from "./schedule.ts";

/** How many uses that begin before its arrival a train may overtake. */
const OVERTAKEN_MAX = 4;
const LABELS_MAX = 100_000;
/** Labels followed per operation in the narrow search. */
const NARROW = 2;

export interface InsertionRules {
  /** Ways that cost more are dropped. */
  limit: number;
  /** How many labels of each operation are followed: those with the lowest promised cost. */
  beam: number;
  /** Weight of the estimates of what others would lose. */
  weight: number;
  /** Whether no use of another train may be delayed. */
  rigid: boolean;
  /** Whether uses of any of an operation's resources count since the train holds the first of them (`Entries.list`). */
  early: boolean;
  /** The operation where the way ends and the train stands for ever; ABSENT = any exit. */
  goal: number;
}

export class Insertion {
  readonly rules: InsertionRules = {
    limit: Infinity,
    beam: Infinity,
    weight: 1,
    rigid: false,
    early: false,
    goal: ABSENT,
  };
  /** By event of the way and resource: the use that it follows, for `Schedule.link`. */
  readonly before: Int32Array;
  readonly #schedule: Schedule;
  readonly #model: Model;
  readonly #pressure: Pressure;
  readonly #entries: Entries;
  /** Of the train: its number and first operation. */
  #train = 0;
  #origin = 0;

  #limit = Infinity;
  /** Lists of labels: by operation (`#labelOf`, then `#labelNext`), by place (`#labelAt`, then `#labelBeside`). */
  #labelOf = new Int32Array(16);
  #labelAt = new Int32Array(1024);
  #labelBeside = new Int32Array(1024);
  #nLabels = 0;
  #labelNext = new Int32Array(1024);
  #labelOperation = new Int32Array(1024);
  #labelPlace = new Int32Array(1024);
  #labelMoment = new Float64Array(1024);
  #labelCost = new Float64Array(1024);
  /** Its cost plus the least that the rest of the way will cost. */
  #labelPromise = new Float64Array(1024);
  /** The latest start of the operation: with its greatest duration it bounds the next start. */
  #labelLatest = new Float64Array(1024);
  #labelParent = new Int32Array(1024);
  /** The train that was delayed last, and the loss already counted for it. */
  #labelPushed = new Int32Array(1024);
  #labelPaid = new Float64Array(1024);

  /** Fixes an event, so that insertions may not delay it, or frees it again. */
  fix(event: number, fixed: boolean): void {
    this.#entries.marked[event] = fixed ? 1 : 0;
  }

  constructor(schedule: Schedule, pressure: Pressure) {
    const { model } = schedule;
    this.#schedule = schedule;
    this.#pressure = pressure;
    this.#model = model;
    let operations = 0;
    let events = 0;
    for (let train = 0; train < model.trains; train++) {
      operations = Math.max(operations, model.trainStart[train + 1]! - model.trainStart[train]!);
      events = Math.max(events, model.eventStart[train + 1]! - model.eventStart[train]!);
    }
    this.#entries = new Entries(schedule);
    this.before = new Int32Array(events * model.heldMax).fill(ABSENT);
    this.#labelOf = new Int32Array(operations);
  }

  /**
   * Writes the best way of a train that is not in the schedule, as `Schedule.link` reads it. Returns its number of
   * operations; 0 when no way is within the limit. `turn` chooses among equal ways. A narrow search comes first:
   * its result bounds the wide search, which then meets far fewer labels.
   */
  find(train: number, turn: number): number {
    const { trainStart } = this.#model;
    const { limit, goal } = this.rules;
    const first = trainStart[train]!;
    const end = goal === ABSENT ? trainStart[train + 1]! : goal + 1;
    this.#train = train;
    this.#origin = first;
    this.#entries.list(first, end, this.rules.rigid, this.rules.early);
    this.#labelAt = growInt32(this.#labelAt, this.#entries.start[end - first]! + end - first + 1);
    this.#limit = limit;
    const narrow = this.#look(end, NARROW, turn);
    if (narrow !== ABSENT) this.#limit = this.#labelPromise[narrow]!;
    let best = this.#look(end, this.rules.beam, turn);
    if (best === ABSENT && narrow !== ABSENT) {
      this.#limit = limit;
      best = this.#look(end, NARROW, turn);
    }
    return best === ABSENT ? 0 : this.#writeWay(best);
  }

  /** The best label at the end of the way, or ABSENT. */
  #look(end: number, beam: number, turn: number): number {
    const { successorStart, successors } = this.#model;
    const first = this.#origin;
    const { goal } = this.rules;
    this.#labelOf.fill(ABSENT, 0, end - first);
    this.#labelAt.fill(ABSENT, 0, this.#entries.start[end - first]! + end - first + 1);
    this.#nLabels = 0;
    this.#enter(first);
    let best = ABSENT;
    let bound = this.#limit;
    for (let op = first; op < end; op++) {
      const [from, to] = [successorStart[op]!, successorStart[op + 1]!];
      const worst = this.#worstOf(op - first, beam);
      for (
        let label = this.#labelOf[op - first]!;
        label !== ABSENT;
        label = this.#labelNext[label]!
      ) {
        if (this.#labelPromise[label]! > worst) continue;
        if (goal === ABSENT ? from === to : op === goal) {
          if (this.#labelCost[label]! <= bound && this.#mayStay(label)) {
            bound = this.#labelCost[label]!;
            best = label;
          }
          continue;
        }
        for (let i = 0; i < to - from; i++) {
          const next = successors[from + ((i + turn) % (to - from))]!;
          if (next < end) this.#goOn(label, next);
        }
      }
    }
    this.#schedule.work += this.#nLabels;
    return best;
  }

  /** The highest promised cost at which a label of an operation is still followed. */
  #worstOf(local: number, beam: number): number {
    let n = 0;
    for (let label = this.#labelOf[local]!; label !== ABSENT; label = this.#labelNext[label]!) n++;
    if (n <= beam) return Infinity;
    const promises = new Float64Array(n);
    n = 0;
    for (let label = this.#labelOf[local]!; label !== ABSENT; label = this.#labelNext[label]!) {
      promises[n++] = this.#labelPromise[label]!;
    }
    return promises.sort()[beam - 1]!;
  }

  /** Makes labels for the train's entry, at each place that is possible. */
  #enter(op: number): void {
    const { earliest } = this.#model;
    this.#reach(ABSENT, op, earliest[op]! * PLACES);
  }

  #goOn(label: number, op: number): void {
    const { earliest, least } = this.#model;
    const from = this.#labelOperation[label]!;
    const arrival = after(this.#labelMoment[label]!, least[from]!);
    this.#reach(label, op, Math.max(arrival, earliest[op]! * PLACES));
  }

  #low = 0;
  #high = 0;

  /** A resource that stays held keeps its place in the order. Writes the range of places that fit the label's. */
  #keepPlaces(label: number, op: number): void {
    const { heldStart, held } = this.#model;
    const first = this.#origin;
    const [start, end] = [this.#entries.start[op - first]!, this.#entries.start[op - first + 1]!];
    this.#low = start;
    this.#high = end;
    if (label === ABSENT) return;
    const from = this.#labelOperation[label]!;
    for (let i = heldStart[op]!; i < heldStart[op + 1]!; i++) {
      let j = heldStart[from]!;
      while (j < heldStart[from + 1]! && held[j] !== held[i]) j++;
      if (j === heldStart[from + 1]!) continue;
      const ahead = this.#aheadOf(label, j - heldStart[from]!);
      const use = ahead === ABSENT ? ABSENT : this.#entries.use[ahead]!;
      let at = start;
      for (; at < end && !this.#leadsTo(this.#entries.use[at]!, use); at++) {
        if (this.#entries.index[at] === i - heldStart[op]!) this.#low = Math.max(this.#low, at + 1);
      }
      this.#high = Math.min(this.#high, at);
    }
  }

  /** Whether a use is this one, or its train keeps it until this one begins. */
  #leadsTo(other: number, use: number): boolean {
    if (use === ABSENT) return false;
    const { trainOf, lastEvent } = this.#schedule;
    const event = Math.floor(use / this.#model.heldMax);
    const same = trainOf[Math.floor(other / this.#model.heldMax)] === trainOf[event];
    return same && lastEvent[other]! + 1 >= event;
  }

  /** The entry of the next use of one of the operation's resources after a label's place; ABSENT = none follows. */
  #aheadOf(label: number, index: number): number {
    const end = this.#entries.start[this.#labelOperation[label]! - this.#origin + 1]!;
    let entry = this.#labelPlace[label]!;
    while (entry < end && this.#entries.index[entry] !== index) entry++;
    return entry === end ? ABSENT : entry;
  }

  /** Makes labels for an operation that is reached at a moment, at each place worth trying. */
  #reach(label: number, op: number, arrival: number): void {
    this.#keepPlaces(label, op);
    const [low, high] = [this.#low, this.#high];
    const start = this.#entries.start[op - this.#origin]!;
    let natural = low;
    while (natural < high && this.#entries.begin[natural]! < arrival) natural++;
    let free = arrival;
    const begin = this.#overtaken(label, low, natural);
    for (let entry = start; entry < begin; entry++)
      free = Math.max(free, this.#entries.free[entry]!);
    for (let place = begin; place <= high; place++) {
      if (place > begin) free = Math.max(free, this.#entries.free[place - 1]!);
      if (free === Infinity) return;
      if (!this.#tryPlace(label, op, place, free) && place >= natural) return;
    }
  }

  /** The first place worth trying: it may be before uses that have begun, but not of trains that this one follows. */
  #overtaken(label: number, low: number, natural: number): number {
    const { heldMax } = this.#model;
    let place = natural;
    while (place > Math.max(low, natural - OVERTAKEN_MAX) && this.#entries.fixed[place - 1] === 0) {
      const event = Math.floor(this.#entries.use[place - 1]! / heldMax);
      if (label !== ABSENT) {
        const from = this.#labelOperation[label]!;
        if (this.#comesFrom(event, from, this.#labelPlace[label]!)) return place;
      }
      place--;
    }
    return place;
  }

  /** Returns false when no later place can be better. */
  #tryPlace(label: number, op: number, place: number, moment: number): boolean {
    const { latest, greatest, pieceStart, timeToCost, lastCost, least } = this.#model;
    const time = timeOf(moment);
    let until = latest[op]! === UNBOUNDED ? Infinity : latest[op]!;
    let cost = 0;
    this.#pushed = ABSENT;
    this.#paid = 0;
    if (label !== ABSENT) {
      const from = this.#labelOperation[label]!;
      const longest = greatest[from]!;
      if (longest !== UNBOUNDED) until = Math.min(until, this.#labelLatest[label]! + longest);
      if (time > until) return false;
      cost = this.#labelCost[label]!;
      this.#pushed = this.#labelPushed[label]!;
      this.#paid = this.#labelPaid[label]!;
      const pushes = this.#leave(label, op, place, moment);
      if (pushes < 0) return false;
      cost += pushes;
    }
    if (time > until) return false;
    if (pieceStart[op + 1]! > pieceStart[op]!) cost += costAt(this.#model, op, time);
    const goal = lastCost[this.#train]!;
    const rest = timeToCost[op]!;
    const own = goal !== op && rest >= 0 ? costAt(this.#model, goal, time + rest) : 0;
    if (cost + own > this.#limit) return false;
    until = this.#fits(op, place, after(moment, least[op]!), until);
    if (until < time || cost + own + this.#squeezed > this.#limit) return true;
    this.#add(label, op, place);
    this.#labelMoment[this.#nLabels] = moment;
    this.#labelCost[this.#nLabels] = cost;
    this.#labelPromise[this.#nLabels] = cost + own + this.#squeezed;
    this.#labelLatest[this.#nLabels] = until;
    this.#keepIfBetter(op);
    return true;
  }

  #pushed = ABSENT;
  #paid = 0;
  #squeezed = 0;
  /** The end of the entries of the operation that the train leaves. */
  #leaveEnd = 0;

  /**
   * What others lose when a label's operation ends at a moment. Negative = impossible: the delayed use is fixed,
   * must begin before, or this train waits for its train to leave a resource of the next operation.
   */
  #leave(label: number, op: number, place: number, moment: number): number {
    const { heldStart, held, release, heldMax, latest } = this.#model;
    const { trainOf, operation } = this.#schedule;
    const from = this.#labelOperation[label]!;
    this.#leaveEnd = this.#entries.start[from - this.#origin + 1]!;
    let cost = 0;
    for (let j = heldStart[from]!; j < heldStart[from + 1]!; j++) {
      const entry = this.#aheadOf(label, j - heldStart[from]!);
      if (entry === ABSENT) continue;
      let i = heldStart[op]!;
      while (i < heldStart[op + 1]! && held[i] !== held[j]) i++;
      if (i < heldStart[op + 1]!) continue;
      const free = after(moment, release[j]!);
      if (free <= this.#entries.begin[entry]!) continue;
      if (this.#entries.fixed[entry] === 1) return -1;
      const event = Math.floor(this.#entries.use[entry]! / heldMax);
      if (timeOf(free) > latest[operation[event]!]!) return -1;
      if (this.#waitsBehind(entry, op, place, moment)) return -1;
      const delay = timeOf(free) - timeOf(this.#entries.begin[entry]!);
      const lost = this.rules.weight * this.#pressure.costOf(event, delay);
      if (this.#pushed === trainOf[event]) {
        cost += Math.max(0, lost - this.#paid);
        this.#paid = Math.max(lost, this.#paid);
      } else {
        cost += lost;
        this.#pushed = trainOf[event]!;
        this.#paid = lost;
      }
    }
    return cost;
  }

  /** Whether a use waited for at a place ends with or after a use that waits for the resource now left (a circle). */
  #waitsBehind(entry: number, op: number, place: number, moment: number): boolean {
    const { heldMax } = this.#model;
    const end = this.#leaveEnd;
    const index = this.#entries.index[entry]!;
    for (let behind = entry; behind < end && this.#entries.begin[behind]! <= moment; behind++) {
      if (this.#entries.index[behind] !== index) continue;
      const event = Math.floor(this.#entries.use[behind]! / heldMax);
      if (this.#comesFrom(event, op, place)) return true;
    }
    return false;
  }

  /** Whether the event's train uses a resource of an operation before a place, and until the event or longer. */
  #comesFrom(event: number, op: number, place: number): boolean {
    const { heldMax, heldStart, held } = this.#model;
    const { trainOf, lastEvent, operation, useOf } = this.#schedule;
    const train = trainOf[event]!;
    for (let entry = this.#entries.start[op - this.#origin]!; entry < place; entry++) {
      const use = this.#entries.use[entry]!;
      const same = trainOf[Math.floor(use / heldMax)] === train;
      if (same && lastEvent[use]! + 1 >= event) return true;
    }
    // A use that ends before the operation can begin has no entry, but it can still end with this event.
    if (event === this.#model.eventStart[train]!) return false;
    const end = this.#entries.start[op - this.#origin + 1]!;
    const from = heldStart[operation[event - 1]!]!;
    for (let i = from; i < heldStart[operation[event - 1]! + 1]!; i++) {
      for (let j = heldStart[op]!; j < heldStart[op + 1]!; j++) {
        if (held[i] !== held[j]) continue;
        const use = useOf[(event - 1) * heldMax + i - from]!;
        let entry = place;
        while (entry < end && this.#entries.use[entry] !== use) entry++;
        if (entry === end) return true;
      }
    }
    return false;
  }

  /**
   * The latest start of an operation at a place that does not delay a fixed use; less than its own start when
   * there is none. Writes to `#squeezed` the least that others lose.
   */
  #fits(op: number, place: number, end: number, until: number): number {
    const { heldStart, release, least, heldMax } = this.#model;
    this.#squeezed = 0;
    const last = this.#entries.start[op - this.#origin + 1]!;
    const n = heldStart[op + 1]! - heldStart[op]!;
    let latest = until;
    for (let index = 0; index < n; index++) {
      let entry = place;
      while (entry < last && this.#entries.index[entry] !== index) entry++;
      if (entry === last) continue;
      const away = release[heldStart[op]! + index]!;
      const free = after(end, away);
      const begin = this.#entries.begin[entry]!;
      if (this.#entries.fixed[entry] === 1) {
        if (free > begin) return -1;
        latest = Math.min(latest, timeOf(begin) - away - least[op]!);
      } else if (free > begin && index === 0) {
        const event = Math.floor(this.#entries.use[entry]! / heldMax);
        const lost = this.#pressure.costOf(event, timeOf(free) - timeOf(begin)) * this.rules.weight;
        const known = this.#pushed === this.#schedule.trainOf[event] ? this.#paid : 0;
        this.#squeezed = Math.max(0, lost - known);
      }
    }
    return latest;
  }

  #add(label: number, op: number, place: number): void {
    const at = this.#nLabels;
    if (at === this.#labelNext.length) this.#growLabels(at + 1);
    this.#labelOperation[at] = op;
    this.#labelPlace[at] = place;
    this.#labelParent[at] = label;
    this.#labelPushed[at] = this.#pushed;
    this.#labelPaid[at] = this.#paid;
  }

  #growLabels(n: number): void {
    this.#labelNext = growInt32(this.#labelNext, n);
    this.#labelBeside = growInt32(this.#labelBeside, n);
    this.#labelOperation = growInt32(this.#labelOperation, n);
    this.#labelPlace = growInt32(this.#labelPlace, n);
    this.#labelMoment = growFloat64(this.#labelMoment, n);
    this.#labelCost = growFloat64(this.#labelCost, n);
    this.#labelPromise = growFloat64(this.#labelPromise, n);
    this.#labelLatest = growFloat64(this.#labelLatest, n);
    this.#labelParent = growInt32(this.#labelParent, n);
    this.#labelPushed = growInt32(this.#labelPushed, n);
    this.#labelPaid = growFloat64(this.#labelPaid, n);
  }

  /** Keeps the new label, unless one at the same place is as early, as cheap and may start as late. */
  #keepIfBetter(op: number): void {
    const at = this.#nLabels;
    const local = op - this.#origin;
    const [place, moment] = [this.#labelPlace[at]!, this.#labelMoment[at]!];
    const [cost, until] = [this.#labelCost[at]!, this.#labelLatest[at]!];
    const shelf = place + local;
    for (let other = this.#labelAt[shelf]!; other !== ABSENT; other = this.#labelBeside[other]!) {
      if (
        this.#labelMoment[other]! <= moment &&
        this.#labelCost[other]! <= cost &&
        this.#labelLatest[other]! >= until
      ) {
        return;
      }
    }
    if (at === LABELS_MAX) return;
    this.#labelNext[at] = this.#labelOf[local]!;
    this.#labelOf[local] = at;
    this.#labelBeside[at] = this.#labelAt[shelf]!;
    this.#labelAt[shelf] = at;
    this.#nLabels++;
  }

  /** Whether a label's operation may be held for ever. */
  #mayStay(label: number): boolean {
    const op = this.#labelOperation[label]!;
    const { heldStart } = this.#model;
    for (let i = heldStart[op]!; i < heldStart[op + 1]!; i++) {
      if (this.#aheadOf(label, i - heldStart[op]!) !== ABSENT) return false;
    }
    return true;
  }

  #writeWay(label: number): number {
    const { heldMax, heldStart, eventStart } = this.#model;
    const { operation, moment } = this.#schedule;
    let length = 0;
    for (let at = label; at !== ABSENT; at = this.#labelParent[at]!) length++;
    const start = eventStart[this.#train]!;
    let k = length;
    for (let at = label; at !== ABSENT; at = this.#labelParent[at]!) {
      const op = this.#labelOperation[at]!;
      operation[start + --k] = op;
      moment[start + k] = this.#labelMoment[at]!;
      const first = this.#entries.start[op - this.#origin]!;
      const n = heldStart[op + 1]! - heldStart[op]!;
      for (let index = 0; index < n; index++) {
        let entry = this.#labelPlace[at]! - 1;
        while (entry >= first && this.#entries.index[entry] !== index) entry--;
        this.before[k * heldMax + index] =
          entry < first
            ? this.#entries.past[(op - this.#origin) * heldMax + index]!
            : this.#entries.use[entry]!;
      }
    }
    return length;
  }
}
