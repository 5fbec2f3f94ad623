/**
 * What another day knows and decides otherwise than a recorded one: up to which of its states both are the same, and
 * from when on it can't matter any more. A fact matters at events that ask about it. Whether one has been is seen at
 * what trains have done by then; turns, and reports by which a refused train has its block, are asked about at any
 * time, which is noted. An earlier state is always right.
 */
import { appearsAt_ms, type DayFacts } from "./day_facts.ts";
import type { DayPlan } from "./day_plan.ts";
import type { DayResults, DayState } from "./day_state.ts";
import type { KeptState } from "./kept_state.ts";
import type { TrainStates } from "./train_states.ts";

/** A day with its states at some times, each before the first event that is no earlier. */
export interface RecordedDay {
  readonly plan: DayPlan;
  readonly facts: DayFacts;
  /** Ascending; the first is before any event. */
  readonly times_ms: Float64Array;
  readonly states: readonly KeptState[];
  /** How many states there are. */
  readonly count: number;
  readonly end: DayResults;
  /** [nVisits] how many states were before the first event at which the turns before a visit were asked about. */
  readonly asked: Uint16Array;
  /** [nPlaces of all trains] the same of a refused train whose next report was looked for from there on. */
  readonly refused: Uint16Array;
}

/** Of an event that never was. */
export const NEVER = 2 ** 16 - 1;

type HasAsked = (trains: TrainStates) => boolean;

interface EndingTrain {
  readonly t: number;
  readonly from: number;
  readonly to: number;
}

export class DayDifference {
  /** Up to this state both are the same but for what `applyTo` does; 0: none is; the number of states: to the end. */
  start: number;
  readonly #day: RecordedDay;
  readonly #facts: DayFacts;
  /** Trains that appear otherwise: after that state on either day. */
  readonly #appearing: number[] = [];
  /** Trains with visits for which they may ask on one of the days alone, and have not done so by then. */
  readonly #ending: EndingTrain[] = [];
  /** Trains that end elsewhere or otherwise, or run on one of the days alone. */
  readonly #ended: number[] = [];
  /** Nothing matters any more when all has been asked about and none of the visits is to come. */
  readonly #asks: HasAsked[] = [];
  readonly #visits: number[] = [];

  constructor(day: RecordedDay, facts: DayFacts) {
    this.#day = day;
    this.#facts = facts;
    this.start = day.count;
    const nTrains = day.plan.runOf.length;
    for (let t = 0; t < nTrains; t++) this.#compareTrain(t);
    this.#compareOrders();
  }

  /** Whether nothing that differs is asked about on either day, from a state on in which they are alike. */
  isOver({ trains, zones }: KeptState, state: DayState): boolean {
    return (
      this.#asks.every((hasAsked) => hasAsked(trains)) &&
      !this.#visits.some((v) => zones.isToCome(v) || state.zones.isToCome(v))
    );
  }

