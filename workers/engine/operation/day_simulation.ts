/**
 * A day as it runs, event by event in order of time: each train asks for one block after the other where it
 * still could stop before it. Refused, it stops at the signal, and goes on when the block is its own. Nothing
 * of a block is free until the tail of the train before has left it. One simulator holds the state of one
 * day after the other.
 */
import type { ClosedZones } from "./closed_zones.ts";
import {
  appearsAt_ms,
  type DayFacts,
  noFacts,
  provenAt_ms,
  seenArrival_ms,
  seenDeparture_ms,
  seenReady_ms,
} from "./day_facts.ts";
import type { DayPlan, Disturbances } from "./day_plan.ts";
import type { DayRecord, DayWatch } from "./day_record.ts";
import { DayState, type Deadlock } from "./day_state.ts";
import type { DayWaits } from "./day_waits.ts";
import { runTime_ms } from "./interval_times.ts";
import type { OperatedRun } from "./operated_run.ts";
import { type DrivenLeg, placeBefore, type SlowerTrains } from "./slower_trains.ts";
import type { TrainStates } from "./train_states.ts";
import type { WaitingLists } from "./waiting_lists.ts";
import { HELD, NOBODY, type ZoneHolders } from "./zone_holders.ts";
import { ZoneTurns } from "./zone_turns.ts";

/** Why a train does not get its next block, and when it has got it for sure. */
interface Refusal {
  readonly now_ms: number;
  readonly proven_ms: number;
  readonly blocker: number;
}

export class DaySimulator {
  /** [nPlaces of all trains] arrivals where trains stopped; NaN: it did not get there, or passed. */
  readonly arrivals_ms: Float64Array;
  readonly departures_ms: Float64Array;
  readonly waits: DayWaits;
  /** How many events were simulated of the last day. */
  events = 0;
  readonly #plan: DayPlan;
  #noFacts: DayFacts | null = null;
  readonly #state: DayState;
  readonly #of: TrainStates;
  readonly #lists: WaitingLists;
  readonly #zones: ZoneHolders;
  readonly #turns: ZoneTurns;
  #disturbances!: Disturbances;
  #facts!: DayFacts;
  /** What is noted of the day; null: nothing. */
  #record: DayRecord | null = null;
  /** Trains that wait for another's turn. */
  #waitingForOrder = new Set<number>();
  /** When a refused block is free for sure; -Infinity: not known. */
  #freeAt_ms = -Infinity;
  /** Who leaves it last. */
  #freeBy = NOBODY;
  #isRefusedByOrder = false;
  /** When track is open that is closed for a refused block, by which closure, counted behind the trains; -Infinity: none is. */
  #opens_ms = -Infinity;
  #closedBy = NOBODY;
  /** When track that it needs is closed next. */
  #closes_ms = Infinity;

  /** `patience_ms`: how long a train is waited for that by the plan goes first; -Infinity: whoever comes first goes first. */
  constructor(plan: DayPlan, patience_ms: number) {
    this.#plan = plan;
    this.#state = new DayState(plan);
    this.arrivals_ms = this.#state.arrivals_ms;
    this.departures_ms = this.#state.departures_ms;
    this.waits = this.#state.waits;
    this.#of = this.#state.trains;
    this.#lists = this.#state.lists;
    this.#zones = this.#state.zones;
    this.#turns = new ZoneTurns(plan, this.#state, patience_ms);
  }

  /** What they are doing at the end of the day. */
  get trains(): TrainStates {
    return this.#of;
  }

  get deadlocks(): readonly Deadlock[] {
    return this.#state.deadlocks;
  }

