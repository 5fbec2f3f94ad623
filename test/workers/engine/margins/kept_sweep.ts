/**
 * What is possible for a train, found by plain runs under extra speed limits; shares no code with margins. A limit that
 * begins one braking distance behind a place slows the train from there on.
 */
import { Simulator } from "../../../../workers/engine/simulation/simulate.ts";
import { makeRun, type PlainRun } from "../plain_run.ts";

export type Line = Partial<PlainRun> & { readonly length_m: number };
type Limit = readonly [from_m: number, to_m: number, v_m_s: number];

const SLOWEST_M_S = 1;
/** How exactly speeds and places are found. */
const FINE = 0.001;
/** Length of a limit at a place. */
const POINT_M = 0.01;
/** Between two moments in whole ms, with what is lost by limits in whole mm. */
const ROUNDED_S = 0.002;
const RUN_OUT_M = 10_000;
const SMALL_STEP_S = 0.002;
const simulator = new Simulator();

/** Time and speed at a position of the last run. */
interface Passing {
  readonly at_s: number;
  readonly v_m_s: number;
}

export class Sweep {
  readonly #line: Line;
  readonly #base: (x_m: number) => Passing;

  constructor(line: Line) {
    // The line goes on, so that a train may still brake behind its end.
    const length_m = line.length_m + RUN_OUT_M;
    const end = [length_m, line.gradients!.at(-1)![1]] as const;
    this.#line = { ...line, length_m, gradients: [...line.gradients!, end] };
    this.#base = this.#run([]);
  }

  /** Runs under limits; returns where it is when, without stops. */
  #run(limits: readonly Limit[]): (x_m: number) => Passing {
    const useful = limits.filter(([from_m, to_m, v_m_s]) => to_m - from_m >= 0.001 && v_m_s > 0);
    const rounded = useful.map(
      ([from_m, to_m, v_m_s]) => [round(from_m), round(to_m), v_m_s] as const,
    );
    const line = { ...this.#line, limits: [...(this.#line.limits ?? []), ...rounded] };
    const built = simulator.buildBase(makeRun(line));
    if (!built.ok) return () => ({ at_s: Infinity, v_m_s: 0 });
    const { arena } = simulator;
    const points: { x_m: number; v_m_s: number; t_s: number }[] = [];
    let t_s = 0;
    for (const part of built.value.parts.subarray(0, built.value.count)) {
      for (let i = arena.first[part]!; i < arena.end[part]!; i++) {
        points.push({ x_m: arena.x_m[i]!, v_m_s: arena.v_m_s[i]!, t_s });
        if (i < arena.end[part]! - 1) t_s += arena.h_s[i]!;
      }
    }
    return (x_m) => {
      const next = Math.max(
        1,
        points.findIndex((point) => point.x_m >= x_m),
      );
      const [from, to] = [points[next - 1]!, points[next]!];
      const share = to.x_m > from.x_m ? (x_m - from.x_m) / (to.x_m - from.x_m) : 1;
      const v_m_s = Math.sqrt(from.v_m_s ** 2 + share * (to.v_m_s ** 2 - from.v_m_s ** 2));
      const mean_m_s = (from.v_m_s + v_m_s) / 2;
      const at_s = mean_m_s > 0 ? from.t_s + (x_m - from.x_m) / mean_m_s : from.t_s;
      return { at_s, v_m_s };
    };
  }

