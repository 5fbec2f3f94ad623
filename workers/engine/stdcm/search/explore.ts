/**
 * The search over blocks with time: A* over labels (labels.ts). An edge is a run over one block or over
 * the piece of it before or behind a stop. Its times of zones are as exact as block runs, and a little
 * favourable: every way found is run as a whole afterwards (settle.ts), but a way left out here would be
 * lost. The next opening of an edge is examined only when the one before it was taken from the queue, so
 * a day full of trains costs no more than the way through it.
 */

import { growFloat64 } from "../../growable.ts";
import type { Infra } from "../../infra/infra.ts";
import { LeastHeap } from "../../least_heap.ts";
import { BlockLists } from "../../path/block_lists.ts";
import { Explorers, NOT_EXTENDED } from "../../path/explorers.ts";
import type { FoundSteps } from "../../path/search.ts";
import type { Consist } from "../consist.ts";
import type { Made, Ranking, Timed } from "../ranking.ts";
import { NEEDS_MORE } from "../signal_reach.ts";
import type { StdcmQuery } from "../steps.ts";
import { EdgeMaker, IMPOSSIBLE } from "./edge_maker.ts";
import { Fronts } from "./fronts.ts";
import type { KnownEdges } from "./known_edges.ts";
import { Labels } from "./labels.ts";
import { PlannedEnds } from "./planned_ends.ts";
import { StepPlaces } from "./step_places.ts";
import type { TimeToGo } from "./time_to_go.ts";

/** Most memory for the ways looked at ahead, on top of that of labels. */
const AHEAD_BYTES_MAX = 128 * 2 ** 20;
/** Among equal ends, the time under way decides. */
const UNDER_WAY_WEIGHT = 1e-6;
/** What a later place of the first or last step costs, up to so many: equal trains take the first. */
const PLACE_WEIGHT_S = 1e-3;
const PLACES_TOLD_APART = 5;
/** Largest rounding error of sums of times. */
const ROUNDING_S = 1e-6;
/** The search for the next opening begins this long after the end of the one before. */
const NEXT_OPENING_S = 1e-6;

export const NOTHING_LEFT = -1;
export const WORK_LIMIT = -2;

/** Shared by all searches of a thread. */
export class ExploreTools {
  readonly infra: Infra;
  readonly labels = new Labels();
  readonly lists: BlockLists;
  readonly explorers: Explorers;
  readonly heap = new LeastHeap();
  readonly fronts = new Fronts(this.labels);
  readonly maxSight_mm: number;
  /** [nLabels] bounds of a whole run: its end, and its time under way. */
  end_s = new Float64Array(1024);
  underWay_s = new Float64Array(1024);

  constructor(infra: Infra) {
    this.infra = infra;
    this.lists = new BlockLists(infra);
    this.explorers = new Explorers(infra, this.lists);
    this.maxSight_mm = infra.signalSight_mm.reduce((most, one) => Math.max(most, one), 0);
  }
}

/** What a search goes by. */
export interface ExploreContext {
  readonly consist: Consist;
  readonly toGo: TimeToGo;
  /**
   * With more, ways with less time to go come first: by their least end and so many times that. Such a search takes
   * fewer labels to its first train, which may not be the best.
   */
  readonly haste: number;
  /** Edges that earlier searches of this request have made. */
  readonly known: KnownEdges;
}

/** One search. */
export class Exploration {
  readonly #tools: ExploreTools;
  readonly #explorers: Explorers;
  readonly #query: StdcmQuery;
  readonly #context: ExploreContext;
  readonly #places: StepPlaces;
  readonly #ends: PlannedEnds;
  readonly #edges: EdgeMaker;

