/**
 * Runs over single blocks, or the pieces of one before and behind a stop, as fast as the train can: the
 * parts that the search combines. A run depends on the piece, the speed at its begin and the speed that
 * the way ahead allows at its end, so a consist runs each one once and reuses it in later searches.
 * Weight and speed limits consider the head's own block only, or, where the train stalls so, the way under
 * its tail too; the whole run, which considers everything, is made when a path has been found (settle.ts).
 */
import { segmentAcceleration, timeInSegment_s } from "../envelope/envelope.ts";
import type { SpeedParts } from "../envelope/mrsp.ts";
import type { Infra } from "../infra/infra.ts";
import { RunningTimes } from "../margins/running_times.ts";
import { makeBlockPath, type StampScratch } from "../path/block_path.ts";
import { growFloat64, growInt32 } from "../path/growable.ts";
import { makeTrainPath } from "../path/train_path.ts";
import { TrainForces } from "../physics/train_forces.ts";
import { RangeMap } from "../range_map.ts";
import { choosePower } from "../simulation/electrification.ts";
import { limitsForTag, readPathPhysics, remember } from "../simulation/path_physics.ts";
import { Simulator } from "../simulation/simulate.ts";
import { collectLimits } from "../simulation/speed_limits.ts";
import { findTemporaryLimits, lowerLimits } from "../simulation/temporary_limits.ts";
import { fromMilli } from "../units.ts";
import type { StdcmTrain } from "./steps.ts";

/** No run: the train stalls or can't brake there. */
export const NO_RUN = -1;
/** Points kept of all runs of one consist, 24 bytes each; above it they are dropped between searches. */
const POINTS_KEPT_MAX = 4_000_000;
/** Of a piece with what it takes from the network, about. */
const PIECE_BYTES = 3000;
/** Speeds are rounded to this part of a m/s. */
const SPEED_STEPS = 1e4;
const SPEED_CODES = 2 ** 22;
/** The way on after the piece on which the speed at its end is held, mm. */
const BEYOND_MM = 1000;

/** A piece of a block, and what it takes from the network. */
interface Piece {
  /** The way that is run before the piece itself, and the stops on it. */
  readonly behind_m: number;
  readonly stopsBehind_m: readonly number[];
  /** With the way behind. */
  readonly length_m: number;
  readonly forces: TrainForces;
  readonly limits: SpeedParts;
  /** Run by its speeds. */
  readonly runs: Map<number, number>;
}

/** The way over a piece. */
export interface PieceEnds {
  readonly block: number;
  readonly from_mm: number;
  readonly to_mm: number;
}

/** The way on which the train comes to a piece. */
export interface WayBehind {
  /** Those before the piece's own. */
  readonly blocks: readonly number[];
  /** Its begin on the first block. */
  readonly from_mm: number;
  /** Where the train stops on it, from its begin on. */
  readonly stops_mm: readonly number[];
  readonly length_mm: number;
}

/** Speeds of a run at the ends of its piece. */
export interface RunSpeeds {
  readonly begin_m_s: number;
  /** Highest speed at the end; Infinity = whatever the piece allows. */
  readonly cap_m_s: number;
  readonly stops: boolean;
}

export class BlockRuns {
  readonly #infra: Infra;
  readonly #train: StdcmTrain;
  /** Temporary limits in force at any moment of this span count, ms since the epoch. */
  readonly #limitsUntil_ms: number;
  readonly #simulator = new Simulator();
  readonly #times = new RunningTimes();
  readonly #scratch: StampScratch;
  readonly #pieces = new Map<string, Piece | null>();
  /** Those with a way behind, of one search: they are rare, and of its ways. */
  readonly #longPieces = new Map<string, Piece | null>();
  /** [nBlocks] pieces that are whole blocks, as far as they were asked for. */
  readonly #whole: (Piece | null | undefined)[] = [];
  #count = 0;
  #start = new Int32Array(256);
  #nPoints = 0;
  #x_m = new Float64Array(4096);
  #v_m_s = new Float64Array(4096);
  #t_s = new Float64Array(4096);
  /** By how much the margin makes each run slower. */
  #slower = new Float64Array(256);

  constructor(infra: Infra, train: StdcmTrain, window_s: number) {
    this.#infra = infra;
    this.#train = train;
    this.#limitsUntil_ms = (train.limits?.start_ms ?? 0) + 1000 * window_s;
    this.#scratch = { chunkStamps: new Int32Array(2 * infra.chunkTrack.length), stamp: 0 };
  }

  /** Memory of all runs and pieces, about. */
  get bytes(): number {
    const { length } = this.#x_m;
    return 24 * length + PIECE_BYTES * this.#pieces.size + 8 * this.#whole.length;
  }

