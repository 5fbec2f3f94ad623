/**
 * Label search along one path whose run is known. It finds when the train may leave, how long it must stop
 * and where it must lose time. The times at which it needs zones are exact here, so the result on a path is
 * the best that is possible without changing the run's shape.
 */
import { LeastHeap } from "../least_heap.ts";
import type { Made, Ranking } from "./ranking.ts";
import { Fronts } from "./search/fronts.ts";
import type { Labels } from "./search/labels.ts";
import { Edge } from "./search/openings.ts";
import type { StdcmQuery } from "./steps.ts";

/** A zone that a run needs; times s since it left the place of the edge's begin. */
export interface ChainNeed {
  /** The requirement's number in its run. */
  readonly row: number;
  readonly zone: number;
  readonly begin_s: number;
  /** Where the head is when the tail leaves the zone; Infinity = it is held to the end. */
  readonly release_mm: number;
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
  /** [nEdges + 1] least time from the begin of each edge to the end of the last stop. */
  readonly toGo_s: readonly number[];
  /** Running time from the path's start to an offset, stops left out. */
  timeAt_s(x_mm: number): number;
}

/** Needs are widened by this on both sides because times are rounded to whole ms. */
const ROUNDING_S = 0.002;
/** A place that the train reaches by losing time is reached so much later: that run is a bisection. */
const LOSING_SLACK_S = 2;
/** Most labels made for one path. */
const LABELS_MAX = 20_000;
const NEXT_OPENING_S = 1e-6;
/** Among plans that end at the same time, the later departure comes first. */
const LATE_DEPARTURE_WEIGHT = 1e-6;

/** When a train is at the places of a chain. */
export interface ChainPlan {
  readonly departure_s: number;
  readonly earliestDeparture_s: number;
  /** [nEdges] arrival at the end of each edge. */
  readonly arrivals_s: readonly number[];
  /** [nEdges] departure from there. */
  readonly departures_s: readonly number[];
  /** [nEdges] when each edge must have begun. */
  readonly latestBegins_s: readonly number[];
  /** Whether time is lost under way: an edge begins later than the one before it ends. */
  readonly losesTime: boolean;
}

/** The first and the last departure that a search looks at. */
export interface Departures {
  readonly from_s: number;
  readonly to_s: number;
}

/** Searches one chain for plans; the labels are scratch. */
export class ChainSearch {
  readonly #query: StdcmQuery;
  readonly #chain: RunChain;
  readonly #labels: Labels;
  /** Whether the train may be slowed down under way. */
  readonly #mayLose: boolean;
  readonly #edge = new Edge();
  readonly #heap = new LeastHeap();
  readonly #fronts: Fronts;

  constructor(
    query: StdcmQuery,
    chain: RunChain,
    labels: Labels,
    { from_s, to_s, mayLose }: Departures & { readonly mayLose: boolean },
  ) {
    this.#query = query;
    this.#chain = chain;
    this.#labels = labels;
    this.#fronts = new Fronts(labels);
    this.#mayLose = mayLose;
    labels.clear();
    const { planned } = query.steps[0]!;
    const earliest_s = Math.max(
      from_s,
      planned === null ? 0 : planned.arrival_s - planned.before_s,
    );
    const latest_s = Math.min(
      to_s,
      planned === null ? Infinity : planned.arrival_s + planned.after_s,
    );
    if (earliest_s > latest_s) return;
    const place = { parent: -1, segment: 0, index: 0, offset_mm: 0, step: 0 };
    this.#push(labels.addStart(place, earliest_s, latest_s));
  }

  /** The plans with the next end that would be of use, the latest departure first; none: nothing is left. */
  next(ranking: Ranking<Made>): readonly ChainPlan[] {
    const labels = this.#labels;
    const heap = this.#heap;
    while (heap.size > 0 && heap.leastKey < ranking.limit_s && labels.count < LABELS_MAX) {
      const label = heap.pop();
      const parent = labels.parent[label]!;
      if (parent >= 0 && labels.openUntil_s[label]! < Infinity) {
        this.#open(parent, labels.openUntil_s[label]! + NEXT_OPENING_S);
      }
      if (this.#fronts.isDead(label)) continue;
      const toGo_s = this.#chain.toGo_s[labels.index[label]!]!;
      const end_s = labels.earliest_s[label]! + toGo_s;
      if (!ranking.admits(end_s, labels.leastUnderWay_s(label, end_s, toGo_s))) continue;
      if (labels.index[label] === this.#chain.edges.length) return this.#listPlans(label);
      this.#open(label, -Infinity);
    }
    return [];
  }

  /** One that loses time may be too fast to be held to its plan where one that leaves sooner is not. */
  #listPlans(goal: number): ChainPlan[] {
    const plan = this.#plan(goal, "latest_s");
    if (!plan.losesTime) return [plan];
    const sooner = this.#plan(goal, "earliest_s");
    return isSame(plan, sooner) ? [plan] : [plan, sooner];
  }

  #push(label: number): void {
    const labels = this.#labels;
    const end_s = labels.earliest_s[label]! + this.#chain.toGo_s[labels.index[label]!]!;
    this.#heap.push(end_s - LATE_DEPARTURE_WEIGHT * labels.leaves_s[label]!, label);
  }

