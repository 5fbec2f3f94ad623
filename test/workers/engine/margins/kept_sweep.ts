/**
 * What is possible for a train, found by plain runs under extra speed limits; shares no code with margins. Its brakes
 * have a constant rate, so a limit that begins one braking distance behind a place slows the train from there on.
 */
import { Simulator } from "../../../../workers/engine/simulation/simulate.ts";
import { makeRun, type PlainRun } from "../plain_run.ts";

export type Line = Partial<PlainRun> & { readonly length_m: number };
type Limit = readonly [from_m: number, to_m: number, v_m_s: number];

const SLOWEST_M_S = 1;
const FINE_M_S = 0.001;
/** A run that keeps a time is this near to it. */
const DRAWN_S = 0.011;
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
    this.#line = line;
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

  /** Least time from a place that is passed at most at a speed (absent: the base's). */
  fastest_s(from_m: number, to_m: number, begin_m_s = Infinity): number {
    const run = begin_m_s === Infinity ? this.#base : this.#run([at(from_m, begin_m_s)]);
    return run(to_m).at_s - run(from_m).at_s;
  }

  /** Most time from a place that is passed at least at a speed. */
  slowest_s(from_m: number, to_m: number, begin_m_s: number): number {
    const { gamma } = this.#line.stock!;
    const base_m_s = this.#base(from_m).v_m_s;
    const v_m_s = Math.min(base_m_s, Math.max(SLOWEST_M_S, begin_m_s));
    const brakes_m = Math.max(0, v_m_s ** 2 - SLOWEST_M_S ** 2) / (2 * gamma.value);
    const run = this.#run([at(from_m, v_m_s), [from_m + brakes_m, to_m, SLOWEST_M_S]]);
    return run(to_m).at_s - run(from_m).at_s;
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
      const run = this.#run([...fastest, at(to_m, v_m_s)]);
      return run(to_m).at_s - run(from_m).at_s > time_s + DRAWN_S;
    };
    const isTooFast = (v_m_s: number): boolean =>
      this.#slowestInto_s(from_m, to_m, [begin_m_s, v_m_s]) < time_s - DRAWN_S;
    return [
      bisect_m_s(SLOWEST_M_S, top_m_s, isTooSlow),
      bisect_m_s(top_m_s, SLOWEST_M_S, isTooFast),
    ];
  }

  /** Most time between speeds at two places: the train brakes at once and accelerates as late as it can. */
  #slowestInto_s(
    from_m: number,
    to_m: number,
    [begin, end_m_s]: readonly [number, number],
  ): number {
    const begin_m_s = Math.min(this.#base(from_m).v_m_s, Math.max(SLOWEST_M_S, begin));
    const rate_m_s2 = this.#line.stock!.gamma.value;
    const length_m = to_m - from_m;
    const brakes_m = Math.max(0, begin_m_s ** 2 - SLOWEST_M_S ** 2) / (2 * rate_m_s2);
    if (brakes_m >= length_m) {
      const least_m_s = Math.sqrt(begin_m_s ** 2 - 2 * rate_m_s2 * length_m);
      return (2 * length_m) / (begin_m_s + least_m_s);
    }
    const timeOf_s = (limits: readonly Limit[]): number => {
      const run = this.#run([...limits, at(to_m, end_m_s)]);
      const reaches = run(to_m).v_m_s >= end_m_s - 0.001;
      return reaches ? run(to_m).at_s - run(from_m).at_s : Number.NaN;
    };
    const from = at(from_m, begin_m_s);
    let low = from_m + brakes_m;
    let most_s = timeOf_s([from]);
    if (Number.isNaN(most_s)) {
      // It has to be faster at its begin, and to accelerate all the way.
      low = begin_m_s;
      let high = this.#base(from_m).v_m_s;
      for (let k = 0; k < 20; k++) {
        const mid = (low + high) / 2;
        const time_s = timeOf_s([at(from_m, mid)]);
        if (Number.isNaN(time_s)) low = mid;
        else high = mid;
        most_s = Number.isNaN(time_s) ? most_s : time_s;
      }
      return Number.isNaN(most_s) ? 0 : most_s;
    }
    let high = to_m;
    for (let k = 0; k < 20; k++) {
      const until_m = (low + high) / 2;
      const time_s = timeOf_s([from, [from_m + brakes_m, until_m, SLOWEST_M_S]]);
      if (Number.isNaN(time_s)) high = until_m;
      else {
        most_s = Math.max(most_s, time_s);
        low = until_m;
      }
    }
    return most_s;
  }
}

/** The value next to `outside` that is not outside, from its own side; `inside` if there is none. */
function bisect_m_s(outside: number, inside: number, isOutside: (v_m_s: number) => boolean): number {
  if (!isOutside(outside)) return outside;
  let [out, within] = [outside, inside];
  while (Math.abs(within - out) > FINE_M_S) {
    const mid = (out + within) / 2;
    if (isOutside(mid)) out = mid;
    else within = mid;
  }
  return out;
}

/** A limit where the train passes a place. */
function at(x_m: number, v_m_s: number): Limit {
  return [x_m, x_m + 0.01, v_m_s];
}

/** Limits are in whole mm. */
function round(x_m: number): number {
  return Math.round(x_m * 1000) / 1000;
}
