/**
 * The same labels along one path whose run is known: when may the train leave, how long must it stop,
 * where must it lose time? The times at which it needs zones are exact here, so the result on a path is
 * the best that is possible without changing the run's shape.
 */
import { DistanceHeap } from "../topology/distance_heap.ts";
import { Labels } from "./labels.ts";
import { Edge } from "./openings.ts";
import type { StdcmQuery } from "./steps.ts";

/** A zone that a run needs; times s since it left the place of the edge's begin. */
export interface ChainNeed {
  /** Number of the requirement in its run. */
  readonly row: number;
  readonly zone: number;
  readonly begin_s: number;
  /** Where the head is when the tail leaves the zone; Infinity = it is held to the end. */
  readonly release_mm: number;
  /** So much later the tail leaves when the train runs as it would from a timetable. */
  readonly lag_s: number;
}

/** A stop on a path: steps at one place are one stop. */
export interface ChainStop {
  readonly at_mm: number;
  readonly least_s: number;
  readonly windows: readonly { readonly from_s: number; readonly to_s: number }[];
}

/** The run between two places of a path, stops and block borders. */
export interface ChainEdge {
  readonly from_mm: number;
  readonly to_mm: number;
  readonly duration_s: number;
  /** At the end. */
  readonly speed_m_s: number;
  readonly stop: ChainStop | null;
  readonly needs: readonly ChainNeed[];
}

export interface RunChain {
  readonly edges: readonly ChainEdge[];
  /** Running time from the path's start to an offset, stops left out. */
  timeAt_s(x_mm: number): number;
}

/** Needs are widened by this on both sides: times are rounded to whole ms. */
const ROUNDING_S = 0.002;
/** A place that the train reaches by losing time is reached so much later: that run is a bisection. */
const LOSING_SLACK_S = 2;
/** Labels of one path. */
const LABELS_MAX = 20_000;
const NEXT_OPENING_S = 1e-6;

/** When a train is at the places of a chain. */
export interface ChainPlan {
  readonly departure_s: number;
  /** [nEdges] arrival at the end of each edge. */
  readonly arrivals_s: readonly number[];
  /** [nEdges] departure from there. */
  readonly departures_s: readonly number[];
  /** [nEdges] when each edge must have begun. */
  readonly latestBegins_s: readonly number[];
  /** Whether time is lost under way: an edge begins later than the one before it ends. */
  readonly losesTime: boolean;
  readonly cost_s: number;
}

export class ChainSearch {
  readonly #labels = new Labels();
  readonly #edge = new Edge();
  readonly #heap = new DistanceHeap();
  #query!: StdcmQuery;
  #chain!: RunChain;
  #gamma_m_s2 = 1;
  #mayLose = true;
  /** [nEdges + 1] least time from the end of edge i - 1 to the destination. */
  #toGo_s: number[] = [];

  constructor() {
    this.#labels.clear();
  }

  reset(query: StdcmQuery, chain: RunChain, mayLose: boolean): void {
    const { planned } = query.steps[0]!;
    this.#query = query;
    this.#chain = chain;
    this.#mayLose = mayLose;
    this.#gamma_m_s2 = query.train.stock.stock.gamma_m_s2;
    this.#labels.clear();
    this.#heap.clear();
    this.#toGo_s = [0];
    for (const { duration_s, stop } of [...chain.edges].reverse()) {
      this.#toGo_s.unshift(this.#toGo_s[0]! + duration_s + (stop?.least_s ?? 0));
    }
    const earliest_s = Math.max(0, planned === null ? 0 : planned.arrival_s - planned.before_s);
    const end_s = planned === null ? Infinity : planned.arrival_s + planned.after_s;
    const latest_s = Math.min(query.maxDepartureDelay_s, end_s);
    if (earliest_s > latest_s) return;
    const place = { parent: -1, segment: 0, index: 0, offset_mm: 0, step: 0 };
    this.#push(this.#labels.addStart(place, earliest_s, latest_s));
  }

  /** The next cheapest plan, null when there is none below a cost. */
  next(limit_s: number): ChainPlan | null {
    const labels = this.#labels;
    while (this.#heap.size > 0 && this.#heap.least_mm < limit_s && labels.count < LABELS_MAX) {
      const label = this.#heap.pop();
      const parent = labels.parent[label]!;
      if (parent >= 0 && labels.openUntil_s[label]! < Infinity) {
        this.#open(parent, labels.openUntil_s[label]! + NEXT_OPENING_S);
      }
      if (labels.index[label] === this.#chain.edges.length) return this.#plan(label);
      this.#open(label, -Infinity);
    }
    return null;
  }

  #push(label: number): void {
    const toGo_s = this.#toGo_s[this.#labels.index[label]!]!;
    this.#heap.push(this.#labels.cost_s(label) + toGo_s, label);
  }

