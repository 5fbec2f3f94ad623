/**
 * Runs over single blocks, or the pieces of one before and behind a stop, as fast as the train can: the
 * parts that the search combines. A run depends on the piece, the speed at its begin and the speed that
 * the way ahead allows at its end, so a consist runs each one once and reuses it in later searches.
 * Limits of the way under its tail count (tail_limits.ts). Weight considers the head's own block only, or,
 * where the train stalls so, the way under its tail too; the whole run, which considers everything, is made when
 * a path has been found (settle.ts).
 */
import { type Envelope, segmentAcceleration, timeInSegment_s } from "../envelope/envelope.ts";
import type { SpeedParts } from "../envelope/mrsp.ts";
import { growFloat64, growInt32 } from "../growable.ts";
import type { Infra } from "../infra/infra.ts";
import { RunningTimes } from "../margins/running_times.ts";
import { Simulator } from "../simulation/simulate.ts";
import { fromMilli } from "../units.ts";
import {
  ANY_MANNER,
  type BlockPiece,
  BlockPieces,
  type Form,
  type PieceEnds,
  type PieceManner,
  type WayBehind,
} from "./block_pieces.ts";
import type { StdcmTrain } from "./steps.ts";

/** No run: the train stalls or can't brake there. */
export const NO_RUN = -1;
/** Most points kept for all runs of one consist, 24 bytes each; above this all are dropped. */
const POINTS_KEPT_MAX = 4_000_000;
/** Above this the lists of limits are dropped, but only between searches: labels refer to them by number. */
const TAILS_KEPT_BYTES_MAX = 32 * 2 ** 20;
/** Speeds are rounded to 1/SPEED_STEPS m/s. */
const SPEED_STEPS = 1e4;
const SPEED_CODES = 2 ** 22;
/** The way on after the piece on which the speed at its end is held, mm. */
const BEYOND_MM = 1000;

/** Speeds of a run at the ends of its piece. */
export interface RunSpeeds {
  readonly begin_m_s: number;
  /** Highest speed at the end; Infinity = whatever the piece allows. */
  readonly cap_m_s: number;
  readonly stops: boolean;
}

export class BlockRuns {
  readonly pieces: BlockPieces;
  /** Counts how often all runs were dropped: a run's number is valid only within one generation. */
  generation = 0;
  readonly #infra: Infra;
  readonly #train: StdcmTrain;
  readonly #simulator = new Simulator();
  readonly #times = new RunningTimes();
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
    this.pieces = new BlockPieces(infra, train, window_s);
  }

  /** Approximate memory of all runs and pieces. */
  get bytes(): number {
    return 24 * this.#x_m.length + this.pieces.bytes;
  }

  /** Call this between searches only. */
  trim(): void {
    const { pieces } = this;
    pieces.clearLong();
    this.trimPoints();
    if (pieces.tails.bytes <= TAILS_KEPT_BYTES_MAX) return;
    this.#clear();
    pieces.tails.clear();
  }

  /** Call this only when no run is in use. */
  trimPoints(): void {
    if (this.#nPoints > POINTS_KEPT_MAX) this.#clear();
  }

  #clear(): void {
    this.generation++;
    this.pieces.clearRuns();
    this.#count = 0;
    this.#nPoints = 0;
  }

  /** Returns the run over a piece that is not empty, or NO_RUN. */
  find(ends: PieceEnds, manner: PieceManner, speeds: RunSpeeds): number {
    const piece = this.pieces.find(ends);
    if (piece === null) return NO_RUN;
    return this.#findOn(piece, this.pieces.formOf(piece, ends, manner), speeds);
  }

  /** Returns the part over a piece of a run that begins at some speed on the way behind, or NO_RUN. */
  findFromBehind(ends: PieceEnds, behind: WayBehind, speeds: RunSpeeds): number {
    const piece = this.pieces.findLong(ends, behind);
    if (piece === null) return NO_RUN;
    return this.#findOn(piece, this.pieces.formOf(piece, ends, ANY_MANNER), speeds);
  }

  #findOn(piece: BlockPiece, form: Form, speeds: RunSpeeds): number {
    if (speeds.stops) return this.#remember(piece, form, speeds, 2);
    const free = this.#remember(piece, form, { ...speeds, cap_m_s: Infinity }, 0);
    if (free === NO_RUN || this.endSpeed_m_s(free) <= speeds.cap_m_s) return free;
    return this.#remember(piece, form, speeds, 1);
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
  approach_m_s(block: number): number {
    const { braking_m_s2 } = this.#train.stock.stock;
    const piece = this.pieces.find({
      block,
      from_mm: 0,
      to_mm: this.#infra.blockLength_mm[block]!,
    });
    if (piece === null) return 0;
    const { from_mm, v_m_s } = piece.limits;
    let lowest = Infinity;
    for (let i = 0; i < from_mm.length; i++) {
      const v2 = v_m_s[i]! ** 2 + 2 * braking_m_s2 * fromMilli(from_mm[i]!);
      lowest = Math.min(lowest, v2);
    }
    return Math.sqrt(lowest);
  }

  #remember(piece: BlockPiece, form: Form, speeds: RunSpeeds, kind: number): number {
    const begin = Math.round(speeds.begin_m_s * SPEED_STEPS);
    const cap = kind === 1 ? Math.round(speeds.cap_m_s * SPEED_STEPS) : 0;
    const key = (begin * SPEED_CODES + cap) * 4 + kind;
    const known = form.runs.get(key);
    if (known !== undefined) return known;
    const run = this.#make(piece, form.limits, speeds, kind);
    form.runs.set(key, run);
    return run;
  }

  #make(piece: BlockPiece, limits: SpeedParts, speeds: RunSpeeds, kind: number): number {
    const { length_m, forces, behind_m, stopsBehind_m } = piece;
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
    const base = simulator.buildBase({
      length_m,
      forces,
      limits: capped,
      stops: { positions_m, durations_s: positions_m.map(() => 0) },
      items_mm: [],
      initialSpeed_m_s: speeds.begin_m_s,
    });
    if (!base.ok) return NO_RUN;
    this.#times.read(simulator.arena, base.value);
    return this.#store(base.value, behind_m, length_m);
  }

  /** Copies the points of the last run's piece, with the margin's share of time; returns its number. */
  #store(base: Envelope, from_m: number, to_m: number): number {
    const { arena } = this.#simulator;
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
    for (let p = 0; p < base.count; p++) {
      const part = base.parts[p]!;
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
}
