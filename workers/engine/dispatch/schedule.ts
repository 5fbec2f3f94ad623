/**
 * A way for each train, and for each resource the order in which trains hold it. From these follow the
 * moments: the earliest that keep all bounds, durations and orders, which no other moments of the same
 * orders beat, because nothing costs less when it happens later. They are longest paths, kept up to date as
 * trains come and go: only what changes is visited, in the order in which it happens.
 */
import { LeastHeap } from "../least_heap.ts";
import { costAt, type Model } from "./model.ts";
import { after, PLACES, timeOf } from "./moment.ts";
import { UNBOUNDED } from "./problem.ts";

/** No train, no use, no event. */
export const ABSENT = -1;

export class Schedule {
  readonly model: Model;
  /** [nTrains] operations of its way, 0 = not there. */
  readonly length: Int32Array;
  /** [nEvents] by place on the ways: the operation that starts, when, and of which train. */
  readonly operation: Int32Array;
  readonly moment: Float64Array;
  readonly trainOf: Int32Array;
  /**
   * [nEvents · heldMax] by event and resource of its operation: the use that it belongs to, named by the place
   * of its first operation. A train that holds a resource over several operations uses it once.
   */
  readonly useOf: Int32Array;
  /** Of uses: the neighbours in the order of their resource, and the event of their last operation. */
  readonly next: Int32Array;
  readonly previous: Int32Array;
  readonly lastEvent: Int32Array;
  /** [nResources] the first and last use. */
  readonly first: Int32Array;
  readonly last: Int32Array;
  cost = 0;
  /** Events visited so far: what work is counted in. */
  work = 0;

  /** Events to look at, by the moments that they had. */
  readonly #heap = new LeastHeap();
  /** [nEvents] `#round` = it is among them; a new round begins where all are dropped. */
  readonly #waits: Float64Array;
  #round = 1;
  /** [nEvents] the event of the train that is put in which made this one later, as its place on the way. */
  readonly #origin: Int32Array;
  /** [nEvents] the event that made this one later. */
  readonly #causes: Int32Array;
  /** After trains that wait for each other were found: what the train that was put in held up and waits for itself. */
  circle = ABSENT;
  #nLog = 0;
  #logEvent = new Int32Array(1024);
  #logMoment = new Float64Array(1024);

  constructor(model: Model) {
    const events = model.eventStart[model.trains]!;
    const uses = events * model.heldMax;
    this.model = model;
    this.length = new Int32Array(model.trains);
    this.operation = new Int32Array(events).fill(ABSENT);
    this.moment = new Float64Array(events);
    this.trainOf = new Int32Array(events);
    for (let train = 0; train < model.trains; train++) {
      this.trainOf.fill(train, model.eventStart[train], model.eventStart[train + 1]);
    }
    this.useOf = new Int32Array(uses).fill(ABSENT);
    this.next = new Int32Array(uses).fill(ABSENT);
    this.previous = new Int32Array(uses).fill(ABSENT);
    this.lastEvent = new Int32Array(uses).fill(ABSENT);
    this.first = new Int32Array(model.resources).fill(ABSENT);
    this.last = new Int32Array(model.resources).fill(ABSENT);
    this.#waits = new Float64Array(events);
    this.#origin = new Int32Array(events).fill(ABSENT);
    this.#causes = new Int32Array(events).fill(ABSENT);
  }

  /** The event at which a use ends, ABSENT = it never does. */
  endOf(use: number): number {
    const end = this.lastEvent[use]! + 1;
    const train = this.trainOf[end - 1]!;
    return end < this.model.eventStart[train]! + this.length[train]! ? end : ABSENT;
  }

  /** The moment from which a resource is free after a use. */
  freeAfter(use: number): number {
    const { model, operation, moment } = this;
    const { heldStart, held, release, heldMax } = model;
    const from = Math.floor(use / heldMax);
    const place = heldStart[operation[from]!]! + use - from * heldMax;
    const last = this.lastEvent[use]!;
    if (this.endOf(use) === ABSENT) return Infinity;
    let free = after(moment[from + 1]!, release[place]!);
    for (let event = from + 1; event <= last; event++) {
      let i = heldStart[operation[event]!]!;
      while (held[i] !== held[place]) i++;
      free = Math.max(free, after(moment[event + 1]!, release[i]!));
    }
    return free;
  }

  /** The next use of another train, or ABSENT. */
  nextOfOthers(use: number): number {
    const { heldMax } = this.model;
    const train = this.trainOf[Math.floor(use / heldMax)]!;
    let found = this.next[use]!;
    while (found !== ABSENT && this.trainOf[Math.floor(found / heldMax)] === train) {
      found = this.next[found]!;
    }
    return found;
  }

