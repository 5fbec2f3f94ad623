/**
 * Labels: partial runs up to a place, as a structure of arrays. A label stands for a family of runs
 * over the same way through the same gaps: it may be at its place from `earliest` on, up to `latest`
 * when nothing but the departure and the stops is moved, later when the train is slowed down on the
 * way. The time under way depends on two numbers: the run takes `total` at least, and the departure may
 * be as late as `departure`. So to be there at t the train leaves at min(departure, t - total).
 */
import { growFloat64, growInt32 } from "../../growable.ts";
import type { CompiledStock } from "../../physics/rolling_stock.ts";
import { NO_LIMITS, type TailLimits } from "../tail_limits.ts";
import type { Edge } from "./openings.ts";

/** Longest way before a conflict on which the train may be slowed down. */
const SLOWED_WAY_MM = 20_000_000;
/** Slowest speed on that way, and the acceleration behind it, both favourable: the real run decides. */
const SLOWEST_M_S = 1;
const REGAINED_M_S2 = 0.3;
/** Times closer than this are equal; a train can lose as much nearly everywhere. */
const SAME_TIME_S = 1e-6;
const LOST_EASILY_S = 5;
const NO_LABEL = -1;
/** Approximate memory of a label with the zones that it holds and its entries in queue and tables. */
export const LABEL_BYTES = 256;
const INITIAL_LABELS = 1024;

/** Where a label is and how the train came there. */
export interface LabelPlace {
  readonly parent: number;
  /** Explorer's segment and index of its block; numbers of the caller where there is no explorer. */
  readonly segment: number;
  readonly index: number;
  /** Offset on that block. */
  readonly offset_mm: number;
  /** Last step reached. */
  readonly step: number;
}

export class Labels {
  count = 0;
  parent = new Int32Array(INITIAL_LABELS);
  segment = new Int32Array(INITIAL_LABELS);
  index = new Int32Array(INITIAL_LABELS);
  step = new Int32Array(INITIAL_LABELS);
  /** 1 = the train stands at a stop, its least duration spent. */
  stands = new Uint8Array(INITIAL_LABELS);
  offset_mm = new Float64Array(INITIAL_LABELS);
  /** Path offset. */
  at_mm = new Float64Array(INITIAL_LABELS);
  speed_m_s = new Float64Array(INITIAL_LABELS);
  earliest_s = new Float64Array(INITIAL_LABELS);
  latest_s = new Float64Array(INITIAL_LABELS);
  departure_s = new Float64Array(INITIAL_LABELS);
  total_s = new Float64Array(INITIAL_LABELS);
  /** How much later than at the earliest the last edge could begin. */
  room_s = new Float64Array(INITIAL_LABELS);
  /** Latest departure of a run that is at the place at the earliest. */
  leaves_s = new Float64Array(INITIAL_LABELS);
  /** Time lost by slowing down before the last edge. */
  lost_s = new Float64Array(INITIAL_LABELS);
  /** Last opening of the last edge: another one may begin behind it. */
  openUntil_s = new Float64Array(INITIAL_LABELS);
  /** Index of the last block whose zones are taken, and of the last that signals passed ask for. */
  taken = new Int32Array(INITIAL_LABELS);
  wanted = new Int32Array(INITIAL_LABELS);
  /** List of the limits that its tail is under. */
  tail = new Int32Array(INITIAL_LABELS);
  /** The lists that `tail` refers to; null where all labels have the same. */
  tails: TailLimits | null = null;
  /** What its places of the first and last step cost where runs are equal. */
  rank_s = new Float64Array(INITIAL_LABELS);
  /** Zones held: rows of the arrays below. */
  heldStart = new Int32Array(INITIAL_LABELS);
  heldEnd = new Int32Array(INITIAL_LABELS);
  nHeld = 0;
  heldZone = new Int32Array(INITIAL_LABELS);
  heldUntil_s = new Float64Array(INITIAL_LABELS);
  heldRelease_mm = new Float64Array(INITIAL_LABELS);

