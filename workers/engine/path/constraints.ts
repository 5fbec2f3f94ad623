/**
 * Where a rolling stock may not pass (engine.md 2.4): loading gauge, electrification, signalling
 * system. One byte per block is enough for nearly all blocks; only the blocks of the start and the
 * destination need the exact extent of their blocked ranges.
 */
import { findString, type Infra } from "../infra/infra.ts";
import { SIGNALING_SYSTEMS } from "../infra/layout.ts";
import { gaugeBit } from "../infra/loading_gauge.ts";

/** Rolling stocks whose blocked blocks are remembered, at one byte per block each. */
const CONSTRAINTS_KEPT_MAX = 32;

/** The properties that decide which tracks a rolling stock may use. */
export interface StockTrackLimits {
  readonly loading_gauge: string;
  readonly is_thermal: boolean;
  readonly supported_electrifications: readonly string[];
}

/** The properties of a rolling stock that pathfinding on blocks uses. */
export interface StockLimits extends StockTrackLimits {
  readonly supported_signaling_systems: readonly string[];
  readonly maximum_speed_m_s: number;
}

/** Constraints that are properties of tracks. */
export interface TrackConstraints {
  /** Bit of the stock's gauge in the blocked sets. */
  readonly gauge: number;
  /** Voltages (string indices) that the stock runs under; null for a thermal stock. */
  readonly voltages: ReadonlySet<number> | null;
}

export interface Constraints extends TrackConstraints {
  /** [nBlocks] 1 = some range of the block is blocked. */
  readonly blocked: Uint8Array;
  /** Supported systems as a bit set over SIGNALING_SYSTEMS. */
  readonly systems: number;
}

export function makeConstraints(infra: Infra, stock: StockLimits): Constraints {
  const { gauge, voltages } = makeTrackConstraints(infra, stock);
  const systems = SIGNALING_SYSTEMS.reduce(
    (set, name, i) => (stock.supported_signaling_systems.includes(name) ? set | (1 << i) : set),
    0,
  );
  const { blockGaugeBlocked, blockVoltageSet, blockSystem, voltageSetStart, voltageSetItems } =
    infra;
  const setBlocked = new Uint8Array(Math.max(0, voltageSetStart.length - 1));
  for (let set = 0; set < setBlocked.length && voltages !== null; set++) {
    for (let k = voltageSetStart[set]!; k < voltageSetStart[set + 1]!; k++) {
      if (!voltages.has(voltageSetItems[k]!)) setBlocked[set] = 1;
    }
  }
  const blocked = new Uint8Array(blockSystem.length);
  for (let block = 0; block < blocked.length; block++) {
    const passes =
      (blockGaugeBlocked[block]! & gauge) === 0 &&
      setBlocked[blockVoltageSet[block]!] === 0 &&
      ((systems >>> blockSystem[block]!) & 1) === 1;
    blocked[block] = passes ? 0 : 1;
  }
  return { blocked, gauge, voltages, systems };
}

/** The part that does not depend on blocks; "" is never supported, even if listed. */
export function makeTrackConstraints(infra: Infra, stock: StockTrackLimits): TrackConstraints {
  const gauge = gaugeBit(stock.loading_gauge);
  if (stock.is_thermal) return { gauge, voltages: null };
  const names = stock.supported_electrifications.filter((name) => name !== "");
  return { gauge, voltages: new Set(names.map((name) => findString(infra, name))) };
}

/** Constraints on one network, by stock properties. */
export class KnownConstraints {
  readonly #infra: Infra;
  /** In order of last use. */
  readonly #known = new Map<string, Constraints>();

  constructor(infra: Infra) {
    this.#infra = infra;
  }

  of(stock: StockLimits): Constraints {
    const key = constraintKey(stock);
    const constraints = this.#known.get(key) ?? makeConstraints(this.#infra, stock);
    this.#known.delete(key);
    this.#known.set(key, constraints);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= CONSTRAINTS_KEPT_MAX) break;
      this.#known.delete(oldest);
    }
    return constraints;
  }
}

/** A text that is equal for stocks with equal constraints. */
function constraintKey(stock: StockLimits): string {
  const voltages = stock.is_thermal ? "thermal" : JSON.stringify(stock.supported_electrifications);
  return `${stock.loading_gauge};${voltages};${stock.supported_signaling_systems.join()}`;
}

/**
 * Finds the extent of a block's blocked ranges and writes [lowest start, highest end] in mm to
 * `out` (four entries, the others are scratch); [Infinity, -Infinity] if none is blocked.
 */
