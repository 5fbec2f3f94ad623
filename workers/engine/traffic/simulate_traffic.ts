/**
 * A day as it runs, event by event in order of time. A train asks for the section behind a signal where it reacts to
 * it. If it is refused it brakes to a stop there, and goes on from standstill as soon as it gets the section.
 * One simulator per day's plan; its memory is kept between days, results do not depend on earlier ones.
 */
import { LeastHeap } from "../least_heap.ts";
import type { HaltTable } from "./halt_table.ts";
import { makeZoneOrders, type Traffic, type ZoneOrders } from "./zone_orders.ts";

/** A zone is free this long after the tail has left it, */
export const RELEASE_MS = 2000;
/** and this much later if its switches have to be laid otherwise. */
export const SWITCH_SETTING_MS = 5000;
/** How long a train waits at a signal for one that goes first by plan. */
export const ORDER_PATIENCE_MS = 300_000;

export type DispatchingRule = "planned_order" | "first_come";

/** What differs from the plan. */
export interface DisturbedDay {
  /** [nRuns] */
  readonly appears_ms: Float64Array;
  /** [nHalts] */
  readonly dwells_ms: Float64Array;
}

const NONE = -1;
/** What happens to a run next. */
const CLEAR = 0;
const REACT = 1;
const ARRIVE = 2;
const READY = 3;
/** Events of the heap: of a run's motion, or a moment at which it asks again. */
const MOTION = 0;
const WAKE = 1;
const PATIENCE_ENDS = 2;
const N_KINDS = 3;

export class TrafficSimulator {
  readonly traffic: Traffic;
  readonly orders: ZoneOrders;
  /** [nHalts] NaN: it passed without a stop, or never came there. */
  readonly arrivals_ms: Float64Array;
  readonly departures_ms: Float64Array;
  /** [nRuns] 1: it is in a circle of trains of which each waits for a zone that the next one holds. */
  readonly deadlocked: Uint8Array;
  /** Circles. */
  nDeadlocks = 0;
  /** [nRuns] the zone that a run was refused last, as an index of its zones. */
  readonly refusedZone: Int32Array;

  readonly #heap = new LeastHeap();
  #asking: number[] = [];
  #isOrdered = false;
  readonly #phase: Uint8Array;
  readonly #halt: Uint32Array;
  readonly #left_ms: Float64Array;
  /** Halt of the signal before which it brakes or stands; NONE: it runs to its next stop. */
  readonly #target: Int32Array;
  readonly #nextSignal: Uint32Array;
  readonly #nextClear: Uint32Array;
  readonly #isStanding: Uint8Array;
  /** Section that it asks for; NONE: none. */
  readonly #asked: Int32Array;
  readonly #asked_ms: Float64Array;
  readonly #wake_ms: Float64Array;
  /** Its last grant, compared with the plan. */
  readonly #late_ms: Float64Array;
  /** [nRuns] zone that has to be left before it asks again, and the next run that waits for it. */
  readonly #waitsFor: Int32Array;
  readonly #nextWaiting: Int32Array;
  readonly #firstWaiting: Int32Array;
  readonly #occupant: Int32Array;
  readonly #nLocks: Uint32Array;
  readonly #lastLocker: Int32Array;
  readonly #setting: Int32Array;
  readonly #free_ms: Float64Array;
  /** [nUses] 1: the zone was taken. */
  readonly #isTaken: Uint8Array;
  /** [nNetworkZones] uses before are taken. */
  readonly #firstOpen: Uint32Array;

  constructor(traffic: Traffic) {
    const { runTables, haltStart, nZones } = traffic;
    const nRuns = runTables.length;
    const nHalts = haltStart[nRuns]!;
    this.traffic = traffic;
    this.orders = makeZoneOrders(traffic);
    this.arrivals_ms = new Float64Array(nHalts);
    this.departures_ms = new Float64Array(nHalts);
    this.deadlocked = new Uint8Array(nRuns);
    this.refusedZone = new Int32Array(nRuns);
    this.#phase = new Uint8Array(nRuns);
    this.#halt = new Uint32Array(nRuns);
    this.#left_ms = new Float64Array(nRuns);
    this.#target = new Int32Array(nRuns);
    this.#nextSignal = new Uint32Array(nRuns);
    this.#nextClear = new Uint32Array(nRuns);
    this.#isStanding = new Uint8Array(nRuns);
    this.#asked = new Int32Array(nRuns);
    this.#asked_ms = new Float64Array(nRuns);
    this.#wake_ms = new Float64Array(nRuns);
    this.#late_ms = new Float64Array(nRuns);
    this.#waitsFor = new Int32Array(nRuns);
    this.#nextWaiting = new Int32Array(nRuns);
    this.#firstWaiting = new Int32Array(nZones);
    this.#occupant = new Int32Array(nZones);
    this.#nLocks = new Uint32Array(nZones);
    this.#lastLocker = new Int32Array(nZones);
    this.#setting = new Int32Array(nZones);
    this.#free_ms = new Float64Array(nZones);
    this.#isTaken = new Uint8Array(this.orders.useRun.length);
    this.#firstOpen = new Uint32Array(nZones);
  }