  #timeAt_s(edge: ChainEdge, x_mm: number): number {
    return this.#chain.timeAt_s(x_mm) - this.#chain.timeAt_s(edge.from_mm);
  }

  /** Pushes the label behind the next edge, in the first opening from a moment on that is of use. */
  #open(label: number, from_s: number): void {
    const labels = this.#labels;
    const place = labels.index[label]! + 1;
    const edge = this.#edge;
    const { stock } = this.#query.train.stock;
    if (!this.#fill(label)) return;
    const shiftable_s = labels.latest_s[label]!;
    const isGoal = place === this.#chain.edges.length;
    let begin_s = Math.max(from_s, labels.earliest_s[label]!);
    for (;;) {
      begin_s = edge.findOpening(this.#query.occupancies, begin_s);
      if (begin_s === Infinity) return;
      if (begin_s > shiftable_s) {
        begin_s = Math.min(begin_s + LOSING_SLACK_S, edge.openUntil_s);
        const lost_s = begin_s - shiftable_s;
        if (!this.#mayLose || !labels.canLose(label, lost_s, stock)) return;
      }
      const at = { parent: label, segment: 0, index: place, offset_mm: 0, step: 0 };
      const next = labels.follow(at, edge, begin_s);
      if (isGoal || this.#fronts.admit(place, next)) {
        this.#push(next);
        return;
      }
      labels.drop(next);
      begin_s = edge.openUntil_s + NEXT_OPENING_S;
    }
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
    for (const { zone, begin_s, release_mm } of source.needs) {
      edge.need(zone, begin_s - ROUNDING_S, release_mm);
      const left = release_mm <= source.to_mm ? this.#timeAt_s(source, release_mm) : whole_s;
      edge.ends_s[edge.count - 1] = Math.max(begin_s, left) + ROUNDING_S;
    }
    const toGo_s = this.#chain.toGo_s[labels.index[label]!]!;
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

  /**
   * Times at all places for the earliest arrival: stops end as early as they may; the start, and stops before which
   * time is lost, at the latest or the earliest.
   */
  #plan(goal: number, side: "latest_s" | "earliest_s"): ChainPlan {
    const labels = this.#labels;
    const way: number[] = [];
    for (let at = goal; labels.parent[at]! >= 0; at = labels.parent[at]!) way.push(at);
    way.reverse();
    const latest_s = labels.departureFor_s(goal, labels.earliest_s[goal]!);
    const departure_s = side === "latest_s" ? latest_s : this.#leastDeparture_s(way, 0, side);
    const arrivals_s: number[] = [];
    const departures_s: number[] = [];
    let losesTime = false;
    let time_s = departure_s;
    way.forEach((label, i) => {
      const { duration_s, stop } = this.#chain.edges[i]!;
      if (i > 0 && this.#chain.edges[i - 1]!.stop !== null) {
        time_s = Math.max(time_s, this.#leastDeparture_s(way, i, side));
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
    const earliestDeparture_s = labels.earliest_s[labels.parent[way[0]!]!]!;
    return {
      departure_s,
      earliestDeparture_s,
      arrivals_s,
      departures_s,
      latestBegins_s,
      losesTime,
    };
  }

  /** When the edge that led to a label began at the earliest. */
  #begin_s(label: number, edge: number): number {
    const { duration_s, stop } = this.#chain.edges[edge]!;
    return this.#labels.earliest_s[label]! - duration_s - (stop?.least_s ?? 0);
  }

  /** When the train must leave a stop for the openings up to the next one, or may up to where it loses time. */
  #leastDeparture_s(
    way: readonly number[],
    first: number,
    side: "latest_s" | "earliest_s",
  ): number {
    const labels = this.#labels;
    let least_s = -Infinity;
    let into_s = 0;
    for (let i = first; i < way.length; i++) {
      const label = way[i]!;
      if (labels.lost_s[label]! > 0) {
        return Math.max(least_s, labels[side][way[i - 1]!]! - into_s);
      }
      least_s = Math.max(least_s, this.#begin_s(label, i) - into_s);
      into_s += this.#chain.edges[i]!.duration_s;
      if (labels.stands[label] === 1) break;
    }
    return least_s;
  }
}

function isSame(one: ChainPlan, other: ChainPlan): boolean {
  return (
    one.departure_s === other.departure_s &&
    one.departures_s.every((time_s, e) => time_s === other.departures_s[e])
  );
}