  #time_s(from_m: number, to_m: number, limits: readonly Limit[]): number {
    const run = this.#run(limits);
    return run(to_m).at_s - run(from_m).at_s;
  }

  /** Least time from a place that is passed at most at a speed (absent: the base's). */
  fastest_s(from_m: number, to_m: number, begin_m_s = Infinity): number {
    return this.#time_s(from_m, to_m, begin_m_s === Infinity ? [] : [at(from_m, begin_m_s)]);
  }

  /** Most time from a place that is passed at least at a speed. */
  slowest_s(from_m: number, to_m: number, begin_m_s: number): number {
    if (from_m === 0 && this.#line.stock!.gamma.type === "MAX") {
      const { x_m, time_s } = this.#brakeFromBegin(to_m, begin_m_s);
      const then_s = x_m < to_m ? this.#time_s(x_m, to_m, [[x_m, to_m, SLOWEST_M_S]]) : 0;
      // The base may brake from its begin on, as if the train had no weight there: nothing is slower then.
      return Math.max(this.fastest_s(from_m, to_m), time_s + then_s);
    }
    return this.#time_s(from_m, to_m, this.#slow(from_m, begin_m_s)(to_m));
  }

  /** Brakes in small steps: a plain run draws it back to where the train begins and has, by itself, no weight yet. */
  #brakeFromBegin(to_m: number, begin_m_s: number): { x_m: number; time_s: number } {
    const { mass_kg, inertia_coefficient, rolling_resistance, gamma } = this.#line.stock!;
    const { A, B, C } = rolling_resistance;
    let v_m_s = Math.min(this.#base(0).v_m_s, begin_m_s);
    let x_m = 0;
    let time_s = 0;
    while (v_m_s > SLOWEST_M_S && x_m < to_m) {
      const ahead_m = x_m + (v_m_s * SMALL_STEP_S) / 2;
      const grade = this.#grade(ahead_m);
      const weight_n = (-mass_kg * 9.81 * grade) / Math.hypot(1, grade);
      const resistance_n = A + B * v_m_s + C * v_m_s ** 2;
      const loss_m_s2 = gamma.value + (resistance_n - weight_n) / (mass_kg * inertia_coefficient);
      x_m += (v_m_s - (loss_m_s2 * SMALL_STEP_S) / 2) * SMALL_STEP_S;
      v_m_s -= loss_m_s2 * SMALL_STEP_S;
      time_s += SMALL_STEP_S;
    }
    return { x_m, time_s };
  }

  /** Mean gradient under the part of the train that is on the line. */
  #grade(head_m: number): number {
    const tail_m = Math.max(0, head_m - this.#line.stock!.length_m);
    let from_m = 0;
    let rise = 0;
    for (const [end_m, permille] of this.#line.gradients!) {
      const on_m = Math.min(end_m, head_m) - Math.max(from_m, tail_m);
      if (on_m > 0) rise += (on_m * permille) / 1000;
      from_m = end_m;
    }
    return rise / (head_m - tail_m);
  }

  /** The train passes a place at a speed, brakes at once, and is as slow as it may be until another place. */
  #slow(from_m: number, begin_m_s: number): (until_m: number) => Limit[] {
    const from = at(from_m, Math.min(this.#base(from_m).v_m_s, Math.max(SLOWEST_M_S, begin_m_s)));
    const slow_m = this.#brakesUntil_m(from);
    const braking = this.#run([from, [slow_m - POINT_M, slow_m, SLOWEST_M_S]]);
    return (until_m) => {
      const x_m = Math.min(slow_m, until_m);
      // In whole mm, it would be a little faster than that where it has braked to the end.
      const own_m_s = x_m < slow_m ? braking(x_m).v_m_s : SLOWEST_M_S;
      return [from, [Math.max(0, x_m - POINT_M), until_m, Math.max(SLOWEST_M_S, own_m_s)]];
    };
  }

  /** Where a train that brakes at a place has its least speed. */
  #brakesUntil_m(from: Limit): number {
    const [from_m, , v_m_s] = from;
    const { length_m, stock } = this.#line;
    const { type, value } = stock!.gamma;
    if (type === "CONST") {
      return from_m + Math.max(0, v_m_s ** 2 - SLOWEST_M_S ** 2) / (2 * value);
    }
    const brakesBefore = (x_m: number): boolean =>
      this.#run([from, at(x_m, SLOWEST_M_S)])(from_m).v_m_s < v_m_s - FINE;
    return bisect(from_m, length_m, brakesBefore);
  }

  /**
   * Least and greatest speed at a place that may be passed some time after another one. Each is found by itself, because
   * the fastest way to a place takes less time the faster it is passed, and the slowest way likewise.
   */
  speedsAt(
    from_m: number,
    to_m: number,
    time_s: number,
    [begin_m_s, most_m_s]: readonly [number, number],
  ): readonly [number, number] {
    const top_m_s = this.#base(to_m).v_m_s;
    const fastest = most_m_s < Infinity ? [at(from_m, most_m_s)] : [];
    const isTooSlow = (v_m_s: number): boolean => {
      return this.#time_s(from_m, to_m, [...fastest, at(to_m, v_m_s)]) > time_s + ROUNDED_S;
    };
    const isTooFast = (v_m_s: number): boolean =>
      this.#slowestInto_s(from_m, to_m, [begin_m_s, v_m_s]) < time_s - ROUNDED_S;
    return [bisect(SLOWEST_M_S, top_m_s, isTooSlow), bisect(top_m_s, SLOWEST_M_S, isTooFast)];
  }

  /** Most time between speeds at two places: the train brakes at once and accelerates as late as it can. */
  #slowestInto_s(
    from_m: number,
    to_m: number,
    [begin_m_s, end_m_s]: readonly [number, number],
  ): number {
    const end = at(to_m, end_m_s);
    const isMissed = (limits: readonly Limit[]): boolean =>
      this.#run([...limits, end])(to_m).v_m_s < end_m_s - FINE;
    const top_m_s = this.#base(from_m).v_m_s;
    const own_m_s = Math.min(top_m_s, Math.max(SLOWEST_M_S, begin_m_s));
    // Where it can't be reached so, it has to be faster at its begin, and to accelerate all the way.
    const least_m_s = bisect(own_m_s, top_m_s, (v_m_s) => isMissed([at(from_m, v_m_s)]));
    if (least_m_s > own_m_s) {
      return least_m_s < top_m_s - FINE
        ? this.#time_s(from_m, to_m, [at(from_m, least_m_s), end])
        : 0;
    }
    const slow = this.#slow(from_m, own_m_s);
    const until_m = bisect(to_m, from_m, (x_m) => isMissed(slow(x_m)));
    return this.#time_s(from_m, to_m, [...slow(until_m), end]);
  }
}

/** The value next to `outside` that is not outside, from its own side; `inside` if there is none. */
function bisect(outside: number, inside: number, isOutside: (value: number) => boolean): number {
  if (!isOutside(outside)) return outside;
  let [out, within] = [outside, inside];
  while (Math.abs(within - out) > FINE) {
    const mid = (out + within) / 2;
    if (isOutside(mid)) out = mid;
    else within = mid;
  }
  return out;
}

/** A limit where the train passes a place. */
function at(x_m: number, v_m_s: number): Limit {
  return [x_m, x_m + POINT_M, v_m_s];
}

/** Limits are in whole mm. */
function round(x_m: number): number {
  return Math.round(x_m * 1000) / 1000;
}