  /** Fills arrivals, departures and deadlocks. */
  simulate(day: DisturbedDay, rule: DispatchingRule): void {
    this.#begin(day, rule);
    const heap = this.#heap;
    while (heap.size > 0) {
      const now_ms = heap.leastKey;
      while (heap.size > 0 && heap.leastKey === now_ms) this.#happen(heap.pop(), now_ms, day);
      if (this.#asking.length === 0) continue;
      const asking = this.#asking;
      this.#asking = [];
      // Who has asked first goes first.
      asking.sort((r, q) => this.#asked_ms[r]! - this.#asked_ms[q]! || r - q);
      for (const r of asking) this.#ask(r, now_ms, day);
    }
    this.#findDeadlocks();
  }

  #begin({ appears_ms }: DisturbedDay, rule: DispatchingRule): void {
    this.#isOrdered = rule === "planned_order";
    this.arrivals_ms.fill(NaN);
    this.departures_ms.fill(NaN);
    this.deadlocked.fill(0);
    this.refusedZone.fill(NONE);
    this.nDeadlocks = 0;
    this.#phase.fill(READY);
    this.#halt.fill(0);
    this.#target.fill(NONE);
    this.#nextClear.fill(0);
    this.#isStanding.fill(1);
    this.#asked.fill(NONE);
    this.#wake_ms.fill(NaN);
    this.#late_ms.fill(0);
    this.#waitsFor.fill(NONE);
    this.#firstWaiting.fill(NONE);
    this.#occupant.fill(NONE);
    this.#nLocks.fill(0);
    this.#lastLocker.fill(NONE);
    this.#setting.fill(NONE);
    this.#free_ms.fill(-Infinity);
    this.#isTaken.fill(0);
    this.#firstOpen.set(this.orders.useStart.subarray(0, this.#firstOpen.length));
    this.#heap.clear();
    for (let r = 0; r < appears_ms.length; r++) {
      this.#asked[r] = 0;
      this.#asked_ms[r] = appears_ms[r]!;
      this.#wakeAt(r, appears_ms[r]!);
    }
  }

  #table(r: number): HaltTable {
    return this.traffic.tables[this.traffic.runTables[r]!]!;
  }