  /** Makes one of the states up to `start` that of the other day. */
  applyTo({
    trains,
    queue,
    zones,
  }: Pick<KeptState | DayState, "trains" | "queue" | "zones">): void {
    const { plan } = this.#day;
    for (const { t, from, to } of this.#ending) {
      const end = this.#visitEnd(this.#facts, t);
      zones.unskip(from, end);
      zones.skip(end, to);
    }
    if (this.#appearing.length === 0) return;
    const isDropped = new Uint8Array(trains.isOver.length);
    for (const t of this.#appearing) isDropped[t] = 1;
    queue.drop(isDropped);
    for (const t of this.#appearing) {
      const ready_ms = appearsAt_ms(plan, this.#facts, t);
      if (trains.appear(t, ready_ms, this.#leads_ms(t))) {
        queue.push(trains.due_ms[t]!, trains.since_ms[t]!, t);
      }
    }
  }

  /** Makes a later one, from which the other day goes on alike, fit what was before on that day. */
  settle({ trains, zones }: KeptState, state: DayState): void {
    for (const t of this.#ended)
      if (state.trains.isOver[t] === 1) trains.copyTrain(t, state.trains);
    const visits = new Set<number>();
    for (const { from, to } of this.#ending) for (let v = from; v < to; v++) visits.add(v);
    if (visits.size > 0) zones.clear(visits);
  }

  #leads_ms(t: number): number {
    const { runs, runOf } = this.#day.plan;
    return runs[runOf[t]!]!.leads_ms[0]!;
  }

  #visitEnd({ isCancelled, visitEnd }: DayFacts, t: number): number {
    return isCancelled[t] === 1 ? this.#day.plan.visitStart[t]! : visitEnd[t]!;
  }

  #compareTrain(t: number): void {
    const { plan, facts } = this.#day;
    const own = this.#facts;
    const isSame =
      facts.isCancelled[t] === own.isCancelled[t] &&
      facts.visitEnd[t] === own.visitEnd[t] &&
      facts.ends[t] === own.ends[t] &&
      facts.stands[t] === own.stands[t];
    if (!isSame) this.#noteEnd(t);
    if (facts.isCancelled[t] === 1 && own.isCancelled[t] === 1) return;
    this.#compareEntry(t);
    for (const place of plan.stops[plan.runOf[t]!]!) this.#compareStop(t, place);
    this.#comparePassings(t);
  }

  #comparePassings(t: number): void {
    const [was, is] = [this.#day.facts.passed, this.#facts.passed];
    if (was === null && is === null) return;
    if ((was ?? is)!.isAs(was === null ? null : is, t)) return;
    for (const { place, last } of [...(was?.list(t) ?? []), ...(is?.list(t) ?? [])]) {
      this.#noteAsk(t, (trains) => trains.countLeft(t) > place);
      this.#noteReport(t, last);
    }
  }

  #noteEnd(t: number): void {
    const { plan, facts } = this.#day;
    const own = this.#facts;
    const place = Math.min(facts.ends[t]!, own.ends[t]!);
    this.#startBefore((trains) => trains.hasStoppedAt(t, place));
    this.#asks.push(({ isOver }) => isOver[t] === 1);
    this.#ended.push(t);
    const ends = [this.#visitEnd(facts, t), this.#visitEnd(own, t)];
    const [from, to] = [Math.min(...ends), Math.max(...ends)];
    if (from === to) return;
    this.#ending.push({ t, from, to });
    const { lockEnd } = plan.runs[plan.runOf[t]!]!;
    let block = 0;
    while (block < lockEnd.length && plan.visitStart[t]! + lockEnd[block]! <= from) block++;
    this.#startBefore((trains) => trains.hasAsked(t) && trains.block[t]! >= block);
    for (let v = from; v < to; v++) {
      this.#visits.push(v);
      this.#startBeforeTurn(v);
    }
  }

  /** Whoever has a turn behind that of a visit asks about it. */
  #startBeforeTurn(v: number): void {
    const { plan, facts, asked } = this.#day;
    const { visitTurn, turns } = facts.order;
    const zone = plan.visitZone[v]!;
    const end = plan.zoneStart[zone + 1]!;
    for (let at = plan.zoneStart[zone]! + visitTurn[v]! + 1; at < end; at++) {
      this.#startBeforeNoted(asked[turns[at]!]!);
    }
  }

  #compareEntry(t: number): void {
    const { plan, facts, times_ms, count } = this.#day;
    const was_ms = appearsAt_ms(plan, facts, t);
    const is_ms = appearsAt_ms(plan, this.#facts, t);
    if (was_ms === is_ms) return;
    const first_ms = Math.min(was_ms, is_ms) - this.#leads_ms(t);
    if (this.start === count && count > 0) this.start--;
    while (this.start > 0 && times_ms[this.start]! > first_ms) this.start--;
    this.#appearing.push(t);
  }

  #compareStop(t: number, place: number): void {
    const { plan, facts } = this.#day;
    const own = this.#facts;
    const at = plan.placeStart[t]! + place;
    const isSeenAlike =
      Object.is(facts.arrivals_ms[at], own.arrivals_ms[at]) &&
      Object.is(facts.departures_ms[at], own.departures_ms[at]);
    if (!isSeenAlike || facts.holds_ms[at] !== own.holds_ms[at]) {
      this.#noteAsk(t, (trains) => trains.hasStoppedAt(t, place));
    }
    if (isSeenAlike) this.#compareUnseen(t, place, at);
    else this.#noteReport(t, place);
  }

  /** What is not reported does not happen before now, unless the train was seen behind. */
  #compareUnseen(t: number, place: number, at: number): void {
    const { facts, end } = this.#day;
    const own = this.#facts;
    if (!Number.isNaN(facts.departures_ms[at]!)) return;
    const [lastSeen, ownSeen] = [facts.lastSeen[t]!, own.lastSeen[t]!];
    if (lastSeen === ownSeen && facts.asOf_ms === own.asOf_ms) return;
    if (
      Number.isNaN(facts.arrivals_ms[at]!) &&
      this.#isBoundOtherwise(end.arrivals_ms[at]!, at > lastSeen, at > ownSeen)
    ) {
      this.#noteAsk(t, (trains) => trains.hasStoppedAt(t, place));
    }
    if (this.#isBoundOtherwise(end.departures_ms[at]!, at >= lastSeen, at >= ownSeen)) {
      this.#noteAsk(t, (trains) => trains.countLeft(t) > place);
    }
  }

