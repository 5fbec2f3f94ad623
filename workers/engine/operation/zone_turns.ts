/** Whose turn it is at each zone, by the plan or as decided; and who waits for whom in the end. */
import type { ClosedZones } from "./closed_zones.ts";
import type { DayFacts } from "./day_facts.ts";
import type { DayPlan } from "./day_plan.ts";
import type { DayRecord } from "./day_record.ts";
import type { DayState } from "./day_state.ts";
import type { TrainStates } from "./train_states.ts";
import { NOBODY, type ZoneHolders } from "./zone_holders.ts";

export class ZoneTurns {
  /** Of the last search: who waits for whom. */
  readonly cycle: number[] = [];
  readonly #plan: DayPlan;
  /** How long a train is waited for that by the plan goes first; -Infinity: whoever comes first goes first. */
  readonly #patience_ms: number;
  readonly #of: TrainStates;
  readonly #zones: ZoneHolders;
  #facts!: DayFacts;
  /** Where it is noted who is asked about; null: nowhere. */
  #record: DayRecord | null = null;
  /** By zone: turns before this one have been. */
  readonly #turn: Uint32Array;
  #search = 0;
  /** Trains that a search for closed track has come by. */
  readonly #stuck = new Set<number>();

  constructor(plan: DayPlan, state: DayState, patience_ms: number) {
    this.#plan = plan;
    this.#patience_ms = patience_ms;
    this.#of = state.trains;
    this.#zones = state.zones;
    this.#turn = new Uint32Array(plan.zoneStart.length - 1);
  }

  begin(facts: DayFacts, record: DayRecord | null): void {
    this.#facts = facts;
    this.#record = record;
    this.#turn.fill(0);
  }

  /** Whether any train is waited for because its turn is first. */
  get areKept(): boolean {
    const { decided } = this.#facts.order;
    // Of a recorded day it is noted who asks, though nobody is waited for.
    return this.#patience_ms > -Infinity || decided.size > 0 || this.#record !== null;
  }