  clear(): void {
    this.count = 0;
    this.nHeld = 0;
  }

  /** Adds the label of a start. */
  addStart(place: LabelPlace, earliest_s: number, latest_s: number): number {
    const label = this.#add(place);
    this.at_mm[label] = 0;
    this.stands[label] = 1;
    this.speed_m_s[label] = 0;
    this.earliest_s[label] = earliest_s;
    this.latest_s[label] = latest_s;
    this.departure_s[label] = latest_s;
    this.total_s[label] = 0;
    this.leaves_s[label] = earliest_s;
    this.room_s[label] = 0;
    this.lost_s[label] = 0;
    this.openUntil_s[label] = Infinity;
    this.taken[label] = -1;
    this.wanted[label] = -1;
    this.rank_s[label] = 0;
    this.heldStart[label] = this.nHeld;
    this.heldEnd[label] = this.nHeld;
    return label;
  }

  /** Adds the label behind an edge that begins at a moment of its last opening. */
  follow(place: LabelPlace, edge: Edge, begin_s: number): number {
    const { parent } = place;
    const label = this.#add(place);
    const stop_s = Math.max(0, edge.stop_s);
    const shiftable_s = this.latest_s[parent]!;
    const total_s = this.total_s[parent]!;
    const slowed = begin_s > shiftable_s;
    const last_s = slowed ? begin_s : Math.min(shiftable_s, edge.openUntil_s);
    const moved_s = slowed ? shiftable_s : last_s;
    this.at_mm[label] = edge.to_mm;
    this.stands[label] = edge.stop_s >= 0 ? 1 : 0;
    this.speed_m_s[label] = edge.stop_s >= 0 ? 0 : edge.speed_m_s;
    this.earliest_s[label] = begin_s + edge.duration_s + stop_s;
    this.latest_s[label] = edge.stop_s >= 0 ? Infinity : last_s + edge.duration_s;
    this.departure_s[label] = Math.min(this.departure_s[parent]!, moved_s - total_s);
    this.total_s[label] = total_s + edge.duration_s + stop_s;
    this.leaves_s[label] = this.departureFor_s(label, this.earliest_s[label]!);
    this.room_s[label] = edge.openUntil_s - begin_s;
    this.lost_s[label] = slowed ? begin_s - shiftable_s : 0;
    this.openUntil_s[label] = edge.openUntil_s;
    this.rank_s[label] = this.rank_s[parent]!;
    this.#hold(label, parent, edge);
    return label;
  }

  /** Removes the label that was added last. */
  drop(label: number): void {
    this.count = label;
    this.nHeld = this.heldStart[label]!;
  }