  #timeAt_s(edge: ChainEdge, x_mm: number): number {
    return this.#chain.timeAt_s(x_mm) - this.#chain.timeAt_s(edge.from_mm);
  }

  #open(label: number, from_s: number): void {
    const labels = this.#labels;
    const index = labels.index[label]!;
    const edge = this.#edge;
    if (!this.#fill(label)) return;
    const shiftable_s = labels.latest_s[label]!;
    const first_s = Math.max(from_s, labels.earliest_s[label]!);
    let begin_s = edge.findOpening(this.#query.occupancies, first_s);
    if (begin_s === Infinity) return;
    if (begin_s > shiftable_s) {
      begin_s = Math.min(begin_s + LOSING_SLACK_S, edge.openUntil_s);
      const lost_s = begin_s - shiftable_s;
      if (!this.#mayLose || !labels.canLose(label, lost_s, this.#gamma_m_s2)) return;
    }
    // A zone that is still held is held that much longer.
    this.#chain.edges[index]!.needs.forEach(({ lag_s }, i) => {
      edge.gapEnds_s[i] = edge.gapEnds_s[i]! - lag_s;
    });
    const place = { parent: label, segment: 0, index: index + 1, offset_mm: 0, step: 0 };
    this.#push(labels.follow(place, edge, begin_s));
  }

  /** Fills the edge that follows a label; false when it can't be begun in time. */
  #fill(label: number): boolean {
    const labels = this.#labels;
    const edge = this.#edge;
    const source = this.#chain.edges[labels.index[label]!]!;
    const stop_s = source.stop?.least_s ?? 0;
    const whole_s = source.duration_s + stop_s;
    edge.clear();
    edge.from_mm = source.from_mm;
    edge.to_mm = source.to_mm;
    edge.duration_s = source.duration_s;
    edge.speed_m_s = source.speed_m_s;
    edge.stop_s = source.stop === null ? -1 : stop_s;
    for (const { zone, begin_s, release_mm, lag_s } of source.needs) {
      edge.need(zone, begin_s - ROUNDING_S, release_mm);
      const left = release_mm <= source.to_mm ? this.#timeAt_s(source, release_mm) : whole_s;
      edge.ends_s[edge.count - 1] = Math.max(begin_s, left + lag_s) + ROUNDING_S;
    }
    const toGo_s = this.#toGo_s[labels.index[label]!]!;
    let latest_s = this.#query.maxRunTime_s + labels.departure_s[label]! - toGo_s;
    for (let i = labels.heldStart[label]!; i < labels.heldEnd[label]!; i++) {
      const release_mm = labels.heldRelease_mm[i]!;
      const left = release_mm <= source.to_mm ? this.#timeAt_s(source, release_mm) : whole_s;
      latest_s = Math.min(latest_s, labels.heldUntil_s[i]! - left - ROUNDING_S);
    }
    for (const { from_s, to_s } of source.stop?.windows ?? []) {
      edge.earliest_s = Math.max(edge.earliest_s, from_s - source.duration_s);
      latest_s = Math.min(latest_s, to_s - source.duration_s);
    }
    edge.latest_s = latest_s;
    return latest_s >= labels.earliest_s[label]!;
  }

  /** Times at all places: the latest departure for the earliest arrival; stops end as early as they may. */
  #plan(goal: number): ChainPlan {
    const labels = this.#labels;
    const way: number[] = [];
    for (let at = goal; labels.parent[at]! >= 0; at = labels.parent[at]!) way.push(at);
    way.reverse();
    const departure_s = labels.departureFor_s(goal, labels.earliest_s[goal]!);
    const arrivals_s: number[] = [];
    const departures_s: number[] = [];
    let losesTime = false;
    let time_s = departure_s;
    way.forEach((label, i) => {
      const { duration_s, stop } = this.#chain.edges[i]!;
      if (i > 0 && this.#chain.edges[i - 1]!.stop !== null) {
        time_s = Math.max(time_s, this.#leastDeparture_s(way, i));
      } else if (labels.lost_s[label]! > 0) {
        time_s = Math.max(time_s, this.#begin_s(label, i));
        losesTime = true;
      }
      if (i > 0) departures_s[i - 1] = time_s;
      time_s += duration_s;
      arrivals_s.push(time_s);
      time_s += stop?.least_s ?? 0;
      departures_s.push(time_s);
    });
    const latestBegins_s = way.map((label) => labels.openUntil_s[label]!);
    const cost_s = labels.cost_s(goal);
    return { departure_s, arrivals_s, departures_s, latestBegins_s, losesTime, cost_s };
  }

  /** When the edge that led to a label began at the earliest. */
  #begin_s(label: number, edge: number): number {
    const { duration_s, stop } = this.#chain.edges[edge]!;
    return this.#labels.earliest_s[label]! - duration_s - (stop?.least_s ?? 0);
  }

  /** When the train must leave a stop for the openings up to the next one, or up to where it loses time. */
  #leastDeparture_s(way: readonly number[], first: number): number {
    const labels = this.#labels;
    let least_s = -Infinity;
    let into_s = 0;
    for (let i = first; i < way.length; i++) {
      const label = way[i]!;
      if (labels.lost_s[label]! > 0) {
        return Math.max(least_s, labels.latest_s[way[i - 1]!]! - into_s);
      }
      least_s = Math.max(least_s, this.#begin_s(label, i) - into_s);
      into_s += this.#chain.edges[i]!.duration_s;
      if (labels.stands[label] === 1) break;
    }
    return least_s;
  }
}