export function measureBlocked(
  infra: Infra,
  constraints: Constraints,
  block: number,
  out: Float64Array,
): void {
  out[0] = Infinity;
  out[1] = -Infinity;
  out[2] = -Infinity;
  out[3] = Infinity;
  if (((constraints.systems >>> infra.blockSystem[block]!) & 1) === 0) {
    widen(out, 0, infra.blockLength_mm[block]!);
  }
  let chunkStart_mm = 0;
  for (let k = infra.blockChunkStart[block]!; k < infra.blockChunkStart[block + 1]!; k++) {
    const directed = infra.blockChunks[k]!;
    widenByChunk(infra, constraints, { directed, chunkStart_mm, out });
    chunkStart_mm += infra.chunkLength_mm[directed >>> 1]!;
  }
}

/** Whether anything within a stretch of track is blocked. */
export function isStretchBlocked(
  infra: Infra,
  constraints: TrackConstraints,
  { directed, from_mm, to_mm }: TrackStretch,
): boolean {
  const { trackFirstChunk, chunkLength_mm } = infra;
  const first = trackFirstChunk[directed >>> 1]!;
  const end = trackFirstChunk[(directed >>> 1) + 1]!;
  const out = Float64Array.of(Infinity, -Infinity, from_mm, to_mm);
  let chunkStart_mm = 0;
  for (let k = first; k < end && chunkStart_mm < to_mm; k++) {
    const chunk = (directed & 1) === 0 ? k : first + end - 1 - k;
    const place = { directed: chunk * 2 + (directed & 1), chunkStart_mm, out };
    widenByChunk(infra, constraints, place);
    chunkStart_mm += chunkLength_mm[chunk]!;
  }
  return out[0]! < out[1]!;
}

/** A part of a directed track (track * 2 + direction), offsets along the direction. */
interface TrackStretch {
  readonly directed: number;
  readonly from_mm: number;
  readonly to_mm: number;
}

interface ChunkPlace {
  readonly directed: number;
  readonly chunkStart_mm: number;
  /** Lowest start, highest end, and the two ends of the window outside which ranges are ignored. */
  readonly out: Float64Array;
}

function widen(out: Float64Array, start_mm: number, end_mm: number): void {
  const from_mm = Math.max(start_mm, out[2]!);
  const to_mm = Math.min(end_mm, out[3]!);
  if (from_mm >= to_mm) return;
  if (from_mm < out[0]!) out[0] = from_mm;
  if (to_mm > out[1]!) out[1] = to_mm;
}

function widenByChunk(
  infra: Infra,
  { gauge, voltages }: TrackConstraints,
  place: ChunkPlace,
): void {
  widenByGauge(infra, gauge, place);
  if (voltages !== null) widenByVoltage(infra, voltages, place);
}

function widenByGauge(
  infra: Infra,
  gauge: number,
  { directed, chunkStart_mm, out }: ChunkPlace,
): void {
  const chunk = directed >>> 1;
  const length_mm = infra.chunkLength_mm[chunk]!;
  for (let g = infra.gaugeStart[chunk]!; g < infra.gaugeStart[chunk + 1]!; g++) {
    if ((infra.gaugeBlocked[g]! & gauge) === 0) continue;
    const from_mm = infra.gaugeFrom_mm[g]!;
    const to_mm = infra.gaugeTo_mm[g]!;
    if ((directed & 1) === 0) widen(out, chunkStart_mm + from_mm, chunkStart_mm + to_mm);
    else widen(out, chunkStart_mm + length_mm - to_mm, chunkStart_mm + length_mm - from_mm);
  }
}

/** Unsupported voltage pieces, minus the neutral sections of the direction. */
function widenByVoltage(
  infra: Infra,
  voltages: ReadonlySet<number>,
  { directed, chunkStart_mm, out }: ChunkPlace,
): void {
  const chunk = directed >>> 1;
  const length_mm = infra.chunkLength_mm[chunk]!;
  let from_mm = 0;
  for (
    let e = infra.electrificationStart[chunk]!;
    e < infra.electrificationStart[chunk + 1]!;
    e++
  ) {
    const to_mm = infra.electrificationEnd_mm[e]!;
    if (!voltages.has(infra.electrificationVoltage[e]!)) {
      let lo_mm = (directed & 1) === 0 ? from_mm : length_mm - to_mm;
      const hi_mm = (directed & 1) === 0 ? to_mm : length_mm - from_mm;
      for (let n = infra.neutralStart[directed]!; n < infra.neutralStart[directed + 1]!; n++) {
        const neutralFrom_mm = Math.min(hi_mm, infra.neutralFrom_mm[n]!);
        widen(out, chunkStart_mm + lo_mm, chunkStart_mm + neutralFrom_mm);
        lo_mm = Math.max(lo_mm, infra.neutralTo_mm[n]!);
      }
      widen(out, chunkStart_mm + lo_mm, chunkStart_mm + hi_mm);
    }
    from_mm = to_mm;
  }
}