  /**
   * Puts a train's way in: its operations and moments are written, `before` has by event and resource the
   * use behind which a new one comes (ABSENT = first).
   */
  link(train: number, length: number, before: Int32Array): void {
    const { model, operation, useOf } = this;
    const { heldMax, heldStart, held, pieceStart } = model;
    const start = model.eventStart[train]!;
    this.length[train] = length;
    for (let k = 0; k < length; k++) {
      const event = start + k;
      const op = operation[event]!;
      const [from, to] = [heldStart[op]!, heldStart[op + 1]!];
      for (let i = from; i < to; i++) {
        const place = event * heldMax + i - from;
        const goes = k === 0 ? ABSENT : this.#useAt(event - 1, held[i]!);
        useOf[place] = goes === ABSENT ? place : goes;
        this.lastEvent[useOf[place]!] = event;
        if (goes === ABSENT) this.#linkUse(place, held[i]!, before[k * heldMax + i - from]!);
      }
      if (pieceStart[op + 1]! > pieceStart[op]!) {
        this.cost += costAt(model, op, timeOf(this.moment[event]!));
      }
    }
    this.work += length;
  }

  /** The use of a resource that an event's operation holds, or ABSENT. */
  #useAt(event: number, resource: number): number {
    const { heldStart, held, heldMax } = this.model;
    const op = this.operation[event]!;
    for (let i = heldStart[op]!; i < heldStart[op + 1]!; i++) {
      if (held[i] === resource) return this.useOf[event * heldMax + i - heldStart[op]!]!;
    }
    return ABSENT;
  }

  #linkUse(use: number, resource: number, before: number): void {
    const { next, previous, first, last, trainOf } = this;
    const { heldMax } = this.model;
    const train = trainOf[Math.floor(use / heldMax)];
    let behind = before;
    let ahead = behind === ABSENT ? first[resource]! : next[behind]!;
    // Earlier uses of the train itself stay before.
    while (ahead !== ABSENT && trainOf[Math.floor(ahead / heldMax)] === train) {
      behind = ahead;
      ahead = next[ahead]!;
    }
    previous[use] = behind;
    next[use] = ahead;
    if (behind === ABSENT) first[resource] = use;
    else next[behind] = use;
    if (ahead === ABSENT) last[resource] = use;
    else previous[ahead] = use;
  }

  /** Takes a train out. Writes where its uses were, as `link` reads it, and lets `settle` look at what came after. */
  unlink(train: number, before: Int32Array): void {
    const { model, operation, useOf, next, previous, first, last } = this;
    const { heldMax, heldStart, held, pieceStart } = model;
    const start = model.eventStart[train]!;
    for (let k = this.length[train]! - 1; k >= 0; k--) {
      const event = start + k;
      const op = operation[event]!;
      const from = heldStart[op]!;
      for (let i = heldStart[op + 1]! - 1; i >= from; i--) {
        const use = event * heldMax + i - from;
        if (useOf[use] !== use) continue;
        const [behind, ahead] = [previous[use]!, next[use]!];
        before[k * heldMax + i - from] = behind;
        if (behind === ABSENT) first[held[i]!] = ahead;
        else next[behind] = ahead;
        if (ahead === ABSENT) last[held[i]!] = behind;
        else {
          previous[ahead] = behind;
          this.#visit(Math.floor(ahead / heldMax));
        }
      }
      if (pieceStart[op + 1]! > pieceStart[op]!) {
        this.cost -= costAt(model, op, timeOf(this.moment[event]!));
      }
    }
    this.work += this.length[train]!;
    this.length[train] = 0;
  }

  /** Lets `settle` look at an event. */
  #visit(event: number): void {
    if (this.#waits[event] === this.#round) return;
    this.#waits[event] = this.#round;
    this.#heap.push(this.moment[event]!, event);
  }

  #visitNone(): void {
    this.#heap.clear();
    this.#round++;
  }

  /**
   * Brings all moments up to date after trains were taken out. With greatest durations two events of a train
   * hold each other up, so all of them begin anew.
   */
  settleRemoved(): void {
    if (this.model.bounded) this.settleAll();
    else this.#settleOthers();
  }

  /** Brings all moments up to date from nothing but the ways and orders. */
  settleAll(): void {
    this.#visitAllAnew();
    this.#settleOthers();
  }

  #settleOthers(): void {
    this.#settle(ABSENT, Infinity);
    this.#clearOrigins();
  }

  #visitAllAnew(): void {
    const { model, length, operation } = this;
    for (let train = 0; train < model.trains; train++) {
      const start = model.eventStart[train]!;
      for (let event = start; event < start + length[train]!; event++) {
        this.#visit(event);
      }
    }
    for (let train = 0; train < model.trains; train++) {
      const start = model.eventStart[train]!;
      for (let event = start; event < start + length[train]!; event++) {
        this.#log(event);
        this.#set(event, model.earliest[operation[event]!]! * PLACES);
      }
    }
  }

  /**
   * Brings all moments up to date after a train was put in. Returns false, with moments half changed, when
   * its place is impossible (trains wait for each other, or a bound is broken) or costs more than `limit`.
   */
  settleInserted(train: number, limit: number): boolean {
    const { model, operation } = this;
    const { heldMax, heldStart } = model;
    const start = model.eventStart[train]!;
    const end = start + this.length[train]!;
    for (let event = start; event < end; event++) {
      this.#visit(event);
      const from = heldStart[operation[event]!]!;
      for (let i = heldStart[operation[event]! + 1]! - 1; i >= from; i--) {
        const ahead = this.next[this.useOf[event * heldMax + i - from]!]!;
        if (ahead !== ABSENT) this.#visit(Math.floor(ahead / heldMax));
      }
    }
    this.circle = ABSENT;
    const good = this.#settle(train, limit);
    this.#clearOrigins();
    return good;
  }

  #clearOrigins(): void {
    for (let i = 0; i < this.#nLog; i++) this.#origin[this.#logEvent[i]!] = ABSENT;
  }

  #settle(inserted: number, limit: number): boolean {
    const heap = this.#heap;
    const { model, trainOf, moment, operation } = this;
    const { eventStart, latest, greatest, bounded } = model;
    // A circle through greatest durations has no event of its own: it shows by going on.
    let left = bounded ? 40 * moment.length + 1000 : Infinity;
    while (heap.size > 0) {
      const event = heap.pop();
      this.#waits[event] = 0;
      const train = trainOf[event]!;
      const k = event - eventStart[train]!;
      // Of a train that was taken out after another one that it waited for.
      if (k >= this.length[train]!) continue;
      const now = this.#earliestOf(event, inserted);
      this.work++;
      if (now === moment[event]) continue;
      this.#log(event);
      const late = latest[operation[event]!]!;
      if (
        (inserted !== ABSENT && !(now < Infinity && this.#noCircle(event, inserted, k))) ||
        (late !== UNBOUNDED && now >= (late + 1) * PLACES) ||
        --left < 0
      ) {
        this.#visitNone();
        return false;
      }
      this.#set(event, now);
      if (this.cost > limit) {
        this.#visitNone();
        return false;
      }
      if (k + 1 < this.length[train]!) this.#visit(event + 1);
      if (k === 0) continue;
      if (bounded && greatest[operation[event - 1]!]! !== UNBOUNDED) this.#visit(event - 1);
      this.#visitWaiting(event - 1);
    }
    return true;
  }

  /** Those that wait for what the operation of this event holds. */
  #visitWaiting(event: number): void {
    const { model, operation, useOf } = this;
    const { heldMax, heldStart } = model;
    const op = operation[event]!;
    const n = heldStart[op + 1]! - heldStart[op]!;
    for (let j = 0; j < n; j++) {
      const ahead = this.nextOfOthers(useOf[event * heldMax + j]!);
      if (ahead !== ABSENT) this.#visit(Math.floor(ahead / heldMax));
    }
  }

  /** The use or event that made an event as late as it is: its origin goes along. */
  #cause = ABSENT;

  #noCircle(event: number, inserted: number, k: number): boolean {
    const cause = this.#cause;
    // What comes back from a greatest duration may be less than what went there: no circle yet.
    const back = cause === event + 1 && this.trainOf[cause] === this.trainOf[event];
    const origin = cause === ABSENT || back ? ABSENT : this.#origin[cause]!;
    this.#causes[event] = cause;
    if (this.trainOf[event] !== inserted) {
      this.#origin[event] = origin;
      return true;
    }
    this.#origin[event] = k;
    if (cause === ABSENT || this.trainOf[cause] === inserted || origin < k) return true;
    this.circle = cause;
    while (this.trainOf[this.#causes[this.circle]!] !== inserted) {
      this.circle = this.#causes[this.circle]!;
    }
    return false;
  }

  /** The earliest moment of an event, from those that it waits for. */
  #earliestOf(event: number, inserted: number): number {
    const { model, operation, moment, trainOf, useOf } = this;
    const { heldMax, heldStart, greatest, least, eventStart } = model;
    const op = operation[event]!;
    const train = trainOf[event]!;
    const start = eventStart[train]!;
    let found = model.earliest[op]! * PLACES;
    this.#cause = ABSENT;
    if (event > start) {
      const arrival = after(moment[event - 1]!, least[operation[event - 1]!]!);
      if (arrival > found) {
        found = arrival;
        this.#cause = event - 1;
      }
    }
    const from = heldStart[op]!;
    for (let i = heldStart[op + 1]! - 1; i >= from; i--) {
      const use = event * heldMax + i - from;
      if (useOf[use] !== use) continue;
      let before = this.previous[use]!;
      while (before !== ABSENT && trainOf[Math.floor(before / heldMax)] === train) {
        before = this.previous[before]!;
      }
      if (before === ABSENT) continue;
      const free = this.freeAfter(before);
      if (free > found) {
        found = free;
        this.#cause = this.lastEvent[before]! + 1;
      }
    }
    if (greatest[op]! !== UNBOUNDED && event + 1 < start + this.length[train]!) {
      const soonest = (timeOf(moment[event + 1]!) - greatest[op]!) * PLACES;
      if (soonest > found) {
        found = soonest;
        this.#cause = event + 1;
      }
    }
    if (train === inserted && this.#origin[event] === ABSENT) {
      this.#origin[event] = event - start;
      this.#log(event);
    }
    return found;
  }

  /** The event that an event waits for, ABSENT when it is as early as its bound allows. */
  causeOf(event: number): number {
    this.#earliestOf(event, ABSENT);
    return this.#cause;
  }

  #log(event: number): void {
    if (this.#nLog === this.#logEvent.length) {
      const [events, moments] = [this.#logEvent, this.#logMoment];
      this.#logEvent = new Int32Array(2 * this.#nLog);
      this.#logMoment = new Float64Array(2 * this.#nLog);
      this.#logEvent.set(events);
      this.#logMoment.set(moments);
    }
    this.#logEvent[this.#nLog] = event;
    this.#logMoment[this.#nLog++] = this.moment[event]!;
  }

  #set(event: number, moment: number): void {
    const { model } = this;
    const op = this.operation[event]!;
    if (model.pieceStart[op + 1]! > model.pieceStart[op]!) {
      const [was, is] = [timeOf(this.moment[event]!), timeOf(moment)];
      if (was !== is) this.cost += costAt(model, op, is) - costAt(model, op, was);
    }
    this.moment[event] = moment;
  }

  /** Makes this a schedule with the ways and moments of another one. */
  load({ length, operation, moment }: Pick<Schedule, "length" | "operation" | "moment">): void {
    const { model, useOf, first, last } = this;
    const { heldMax, heldStart, held, eventStart } = model;
    first.fill(ABSENT);
    last.fill(ABSENT);
    this.#visitNone();
    this.length.set(length);
    this.operation.set(operation);
    this.moment.set(moment);
    this.cost = 0;
    const events: number[] = [];
    for (let train = 0; train < model.trains; train++) {
      for (let k = 0; k < length[train]!; k++) events.push(eventStart[train]! + k);
    }
    events.sort((a, b) => moment[a]! - moment[b]!);
    for (const event of events) {
      const op = operation[event]!;
      const begins = event === eventStart[this.trainOf[event]!]!;
      for (let i = heldStart[op]!; i < heldStart[op + 1]!; i++) {
        const use = event * heldMax + i - heldStart[op]!;
        const goes = begins ? ABSENT : this.#useAt(event - 1, held[i]!);
        useOf[use] = goes === ABSENT ? use : goes;
        this.lastEvent[useOf[use]!] = event;
        if (goes === ABSENT) this.#linkUse(use, held[i]!, last[held[i]!]!);
      }
      this.cost += costAt(model, op, timeOf(moment[event]!));
    }
  }

  /** From here on changes of moments can be taken back. */
  begin(): void {
    this.#nLog = 0;
    this.#visitNone();
  }

  /** Where changes stand, for `takeBackTo`. */
  mark(): number {
    return this.#nLog;
  }

  /** Takes back all changes of moments since `begin` or a mark; trains must be as they were then. */
  takeBackTo(mark: number, cost: number): void {
    for (let i = this.#nLog - 1; i >= mark; i--) {
      this.moment[this.#logEvent[i]!] = this.#logMoment[i]!;
    }
    this.cost = cost;
    this.#nLog = mark;
    this.#visitNone();
  }
}
