/**
 * A train's times along its path (engine.md 7): running times of one envelope plus the stops on the
 * way, and the highest speed on a stretch.
 */
import { type Envelope, type EnvelopeArena, findPart } from "../envelope/envelope.ts";
import { RunningTimes } from "../margins/running_times.ts";
import { POSITION_EPSILON_M } from "../physics/constants.ts";
import type { Stops } from "../simulation/report.ts";
import { fromMilli } from "../units.ts";

/** One envelope of a simulation and its stops, in metres and seconds. */
export interface FinalRun {
  readonly arena: EnvelopeArena;
  readonly envelope: Envelope;
  readonly stops: Stops;
}

export class TrainTimes {
  readonly #running = new RunningTimes();
  #run: FinalRun | null = null;
  #stops_m: readonly number[] = [];
  /** [nStops + 1] total time of all earlier stops, whole microseconds. */
  #waited_us = new Float64Array(64);
  /** [nParts] highest speed of each part of the envelope, filled when first needed. */
  #fastest_m_s: Float64Array | null = null;

  /** Reads a run, which must not change while times are read. */
  read(run: FinalRun): void {
    this.#run = run;
    this.#running.read(run.arena, run.envelope);
    this.#fastest_m_s = null;
    const { positions_m, durations_s } = run.stops;
    this.#stops_m = positions_m;
    if (this.#waited_us.length <= positions_m.length) {
      this.#waited_us = new Float64Array(2 * positions_m.length);
    }
    for (let s = 0; s < positions_m.length; s++) {
      this.#waited_us[s + 1] = this.#waited_us[s]! + Math.floor(durations_s[s]! * 1e6 + 0.5);
    }
  }

  /** Duration of the whole run with all stops, including one at its end. */
  get total_us(): number {
    return this.#running.total_us + this.#waited_us[this.#stops_m.length]!;
  }

  /** Arrival of the head at an offset on the path. */
  arrival_us(x_mm: number): number {
    return this.#running.timeAt_us(fromMilli(x_mm)) + this.#waitedBefore_us(x_mm, -1);
  }

  /** The same, including a stop at the offset itself. */
  departure_us(x_mm: number): number {
    return this.#running.timeAt_us(fromMilli(x_mm)) + this.#waitedBefore_us(x_mm, 1);
  }

  /** Arrivals (side -1) or departures (side 1) at many offsets, the quicker the more of them ascend. */
  readTimes_us(
    offsets_mm: Float64Array,
    count: number,
    { side, out_us }: { readonly side: 1 | -1; readonly out_us: Float64Array },
  ): void {
    this.#running.timesAt_us(offsets_mm, count, out_us);
    if (this.#stops_m.length === 0) return;
    for (let i = 0; i < count; i++) {
      out_us[i] = out_us[i]! + this.#waitedBefore_us(offsets_mm[i]!, side);
    }
  }

  /** Time of the stops before x; those within an epsilon count as before (side 1) or not (side -1). */
  #waitedBefore_us(x_mm: number, side: 1 | -1): number {
    const limit_m = fromMilli(x_mm) + side * POSITION_EPSILON_M;
    let lo = 0;
    let hi = this.#stops_m.length;
    while (lo < hi) {
      const mid = (lo + hi) >> 1;
      const isBefore = side > 0 ? this.#stops_m[mid]! <= limit_m : this.#stops_m[mid]! < limit_m;
      if (isBefore) lo = mid + 1;
      else hi = mid;
    }
    return this.#waited_us[lo]!;
  }

  /** The highest of the speeds at both ends and in the parts strictly between them (engine.md 7.2). */
  fastestBetween_m_s(from_mm: number, to_mm: number): number {
    const { arena, envelope } = this.#run!;
    const from_m = fromMilli(from_mm);
    const to_m = fromMilli(to_mm);
    let fastest = Math.max(this.#running.speedAt_m_s(from_m), this.#running.speedAt_m_s(to_m));
    const fastest_m_s = (this.#fastest_m_s ??= findFastest(arena, envelope));
    const last = findPart(arena, envelope, to_m);
    for (let p = findPart(arena, envelope, from_m) + 1; p < last; p++) {
      fastest = Math.max(fastest, fastest_m_s[p]!);
    }
    return fastest;
  }
}

function findFastest(arena: EnvelopeArena, envelope: Envelope): Float64Array {
  const fastest_m_s = new Float64Array(envelope.count);
  for (let p = 0; p < envelope.count; p++) {
    const part = envelope.parts[p]!;
    for (let i = arena.first[part]!; i < arena.end[part]!; i++) {
      if (arena.v_m_s[i]! > fastest_m_s[p]!) fastest_m_s[p] = arena.v_m_s[i]!;
    }
  }
  return fastest_m_s;
}
