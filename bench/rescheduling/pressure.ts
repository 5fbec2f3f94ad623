/**
 * Estimates what it would cost to delay an event, for all events in one pass from the last to the first: each event
 * passes its costs on to the one that it waits for most closely. The estimates only guide the search; the
 * schedule computes the exact cost of what is then done.
 */
import { costAt } from "./model.ts";
import { timeOf } from "./moment.ts";
import { ABSENT, type Schedule } from "./schedule.ts";

/** Over how much delay the slope of a cost is measured. */
const AHEAD = 300;
/** Costs are grouped by the delay after which they begin: up to 60, up to 240, and so on. */
const CLASSES = 7;
const FIRST_CLASS = 60;
const NEXT_CLASS = 4;

export class Pressure {
  /** [nEvents · CLASSES] cost of each unit of delay, grouped by how much delay is free. */
  readonly #slope: Float64Array;
  /** [nEvents · CLASSES] the free delay times the slope. */
  readonly #spare: Float64Array;
  /** [nEvents] slope and free delay of the train's own costs alone, whatever its events wait for now. */
  readonly #ownSlope: Float64Array;
  readonly #ownSpare: Float64Array;
  readonly #order: Int32Array;
  readonly #schedule: Schedule;

  constructor(schedule: Schedule) {
    const events = schedule.moment.length;
    this.#schedule = schedule;
    this.#slope = new Float64Array(events * CLASSES);
    this.#spare = new Float64Array(events * CLASSES);
    this.#ownSlope = new Float64Array(events);
    this.#ownSpare = new Float64Array(events);
    this.#order = new Int32Array(events);
  }

  refresh(): void {
    const { model, length, moment } = this.#schedule;
    let n = 0;
    for (let train = 0; train < model.trains; train++) {
      const start = model.eventStart[train]!;
      for (let event = start; event < start + length[train]!; event++) this.#order[n++] = event;
    }
    const order = this.#order.subarray(0, n).sort((a, b) => moment[b]! - moment[a]!);
    this.#slope.fill(0);
    this.#spare.fill(0);
    this.#ownSlope.fill(0);
    for (let i = 0; i < n; i++) this.#passOn(order[i]!);
    this.#schedule.work += n;
  }

  /** Estimates an inserted train's own loss; the loss of others is not known before the next `refresh`. */
  note(train: number): void {
    const { model, length } = this.#schedule;
    const start = model.eventStart[train]!;
    const end = start + length[train]!;
    this.#slope.fill(0, start * CLASSES, end * CLASSES);
    this.#spare.fill(0, start * CLASSES, end * CLASSES);
    this.#ownSlope.fill(0, start, end);
    for (let event = end - 1; event >= start; event--) this.#passBack(event);
  }

  /** Adds an event's own cost, passes it to the train's previous event, and returns the spare time between the two. */
  #passBack(event: number): number {
    const { model, operation, moment, trainOf } = this.#schedule;
    const { pieceStart, pieceTime, least, eventStart } = model;
    const op = operation[event]!;
    const time = timeOf(moment[event]!);
    const pieces = pieceStart[op + 1]!;
    if (pieceStart[op]! < pieces) {
      let piece = pieceStart[op]!;
      while (piece < pieces && pieceTime[piece]! <= time) piece++;
      const rising = piece > pieceStart[op]! && model.pieceSlope[piece - 1]! > 0;
      const until = rising ? 0 : piece < pieces ? pieceTime[piece]! - time : Infinity;
      if (until < Infinity) {
        const more = costAt(model, op, time + until + AHEAD) - costAt(model, op, time);
        this.#add(event, more / AHEAD, until);
        if (this.#ownSlope[event] === 0 || until < this.#ownSpare[event]!) {
          this.#ownSlope[event] = more / AHEAD;
          this.#ownSpare[event] = until;
        }
      }
    }
    if (event === eventStart[trainOf[event]!]) return Infinity;
    const gap = time - timeOf(moment[event - 1]!) - least[operation[event - 1]!]!;
    this.#ownSlope[event - 1] = this.#ownSlope[event]!;
    this.#ownSpare[event - 1] = this.#ownSpare[event]! + gap;
    return gap;
  }

  /** Passes the cost of a delay on to the event that this one waits for most closely. */
  #passOn(event: number): void {
    const { model, operation, moment, previous, useOf } = this.#schedule;
    const { heldStart, heldMax } = model;
    const op = operation[event]!;
    const time = timeOf(moment[event]!);
    let gap = this.#passBack(event);
    let cause = gap === Infinity ? ABSENT : event - 1;
    const n = heldStart[op + 1]! - heldStart[op]!;
    for (let j = 0; j < n; j++) {
      const use = event * heldMax + j;
      const before = useOf[use] === use ? previous[use]! : ABSENT;
      if (before === ABSENT) continue;
      const free = this.#schedule.freeAfter(before);
      const wait = time - timeOf(free);
      if (wait < gap || (wait === gap && free === moment[event])) {
        gap = wait;
        cause = this.#schedule.endOf(before);
      }
    }
    if (cause === ABSENT) return;
    for (let i = event * CLASSES; i < (event + 1) * CLASSES; i++) {
      const slope = this.#slope[i]!;
      if (slope > 0) this.#add(cause, slope, this.#spare[i]! / slope + gap);
    }
  }

  #add(event: number, slope: number, spare: number): void {
    let place = event * CLASSES;
    const last = place + CLASSES - 1;
    for (let until = FIRST_CLASS; place < last && spare > until; until *= NEXT_CLASS) place++;
    this.#slope[place] = this.#slope[place]! + slope;
    this.#spare[place] = this.#spare[place]! + slope * spare;
  }

  /** The estimated cost of delaying an event. */
  costOf(event: number, delay: number): number {
    let cost = 0;
    for (let i = event * CLASSES; i < (event + 1) * CLASSES; i++) {
      const more = this.#slope[i]! * delay - this.#spare[i]!;
      if (more > 0) cost += more;
    }
    return Math.max(cost, this.#ownSlope[event]! * (delay - this.#ownSpare[event]!));
  }
}