  #wakeAt(r: number, at_ms: number): void {
    this.#wake_ms[r] = at_ms;
    this.#heap.push(at_ms, r * N_KINDS + WAKE);
  }

  #move(r: number, phase: number, at_ms: number): void {
    this.#phase[r] = phase;
    this.#heap.push(at_ms, r * N_KINDS + MOTION);
  }

  #happen(event: number, now_ms: number, day: DisturbedDay): void {
    const r = Math.floor(event / N_KINDS);
    const kind = event % N_KINDS;
    if (kind === MOTION) {
      this.#moveOn(r, now_ms, day);
    } else if (this.#asked[r] !== NONE) {
      const isDue =
        kind === WAKE
          ? this.#wake_ms[r] === now_ms
          : this.#asked_ms[r]! + ORDER_PATIENCE_MS === now_ms;
      if (isDue && !this.#asking.includes(r)) this.#asking.push(r);
    }
  }

  #moveOn(r: number, now_ms: number, day: DisturbedDay): void {
    const table = this.#table(r);
    const phase = this.#phase[r]!;
    if (phase === CLEAR) {
      this.#leaveZone(r, this.#nextClear[r]!++, now_ms);
      this.#schedule(r);
    } else if (phase === REACT) {
      this.#askFor(r, table.section[this.#nextSignal[r]!]!, now_ms);
    } else if (phase === ARRIVE) {
      this.#arrive(r, now_ms, day);
    } else {
      const halt = this.#halt[r]!;
      if (halt === table.next.length - 1) this.#end(r, now_ms);
      else if (halt > 0 && table.section[halt]! >= 0) this.#askFor(r, table.section[halt]!, now_ms);
      else this.#depart(r, now_ms);
    }
  }

  #askFor(r: number, section: number, now_ms: number): void {
    this.#asked[r] = section;
    this.#asked_ms[r] = now_ms;
    this.#asking.push(r);
  }

  #arrive(r: number, now_ms: number, { dwells_ms }: DisturbedDay): void {
    const target = this.#target[r]!;
    const halt = target === NONE ? this.#table(r).next[this.#halt[r]!]! : target;
    const column = this.traffic.haltStart[r]! + halt;
    this.#halt[r] = halt;
    this.#isStanding[r] = 1;
    this.arrivals_ms[column] = now_ms;
    if (target === NONE) {
      const ready_ms = Math.max(now_ms + dwells_ms[column]!, this.traffic.dues_ms[column]!);
      this.#move(r, READY, ready_ms);
    } else if (this.#asked[r] === NONE) {
      this.#depart(r, now_ms);
    }
  }

  #depart(r: number, now_ms: number): void {
    const halt = this.#halt[r]!;
    this.departures_ms[this.traffic.haltStart[r]! + halt] = now_ms;
    this.#left_ms[r] = now_ms;
    this.#target[r] = NONE;
    this.#nextSignal[r] = halt + 1;
    this.#isStanding[r] = 0;
    this.#schedule(r);
  }

  /** Finds what happens next while it runs. */
  #schedule(r: number): void {
    const table = this.#table(r);
    const halt = this.#halt[r]!;
    const left_ms = this.#left_ms[r]!;
    const target = this.#target[r]!;
    const next = table.next[halt]!;
    const z = this.#nextClear[r]!;
    const pair = table.pairStart[halt]! - halt - 1;
    let at_ms: number;
    let phase = ARRIVE;
    if (target === NONE) {
      at_ms = table.arrival_ms[halt]!;
      const signal = this.#nextSignal[r]!;
      if (signal < next && table.reaction_ms[pair + signal]! <= at_ms) {
        at_ms = table.reaction_ms[pair + signal]!;
        phase = REACT;
      }
    } else {
      at_ms = table.braked_ms[pair + target]!;
    }
    if (z < table.clearFirst[target === NONE ? next : target]!) {
      const first = target === NONE ? Infinity : table.brakedFirst[pair + target]!;
      const clear_ms =
        z < first
          ? table.clears_ms[table.clearRow[halt]! + z - table.clearFirst[halt]!]!
          : table.clears_ms[table.brakedRow[pair + target]! + z - first]! +
            table.shift_ms[pair + target]!;
      if (clear_ms <= at_ms) {
        at_ms = clear_ms;
        phase = CLEAR;
      }
    }
    this.#move(r, phase, left_ms + at_ms);
  }

  #leaveZone(r: number, z: number, now_ms: number): void {
    const zone = this.#table(r).places.zones[z]!;
    if (this.#occupant[zone] === r) this.#occupant[zone] = NONE;
    this.#nLocks[zone]!--;
    this.#free_ms[zone] = now_ms + RELEASE_MS;
    for (let q = this.#firstWaiting[zone]!; q !== NONE; q = this.#nextWaiting[q]!) {
      this.#waitsFor[q] = NONE;
      this.#wakeAt(q, now_ms + RELEASE_MS);
    }
    this.#firstWaiting[zone] = NONE;
  }

  #end(r: number, now_ms: number): void {
    const { halts_mm, places } = this.#table(r);
    this.departures_ms[this.traffic.haltStart[r]! + halts_mm.length - 1] = now_ms;
    for (let z = this.#nextClear[r]!; z < places.zones.length; z++) this.#leaveZone(r, z, now_ms);
  }

  #ask(r: number, now_ms: number, { appears_ms, dwells_ms }: DisturbedDay): void {
    const table = this.#table(r);
    const isRefused = this.#isRefused(r, table, now_ms);
    if (!isRefused) this.#take(r, table, now_ms);
    if (!this.#isStanding[r]) {
      // While it brakes nothing changes: it comes to a stop, whatever it is granted.
      if (this.#target[r] !== NONE) return;
      if (isRefused) this.#target[r] = this.#nextSignal[r]!;
      else this.#nextSignal[r]!++;
      this.#schedule(r);
    } else if (!isRefused && this.#halt[r] === 0) {
      const column = this.traffic.haltStart[r]!;
      const ready_ms = appears_ms[r]! + dwells_ms[column]!;
      this.#move(r, READY, Math.max(now_ms, ready_ms, this.traffic.dues_ms[column]!));
    } else if (!isRefused) {
      this.#depart(r, now_ms);
    }
  }

  #take(r: number, { places }: HaltTable, now_ms: number): void {
    const { sectionZone, lockEnd, zones, settings } = places;
    const section = this.#asked[r]!;
    const { zoneStart, zoneUse, sectionStart, asks_ms } = this.orders;
    const lockBegin = section === 0 ? 0 : lockEnd[section - 1]!;
    for (let z = lockBegin; z < lockEnd[section]!; z++) {
      const zone = zones[z]!;
      this.#nLocks[zone]!++;
      this.#lastLocker[zone] = r;
      this.#setting[zone] = settings[z]!;
      this.#isTaken[zoneUse[zoneStart[r]! + z]!] = 1;
    }
    for (let z = sectionZone[section]!; z < sectionZone[section + 1]!; z++) {
      this.#occupant[zones[z]!] = r;
    }
    this.#late_ms[r] = now_ms - asks_ms[sectionStart[r]! + section]!;
    this.#stopWaiting(r);
    this.#asked[r] = NONE;
    this.#wake_ms[r] = NaN;
    this.refusedZone[r] = NONE;
  }

  /** Whether it has to wait, for the first zone that it may not take; then it asks again when that one may be free. */
  #isRefused(r: number, { places }: HaltTable, now_ms: number): boolean {
    const { sectionZone, lockEnd, zones, settings, hasSwitches } = places;
    const section = this.#asked[r]!;
    const lockBegin = section === 0 ? 0 : lockEnd[section - 1]!;
    const occupiedEnd = sectionZone[section + 1]!;
    for (let z = sectionZone[section]!; z < lockEnd[section]!; z++) {
      const zone = zones[z]!;
      let free_ms = -Infinity;
      let isHeld = false;
      if (z < occupiedEnd) {
        isHeld = this.#occupant[zone] !== NONE;
        free_ms = this.#free_ms[zone]!;
      }
      if (z >= lockBegin) {
        const isOther = this.#setting[zone] !== settings[z]!;
        if (this.#nLocks[zone]! > 0) isHeld ||= isOther;
        else free_ms = this.#free_ms[zone]! + (isOther && hasSwitches[z] ? SWITCH_SETTING_MS : 0);
        isHeld ||= this.#isOrdered && this.#isAfterOther(r, z, now_ms);
      }
      if (!isHeld && free_ms <= now_ms) continue;
      this.#stopWaiting(r);
      this.refusedZone[r] = z;
      if (isHeld) this.#waitFor(r, zone);
      else this.#wakeAt(r, free_ms);
      return true;
    }
    return false;
  }

  #waitFor(r: number, zone: number): void {
    this.#wake_ms[r] = NaN;
    this.#waitsFor[r] = zone;
    this.#nextWaiting[r] = this.#firstWaiting[zone]!;
    this.#firstWaiting[zone] = r;
  }

  #stopWaiting(r: number): void {
    const zone = this.#waitsFor[r]!;
    if (zone === NONE) return;
    this.#waitsFor[r] = NONE;
    let q = this.#firstWaiting[zone]!;
    if (q === r) {
      this.#firstWaiting[zone] = this.#nextWaiting[r]!;
      return;
    }
    while (this.#nextWaiting[q] !== r) q = this.#nextWaiting[q]!;
    this.#nextWaiting[q] = this.#nextWaiting[r]!;
  }

  /** Whether another train goes first by plan and is expected in time. */
  #isAfterOther(r: number, z: number, now_ms: number): boolean {
    const { zoneStart, zoneUse, useRun, useSection, sectionStart, asks_ms } = this.orders;
    const own = zoneUse[zoneStart[r]! + z]!;
    const patience_ms = this.#asked_ms[r]! + ORDER_PATIENCE_MS;
    const zone = this.#table(r).places.zones[z]!;
    let use = this.#firstOpen[zone]!;
    while (use < own && this.#isTaken[use]) use++;
    this.#firstOpen[zone] = use;
    let isAfter = false;
    for (; use < own && !isAfter; use++) {
      if (this.#isTaken[use]) continue;
      const q = useRun[use]!;
      const planned_ms = asks_ms[sectionStart[q]! + useSection[use]!]!;
      isAfter = Math.max(now_ms, planned_ms + this.#late_ms[q]!) < patience_ms;
    }
    if (isAfter) this.#heap.push(patience_ms, r * N_KINDS + PATIENCE_ENDS);
    return isAfter;
  }

  /** Trains that still wait when nothing happens any more wait for one another. */
  #findDeadlocks(): void {
    const nRuns = this.deadlocked.length;
    const seen = new Int32Array(nRuns).fill(NONE);
    for (let first = 0; first < nRuns; first++) {
      let r = first;
      while (r !== NONE && seen[r] === NONE && this.#asked[r] !== NONE) {
        seen[r] = first;
        r = this.#holder(r);
      }
      if (r === NONE || seen[r] !== first || this.#asked[r] === NONE) continue;
      this.nDeadlocks++;
      for (let q = r; !this.deadlocked[q]; q = this.#holder(q)) this.deadlocked[q] = 1;
    }
  }

  #holder(r: number): number {
    const zone = this.#table(r).places.zones[this.refusedZone[r]!]!;
    const occupant = this.#occupant[zone]!;
    return occupant === NONE ? this.#lastLocker[zone]! : occupant;
  }
}
