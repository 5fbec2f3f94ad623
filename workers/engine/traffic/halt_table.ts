/**
 * A train's times from one halt to the next, tabulated once: freely to its next stop, or braking before any signal
 * between. A halt is a place where it may stand: its start, its stops, the signals, its end. Starting and braking
 * are those of the engine's own runs with a stop there, however many sections they take.
 */
import { RunningTimes } from "../margins/running_times.ts";
import { err, ok, type Result } from "../result.ts";
import type { SimulationFault } from "../simulation/faults.ts";
import type { Run, Simulator } from "../simulation/simulate.ts";
import { fromMilli } from "../units.ts";
import type { LinePlaces } from "./line_places.ts";

/** Immutable. Halts between a halt and its `next` are all signals. Times are ms since departure from a halt. */
export interface HaltTable {
  readonly places: LinePlaces;
  /** [nHalts] ascending, mm. */
  readonly halts_mm: Float64Array;
  /** [nHalts] section that the signal at it opens; -1: there is none. */
  readonly section: Int32Array;
  /** [nHalts] the next stop or end behind it; its own number at the end. */
  readonly next: Uint32Array;
  /** [nHalts] arrival at `next`. */
  readonly arrival_ms: Float64Array;
  /** [nHalts] first zone that its tail leaves behind the halt; nothing is left between. */
  readonly clearFirst: Uint32Array;
  /** [nHalts] where the times at which the tail leaves zones, without braking, begin in `clears_ms`. */
  readonly clearRow: Uint32Array;
  readonly clears_ms: Float64Array;
  /** [nHalts] pair of a halt and the signal behind it; those of the following signals up to `next` follow. */
  readonly pairStart: Uint32Array;
  /** [nPairs] when the train reacts to the signal: in sight of it, or where it has to brake if that is earlier. */
  readonly reaction_ms: Float64Array;
  /** [nPairs] when it stands before the signal. */
  readonly braked_ms: Float64Array;
  /** [nPairs] first zone that its tail leaves later than without braking, where their times are, and what is added. */
  readonly brakedFirst: Uint32Array;
  readonly brakedRow: Uint32Array;
  readonly shift_ms: Float64Array;
}

/** Speeds that differ less are equal: steps of two runs do not fall on the same places. */
const EQUAL_M_S = 1e-3;
const BISECTIONS = 40;
const SAME_PLACE_MM = 1;

/** Tabulates a run without margins. */
export function tabulateHalts(
  places: LinePlaces,
  run: Run,
  simulator: Simulator,
): Result<HaltTable, SimulationFault> {
  const made = new Tabulator(places, run, simulator);
  const fault = made.tabulate();
  return fault === null ? ok(made.table()) : err(fault);
}

class Tabulator {
  readonly #places: LinePlaces;
  readonly #run: Run;
  readonly #simulator: Simulator;
  readonly #halts_mm: number[] = [0];
  readonly #section: number[] = [0];
  readonly #isStop: boolean[] = [true];
  readonly #clear_mm: Float64Array;
  readonly #next: Uint32Array;
  readonly #arrival_ms: Float64Array;
  readonly #clearFirst: Uint32Array;
  readonly #clearRow: Uint32Array;
  readonly #pairStart: Uint32Array;
  readonly #clears_ms: number[] = [];
  readonly #reaction_ms: number[] = [];
  readonly #braked_ms: number[] = [];
  readonly #brakedFirst: number[] = [];
  readonly #brakedRow: number[] = [];
  readonly #shift_ms: number[] = [];
  /** [nPairs] where braking before a signal begins. */
  readonly #brakeBegins_mm: number[] = [];
  /** The run freely from the halt before a series of signals that is a stop, from a signal, and one that brakes. */
  readonly #fromStop = new RunningTimes();
  readonly #fromSignal = new RunningTimes();
  readonly #braked = new RunningTimes();
  #fault: SimulationFault | null = null;