  /** A train whose turn at a zone is before this one's, and worth waiting for. */
  findFirst(t: number, v: number, isOwn: boolean, now_ms: number): number {
    const { visitZone, visitTrain, visitConfig, zoneStart } = this.#plan;
    const { visitTurn, turns } = this.#facts.order;
    const zone = visitZone[v]!;
    this.#record?.noteAsked(v);
    const shared = isOwn ? NOBODY : visitConfig[v]!;
    const start = zoneStart[zone]!;
    const end = start + visitTurn[v]!;
    let at = start + this.#turn[zone]!;
    while (at < end && !this.#zones.isToCome(turns[at]!)) at++;
    this.#turn[zone] = at - start;
    for (; at < end; at++) {
      const o = turns[at]!;
      if (!this.#goesFirst(o, v, shared, now_ms)) continue;
      const other = visitTrain[o]!;
      if (this.#of.isWaiting[other] === 1 && this.isBehind(other, t, now_ms, false)) continue;
      return other;
    }
    return NOBODY;
  }

  /** Whether a visit, whose turn is before this one's, is worth waiting for; with `shared` both may hold the zone. */
  #goesFirst(o: number, v: number, shared: number, now_ms: number): boolean {
    const { visitTrain, visitConfig } = this.#plan;
    if (visitTrain[o] === visitTrain[v] || !this.#zones.isToCome(o)) return false;
    if (visitConfig[o] === shared) return false;
    if (this.#facts.order.decided.get(v)?.includes(o) === true) return true;
    return this.#expected_ms(o, now_ms) - now_ms <= this.#patience_ms;
  }

  /** When a train is expected to ask for a zone, by its last delay, or by how long it should have asked for its next block. */
  #expected_ms(visit: number, now_ms: number): number {
    const { runs, runOf, starts_ms, visitTrain, visitAsk_ms } = this.#plan;
    const t = visitTrain[visit]!;
    const next_ms = starts_ms[t]! + runs[runOf[t]!]!.asks_ms[this.#of.block[t]!]!;
    const goesOn_ms =
      this.#facts.closed === null ? now_ms : Math.max(now_ms, this.#opens_ms(t, now_ms));
    return visitAsk_ms[visit]! + Math.max(this.#of.delay_ms[t]!, goesOn_ms - next_ms);
  }

  /** Until when track is closed for a train that waits, or for one that holds what it waits for; -Infinity: none is. */
  #opens_ms(t: number, now_ms: number): number {
    this.#stuck.clear();
    return this.#findOpening(this.#facts.closed!, t, now_ms);
  }

  #findOpening(closed: ClosedZones, t: number, now_ms: number): number {
    if (this.#of.isWaiting[t] === 0 || this.#stuck.has(t)) return -Infinity;
    this.#stuck.add(t);
    const { runs, runOf, visitStart, visitZone, visitTrain } = this.#plan;
    const run = runs[runOf[t]!]!;
    const block = this.#of.block[t]!;
    const own = visitStart[t]! + run.blockZone[block + 1]!;
    const to = Math.min(visitStart[t]! + run.lockEnd[block]!, this.#facts.visitEnd[t]!);
    let opens_ms = -Infinity;
    for (let v = visitStart[t]! + run.blockZone[block]!; v < to; v++) {
      const zone = visitZone[v]!;
      if (this.#zones.state[v] === 0) opens_ms = Math.max(opens_ms, closed.until_ms(zone, now_ms));
      for (let o = this.#zones.first[zone]!; o !== NOBODY; o = this.#zones.next[o]!) {
        if (!this.#zones.excludes(o, v, v < own) || this.#zones.free_ms[o]! < Infinity) continue;
        opens_ms = Math.max(opens_ms, this.#findOpening(closed, visitTrain[o]!, now_ms));
      }
    }
    return opens_ms;
  }

  /** Whether a train that waits waits for another one in the end. */
  isBehind(t: number, goal: number, now_ms: number, byHoldersAlone: boolean): boolean {
    this.#search++;
    this.cycle.length = 0;
    return this.#reaches(t, goal, now_ms, byHoldersAlone);
  }

  #reaches(t: number, goal: number, now_ms: number, byHoldersAlone: boolean): boolean {
    if (t === goal) return true;
    if (this.#of.isWaiting[t] === 0 || this.#of.seen[t] === this.#search) return false;
    this.#of.seen[t] = this.#search;
    const { runs, runOf, visitStart, visitZone, visitTrain, visitConfig } = this.#plan;
    const { zoneStart } = this.#plan;
    const { visitTurn, turns } = this.#facts.order;
    const run = runs[runOf[t]!]!;
    const block = this.#of.block[t]!;
    const own = visitStart[t]! + run.blockZone[block + 1]!;
    const to = Math.min(visitStart[t]! + run.lockEnd[block]!, this.#facts.visitEnd[t]!);
    this.cycle.push(t);
    for (let v = visitStart[t]! + run.blockZone[block]!; v < to; v++) {
      const zone = visitZone[v]!;
      for (let o = this.#zones.first[zone]!; o !== NOBODY; o = this.#zones.next[o]!) {
        if (!this.#zones.excludes(o, v, v < own) || this.#zones.free_ms[o]! < Infinity) continue;
        if (this.#reaches(visitTrain[o]!, goal, now_ms, byHoldersAlone)) return true;
      }
      if (byHoldersAlone || !this.areKept || this.#zones.state[v] !== 0) continue;
      this.#record?.noteAsked(v);
      const end = zoneStart[zone]! + visitTurn[v]!;
      for (let at = zoneStart[zone]! + this.#turn[zone]!; at < end; at++) {
        const o = turns[at]!;
        if (!this.#goesFirst(o, v, v < own ? NOBODY : visitConfig[v]!, now_ms)) continue;
        if (this.#reaches(visitTrain[o]!, goal, now_ms, byHoldersAlone)) return true;
      }
    }
    this.cycle.pop();
    return false;
  }
}
