/**
 * Makes the edges of the search. An edge is a label's run over the rest of its block or up to the next stop,
 * with the zones that it takes on the way. It returns NEEDS_MORE when too little of the way ahead is known:
 * signals require zones blocks ahead, and a train must be able to brake in time.
 */
import type { Infra } from "../../infra/infra.ts";
import type { Explorers } from "../../path/explorers.ts";
import { CLOSED_SIGNAL_RESERVATION_US } from "../../requirements/spacing.ts";
import type { ReceptionSignal } from "../../simulation/schedule.ts";
import { fromMilli, toMilli } from "../../units.ts";
import type { PieceEnds, PieceManner } from "../block_pieces.ts";
import { NO_RUN, type RunSpeeds } from "../block_runs.ts";
import type { Consist } from "../consist.ts";
import { NEEDS_MORE } from "../signal_reach.ts";
import type { StdcmStep } from "../steps.ts";
import { EdgeBegin, type KnownEdge, type KnownEdges } from "./known_edges.ts";
import type { Labels } from "./labels.ts";
import { Edge } from "./openings.ts";
import type { StepPlaces, Stretch } from "./step_places.ts";

/** A zone counts as needed this much later, and for this much less time, than block runs say. */
const FAVOUR_S = 0.5;
/** Where signals depend on speed, the train counts as slower than block runs say, by this factor. */
const FAVOURED_SPEED = 0.97;
const STOP_RESERVATION_S = CLOSED_SIGNAL_RESERVATION_US / 1e6;

export const MADE = 1;
/** The label has no way on over these blocks. */
export const IMPOSSIBLE = 0;

/** Shared by all searches to make their edges. */
export interface EdgeTools {
  readonly infra: Infra;
  readonly explorers: Explorers;
  readonly labels: Labels;
  /** The longest sight distance of any signal. */
  readonly maxSight_mm: number;
}

export interface EdgeContext {
  readonly steps: readonly StdcmStep[];
  readonly places: StepPlaces;
  readonly consist: Consist;
  /** The signal at stops that were asked to last. */
  readonly signal: ReceptionSignal;
  /** The edges known for this request. */
  readonly known: KnownEdges;
}

export class EdgeMaker {
  readonly edge = new Edge();
  /** What the edge reaches. */
  readonly stretch: Stretch = { to_mm: 0, step: 0, stops: false };
  /** Index of the last block whose zones are taken, and of the last that is asked for. */
  taken = 0;
  wanted = 0;
  /** List of the limits that the tail is under behind the edge. */
  tail = 0;
  readonly #infra: Infra;
  readonly #explorers: Explorers;
  readonly #labels: Labels;
  readonly #maxSight_mm: number;
  readonly #context: EdgeContext;
  readonly #trainLength_mm: number;
  /** Known blocks from the edge's own one on, and path offsets of their begins and of the last one's end. */
  #blocks = new Int32Array(64);
  #starts_mm = new Float64Array(65);
  /** Indices of the first and the last of them. */
  #first = 0;
  #last = 0;
  #run = NO_RUN;
  /** Index of the block with the next stop, and its offset there. */
  #stopBlock = Infinity;
  #stopOffset_mm = 0;
  /** Whether the edge depends on the way behind. */
  #isOfWayBehind = false;
  readonly #begin = new EdgeBegin();

  constructor({ infra, explorers, labels, maxSight_mm }: EdgeTools, context: EdgeContext) {
    this.#infra = infra;
    this.#explorers = explorers;
    this.#labels = labels;
    this.#maxSight_mm = maxSight_mm;
    this.#context = context;
    this.#trainLength_mm = toMilli(context.consist.train.stock.stock.length_m);
  }