  /** Takes over the zones that the edge does not leave. */
  #hold(label: number, parent: number, edge: Edge): void {
    const first = this.nHeld;
    for (let i = this.heldStart[parent]!; i < this.heldEnd[parent]!; i++) {
      if (this.heldRelease_mm[i]! <= edge.to_mm) continue;
      this.#addHeld(this.heldZone[i]!, this.heldUntil_s[i]!, this.heldRelease_mm[i]!);
    }
    for (let i = 0; i < edge.count; i++) {
      if (edge.releases_mm[i]! <= edge.to_mm) continue;
      this.#addHeld(edge.zones[i]!, edge.gapEnds_s[i]!, edge.releases_mm[i]!);
    }
    this.heldStart[label] = first;
    this.heldEnd[label] = this.nHeld;
  }

  #addHeld(zone: number, until_s: number, release_mm: number): void {
    const n = this.nHeld++;
    this.heldZone = growInt32(this.heldZone, this.nHeld);
    this.heldUntil_s = growFloat64(this.heldUntil_s, this.nHeld);
    this.heldRelease_mm = growFloat64(this.heldRelease_mm, this.nHeld);
    this.heldZone[n] = zone;
    this.heldUntil_s[n] = until_s;
    this.heldRelease_mm[n] = release_mm;
  }

  /** Latest departure of a run that is at the place at a moment. */
  departureFor_s(label: number, time_s: number): number {
    return Math.min(this.departure_s[label]!, time_s - this.total_s[label]!);
  }

  /** Least time under way of a whole run of a label that ends at a moment, with its least time to go. */
  leastUnderWay_s(label: number, end_s: number, toGo_s: number): number {
    return Math.max(this.total_s[label]! + toGo_s, end_s - this.departure_s[label]!);
  }

  /** Whether the train can lose `lost_s` between its last stop and the label's place. */
  canLose(label: number, lost_s: number, { braking_m_s2 }: CompiledStock): boolean {
    const end_m_s = this.speed_m_s[label]!;
    const shifted_s = this.latest_s[label]! - this.earliest_s[label]!;
    let way_mm = 0;
    let at = label;
    while (this.stands[at] === 0 && way_mm < SLOWED_WAY_MM) {
      const parent = this.parent[at]!;
      way_mm += this.at_mm[at]! - this.at_mm[parent]!;
      const time_s = this.total_s[label]! - this.total_s[parent]!;
      const ends = { begin_m_s: this.speed_m_s[parent]!, end_m_s, braking_m_s2 };
      if (slowestTime_s(way_mm / 1000, ends) >= time_s + lost_s) return true;
      // Slowed before this edge, it begins as much later.
      if (lost_s > this.room_s[at]! - shifted_s) return false;
      at = parent;
    }
    return false;
  }

  /**
   * Whether one label dominates another of the same place: never dearer, never less free. A slower
   * one, or one whose tail is on slower track, is later by what it may lose by that; one that may be at the place until a little earlier only
   * can lose that little on the way.
   */
  dominates(a: number, b: number): boolean {
    // Most labels of a place run through other gaps: two comparisons tell, and are inlined.
    return (
      this.earliest_s[a]! <= this.earliest_s[b]! + SAME_TIME_S &&
      this.departure_s[a]! >= this.leaves_s[b]! - SAME_TIME_S &&
      this.#isNoWorse(a, b)
    );
  }

  #isNoWorse(a: number, b: number): boolean {
    const first_s = this.earliest_s[b]!;
    const leaves_s = this.leaves_s[b]!;
    const slower_m_s = Math.max(0, this.speed_m_s[b]! - this.speed_m_s[a]!);
    const catchUp_s = slower_m_s ** 2 / (2 * REGAINED_M_S2 * Math.max(1, this.speed_m_s[b]!));
    const behind_s = catchUp_s + this.#heldBack_s(a, b);
    if (this.earliest_s[a]! + behind_s > first_s + SAME_TIME_S) return false;
    if (this.latest_s[a]! < this.latest_s[b]! - LOST_EASILY_S) return false;
    const departure_s = this.departureFor_s(a, first_s - behind_s);
    if (departure_s < leaves_s - SAME_TIME_S) return false;
    if (this.departure_s[a]! < this.departure_s[b]! - SAME_TIME_S) {
      const last_s = this.latest_s[b]!;
      const latest_s = this.departureFor_s(a, last_s - behind_s);
      if (latest_s < this.departureFor_s(b, last_s) - SAME_TIME_S) return false;
    }
    return this.taken[a]! <= this.taken[b]! && this.#holdsAsLong(a, b);
  }

  /** The most time that a's tail may make it lose against b. */
  #heldBack_s(a: number, b: number): number {
    const { tails } = this;
    if (tails === null || tails.isWeaker(this.tail[a]!, this.tail[b]!)) return 0;
    return tails.cost_s(this.tail[a]!);
  }

  /** Whether a's deadlines are no tighter than b's. */
  #holdsAsLong(a: number, b: number): boolean {
    let tightest_s = Infinity;
    for (let i = this.heldStart[b]!; i < this.heldEnd[b]!; i++) {
      tightest_s = Math.min(tightest_s, this.heldUntil_s[i]!);
    }
    for (let i = this.heldStart[a]!; i < this.heldEnd[a]!; i++) {
      const until_s = this.heldUntil_s[i]!;
      if (until_s === Infinity) continue;
      let same = false;
      for (let j = this.heldStart[b]!; j < this.heldEnd[b]! && !same; j++) {
        same = this.heldZone[j] === this.heldZone[i] && until_s >= this.heldUntil_s[j]!;
      }
      // A zone that b does not hold: it must not be what decides.
      if (!same && until_s < tightest_s) return false;
    }
    return true;
  }

  #add({ parent, segment, index, offset_mm, step }: LabelPlace): number {
    const label = this.count++;
    if (label >= this.parent.length) this.#grow();
    this.parent[label] = parent;
    this.segment[label] = segment;
    this.index[label] = index;
    this.offset_mm[label] = offset_mm;
    this.step[label] = step;
    this.tail[label] = NO_LIMITS;
    this.taken[label] = parent === NO_LABEL ? -1 : this.taken[parent]!;
    this.wanted[label] = parent === NO_LABEL ? -1 : this.wanted[parent]!;
    return label;
  }

  #grow(): void {
    const n = this.count;
    this.parent = growInt32(this.parent, n);
    this.segment = growInt32(this.segment, n);
    this.index = growInt32(this.index, n);
    this.step = growInt32(this.step, n);
    this.taken = growInt32(this.taken, n);
    this.wanted = growInt32(this.wanted, n);
    this.tail = growInt32(this.tail, n);
    this.heldStart = growInt32(this.heldStart, n);
    this.heldEnd = growInt32(this.heldEnd, n);
    const stands = new Uint8Array(this.parent.length);
    stands.set(this.stands);
    this.stands = stands;
    this.offset_mm = growFloat64(this.offset_mm, n);
    this.at_mm = growFloat64(this.at_mm, n);
    this.speed_m_s = growFloat64(this.speed_m_s, n);
    this.earliest_s = growFloat64(this.earliest_s, n);
    this.latest_s = growFloat64(this.latest_s, n);
    this.departure_s = growFloat64(this.departure_s, n);
    this.total_s = growFloat64(this.total_s, n);
    this.leaves_s = growFloat64(this.leaves_s, n);
    this.room_s = growFloat64(this.room_s, n);
    this.lost_s = growFloat64(this.lost_s, n);
    this.openUntil_s = growFloat64(this.openUntil_s, n);
    this.rank_s = growFloat64(this.rank_s, n);
  }
}

interface WayEnds {
  readonly begin_m_s: number;
  readonly end_m_s: number;
  readonly braking_m_s2: number;
}

/** Longest time that a train can spend on a way between two speeds; 0 where it can't slow down at all. */
function slowestTime_s(way_m: number, { begin_m_s, end_m_s, braking_m_s2 }: WayEnds): number {
  // Braking from the first speed to w and accelerating to the second takes this way, less for a higher w.
  const square =
    (begin_m_s ** 2 / braking_m_s2 + end_m_s ** 2 / REGAINED_M_S2 - 2 * way_m) /
    (1 / braking_m_s2 + 1 / REGAINED_M_S2);
  const w = Math.max(SLOWEST_M_S, Math.sqrt(Math.max(0, square)));
  if (w > begin_m_s && w > end_m_s) return 0;
  const braked_s = Math.max(0, begin_m_s - w) / braking_m_s2;
  const regained_s = Math.max(0, end_m_s - w) / REGAINED_M_S2;
  const braked_m = (braked_s * (begin_m_s + w)) / 2;
  const regained_m = (regained_s * (end_m_s + w)) / 2;
  return braked_s + regained_s + Math.max(0, way_m - braked_m - regained_m) / w;
}
