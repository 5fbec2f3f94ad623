/**
 * Pieces of blocks with what a run over them takes from the network: forces, limits, and how limits of the way behind
 * and the signal at a stop change these.
 */
import type { SpeedParts } from "../envelope/mrsp.ts";
import type { Infra } from "../infra/infra.ts";
import { makeBlockPath, type StampScratch } from "../path/block_path.ts";
import type { PathSpeedLimits } from "../path/path_attributes.ts";
import { delimits, isBufferStop } from "../path/path_signals.ts";
import { makeTrainPath } from "../path/train_path.ts";
import type { CompiledStock } from "../physics/rolling_stock.ts";
import { TrainForces } from "../physics/train_forces.ts";
import { RangeMap } from "../range_map.ts";
import { choosePower } from "../simulation/electrification.ts";
import { limitsForTag, readPathPhysics, remember } from "../simulation/path_physics.ts";
import { safetySpeedsOf } from "../simulation/safety_speeds.ts";
import type { ReceptionSignal } from "../simulation/schedule.ts";
import { collectLimits } from "../simulation/speed_limits.ts";
import {
  findTemporaryLimits,
  limitsThroughout,
  lowerLimits,
} from "../simulation/temporary_limits.ts";
import { fromMilli, toMilli } from "../units.ts";
import type { StdcmTrain } from "./steps.ts";
import { addPart, isCovered, NO_LIMITS, TailLimits } from "./tail_limits.ts";

/** Approximate memory of a piece with its network data. */
const PIECE_BYTES = 3000;

/** A piece of a block, and what it takes from the network. */
export interface BlockPiece {
  /** The way run before the piece itself, and the stops on it. */
  readonly behind_m: number;
  readonly stopsBehind_m: readonly number[];
  /** With the way behind. */
  readonly length_m: number;
  readonly forces: TrainForces;
  /** Its own limits, and those of them that the tail is still under when the head leaves it. */
  readonly limits: SpeedParts;
  readonly left: SpeedParts;
  /** By the limits that it is entered under and the signal that the train stops at. */
  readonly forms: Map<number, Form>;
}

/** A piece as a train runs over it. */
export interface Form {
  readonly limits: SpeedParts;
  /** Run by its speeds. */
  readonly runs: Map<number, number>;
  /** List of the limits under which the train leaves it. */
  readonly tail: number;
}

/** How the train comes to a piece, and the end of it. */
export interface PieceManner {
  /** List of the limits of the way behind. */
  readonly tail: number;
  /** The signal at the stop at its end; OPEN where there is none. */
  readonly signal: ReceptionSignal;
  /** Whether the path ends there. */
  readonly isEnd: boolean;
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

const SIGNAL_CODES: Readonly<Record<ReceptionSignal, number>> = {
  OPEN: 0,
  STOP: 1,
  SHORT_SLIP_STOP: 2,
};
const MANNER_CODES = 8;
export const ANY_MANNER: PieceManner = { tail: NO_LIMITS, signal: "OPEN", isEnd: false };

export class BlockPieces {
  readonly tails: TailLimits;
  readonly #infra: Infra;
  readonly #train: StdcmTrain;
  /** Temporary limits that are in force until then count: no train is on its way any more. Ms since the epoch. */
  readonly #limitsUntil_ms: number;
  readonly #scratch: StampScratch;
  readonly #pieces = new Map<string, BlockPiece | null>();
  /** Pieces with a way behind, of one search: they are rare and depend on its ways. */
  readonly #longPieces = new Map<string, BlockPiece | null>();
  /** [nBlocks] pieces that are whole blocks, filled when first asked for. */
  readonly #whole: (BlockPiece | null | undefined)[] = [];

  constructor(infra: Infra, train: StdcmTrain, window_s: number) {
    this.#infra = infra;
    this.#train = train;
    this.tails = new TailLimits(train.stock.stock.max_speed_m_s);
    this.#limitsUntil_ms = (train.limits?.start_ms ?? 0) + 1000 * window_s;
    this.#scratch = { chunkStamps: new Int32Array(2 * infra.chunkTrack.length), stamp: 0 };
  }

