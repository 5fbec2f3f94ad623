/**
 * The best way to put one train among the others, by dynamic programming over its graph of operations. A
 * label is an operation, a place in the order of the uses of what it holds, the moment of its start and what
 * that costs. A train may wait for a place (and then holds up those behind it), or go before a use that
 * would have to be later; what that costs is an estimate (pressure.ts), so the schedule has the last word.
 */
import { growFloat64, growInt32 } from "../growable.ts";
import { Entries } from "./entries.ts";
import { costAt, type Model } from "./model.ts";
import { after, PLACES, timeOf } from "./moment.ts";
import type { Pressure } from "./pressure.ts";
import { UNBOUNDED } from "./problem.ts";
import { ABSENT, type Schedule } from "./schedule.ts";

/** How many uses that have begun a train may go before. */
const OVERTAKEN_MAX = 4;
const LABELS_MAX = 100_000;
/** Labels an operation of the narrow look. */
const NARROW = 2;

export interface InsertionRules {
  /** Ways that would cost more are not looked for. */
  limit: number;
  /** How many labels of an operation are followed, those that promise to cost least. */
  beam: number;
  /** Weight of the estimates of what others would lose. */
  weight: number;
  /** Whether no use of another train may become later. */
  rigid: boolean;
  /** The operation in which its way ends and the train stands for ever, ABSENT = any exit. */
  goal: number;
}

export class Insertion {
  readonly rules: InsertionRules = {
    limit: Infinity,
    beam: Infinity,
    weight: 1,
    rigid: false,
    goal: ABSENT,
  };
  /** By event of the way and resource: the use behind which it comes, for `Schedule.link`. */
  readonly before: Int32Array;
  readonly #schedule: Schedule;
  readonly #model: Model;
  readonly #pressure: Pressure;
  readonly #entries: Entries;
  /** Of the train: its number and first operation. */
  #train = 0;
  #origin = 0;

  #limit = Infinity;
  /** By operation of the train its latest label, then from label to label; and the same by place. */
  #labelOf = new Int32Array(16);
  #labelAt = new Int32Array(1024);
  #labelBeside = new Int32Array(1024);
  #nLabels = 0;
  #labelNext = new Int32Array(1024);
  #labelOperation = new Int32Array(1024);
  #labelPlace = new Int32Array(1024);
  #labelMoment = new Float64Array(1024);
  #labelCost = new Float64Array(1024);
  /** Its cost and what the train will cost at least on its way on. */
  #labelPromise = new Float64Array(1024);
  /** Until when the operation can start at the latest, for greatest durations behind it. */
  #labelLatest = new Float64Array(1024);
  #labelParent = new Int32Array(1024);
  /** The train that was made later last, and what was counted for it. */
  #labelPushed = new Int32Array(1024);
  #labelPaid = new Float64Array(1024);

  /** Lets an event become later again, or not while this train is put in. */
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
   * Writes the best way of a train that is not there, as `Schedule.link` reads it, and returns how many
   * operations it has; 0 when there is none within the limit. `turn` chooses among equal ways. A narrow look
   * comes first: what it finds bounds the wide one, which then meets far fewer labels.
   */
  find(train: number, turn: number): number {
    const { trainStart } = this.#model;
    const { limit, goal } = this.rules;
    const first = trainStart[train]!;
    const end = goal === ABSENT ? trainStart[train + 1]! : goal + 1;
    this.#train = train;
    this.#origin = first;
    this.#entries.list(first, end, this.rules.rigid);
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

  /** The most that a label of an operation may promise to cost to be followed. */
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

  /** The train's entry, at each place where it can be. */
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

  /** Where what is held on keeps its place: writes the range of places that agree with a label's. */
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
      for (; at < end && (use === ABSENT || this.#entries.use[at] !== use); at++) {
        if (this.#entries.index[at] === i - heldStart[op]!) this.#low = Math.max(this.#low, at + 1);
      }
      // The next train has gone before this operation can begin: no train can hold on so long.
      this.#high = use !== ABSENT && at === end ? start - 1 : Math.min(this.#high, at);
    }
  }

  /** The entry of the next use after a label's place, of one of its operation's resources; ABSENT = none comes. */
  #aheadOf(label: number, index: number): number {
    const end = this.#entries.start[this.#labelOperation[label]! - this.#origin + 1]!;
    let entry = this.#labelPlace[label]!;
    while (entry < end && this.#entries.index[entry] !== index) entry++;
    return entry === end ? ABSENT : entry;
  }

  /** Makes labels for an operation that can be reached at a moment, at each place that may be worth it. */
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

  /** The first place worth trying: before uses that have begun, but not of trains that this one has followed here. */
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
  /** Where the entries of the operation end that is left. */
  #leaveEnd = 0;

  /**
   * What others lose when a label's operation ends at a moment. Negative when that can't be: a use that may
   * not become later, or one of a train whose own use of what is entered is waited for.
   */
  #leave(label: number, op: number, place: number, moment: number): number {
    const { heldStart, held, release, heldMax } = this.#model;
    const { trainOf } = this.#schedule;
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

  /** Whether what is waited for at a place ends with or after a use that itself waits for what is left now. */
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

  /** Whether the train of an event has, until then or later, a use of what an operation holds before a place. */
  #comesFrom(event: number, op: number, place: number): boolean {
    const { heldMax, heldStart, held } = this.#model;
    const { trainOf, lastEvent, operation, useOf } = this.#schedule;
    const train = trainOf[event]!;
    for (let entry = this.#entries.start[op - this.#origin]!; entry < place; entry++) {
      const use = this.#entries.use[entry]!;
      const same = trainOf[Math.floor(use / heldMax)] === train;
      if (same && lastEvent[use]! + 1 >= event) return true;
    }
    // A use that is past before the operation can begin has no entry, but ends with the event all the same.
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
   * The latest start of an operation at a place that lets uses in time which may not become later; before
   * its time when there is none. Writes what others lose at least.
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

  /** Keeps the label that was just written unless one at the same place is as early, as cheap and as free. */
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
