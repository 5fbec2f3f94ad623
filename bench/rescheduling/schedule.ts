/**
 * A way for each train, and for each resource the order in which trains hold it. The moments follow from these:
 * the earliest that keep all bounds, durations and orders. For the same orders no other moments cost less,
 * because nothing gets cheaper by happening later. Moments are longest paths. When trains are inserted or taken
 * out, only events that change are visited, in the order in which they happen.
 */
import { LeastHeap } from "../../workers/engine/least_heap.ts";
import { costAt, type Model } from "./model.ts";
import { after, PLACES, timeOf } from "./moment.ts";
import { UNBOUNDED } from "./problem.ts";

/** No train, no use, no event. */
export const ABSENT = -1;

export class Schedule {
  readonly model: Model;
  /** [nTrains] number of operations of its way, 0 = the train is not in the schedule. */
  readonly length: Int32Array;
  /** [nEvents] the operation that starts, its moment, and its train. */
  readonly operation: Int32Array;
  readonly moment: Float64Array;
  readonly trainOf: Int32Array;
  /**
   * [nEvents · heldMax] by event and resource of its operation: the use that it belongs to, named by its
   * index here at the use's first event. A train that holds a resource over several operations uses it once.
   */
  readonly useOf: Int32Array;
  /** By use: its neighbours in the order of the resource, and the event of its last operation. */
  readonly next: Int32Array;
  readonly previous: Int32Array;
  readonly lastEvent: Int32Array;
  /** [nResources] the first and the last use. */
  readonly first: Int32Array;
  readonly last: Int32Array;
  cost = 0;
  /** Work so far, counted in visited events. */
  work = 0;

  /** Events to visit, by the moments that they had when added. */
  readonly #heap = new LeastHeap();
  /** [nEvents] `#round` = the event is in the heap. A new round empties the heap. */
  readonly #waits: Float64Array;
  #round = 1;
  /** [nEvents] which event of the inserted train delayed this one, as its index on the way; ABSENT = none. */
  readonly #origin: Int32Array;
  /** [nEvents] the event that delayed this one. */
  readonly #causes: Int32Array;
  /** Where trains wait in a circle: the event that the inserted train delays and in turn waits for. ABSENT = none. */
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

  /** The event that ends a use; ABSENT = it never ends. */
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
   * Inserts a train's way, whose operations and moments are already written. `before` has, by event and resource,
   * the use that a new use follows (ABSENT = it is the first).
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
    // The train's own earlier uses stay before the new one.
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

  /** Takes a train out. Writes where its uses were, as `link` reads it, and marks the uses behind them for a visit. */
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

  /** Marks an event for `#settle` to visit. */
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
   * Updates all moments after trains were taken out. With greatest durations two events of a train can delay
   * each other and would never become earlier, so all moments start again from their bounds.
   */
  settleRemoved(): void {
    if (this.model.bounded) this.settleAll();
    else this.#settleOthers();
  }

  /** Computes all moments again from the ways and orders alone. */
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
   * Updates all moments after a train was inserted. Returns false, with moments half changed, when its place is
   * impossible (trains wait for each other in a circle, or a bound is broken) or the cost is above `limit`.
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
    // A circle through greatest durations shows at no single event, only by not coming to an end.
    let left = bounded ? 40 * moment.length + 1000 : Infinity;
    while (heap.size > 0) {
      const event = heap.pop();
      this.#waits[event] = 0;
      const train = trainOf[event]!;
      const k = event - eventStart[train]!;
      // Its train was taken out too, after one that it waited for.
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

  /** Visits the events that wait for a resource of this event's operation. */
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

  /** The event that sets an event's moment (of a use: the event that ends it); its origin is passed on. */
  #cause = ABSENT;

  #noCircle(event: number, inserted: number, k: number): boolean {
    const cause = this.#cause;
    // A greatest duration may return less delay than it was given, so this is no circle yet.
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

  /** The earliest moment of an event after those that it waits for. */
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

  /** The event that an event waits for; ABSENT = it is as early as its bound allows. */
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

  /** Takes over the ways and moments of another schedule. */
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

  /** Changes of moments from here on can be undone. */
  begin(): void {
    this.#nLog = 0;
    this.#visitNone();
  }

  /** The current position in the log of changes, for `takeBackTo`. */
  mark(): number {
    return this.#nLog;
  }

  /** Undoes all changes of moments since `begin` or a mark. The same trains must be in the schedule as then. */
  takeBackTo(mark: number, cost: number): void {
    for (let i = this.#nLog - 1; i >= mark; i--) {
      this.moment[this.#logEvent[i]!] = this.#logMoment[i]!;
    }
    this.cost = cost;
    this.#nLog = mark;
    this.#visitNone();
  }
}