  /** To be called between searches only. */
  trim(): void {
    this.#longPieces.clear();
    if (this.#nPoints <= POINTS_KEPT_MAX) return;
    for (const piece of this.#pieces.values()) piece?.runs.clear();
    this.#count = 0;
    this.#nPoints = 0;
  }

  /** Returns the run over a piece that is not empty, or NO_RUN. */
  find(ends: PieceEnds, speeds: RunSpeeds): number {
    const piece = this.#piece(ends);
    return piece === null ? NO_RUN : this.#findOn(piece, speeds);
  }

  /** Returns the part over a piece of a run that begins at some speed on the way behind, or NO_RUN. */
  findFromBehind(ends: PieceEnds, behind: WayBehind, speeds: RunSpeeds): number {
    const { blocks, from_mm, stops_mm } = behind;
    const key = [...blocks, ends.block, from_mm, ends.to_mm, ...stops_mm].join("/");
    const make = (): Piece | null => this.#readPiece([...blocks, ends.block], ends.to_mm, behind);
    const piece = remember(this.#longPieces, key, make, Infinity);
    return piece === null ? NO_RUN : this.#findOn(piece, speeds);
  }

  #findOn(piece: Piece, speeds: RunSpeeds): number {
    if (speeds.stops) return this.#remember(piece, speeds, 2);
    const free = this.#remember(piece, { ...speeds, cap_m_s: Infinity }, 0);
    if (free === NO_RUN || this.endSpeed_m_s(free) <= speeds.cap_m_s) return free;
    return this.#remember(piece, speeds, 1);
  }

  duration_s(run: number): number {
    return this.#t_s[this.#start[run + 1]! - 1]!;
  }

  endSpeed_m_s(run: number): number {
    return this.#v_m_s[this.#start[run + 1]! - 1]!;
  }

  /** Time from the begin of the run to an offset on the piece. */
  timeAt_s(run: number, x_m: number): number {
    const x = this.#x_m;
    let low = this.#start[run]!;
    let high = this.#start[run + 1]! - 1;
    if (x_m <= 0) return 0;
    if (x_m >= x[high]!) return this.#t_s[high]!;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (x[middle]! >= x_m) high = middle;
      else low = middle + 1;
    }
    const from_m = x[low - 1]!;
    const v = this.#v_m_s[low - 1]!;
    const dx_m = x[low]! - from_m;
    if (!(dx_m > 0)) return this.#t_s[low]!;
    const a = segmentAcceleration(dx_m, v, this.#v_m_s[low]!);
    const whole_s = timeInSegment_s(a, v, dx_m);
    // The points' own times hold the margin.
    const share = whole_s > 0 ? timeInSegment_s(a, v, x_m - from_m) / whole_s : 0;
    return this.#t_s[low - 1]! + share * (this.#t_s[low]! - this.#t_s[low - 1]!);
  }

  /** A speed that a run has or exceeds somewhere on a stretch, as low as the margin makes it. */
  topSpeed_m_s(run: number, from_m: number, to_m: number): number {
    const [x, v] = [this.#x_m, this.#v_m_s];
    let top_m_s = 0;
    for (let i = this.#start[run]! + 1; i < this.#start[run + 1]! && x[i - 1]! <= to_m; i++) {
      if (x[i]! < from_m) continue;
      top_m_s = Math.max(top_m_s, Math.min(v[i - 1]!, v[i]!));
    }
    return top_m_s / this.#slower[run]!;
  }

  /** The highest speed at a block's begin from which the train, braking, keeps the block's limits. */
  approach_m_s(block: number, gamma_m_s2: number): number {
    const piece = this.#piece({ block, from_mm: 0, to_mm: this.#infra.blockLength_mm[block]! });
    if (piece === null) return 0;
    const { from_mm, v_m_s } = piece.limits;
    let lowest = Infinity;
    for (let i = 0; i < from_mm.length; i++) {
      const v2 = v_m_s[i]! ** 2 + 2 * gamma_m_s2 * fromMilli(from_mm[i]!);
      lowest = Math.min(lowest, v2);
    }
    return Math.sqrt(lowest);
  }

  #remember(piece: Piece, speeds: RunSpeeds, kind: number): number {
    const begin = Math.round(speeds.begin_m_s * SPEED_STEPS);
    const cap = kind === 1 ? Math.round(speeds.cap_m_s * SPEED_STEPS) : 0;
    const key = (begin * SPEED_CODES + cap) * 4 + kind;
    const known = piece.runs.get(key);
    if (known !== undefined) return known;
    const run = this.#make(piece, speeds, kind);
    piece.runs.set(key, run);
    return run;
  }

  #make(piece: Piece, speeds: RunSpeeds, kind: number): number {
    const { length_m, forces, limits, behind_m, stopsBehind_m } = piece;
    const positions_m = kind === 2 ? [...stopsBehind_m, length_m] : stopsBehind_m;
    const simulator = this.#simulator;
    const length_mm = Math.round(length_m * 1000);
    const capped: SpeedParts =
      kind === 1
        ? {
            from_mm: [...limits.from_mm, length_mm],
            to_mm: [...limits.to_mm, length_mm + BEYOND_MM],
            v_m_s: [...limits.v_m_s, Math.max(0.01, speeds.cap_m_s)],
          }
        : limits;
    const fault = simulator.buildBase({
      length_m,
      forces,
      limits: capped,
      stops: { positions_m, durations_s: positions_m.map(() => 0) },
      items_mm: [],
      initialSpeed_m_s: speeds.begin_m_s,
    });
    if (fault !== null) return NO_RUN;
    this.#times.read(simulator.arena, simulator.stages.base);
    return this.#store(behind_m, length_m);
  }

  /** Copies the points of the last run's piece, with the margin's share of time; returns its number. */
  #store(from_m: number, to_m: number): number {
    const { arena, stages } = this.#simulator;
    const from_s = this.#times.timeAt_us(from_m) / 1e6;
    const total_s = this.#times.timeAt_us(to_m) / 1e6 - from_s;
    const slower = this.#slowerBy(to_m - from_m, total_s);
    let n = this.#nPoints;
    const push = (x: number, v: number, t_s: number): void => {
      this.#x_m = growFloat64(this.#x_m, n + 1);
      this.#v_m_s = growFloat64(this.#v_m_s, n + 1);
      this.#t_s = growFloat64(this.#t_s, n + 1);
      this.#x_m[n] = x - from_m;
      this.#v_m_s[n] = v;
      this.#t_s[n] = t_s * slower;
      n++;
    };
    if (from_m > 0) push(from_m, this.#times.speedAt_m_s(from_m), 0);
    let t_s = -from_s;
    for (let p = 0; p < stages.base.count; p++) {
      const part = stages.base.parts[p]!;
      const last = arena.end[part]! - 1;
      for (let i = arena.first[part]!; i < last; i++) {
        if (arena.x_m[i]! >= to_m) break;
        if (from_m === 0 || arena.x_m[i]! > from_m) push(arena.x_m[i]!, arena.v_m_s[i]!, t_s);
        t_s += arena.h_s[i]!;
      }
    }
    push(to_m, this.#times.speedAt_m_s(to_m), total_s);
    const run = this.#count++;
    this.#slower = growFloat64(this.#slower, this.#count);
    this.#slower[run] = slower;
    this.#start = growInt32(this.#start, this.#count + 1);
    this.#start[run] = this.#nPoints;
    this.#start[run + 1] = n;
    this.#nPoints = n;
    return run;
  }

  #slowerBy(length_m: number, time_s: number): number {
    const { margin } = this.#train;
    if (margin === null || !(time_s > 0)) return 1;
    if (margin.kind === "percentage") return 1 + margin.value / 100;
    return 1 + (margin.value * 60 * length_m) / 100_000 / time_s;
  }

  #piece(ends: PieceEnds): Piece | null {
    const { block, from_mm, to_mm } = ends;
    const isWhole = from_mm === 0 && to_mm === this.#infra.blockLength_mm[block];
    const whole = isWhole ? this.#whole[block] : undefined;
    if (whole !== undefined) return whole;
    const behind = { blocks: [], from_mm, stops_mm: [], length_mm: 0 };
    const make = (): Piece | null => this.#readPiece([block], to_mm, behind);
    const piece = remember(this.#pieces, `${block}/${from_mm}/${to_mm}`, make, Infinity);
    if (isWhole) this.#whole[block] = piece;
    return piece;
  }

  #readPiece(blocks: number[], to_mm: number, behind: WayBehind): Piece | null {
    const { stock, comfort, speed_limit_tag, fallback_tags, limits, profiles } = this.#train;
    const last = blocks.length - 1;
    const steps = {
      kind: "found" as const,
      blocks,
      from_mm: blocks.map((_, i) => (i === 0 ? behind.from_mm : 0)),
      to_mm: blocks.map((block, i) => (i === last ? to_mm : this.#infra.blockLength_mm[block]!)),
      targets_mm: blocks.map((_, i) => [
        ...(i === 0 ? [behind.from_mm] : []),
        ...(i === last ? [to_mm] : []),
      ]),
    };
    const made = makeBlockPath(this.#infra, steps, 2, this.#scratch);
    if (!made.ok) return null;
    const physics = readPathPhysics(makeTrainPath(this.#infra, made.value));
    const permanent = limitsForTag(physics, speed_limit_tag, fallback_tags);
    const max_m_s = stock.stock.max_speed_m_s;
    const lowered =
      limits === null
        ? permanent
        : lowerLimits(
            permanent,
            findTemporaryLimits(
              limits.group,
              made.value.ranges,
              limits.start_ms,
              this.#limitsUntil_ms,
            ),
            max_m_s,
          );
    const power = choosePower(physics, {
      stock: stock.stock,
      comfort,
      profiles: profiles?.set ?? null,
      restrictions: [],
    });
    return {
      behind_m: fromMilli(behind.length_mm),
      stopsBehind_m: behind.stops_mm.map(fromMilli),
      length_m: fromMilli(made.value.length_mm),
      forces: new TrainForces(stock.stock, physics.gradient, power.efforts),
      limits: collectLimits(lowered, { ...stock.stock, length_m: 0 }, new RangeMap<number>()),
      runs: new Map(),
    };
  }
}