  constructor(tools: ExploreTools, query: StdcmQuery, context: ExploreContext) {
    const { infra, labels, lists, explorers } = tools;
    const { consist, toGo, known } = context;
    const { steps, signal } = query;
    this.#tools = tools;
    this.#explorers = explorers;
    this.#query = query;
    this.#context = context;
    this.#places = new StepPlaces(steps, infra.blockLength_mm.length);
    this.#ends = new PlannedEnds(infra, query, toGo, consist.times);
    this.#edges = new EdgeMaker(tools, { steps, places: this.#places, consist, signal, known });
    tools.heap.clear();
    tools.fronts.clear();
    labels.clear();
    lists.trim();
    consist.reach.trim(lists.generation);
    consist.runs.trim();
    labels.tails = consist.runs.pieces.tails;
    explorers.reset(consist.train.constraints, steps[steps.length - 1]!.places);
    this.#pushStarts();
  }

  get labels(): Labels {
    return this.#tools.labels;
  }

  /**
   * Continues to the next label at the destination that may lead to a better train, under way for less than so long; or
   * returns why there is none.
   */
  next(ranking: Ranking<Made>, shorter_s: number): number {
    const { labels } = this;
    const last = this.#query.steps.length - 1;
    const tools = this.#tools;
    const { heap, fronts } = tools;
    const isInOrder = this.#context.haste === 0;
    while (heap.size > 0 && !(isInOrder && heap.leastKey >= ranking.limit_s)) {
      const label = heap.pop();
      if (labels.parent[label]! >= 0) this.#openAgain(label);
      if (fronts.isDead(label)) continue;
      const underWay_s = tools.underWay_s[label]!;
      if (underWay_s >= shorter_s || !ranking.admits(tools.end_s[label]!, underWay_s)) continue;
      if (labels.step[label] === last && labels.stands[label] === 1) return label;
      if (this.#isGoodEnough(ranking)) return NOTHING_LEFT;
      if (this.#isExhausted()) return WORK_LIMIT;
      this.#context.consist.runs.trimPoints();
      this.#expand(label);
    }
    return NOTHING_LEFT;
  }

  /** A bound: no run of the label is better than this. */
  boundOf(label: number): Timed {
    return { end_s: this.#tools.end_s[label]!, underWay_s: this.#tools.underWay_s[label]! };
  }

  /** The way of a label at the destination. */
  trace(label: number): FoundSteps | null {
    const { labels } = this;
    const segment = labels.segment[label]!;
    const blocks: number[] = [];
    for (let i = 0; i <= labels.index[label]!; i++) {
      blocks.push(this.#explorers.blockAt(segment, i));
    }
    let start = label;
    while (labels.parent[start]! >= 0) start = labels.parent[start]!;
    return this.#places.trace(blocks, this.#tools.infra.blockLength_mm, labels.offset_mm[start]!);
  }

  #isGoodEnough({ best }: Ranking<Made>): boolean {
    const { rivals, isOver } = this.#query;
    return (best !== null || rivals.length > 0) && isOver();
  }

  #isExhausted(): boolean {
    return (
      this.labels.count > this.#query.labelsMax ||
      this.#explorers.bytes + this.#tools.lists.bytes > AHEAD_BYTES_MAX
    );
  }

  #pushStarts(): void {
    const { steps, maxDepartureDelay_s } = this.#query;
    const { places, planned } = steps[0]!;
    const { blockChunkStart, blockChunks, chunkRouteStart, chunkRoutes } = this.#tools.infra;
    const earliest_s = Math.max(0, planned === null ? 0 : planned.arrival_s - planned.before_s);
    const end_s = planned === null ? Infinity : planned.arrival_s + planned.after_s;
    const latest_s = Math.min(maxDepartureDelay_s, end_s);
    if (earliest_s > latest_s) return;
    for (let i = 0; i < places.blocks.length; i++) {
      const block = places.blocks[i]!;
      const offset_mm = places.offsets_mm[i]!;
      const chunk = blockChunks[blockChunkStart[block]!]!;
      for (let k = chunkRouteStart[chunk]!; k < chunkRouteStart[chunk + 1]!; k++) {
        const segment = this.#explorers.open(chunkRoutes[k]!, block, offset_mm);
        if (segment === NOT_EXTENDED) continue;
        const place = { parent: -1, segment, index: 0, offset_mm, step: 0 };
        const label = this.labels.addStart(place, earliest_s, latest_s);
        this.labels.rank_s[label] = rankWeight(i);
        this.#push(label, earliest_s, 0, 0);
      }
    }
  }

  #push(label: number, end_s: number, underWay_s: number, toGo_s: number): void {
    const tools = this.#tools;
    tools.end_s = growFloat64(tools.end_s, label + 1);
    tools.underWay_s = growFloat64(tools.underWay_s, label + 1);
    tools.end_s[label] = end_s;
    tools.underWay_s[label] = underWay_s;
    const tie_s = this.labels.rank_s[label]! + UNDER_WAY_WEIGHT * underWay_s;
    tools.heap.push(end_s + this.#context.haste * toGo_s + tie_s, label);
  }

  #expand(label: number): void {
    const pending = [this.labels.segment[label]!];
    const { detectorRouteStart, detectorRoutes, routeExit } = this.#tools.infra;
    while (pending.length > 0) {
      const segment = pending.pop()!;
      const outcome = this.#edges.make(label, segment);
      if (outcome === IMPOSSIBLE) continue;
      if (outcome !== NEEDS_MORE) {
        this.#open(label, segment, -Infinity);
        continue;
      }
      if (this.#explorers.isComplete(segment)) continue;
      const exit = routeExit[this.#explorers.routeOf(segment)]!;
      for (let k = detectorRouteStart[exit + 1]! - 1; k >= detectorRouteStart[exit]!; k--) {
        const longer = this.#explorers.extend(segment, detectorRoutes[k]!);
        if (longer !== NOT_EXTENDED) pending.push(longer);
      }
    }
  }

  /** Looks for the next opening of the edge that led to a label. */
  #openAgain(label: number): void {
    const { labels } = this;
    const from_s = labels.openUntil_s[label]!;
    if (from_s === Infinity) return;
    const parent = labels.parent[label]!;
    const segment = labels.segment[label]!;
    if (this.#edges.make(parent, segment) <= IMPOSSIBLE) return;
    this.#open(parent, segment, from_s + NEXT_OPENING_S);
  }

  /** Pushes the label behind the edge just made, in its first opening from a moment on that is of use. */
  #open(label: number, segment: number, from_s: number): void {
    const { labels } = this;
    const { edge, stretch } = this.#edges;
    const isGoal = stretch.stops && stretch.step === this.#query.steps.length - 1;
    const toGo_s = isGoal ? 0 : this.#leastToGo_s(label, segment);
    if (!this.#setBounds(label, toGo_s)) return;
    const { stock } = this.#context.consist.train.stock;
    const shiftable_s = labels.latest_s[label]!;
    const index = labels.index[label]!;
    const place = stretch.stops
      ? { parent: label, segment, index, offset_mm: stretch.to_mm, step: stretch.step }
      : { parent: label, segment, index: index + 1, offset_mm: 0, step: stretch.step };
    let begin_s = Math.max(from_s, labels.earliest_s[label]!);
    for (;;) {
      begin_s = edge.findOpening(this.#query.occupancies, begin_s);
      if (begin_s === Infinity) return;
      if (begin_s > shiftable_s && !labels.canLose(label, begin_s - shiftable_s, stock)) return;
      const next = labels.follow(place, edge, begin_s);
      labels.taken[next] = this.#edges.taken;
      labels.wanted[next] = this.#edges.wanted;
      labels.tail[next] = this.#edges.tail;
      if (isGoal) labels.rank_s[next]! += this.#goalRank_s(next);
      begin_s = edge.openUntil_s + NEXT_OPENING_S;
      // Whether an opening follows is known here: that is cheaper than to make the edge once more.
      const isLast =
        begin_s > edge.latest_s ||
        (begin_s > shiftable_s && !labels.canLose(label, begin_s - shiftable_s, stock));
      if (isLast) labels.openUntil_s[next] = Infinity;
      if (isGoal || this.#admit(next)) {
        const planned_s = this.#ends.planned_s[stretch.step]!;
        const end_s = Math.max(labels.earliest_s[next]! + toGo_s, planned_s);
        this.#push(next, end_s, labels.leastUnderWay_s(next, end_s, toGo_s), toGo_s);
        if (labels.earliest_s[next]! + toGo_s >= planned_s) return;
        // As it waits for a planned time anyhow, a later opening may be the cheaper one: look now.
        labels.openUntil_s[next] = Infinity;
      } else labels.drop(next);
      if (isLast) return;
    }
  }

  /** Bounds the edge's begin by all but newly taken zones; false when nothing is left. */
  #setBounds(label: number, toGo_s: number): boolean {
    const { labels } = this;
    const { edge, stretch } = this.#edges;
    if (toGo_s === Infinity) return false;
    const whole_s = edge.duration_s + Math.max(0, edge.stop_s);
    const longest_s = this.#query.maxRunTime_s + labels.departure_s[label]! - whole_s - toGo_s;
    const latestEnd_s = this.#ends.latest_s[stretch.step]! - whole_s - toGo_s;
    edge.latest_s = Math.min(longest_s, latestEnd_s, this.#edges.latestForHeld_s(label));
    const planned = stretch.stops ? this.#query.steps[stretch.step]!.planned : null;
    if (planned !== null) {
      const { arrival_s, before_s, after_s } = planned;
      edge.earliest_s = arrival_s - before_s - edge.duration_s;
      edge.latest_s = Math.min(edge.latest_s, arrival_s + after_s - edge.duration_s);
    }
    // No run ends sooner, so it has left less than the longest run time before that, and needed its time up to here.
    const plannedEnd_s = this.#ends.earliest_s[stretch.step]!;
    const leaves_s = plannedEnd_s - this.#query.maxRunTime_s - ROUNDING_S;
    edge.earliest_s = Math.max(edge.earliest_s, leaves_s + labels.total_s[label]!);
    const earliest_s = labels.earliest_s[label]!;
    const soonest_s = earliest_s - labels.departureFor_s(label, earliest_s) + whole_s + toGo_s;
    const least_s = Math.max(soonest_s, plannedEnd_s - labels.departure_s[label]!);
    return least_s <= this.#query.maxRunTime_s && edge.latest_s >= earliest_s;
  }

  #leastToGo_s(label: number, segment: number): number {
    const { stretch } = this.#edges;
    const index = this.labels.index[label]!;
    const explorers = this.#explorers;
    if (index === explorers.lastIndex(segment)) return stretch.stops ? 0 : Infinity;
    const next = explorers.blockAt(segment, index + 1);
    if (!stretch.stops) return this.#context.toGo.from_s(next, stretch.step);
    const { times } = this.#context.consist;
    const block = explorers.blockAt(segment, index);
    const rest_s = Math.max(0, times.over_s(block) - times.upTo_s(block, stretch.to_mm));
    // Steps behind the stop may be reached on the rest of its block already.
    let least_s = Infinity;
    let stops_s = 0;
    for (let step = stretch.step, offset_mm = stretch.to_mm; offset_mm < Infinity; ) {
      least_s = Math.min(least_s, stops_s + this.#context.toGo.from_s(next, step));
      offset_mm = this.#places.find(++step, { block, offset_mm });
      stops_s += this.#query.steps[step]?.stop_s ?? 0;
    }
    return rest_s + least_s;
  }

  #goalRank_s(label: number): number {
    const { places } = this.#query.steps[this.#query.steps.length - 1]!;
    const block = this.#explorers.blockAt(this.labels.segment[label]!, this.labels.index[label]!);
    return rankWeight(places.blocks.indexOf(block));
  }

  /** Whether no label of the place dominates a new one. */
  #admit(label: number): boolean {
    const { labels } = this;
    const list = this.#explorers.listFrom(labels.segment[label]!, labels.index[label]!);
    const nSteps = this.#query.steps.length;
    const place = (list * nSteps + labels.step[label]!) * 2 + labels.stands[label]!;
    return this.#tools.fronts.admit(place, label);
  }
}

function rankWeight(rank: number): number {
  return PLACE_WEIGHT_S * Math.min(rank, PLACES_TOLD_APART);
}