  constructor(places: LinePlaces, run: Run, simulator: Simulator) {
    this.#places = places;
    this.#run = run;
    this.#simulator = simulator;
    const tail_mm = run.forces.stock.length_m * 1000;
    this.#clear_mm = places.zoneEnds_mm.map((end_mm) => end_mm + tail_mm);
    this.#listHalts();
    const nHalts = this.#halts_mm.length;
    this.#next = new Uint32Array(nHalts).fill(nHalts - 1);
    for (let h = nHalts - 2; h >= 0; h--) {
      this.#next[h] = this.#isStop[h + 1] ? h + 1 : this.#next[h + 1]!;
    }
    this.#arrival_ms = new Float64Array(nHalts);
    this.#clearFirst = Uint32Array.from(this.#halts_mm, (at_mm) => {
      const z = this.#clear_mm.findIndex((clear_mm) => clear_mm > at_mm);
      return z < 0 ? places.zones.length : z;
    });
    this.#clearRow = new Uint32Array(nHalts);
    this.#pairStart = new Uint32Array(nHalts);
  }

  /** Stops and signals by place; a stop before a signal at the same place is one halt with it. */
  #listHalts(): void {
    const { signals_mm, length_mm } = this.#places;
    const stops_mm = this.#run.stops.positions_m.map((x_m) => Math.round(x_m * 1000));
    stops_mm.push(length_mm);
    let s = 0;
    let k = 0;
    while (s < stops_mm.length) {
      const last_mm = this.#halts_mm.at(-1)!;
      const stop_mm = Math.min(length_mm, stops_mm[s]!);
      const signal_mm = signals_mm[k] ?? Infinity;
      if (stop_mm <= last_mm + SAME_PLACE_MM && this.#isStop.at(-1)) {
        s++;
      } else if (Math.abs(signal_mm - stop_mm) <= SAME_PLACE_MM) {
        this.#addHalt(stop_mm, ++k, true);
        s++;
      } else if (signal_mm < stop_mm) {
        this.#addHalt(signal_mm, ++k, false);
      } else {
        this.#addHalt(stop_mm, -1, true);
        s++;
      }
    }
  }

  #addHalt(at_mm: number, section: number, isStop: boolean): void {
    this.#halts_mm.push(at_mm);
    this.#section.push(section);
    this.#isStop.push(isStop);
  }

  tabulate(): SimulationFault | null {
    const nHalts = this.#halts_mm.length;
    if (!this.#simulate(this.#fromStop, [])) return this.#fault;
    for (let stop = 0; stop < nHalts - 1; stop = this.#next[stop]!) {
      this.#addFree(stop, this.#fromStop);
      this.#pairStart[stop] = this.#reaction_ms.length;
      for (let b = stop + 1; b < this.#next[stop]!; b++) {
        if (!this.#simulate(this.#braked, [b])) return this.#fault;
        this.#addPair(stop, b, this.#fromStop);
      }
      for (let a = stop + 1; a < this.#next[stop]!; a++) {
        if (!this.#simulate(this.#fromSignal, [a])) return this.#fault;
        this.#addFree(a, this.#fromSignal);
        this.#pairStart[a] = this.#reaction_ms.length;
        for (let b = a + 1; b < this.#next[a]!; b++)
          if (!this.#addBraked(stop, a, b)) return this.#fault;
      }
    }
    return null;
  }

  /** A pair of two signals; from where the run is as fast again as if it had not stood, it brakes as that one does. */
  #addBraked(stop: number, a: number, b: number): boolean {
    const known = this.#pairStart[stop]! + b - stop - 1;
    const begin_m = fromMilli(this.#brakeBegins_mm[known]!);
    const isMerged =
      this.#brakeBegins_mm[known]! > this.#halts_mm[a]! &&
      Math.abs(this.#fromSignal.speedAt_m_s(begin_m) - this.#fromStop.speedAt_m_s(begin_m)) <
        EQUAL_M_S;
    if (!isMerged) {
      if (!this.#simulate(this.#braked, [a, b])) return false;
      this.#addPair(a, b, this.#fromSignal);
      return true;
    }
    const begin_ms = this.#since(this.#fromStop, stop, this.#brakeBegins_mm[known]!);
    const shift_ms = this.#since(this.#fromSignal, a, this.#brakeBegins_mm[known]!) - begin_ms;
    this.#brakeBegins_mm.push(this.#brakeBegins_mm[known]!);
    this.#pushReaction(a, b, this.#fromSignal);
    this.#braked_ms.push(this.#braked_ms[known]! + shift_ms);
    this.#brakedFirst.push(this.#brakedFirst[known]!);
    this.#brakedRow.push(this.#brakedRow[known]!);
    this.#shift_ms.push(shift_ms);
    return true;
  }

  #addPair(a: number, b: number, free: RunningTimes): void {
    const begin_mm = this.#findBrakeBegin(a, b, free);
    this.#brakeBegins_mm.push(begin_mm);
    this.#pushReaction(a, b, free);
    this.#braked_ms.push(this.#since(this.#braked, a, this.#halts_mm[b]!));
    let z = this.#clearFirst[a]!;
    while (z < this.#clear_mm.length && this.#clear_mm[z]! <= begin_mm) z++;
    this.#brakedFirst.push(z);
    this.#brakedRow.push(this.#clears_ms.length);
    this.#shift_ms.push(0);
    this.#pushClears(z, b, (at_mm) => this.#since(this.#braked, a, at_mm));
  }

  /** A train never reacts to a signal before it has reacted to the one before. */
  #pushReaction(a: number, b: number, free: RunningTimes): void {
    const sight_mm = this.#places.sights_mm[this.#section[b]! - 1]!;
    const at_mm = Math.max(this.#halts_mm[a]!, Math.min(sight_mm, this.#brakeBegins_mm.at(-1)!));
    const earlier_ms = b > a + 1 ? this.#reaction_ms.at(-1)! : 0;
    this.#reaction_ms.push(Math.max(earlier_ms, this.#since(free, a, at_mm)));
  }

  #findBrakeBegin(a: number, b: number, free: RunningTimes): number {
    let lo_mm = this.#halts_mm[a]!;
    let hi_mm = this.#halts_mm[b]!;
    for (let i = 0; i < BISECTIONS && hi_mm - lo_mm > 0.5; i++) {
      const mid_mm = (lo_mm + hi_mm) / 2;
      const x_m = fromMilli(mid_mm);
      const isSame = Math.abs(free.speedAt_m_s(x_m) - this.#braked.speedAt_m_s(x_m)) < EQUAL_M_S;
      if (isSame) lo_mm = mid_mm;
      else hi_mm = mid_mm;
    }
    return lo_mm;
  }

  #addFree(a: number, free: RunningTimes): void {
    const next = this.#next[a]!;
    this.#arrival_ms[a] = this.#since(free, a, this.#halts_mm[next]!);
    this.#clearRow[a] = this.#clears_ms.length;
    this.#pushClears(this.#clearFirst[a]!, next, (at_mm) => this.#since(free, a, at_mm));
  }

  #pushClears(first: number, halt: number, time_ms: (at_mm: number) => number): void {
    const end_mm = this.#halts_mm[halt]!;
    for (let z = first; z < this.#clear_mm.length && this.#clear_mm[z]! <= end_mm; z++) {
      this.#clears_ms.push(time_ms(this.#clear_mm[z]!));
    }
  }

  #since(times: RunningTimes, halt: number, at_mm: number): number {
    const from_us = times.timeAt_us(fromMilli(this.#halts_mm[halt]!));
    return (times.timeAt_us(fromMilli(at_mm)) - from_us) / 1000;
  }

  /** Reads the run with stops before some signals as well. */
  #simulate(times: RunningTimes, signals: readonly number[]): boolean {
    const { stops } = this.#run;
    const positions_m = [
      ...stops.positions_m,
      ...signals.map((h) => fromMilli(this.#halts_mm[h]!)),
    ];
    positions_m.sort((a, b) => a - b);
    const halting = { positions_m, durations_s: positions_m.map(() => 0) };
    const base = this.#simulator.buildBase({ ...this.#run, stops: halting });
    if (base.ok) times.read(this.#simulator.arena, base.value);
    else this.#fault = base.error;
    return base.ok;
  }

  table(): HaltTable {
    return {
      places: this.#places,
      halts_mm: Float64Array.from(this.#halts_mm),
      section: Int32Array.from(this.#section),
      next: this.#next,
      arrival_ms: this.#arrival_ms,
      clearFirst: this.#clearFirst,
      clearRow: this.#clearRow,
      clears_ms: Float64Array.from(this.#clears_ms),
      pairStart: this.#pairStart,
      reaction_ms: Float64Array.from(this.#reaction_ms),
      braked_ms: Float64Array.from(this.#braked_ms),
      brakedFirst: Uint32Array.from(this.#brakedFirst),
      brakedRow: Uint32Array.from(this.#brakedRow),
      shift_ms: Float64Array.from(this.#shift_ms),
    };
  }
}