  /** Runs one day; results are valid until the next. Returns how many trains do not reach their ends. */
  run(disturbances: Disturbances, known?: DayFacts): number {
    const facts = known ?? (this.#noFacts ??= noFacts(this.#plan, -Infinity));
    this.#disturbances = disturbances;
    this.events = 0;
    this.#turns.begin(facts, null);
    this.#begin(facts);
    return this.#finish(null);
  }

  /** As `run` without disturbances, but only what is not on a recorded day is simulated. With `isRecorded` the day takes that one's place. */
  runBeside(record: DayRecord, facts: DayFacts, isRecorded: boolean): number {
    this.#disturbances = record.disturbances;
    this.#facts = facts;
    this.events = 0;
    const watch = record.watch(facts, this.#state, isRecorded);
    this.#record = isRecorded ? record : null;
    this.#turns.begin(facts, this.#record);
    if (watch.isBegun) this.#waitingForOrder = this.#of.listWaitingForOrder();
    else this.#begin(facts);
    const stuck = this.#finish(watch);
    this.#record = null;
    return stuck;
  }

  #begin(facts: DayFacts): void {
    this.#facts = facts;
    this.#state.clear();
    this.#waitingForOrder.clear();
    const { runs, runOf, visitStart } = this.#plan;
    for (let t = 0; t < runOf.length; t++) {
      const appears_ms = appearsAt_ms(this.#plan, facts, t, this.#disturbances.entries_ms[t]!);
      if (this.#of.appear(t, appears_ms, runs[runOf[t]!]!.leads_ms[0]!)) {
        this.#zones.skip(facts.visitEnd[t]!, visitStart[t + 1]!);
        this.#state.queue.push(this.#of.due_ms[t]!, this.#of.since_ms[t]!, t);
      } else this.#zones.skip(visitStart[t]!, visitStart[t + 1]!);
    }
  }

  #finish(watch: DayWatch | null): number {
    const { queue } = this.#state;
    this.#opens_ms = -Infinity;
    this.#closes_ms = Infinity;
    while (queue.size > 0) {
      const time_ms = queue.time_ms;
      if (watch !== null && time_ms >= watch.next_ms && watch.pass(this.#state, time_ms)) break;
      const { since_ms } = queue;
      const train = queue.pop();
      this.events++;
      if (this.#of.isOver[train] === 1 || this.#of.due_ms[train] !== time_ms) continue;
      // Of an earlier block it may be due at the same time by chance.
      if (this.#of.since_ms[train] === since_ms) this.#step(train, time_ms);
    }
    watch?.end(this.#state);
    return this.#state.countOpen();
  }

  /** Plans when a train asks for its next block. */
  #ask(t: number, time_ms: number): void {
    this.#of.since_ms[t] = time_ms;
    this.#of.due_ms[t] = time_ms;
    this.#state.queue.push(time_ms, time_ms, t);
  }

  #askAgain(t: number, time_ms: number): void {
    this.#of.due_ms[t] = time_ms;
    this.#state.queue.push(time_ms, this.#of.since_ms[t]!, t);
  }

  /** A train asks for its next block. */
  #step(t: number, now_ms: number): void {
    const { runs, runOf, starts_ms } = this.#plan;
    const run = runs[runOf[t]!]!;
    if (this.#of.isWaiting[t] === 0) {
      this.#of.delay_ms[t] = now_ms - starts_ms[t]! - run.asks_ms[this.#of.block[t]!]!;
    }
    this.#of.due_ms[t] = Infinity;
    this.#lists.remove(t);
    const blocker = this.#findBlocker(t, now_ms);
    if (blocker === NOBODY && this.#freeAt_ms === -Infinity) {
      this.#enter(t, run, now_ms);
      return;
    }
    const proven_ms = this.#provenBy_ms(t, run);
    this.#record?.noteRefused(this.#plan.placeStart[t]! + run.blockPlace[this.#of.block[t]!]!);
    if (now_ms >= proven_ms) this.#enter(t, run, now_ms);
    else this.#refuse(t, run, { now_ms, proven_ms, blocker });
  }

  /** When a train has asked for its next block for sure, and has got it, since it was seen behind it. */
  #provenBy_ms(t: number, run: OperatedRun): number {
    const block = this.#of.block[t]!;
    const first = this.#plan.placeStart[t]!;
    return provenAt_ms(this.#facts, { t, first, run, block }) - run.leads_ms[block]!;
  }

  /**
   * Who keeps a train from its next block; NOBODY and a time in `#freeAt_ms`: it becomes free then; neither: it
   * is free. Held zones come before the order of the plan.
   */
  #findBlocker(t: number, now_ms: number): number {
    const { visitStart } = this.#plan;
    const run = this.#plan.runs[this.#plan.runOf[t]!]!;
    const block = this.#of.block[t]!;
    const from = visitStart[t]! + run.blockZone[block]!;
    const own = visitStart[t]! + run.blockZone[block + 1]!;
    const to = Math.min(visitStart[t]! + run.lockEnd[block]!, this.#facts.visitEnd[t]!);
    this.#isRefusedByOrder = false;
    let freeAt_ms = -Infinity;
    let freeBy = NOBODY;
    const { closed } = this.#facts;
    if (closed !== null) this.#findClosed(closed, from, to, now_ms);
    for (let v = from; v < to; v++) {
      const holder = this.#zones.findHolder(v, v < own, now_ms);
      if (holder !== NOBODY) {
        this.#freeAt_ms = -Infinity;
        return holder;
      }
      if (this.#zones.freeAt_ms <= freeAt_ms) continue;
      freeAt_ms = this.#zones.freeAt_ms;
      freeBy = this.#zones.freeBy;
    }
    if (closed !== null && this.#opens_ms > freeAt_ms) {
      freeAt_ms = this.#opens_ms;
      freeBy = this.#closedBy;
    }
    this.#freeAt_ms = freeAt_ms;
    this.#freeBy = freeBy;
    if (freeAt_ms > -Infinity || !this.#turns.areKept) return NOBODY;
    for (let v = from; v < to; v++) {
      if (this.#zones.state[v] !== 0) continue;
      const first = this.#turns.findFirst(t, v, v < own, now_ms);
      if (first === NOBODY) continue;
      this.#isRefusedByOrder = true;
      return first;
    }
    return NOBODY;
  }

  /** Which of the zones that a train has not got yet are closed, up to when; and when one is next. */
  #findClosed(closed: ClosedZones, from: number, to: number, now_ms: number): void {
    this.#opens_ms = -Infinity;
    this.#closes_ms = Infinity;
    for (let v = from; v < to; v++) {
      if (this.#zones.state[v] !== 0) continue;
      const zone = this.#plan.visitZone[v]!;
      this.#closes_ms = Math.min(this.#closes_ms, closed.next_ms(zone, now_ms));
      const until_ms = closed.until_ms(zone, now_ms);
      if (until_ms <= this.#opens_ms) continue;
      this.#opens_ms = until_ms;
      this.#closedBy = this.#plan.runOf.length + closed.by;
    }
  }

  /** A train gets its next block. */
  #enter(t: number, run: OperatedRun, now_ms: number): void {
    const { visitStart } = this.#plan;
    const block = this.#of.block[t]!;
    const first = visitStart[t]!;
    const own = first + run.blockZone[block + 1]!;
    const to = Math.min(first + run.lockEnd[block]!, this.#facts.visitEnd[t]!);
    for (let v = first + run.blockZone[block]!; v < to; v++) {
      if (this.#zones.state[v] === 0) this.#zones.take(v);
      if (v < own) this.#zones.state[v] = HELD;
    }
    this.#of.block[t] = block + 1;
    this.#of.isWaiting[t] = 0;
    this.#waitingForOrder.delete(t);
    const free_ms = now_ms + run.leads_ms[block]!;
    if (block === 0) {
      const appears_ms = Math.max(this.#of.ready_ms[t]!, free_ms);
      this.#tellWait(t, block, appears_ms);
      this.#stopAt(t, run, 0, appears_ms);
    } else if (this.#of.isStanding[t] === 1) {
      const leaves_ms = Math.max(this.#of.ready_ms[t]!, free_ms);
      this.#tellWait(t, block, leaves_ms);
      this.#leave(t, run, leaves_ms);
    }
    this.#goOn(t, run, now_ms);
    this.#wake(t, now_ms);
  }

  /** A train has come to a planned stop, its begin or its end. */
  #stopAt(t: number, run: OperatedRun, place: number, arrival_ms: number): void {
    const { starts_ms, placeStart } = this.#plan;
    const at = placeStart[t]! + place;
    const least_ms = run.leastStops_ms[place]! + this.#disturbances.stops_ms[at]!;
    const came_ms = seenArrival_ms(this.#facts, t, at, arrival_ms);
    this.arrivals_ms[at] = came_ms;
    this.#of.place[t] = place;
    this.#of.isStanding[t] = 1;
    const planned_ms = starts_ms[t]! + run.departures_ms[place]!;
    const ready_ms = Math.max(planned_ms, came_ms + least_ms);
    this.#of.ready_ms[t] = seenReady_ms(this.#facts, at, ready_ms);
  }

  #leave(t: number, run: OperatedRun, time_ms: number): void {
    const place = this.#of.place[t]!;
    const at = this.#plan.placeStart[t]! + place;
    const isStop = run.isStop[place] === 1;
    const left_ms = isStop ? seenDeparture_ms(this.#facts, t, at, time_ms) : time_ms;
    this.departures_ms[at] = left_ms;
    this.#of.isStanding[t] = 0;
    this.#of.left_ms[t] = left_ms + (isStop ? this.#disturbances.runs_ms[at]! : 0);
    const { passed } = this.#facts;
    if (passed !== null && isStop)
      this.#of.left_ms[t] = passed.leavesAt_ms(t, place, this.#of.left_ms[t]!);
  }

  /** Follows a train up to where it asks for its next block, or to its end. */
  #goOn(t: number, run: OperatedRun, now_ms: number): void {
    const { times, blockPlace, blockPoint } = run;
    const { placePoint, sectionEnd } = times;
    for (;;) {
      const block = this.#of.block[t]!;
      const place = this.#of.place[t]!;
      const isLast = block === blockPlace.length;
      const point = isLast ? NOBODY : Math.max(blockPoint[block]!, placePoint[place]!);
      if (this.#of.isStanding[t] === 1) {
        if (place === this.#facts.ends[t]!) {
          this.#end(t);
          return;
        }
        if (!isLast && point === placePoint[place]!) {
          this.#ask(t, Math.max(now_ms, this.#of.ready_ms[t]! - run.leads_ms[block]!));
          return;
        }
        this.#leave(t, run, this.#of.ready_ms[t]!);
      }
      const end = sectionEnd[place]!;
      if (!isLast && blockPlace[block]! < end) {
        this.#clearUpTo(t, run, point + 1);
        this.#ask(t, Math.max(now_ms, this.#timeAt_ms(t, run, point) - run.leads_ms[block]!));
        return;
      }
      this.#clearUpTo(t, run, placePoint[end]!);
      this.#stopAt(t, run, end, this.#timeAt_ms(t, run, placePoint[end]!));
    }
  }

  /** When a train that is not slowed gets to a point: never before it is planned to. */
  #timeAt_ms(t: number, run: OperatedRun, point: number): number {
    const { times, planned_ms } = run;
    const place = this.#of.place[t]!;
    const left_ms = this.#of.left_ms[t]!;
    const start_ms = this.#plan.starts_ms[t]!;
    const to = times.sectionEnd[place]!;
    const { slower } = this.#facts;
    if (slower?.has(t) === true) {
      return slower.timeAt_ms({ t, run, from: place, to }, left_ms, start_ms, point);
    }
    return Math.max(start_ms + planned_ms[point]!, left_ms + runTime_ms(times, place, to, point));
  }

  /** Tells when zones are left whose ends lie before a point, of a train that is not slowed up to there. */
  #clearUpTo(t: number, run: OperatedRun, point: number): void {
    const { visitStart } = this.#plan;
    const first = visitStart[t]!;
    let v = this.#of.cleared[t]!;
    for (; v < visitStart[t + 1]! && run.clearPoint[v - first]! < point; v++) {
      this.#zones.free_ms[v] = this.#timeAt_ms(t, run, run.clearPoint[v - first]!);
    }
    this.#of.cleared[t] = v;
  }

  /** A train leaves the network where it ends, unless it stays there. */
  #end(t: number): void {
    const { stands, visitEnd } = this.#facts;
    this.#of.isOver[t] = 1;
    if (stands[t] === 1) return;
    const left_ms = this.#of.ready_ms[t]!;
    for (let v = this.#of.cleared[t]!; v < visitEnd[t]!; v++) this.#zones.free_ms[v] = left_ms;
  }

  #refuse(t: number, run: OperatedRun, { now_ms, proven_ms, blocker }: Refusal): void {
    const isNew = this.#of.isWaiting[t] === 0 || this.#of.waitsFor[t] !== blocker;
    const wasByOrder = this.#of.isWaiting[t] === 1 && this.#of.waitsForOrder[t] === 1;
    this.#of.isWaiting[t] = 1;
    this.#of.waitsForOrder[t] = this.#isRefusedByOrder ? 1 : 0;
    if (this.#isRefusedByOrder) this.#waitingForOrder.add(t);
    else this.#waitingForOrder.delete(t);
    if (this.#of.isStanding[t] === 0) {
      this.#brake(t, run);
      this.#wake(t, now_ms);
    }
    const again_ms = Math.min(proven_ms, this.#closes_ms);
    // Who waits for its turn does not wait for a train before closed track.
    if (this.#opens_ms > -Infinity) this.#askForTurns(t, now_ms);
    if (blocker === NOBODY) {
      this.#of.waitsFor[t] = this.#freeBy;
      const free_ms = Math.min(this.#freeAt_ms, again_ms);
      if (free_ms < Infinity) this.#askAgain(t, free_ms);
      return;
    }
    if (again_ms < Infinity) this.#askAgain(t, again_ms);
    this.#of.waitsFor[t] = blocker;
    this.#lists.add(t, blocker);
    if (!isNew && wasByOrder === this.#isRefusedByOrder) return;
    if (!this.#isRefusedByOrder) this.#findDeadlock(t, blocker, now_ms);
    // Who waits for another's turn may do so in a circle now.
    this.#askForTurns(t, now_ms);
  }

  /** All others who wait for a turn ask again, but for trains that it never has to do with. */
  #askForTurns(t: number, now_ms: number): void {
    const { leaders } = this.#plan;
    for (const other of this.#waitingForOrder) {
      if (other !== t && leaders[other] === leaders[t] && this.#of.due_ms[other]! > now_ms)
        this.#askAgain(other, now_ms);
    }
  }

  /** A train is to stop at the signal of its next block. */
  #brake(t: number, run: OperatedRun): void {
    const { times, blockPlace, blockPoint } = run;
    const { placePoint } = times;
    const block = this.#of.block[t]!;
    const from = this.#of.place[t]!;
    const to = blockPlace[block]!;
    const point = Math.max(blockPoint[block]!, placePoint[from]!);
    const end = placePoint[to]!;
    const unslowed_ms = this.#timeAt_ms(t, run, end);
    const braked_ms = this.#timeAt_ms(t, run, point);
    const left_ms = braked_ms - runTime_ms(times, from, to, point);
    const { slower } = this.#facts;
    const timeAt_ms =
      slower?.has(t) === true ? this.#brakeSlower(slower, { t, run, from, to }, point) : null;
    const first = this.#plan.visitStart[t]!;
    const last = this.#plan.visitStart[t + 1]!;
    let v = this.#of.cleared[t]!;
    for (; v < last && run.clearPoint[v - first]! < end; v++) {
      const clear = run.clearPoint[v - first]!;
      this.#zones.free_ms[v] = timeAt_ms?.(clear) ?? left_ms + runTime_ms(times, from, to, clear);
    }
    this.#of.cleared[t] = v;
    const arrival_ms = timeAt_ms?.(end) ?? left_ms + runTime_ms(times, from, to, end);
    this.arrivals_ms[this.#plan.placeStart[t]! + to] = arrival_ms;
    this.#of.lost_ms[t] = Math.max(0, arrival_ms - unslowed_ms);
    this.#of.place[t] = to;
    this.#of.ready_ms[t] = arrival_ms;
    this.#of.isStanding[t] = 1;
  }

  /** When it gets where, a slower train that brakes from a point on. */
  #brakeSlower(slower: SlowerTrains, leg: DrivenLeg, point: number): (at: number) => number {
    const { t, run, from } = leg;
    const place = placeBefore(leg, point);
    const before_ms =
      place === from ? this.#of.left_ms[t]! : this.#timeAt_ms(t, run, run.times.placePoint[place]!);
    const braked = { point, braked_ms: this.#timeAt_ms(t, run, point), before_ms };
    return (at) => slower.brakedAt_ms(leg, braked, at);
  }

  #findDeadlock(t: number, blocker: number, now_ms: number): void {
    if (this.#of.isLocked[t] === 1 || this.#of.isWaiting[blocker] === 0) return;
    if (!this.#turns.isBehind(blocker, t, now_ms, true)) return;
    const trains = [t, ...this.#turns.cycle];
    for (const train of trains) this.#of.isLocked[train] = 1;
    this.#state.deadlocks.push({ time_ms: now_ms, trains });
  }

  /** All who wait for a train ask again. */
  #wake(t: number, now_ms: number): void {
    for (let other = this.#lists.pop(t); other !== NOBODY; other = this.#lists.pop(t)) {
      this.#askAgain(other, now_ms);
    }
  }

  /** Notes how long a train had to wait for the one that it waited for last, when it goes on. */
  #tellWait(t: number, block: number, end_ms: number): void {
    const time_ms = end_ms - this.#of.ready_ms[t]! + this.#of.lost_ms[t]!;
    this.#of.lost_ms[t] = 0;
    const cause = this.#of.waitsFor[t]!;
    this.#of.waitsFor[t] = NOBODY;
    if (cause === NOBODY || time_ms <= 0) return;
    this.waits.push(t, block, { cause, time_ms, end_ms });
  }
}