  /** Of a time as it was on the recorded day; NaN: nobody asked. */
  #isBoundOtherwise(time_ms: number, wasBound: boolean, isBound: boolean): boolean {
    const was_ms = wasBound ? this.#day.facts.asOf_ms : -Infinity;
    const is_ms = isBound ? this.#facts.asOf_ms : -Infinity;
    return was_ms !== is_ms && (time_ms <= was_ms || time_ms < is_ms);
  }

  /** By a report a train has its blocks up to there, from the report before on. */
  #noteReport(t: number, place: number): void {
    const { plan, facts, refused } = this.#day;
    const first = plan.placeStart[t]!;
    for (let p = place; p >= 0; p--) {
      this.#startBeforeNoted(refused[first + p]!);
      if (p < place && isSeen(facts, first + p) && isSeen(this.#facts, first + p)) break;
    }
    const { blockPlace } = plan.runs[plan.runOf[t]!]!;
    this.#asks.push((trains) => {
      const block = trains.block[t]!;
      const isBehind = block === blockPlace.length || blockPlace[block]! > place;
      return trains.isOver[t] === 1 || (isBehind && trains.countLeft(t) > place);
    });
  }

  #compareOrders(): void {
    const { plan, facts, asked } = this.#day;
    const own = facts.order.turns;
    const their = this.#facts.order.turns;
    for (let zone = 0; zone + 1 < plan.zoneStart.length && own !== their; zone++) {
      let end = plan.zoneStart[zone + 1]!;
      let turn = plan.zoneStart[zone]!;
      while (turn < end && own[turn] === their[turn]) turn++;
      // Whoever has a turn behind is asked about all before.
      for (let at = turn; at < end; at++) this.#startBeforeNoted(asked[own[at]!]!);
      while (end > turn && own[end - 1] === their[end - 1]) end--;
      for (; turn < end; turn++) this.#visits.push(own[turn]!);
    }
    this.#compareDecided(facts.order.decided, this.#facts.order.decided);
    this.#compareDecided(this.#facts.order.decided, facts.order.decided);
  }

  #compareDecided(these: DayFacts["order"]["decided"], those: DayFacts["order"]["decided"]): void {
    for (const [visit, firsts] of these) {
      if (those.get(visit)?.join() === firsts.join()) continue;
      this.#visits.push(visit);
      this.#startBeforeNoted(this.#day.asked[visit]!);
    }
  }

  #noteAsk(t: number, hasAsked: HasAsked): void {
    this.#startBefore(hasAsked);
    this.#asks.push((trains) => trains.isOver[t] === 1 || hasAsked(trains));
  }

  #startBefore(hasAsked: HasAsked): void {
    const { states, count, end } = this.#day;
    if (this.start === count && count > 0 && hasAsked(end.trains)) this.start--;
    while (this.start > 0 && this.start < count && hasAsked(states[this.start]!.trains)) {
      this.start--;
    }
  }

  #startBeforeNoted(count: number): void {
    if (count !== NEVER) this.start = Math.min(this.start, count - 1);
  }
}

function isSeen({ arrivals_ms, departures_ms }: DayFacts, at: number): boolean {
  return !Number.isNaN(arrivals_ms[at]!) || !Number.isNaN(departures_ms[at]!);
}