  /** Makes the edge of a label over the blocks of a segment: MADE, IMPOSSIBLE or NEEDS_MORE. */
  make(label: number, segment: number): number {
    const explorers = this.#explorers;
    const labels = this.#labels;
    const index = labels.index[label]!;
    const last = explorers.lastIndex(segment);
    const isComplete = explorers.isComplete(segment);
    if (index + (isComplete ? 0 : 1) > last) return isComplete ? IMPOSSIBLE : NEEDS_MORE;
    // Near the start there are signals and zones behind it, which are not needed.
    const start_mm = labels.at_mm[label]! - labels.offset_mm[label]!;
    const isNearStart = labels.parent[label]! < 0 || start_mm < this.#maxSight_mm;
    if (isNearStart) return this.#makeNew(label, segment);
    const { known, consist } = this.#context;
    known.trim(explorers.generation, consist.runs.generation);
    this.#readBegin(label, segment);
    const one = known.find(this.#begin);
    if (one !== null) return this.#makeAgain(label, one);
    const outcome = this.#makeNew(label, segment);
    if (!this.#isOfWayBehind) this.#keep(label, outcome);
    return outcome;
  }

  #readBegin(label: number, segment: number): void {
    const begin = this.#begin;
    const explorers = this.#explorers;
    const labels = this.#labels;
    const index = labels.index[label]!;
    begin.blocks = 2 * explorers.listFrom(segment, index) + (explorers.isComplete(segment) ? 1 : 0);
    begin.offset_mm = labels.offset_mm[label]!;
    begin.step = labels.step[label]!;
    begin.stands = labels.stands[label]!;
    begin.speed_m_s = labels.speed_m_s[label]!;
    begin.tail = labels.tail[label]!;
    begin.taken = labels.taken[label]! - index;
    begin.wanted = labels.wanted[label]! - index;
  }

  #keep(label: number, outcome: number): void {
    const known = this.#context.known.add(this.#begin);
    if (known === null) return;
    known.outcome = outcome;
    if (outcome !== MADE) return;
    const { edge, stretch } = this;
    const index = this.#labels.index[label]!;
    known.run = this.#run;
    known.length_mm = edge.to_mm - edge.from_mm;
    known.duration_s = edge.duration_s;
    known.speed_m_s = edge.speed_m_s;
    known.stop_s = edge.stop_s;
    known.stretch.to_mm = stretch.to_mm;
    known.stretch.step = stretch.step;
    known.stretch.stops = stretch.stops;
    known.taken = this.taken - index;
    known.wanted = this.wanted - index;
    known.tail = this.tail;
    known.needs = edge.copyNeeds();
  }