  /** Approximate memory of all pieces. */
  get bytes(): number {
    return PIECE_BYTES * this.#pieces.size + 8 * this.#whole.length + this.tails.bytes;
  }

  /** Drops the pieces with a way behind: only the ways of one search use them. */
  clearLong(): void {
    this.#longPieces.clear();
  }

  /** Forgets all runs. */
  clearRuns(): void {
    for (const piece of this.#pieces.values()) piece?.forms.clear();
    this.clearLong();
  }

  /** The piece of a block; null where no path can be made of it. */
  find(ends: PieceEnds): BlockPiece | null {
    const { block, from_mm, to_mm } = ends;
    const isWhole = from_mm === 0 && to_mm === this.#infra.blockLength_mm[block];
    const whole = isWhole ? this.#whole[block] : undefined;
    if (whole !== undefined) return whole;
    const behind = { blocks: [], from_mm, stops_mm: [], length_mm: 0 };
    const make = (): BlockPiece | null => this.#readPiece([block], to_mm, behind);
    const piece = remember(this.#pieces, `${block}/${from_mm}/${to_mm}`, make, Infinity);
    if (isWhole) this.#whole[block] = piece;
    return piece;
  }

  /** A piece with the way on which the train comes to it. */
  findLong(ends: PieceEnds, behind: WayBehind): BlockPiece | null {
    const { blocks, from_mm, stops_mm } = behind;
    const key = [...blocks, ends.block, from_mm, ends.to_mm, ...stops_mm].join("/");
    const make = (): BlockPiece | null =>
      this.#readPiece([...blocks, ends.block], ends.to_mm, behind);
    return remember(this.#longPieces, key, make, Infinity);
  }

  /** List of the limits under which the train leaves a piece, which may be empty. */
  tailBehind(ends: PieceEnds, manner: PieceManner): number {
    const { tails } = this;
    if (ends.to_mm > ends.from_mm) {
      const piece = this.find(ends);
      return piece === null ? NO_LIMITS : this.formOf(piece, ends, manner).tail;
    }
    const { from_mm, to_mm, v_m_s } = tails.listOf(manner.tail);
    const held = { from_mm: [...from_mm], to_mm: [...to_mm], v_m_s: [...v_m_s] };
    this.#addSafety(held, ends, manner);
    return tails.intern(held);
  }

  /** How a piece is run in some manner. */
  formOf(piece: BlockPiece, ends: PieceEnds, manner: PieceManner): Form {
    const { tail, signal, isEnd } = manner;
    const key = tail * MANNER_CODES + 2 * SIGNAL_CODES[signal] + (isEnd ? 1 : 0);
    const known = piece.forms.get(key);
    if (known !== undefined) return known;
    const form = this.#makeForm(piece, ends, manner);
    piece.forms.set(key, form);
    return form;
  }

  #makeForm(piece: BlockPiece, ends: PieceEnds, manner: PieceManner): Form {
    const length_mm = Math.round(piece.length_m * 1000);
    const coming = this.tails.listOf(manner.tail);
    const { from_mm, to_mm, v_m_s } = coming;
    const more = { from_mm: [...from_mm], to_mm: [...to_mm], v_m_s: [...v_m_s] };
    this.#addSafety(more, ends, manner);
    const { limits, left } = piece;
    const all = {
      from_mm: [...limits.from_mm],
      to_mm: [...limits.to_mm],
      v_m_s: [...limits.v_m_s],
    };
    const tail = { from_mm: [...left.from_mm], to_mm: [...left.to_mm], v_m_s: [...left.v_m_s] };
    more.v_m_s.forEach((v, i) => {
      const [first_mm, last_mm] = [more.from_mm[i]!, more.to_mm[i]!];
      if (last_mm > length_mm) {
        addPart(tail, Math.max(0, first_mm - length_mm), last_mm - length_mm, v);
      }
      const on = { from_mm: [first_mm], to_mm: [Math.min(length_mm, last_mm)], v_m_s: [v] };
      if (first_mm >= length_mm || isCovered(on, 0, limits)) return;
      addPart(all, first_mm, on.to_mm[0]!, v);
    });
    // Most pieces are run alike whatever lies behind.
    const isUsual = all.v_m_s.length === limits.v_m_s.length && manner !== ANY_MANNER;
    const runs = isUsual ? this.formOf(piece, ends, ANY_MANNER).runs : new Map<number, number>();
    return { limits: all, runs, tail: this.tails.intern(tail) };
  }

  /** Adds the limits before the signal at the stop at a piece's end, from the piece's begin on. */
  #addSafety(parts: SpeedParts, { block, from_mm, to_mm }: PieceEnds, manner: PieceManner): void {
    const { blockExit, blockLength_mm } = this.#infra;
    const length_mm = toMilli(this.#train.stock.stock.length_m);
    const add = (signal_mm: number, signal: ReceptionSignal): void => {
      for (const { distance_mm, speed_mm_s } of safetySpeedsOf(signal)) {
        const first_mm = Math.max(0, signal_mm - distance_mm - from_mm);
        addPart(parts, first_mm, signal_mm + length_mm - from_mm, fromMilli(speed_mm_s));
      }
    };
    if (manner.signal !== "OPEN") {
      const signal_mm = findSignal(this.#infra, block, to_mm);
      if (signal_mm !== null) add(signal_mm, manner.signal);
    }
    const isAtBuffer = manner.isEnd && isBufferStop(this.#infra, blockExit[block]! >>> 1);
    if (isAtBuffer) add(blockLength_mm[block]!, "SHORT_SLIP_STOP");
  }

  #readPiece(blocks: number[], to_mm: number, behind: WayBehind): BlockPiece | null {
    const { stock, comfort, speed_limit_tag, fallback_tags, limits, profiles, is_exact } =
      this.#train;
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
            limitsThroughout(
              findTemporaryLimits(limits.group, made.value.ranges),
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
      forces: new TrainForces(stock.stock, physics.gradient, power.efforts, is_exact),
      limits: collectLimits(lowered, stock.stock, new RangeMap<number>()),
      left: listLeft(lowered, stock.stock),
      forms: new Map(),
    };
  }
}

/** Limits of a piece that a train is still under when its head leaves it, from there on. */
function listLeft(
  { boundaries_mm, limits_mm_s }: PathSpeedLimits,
  { length_m, max_speed_m_s }: CompiledStock,
): SpeedParts {
  const left: SpeedParts = { from_mm: [], to_mm: [], v_m_s: [] };
  const length_mm = boundaries_mm[limits_mm_s.length]!;
  limits_mm_s.forEach((limit_mm_s, i) => {
    const over_mm = boundaries_mm[i + 1]! + toMilli(length_m) - length_mm;
    if (limit_mm_s === 0 || over_mm <= 0 || fromMilli(limit_mm_s) > max_speed_m_s) return;
    addPart(left, 0, over_mm, fromMilli(limit_mm_s));
  });
  return left;
}

/** The first signal of a block at or after an offset that delimits blocks; null: none. */
function findSignal(infra: Infra, block: number, from_mm: number): number | null {
  const { blockZonePathStart, blockZonePaths, zonePathLength_mm } = infra;
  const { zonePathSignalStart, zonePathSignals, zonePathSignalOffset_mm } = infra;
  let start_mm = 0;
  for (let k = blockZonePathStart[block]!; k < blockZonePathStart[block + 1]!; k++) {
    const zonePath = blockZonePaths[k]!;
    for (let s = zonePathSignalStart[zonePath]!; s < zonePathSignalStart[zonePath + 1]!; s++) {
      const at_mm = start_mm + zonePathSignalOffset_mm[s]!;
      if (at_mm >= from_mm && delimits(infra, zonePathSignals[s]!)) return at_mm;
    }
    start_mm += zonePathLength_mm[zonePath]!;
  }
  return null;
}