  #makeAgain(label: number, known: KnownEdge): number {
    if (known.needs === null) return known.outcome;
    const { edge, stretch } = this;
    const index = this.#labels.index[label]!;
    edge.clear();
    edge.from_mm = this.#labels.at_mm[label]!;
    edge.to_mm = edge.from_mm + known.length_mm;
    edge.duration_s = known.duration_s;
    edge.speed_m_s = known.speed_m_s;
    edge.stop_s = known.stop_s;
    edge.readNeeds(known.needs);
    stretch.to_mm = known.stretch.to_mm;
    stretch.step = known.stretch.step;
    stretch.stops = known.stretch.stops;
    this.taken = known.taken + index;
    this.wanted = known.wanted + index;
    this.tail = known.tail;
    this.#run = known.run;
    return known.outcome;
  }

  #makeNew(label: number, segment: number): number {
    const labels = this.#labels;
    const index = labels.index[label]!;
    this.#isOfWayBehind = false;
    this.#layOut(label, segment);
    const block = this.#blocks[0]!;
    const offset_mm = labels.offset_mm[label]!;
    const { places } = this.#context;
    const { stretch, edge } = this;
    const length_mm = this.#infra.blockLength_mm[block]!;
    places.advance({ block, offset_mm }, labels.step[label]!, length_mm, stretch);
    const ends = { block, from_mm: offset_mm, to_mm: stretch.to_mm };
    edge.clear();
    edge.from_mm = labels.at_mm[label]!;
    edge.to_mm = edge.from_mm + stretch.to_mm - offset_mm;
    edge.stop_s = stretch.stops ? (this.#context.steps[stretch.step]!.stop_s ?? 0) : -1;
    this.#findStop(index);
    const outcome = this.#findRun(label, segment, ends);
    return outcome === MADE ? this.#listNeeds(label, segment) : outcome;
  }

  #layOut(label: number, segment: number): void {
    const explorers = this.#explorers;
    const index = this.#labels.index[label]!;
    const last = explorers.lastIndex(segment);
    const n = last - index + 1;
    if (this.#blocks.length < n) {
      this.#blocks = new Int32Array(2 * n);
      this.#starts_mm = new Float64Array(2 * n + 1);
    }
    explorers.readBlocks(segment, index, this.#blocks);
    this.#first = index;
    this.#last = last;
    let at_mm = this.#labels.at_mm[label]! - this.#labels.offset_mm[label]!;
    for (let i = 0; i < n; i++) {
      this.#starts_mm[i] = at_mm;
      at_mm += this.#infra.blockLength_mm[this.#blocks[i]!]!;
    }
    this.#starts_mm[n] = at_mm;
  }

  #blockAt(index: number): number {
    return this.#blocks[index - this.#first]!;
  }

  /** Finds the first stop behind the edge's begin on the known blocks. */
  #findStop(index: number): void {
    const { stretch } = this;
    this.#stopBlock = index;
    this.#stopOffset_mm = stretch.to_mm;
    if (stretch.stops) return;
    const { places } = this.#context;
    const step = places.nextStop(stretch.step);
    const blocks = this.#blocks;
    this.#stopBlock = Infinity;
    for (let i = index + 1; i <= this.#last; i++) {
      const block = blocks[i - index]!;
      if (places.hasPlace[block] === 0) continue;
      this.#stopOffset_mm = places.find(step, { block, offset_mm: 0 });
      if (this.#stopOffset_mm === Infinity) continue;
      this.#stopBlock = i;
      return;
    }
  }

  #findRun(label: number, segment: number, ends: PieceEnds): number {
    const { runs } = this.#context.consist;
    const { edge, stretch } = this;
    const begin_m_s = this.#labels.speed_m_s[label]!;
    const manner = this.#mannerOf(label);
    this.tail = runs.pieces.tailBehind(ends, manner);
    this.#run = NO_RUN;
    edge.duration_s = 0;
    edge.speed_m_s = stretch.stops ? 0 : begin_m_s;
    if (ends.to_mm === ends.from_mm) return MADE;
    if (stretch.stops) {
      this.#run = this.#findOnPiece(label, ends, manner, { begin_m_s, cap_m_s: 0, stops: true });
    } else {
      const free = this.#findOnPiece(label, ends, manner, {
        begin_m_s,
        cap_m_s: Infinity,
        stops: false,
      });
      if (free === NO_RUN) return IMPOSSIBLE;
      const ahead = this.#lookAhead(segment, runs.endSpeed_m_s(free));
      if (ahead < 0) return NEEDS_MORE;
      this.#run = this.#findOnPiece(label, ends, manner, {
        begin_m_s,
        cap_m_s: ahead,
        stops: false,
      });
    }
    if (this.#run === NO_RUN) return IMPOSSIBLE;
    edge.duration_s = runs.duration_s(this.#run);
    edge.speed_m_s = runs.endSpeed_m_s(this.#run);
    return MADE;
  }

  #mannerOf(label: number): PieceManner {
    const { steps, signal } = this.#context;
    const { stops, step } = this.stretch;
    const isAsked = stops && steps[step]!.stop_s !== 0;
    return {
      tail: this.#labels.tail[label]!,
      signal: isAsked ? signal : "OPEN",
      isEnd: stops && step === steps.length - 1,
    };
  }

  /**
   * The run over a piece for itself; where the train stalls there, the same with the way that its tail is
   * still on: before a steep block, or a stop on one, that may be an easier one.
   */
  #findOnPiece(label: number, ends: PieceEnds, manner: PieceManner, speeds: RunSpeeds): number {
    const { runs } = this.#context.consist;
    const alone = runs.find(ends, manner, speeds);
    if (alone !== NO_RUN) return alone;
    this.#isOfWayBehind = true;
    const labels = this.#labels;
    const at_mm = labels.at_mm[label]!;
    const stopsAt_mm = new Set<number>();
    let first = label;
    while (labels.parent[first]! >= 0 && at_mm - labels.at_mm[first]! < this.#trainLength_mm) {
      if (labels.stands[first] === 1) stopsAt_mm.add(labels.at_mm[first]!);
      first = labels.parent[first]!;
    }
    const first_mm = labels.at_mm[first]!;
    if (first_mm === at_mm) return NO_RUN;
    const segment = labels.segment[label]!;
    const before: number[] = [];
    for (let i = labels.index[first]!; i < this.#first; i++) {
      before.push(this.#explorers.blockAt(segment, i));
    }
    const behind = {
      blocks: before,
      from_mm: labels.offset_mm[first]!,
      stops_mm: [...stopsAt_mm]
        .filter((stop_mm) => stop_mm > first_mm)
        .map((stop_mm) => stop_mm - first_mm)
        .reverse(),
      length_mm: at_mm - first_mm,
    };
    return runs.findFromBehind(ends, behind, { ...speeds, begin_m_s: labels.speed_m_s[first]! });
  }

  /** Highest speed at the block's end from which the train can brake for what comes; -1 = not known far enough. */
  #lookAhead(segment: number, free_m_s: number): number {
    const { runs, train } = this.#context.consist;
    const { braking_m_s2 } = train.stock.stock;
    const end_mm = this.#starts_mm[1]!;
    let cap_m_s = free_m_s;
    for (let i = this.#first + 1; ; i++) {
      const way_m = fromMilli(this.#starts_mm[i - this.#first]! - end_mm);
      if (2 * braking_m_s2 * way_m >= cap_m_s ** 2) return cap_m_s;
      if (i > this.#last) return this.#explorers.isComplete(segment) ? cap_m_s : -1;
      const limit_m_s = runs.approach_m_s(this.#blockAt(i));
      cap_m_s = Math.min(cap_m_s, Math.sqrt(limit_m_s ** 2 + 2 * braking_m_s2 * way_m));
      if (i !== this.#stopBlock) continue;
      const stop_m = way_m + fromMilli(this.#stopOffset_mm);
      return Math.min(cap_m_s, Math.sqrt(2 * braking_m_s2 * stop_m));
    }
  }

  /** Time from the edge's begin to a path offset; before the edge 0. */
  #timeAt_s(path_mm: number): number {
    const { edge } = this;
    if (path_mm <= edge.from_mm) return 0;
    if (path_mm >= edge.to_mm || this.#run === NO_RUN) return edge.duration_s;
    const { runs } = this.#context.consist;
    return runs.timeAt_s(this.#run, fromMilli(path_mm - edge.from_mm));
  }

  #listNeeds(label: number, segment: number): number {
    const labels = this.#labels;
    const { edge } = this;
    const isStart = labels.parent[label]! < 0;
    const index = this.#first;
    this.taken = labels.taken[label]!;
    this.wanted = labels.wanted[label]!;
    if (isStart) {
      this.#takeBlock(index, 0);
      this.taken = index;
    } else if (labels.stands[label] === 1) {
      this.#take(Math.min(this.wanted, this.#stopBlock), -STOP_RESERVATION_S);
    }
    this.#take(index, 0);
    const isLast = this.stretch.stops && this.stretch.step === this.#context.steps.length - 1;
    for (let i = index; i <= this.#last; i++) {
      const start_mm = this.#starts_mm[i - index]!;
      if (start_mm - this.#maxSight_mm >= edge.to_mm) break;
      const { reach } = this.#context.consist;
      const row = reach.find(this.#explorers, segment, i);
      if (row === NEEDS_MORE) return NEEDS_MORE;
      for (let s = reach.first(row); s < reach.end(row); s++) {
        const position_mm = start_mm + reach.position_mm[s]!;
        if (position_mm < 0 || (isLast && position_mm >= edge.to_mm)) continue;
        const seen_mm = start_mm + reach.seen_mm[s]!;
        if (seen_mm >= edge.to_mm || (seen_mm < edge.from_mm && !isStart)) continue;
        const blocks = reach.dependsOnSpeed(s)
          ? reach.reachAt(s, this.#leastTop_mm_s(seen_mm, position_mm))
          : reach.least[s]!;
        this.wanted = Math.max(this.wanted, i + blocks - 1);
        this.#take(Math.min(this.wanted, this.#stopBlock), this.#timeAt_s(seen_mm));
      }
    }
    this.#setEnds();
    return MADE;
  }

  /** The highest speed on a way that counts for a signal, as far as the edge runs it: a little favourable. */
  #leastTop_mm_s(from_mm: number, to_mm: number): number {
    const { edge } = this;
    if (this.#run === NO_RUN) return 0;
    const from_m = fromMilli(Math.max(0, from_mm - edge.from_mm));
    const to_m = fromMilli(Math.min(edge.to_mm, to_mm) - edge.from_mm);
    const top_m_s = this.#context.consist.runs.topSpeed_m_s(this.#run, from_m, to_m);
    return FAVOURED_SPEED * 1000 * top_m_s;
  }

  /** Takes the zones of all blocks up to an index that are not taken yet. */
  #take(upTo: number, begin_s: number): void {
    const last = Math.min(upTo, this.#last);
    while (this.taken < last) this.#takeBlock(++this.taken, begin_s);
  }

  #takeBlock(index: number, begin_s: number): void {
    const { blockZonePathStart, blockZonePaths, zonePathLength_mm, zonePathZone } = this.#infra;
    const block = this.#blockAt(index);
    let end_mm = this.#starts_mm[index - this.#first]!;
    for (let k = blockZonePathStart[block]!; k < blockZonePathStart[block + 1]!; k++) {
      const zonePath = blockZonePaths[k]!;
      end_mm += zonePathLength_mm[zonePath]!;
      // Zones wholly behind the start of the path are not needed.
      if (end_mm < 0) continue;
      this.edge.need(zonePathZone[zonePath]!, begin_s, end_mm + this.#trainLength_mm);
    }
  }

  /** Sets until when zones are needed, and what the zones held from before allow. */
  #setEnds(): void {
    const { edge } = this;
    const whole_s = edge.duration_s + Math.max(0, edge.stop_s);
    for (let i = 0; i < edge.count; i++) {
      const release_mm = edge.releases_mm[i]!;
      const end_s = release_mm <= edge.to_mm ? this.#timeAt_s(release_mm) : whole_s;
      edge.begins_s[i] = edge.begins_s[i]! + FAVOUR_S;
      edge.ends_s[i] = Math.max(edge.begins_s[i]!, end_s - FAVOUR_S);
    }
  }

  /** Latest begin at which the zones that a label holds are left in time. */
  latestForHeld_s(label: number): number {
    const { edge } = this;
    const { heldStart, heldEnd, heldRelease_mm, heldUntil_s } = this.#labels;
    const whole_s = edge.duration_s + Math.max(0, edge.stop_s);
    let latest_s = Infinity;
    for (let i = heldStart[label]!; i < heldEnd[label]!; i++) {
      const release_mm = heldRelease_mm[i]!;
      const end_s = release_mm <= edge.to_mm ? this.#timeAt_s(release_mm) : whole_s;
      latest_s = Math.min(latest_s, heldUntil_s[i]! - end_s + FAVOUR_S);
    }
    return latest_s;
  }
}
