/**
 * The least traction energy at the wheel for a run from stand to stand in a given time, on any gradients and limits:
 * dynamic programming over the distance, with a price for each second. Shares nothing with the engine but the stock's figures.
 * The train is a point; its brakes give a force of mass (rotating masses included) times rate, on top of what resists.
 */

export interface Track {
  readonly length_m: number;
  /** (end of the piece m, per mille), ascending. */
  readonly gradients: readonly (readonly [number, number])[];
  /** (from m, to m, m/s). */
  readonly limits: readonly (readonly [number, number, number])[];
}

export interface PointTrain {
  readonly mass_kg: number;
  readonly running_kg: number;
  readonly braking_m_s2: number;
  readonly resistance_n: (v_m_s: number) => number;
  readonly effort_n: (v_m_s: number) => number;
}

const GRAVITY_M_S2 = 9.81;
/** The price of a second is sought to this share. */
const PRICE_PRECISION = 0.01;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

export class OptimalControl {
  readonly #train: PointTrain;
  readonly #step_m: number;
  readonly #nSteps: number;
  readonly #nSpeeds: number;
  /** [nSteps] weight against the train in the middle of each step. */
  readonly #against_n: Float64Array;
  /** [nSteps + 1] the highest square of speed from which limits and the end can be met. */
  readonly #top: Float64Array;
  readonly #costs = new Map<number, number>();

  constructor(track: Track, train: PointTrain, step_m: number, nSpeeds: number) {
    this.#train = train;
    this.#nSteps = Math.ceil(track.length_m / step_m);
    this.#step_m = track.length_m / this.#nSteps;
    this.#nSpeeds = nSpeeds;
    const at = (i: number): number => i * this.#step_m;
    this.#against_n = Float64Array.from({ length: this.#nSteps }, (_, i) => {
      const rise_m = heightAt_m(track, at(i + 1)) - heightAt_m(track, at(i));
      return train.mass_kg * GRAVITY_M_S2 * Math.sin(Math.atan(rise_m / this.#step_m));
    });
    this.#top = new Float64Array(this.#nSteps + 1);
    for (let i = this.#nSteps - 1; i >= 0; i--) {
      const braking_n = -train.running_kg * train.braking_m_s2;
      const limit = lowestLimit_m_s(track, at(i), at(i + 1)) ** 2;
      // What full brakes end at if they begin there: found from behind, by the middle of the step.
      const next = this.#top[i + 1]!;
      let begin = next;
      for (let k = 0; k < 4; k++) begin = next - this.#change(i, (begin + next) / 2, braking_n);
      this.#top[i] = Math.min(begin, limit);
    }
  }

  /** By duality the highest of what each price allows: no run in that time takes less. */
  leastEnergy_j(time_s: number, high_j_s = 2e7): number {
    let [low, high] = [Math.log(1e4), Math.log(high_j_s)];
    const bound = (log: number): number => this.#costAt_j(Math.exp(log)) - Math.exp(log) * time_s;
    let [a, b] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
    let [fa, fb] = [bound(a), bound(b)];
    while (high - low > PRICE_PRECISION) {
      if (fa > fb) {
        [high, b, fb] = [b, a, fa];
        a = high - GOLDEN * (high - low);
        fa = bound(a);
      } else {
        [low, a, fa] = [a, b, fb];
        b = low + GOLDEN * (high - low);
        fb = bound(b);
      }
    }
    return Math.max(fa, fb);
  }

  /** Change of the square of speed over a step under a force at the wheel. */
  #change(step: number, square: number, force_n: number): number {
    const { resistance_n, running_kg } = this.#train;
    const pull_n = force_n - resistance_n(Math.sqrt(square)) - this.#against_n[step]!;
    return (2 * this.#step_m * pull_n) / running_kg;
  }

  /** Least energy + price × time. */
  #costAt_j(price_j_s: number): number {
    const known = this.#costs.get(price_j_s);
    if (known !== undefined) return known;
    const n = this.#nSpeeds;
    let next = new Float64Array(n + 1);
    let here = new Float64Array(n + 1);
    for (let i = this.#nSteps - 1; i >= 0; i--) {
      const top = this.#top[i]!;
      for (let k = 0; k <= n; k++) here[k] = this.#best_j(i, (top * k) / n, next, price_j_s);
      [next, here] = [here, next];
    }
    this.#costs.set(price_j_s, next[0]!);
    return next[0]!;
  }

  /** The best of: full effort, the same speed, coasting, full brakes, and what ends at the highest speed. */
  #best_j(step: number, square: number, next: Float64Array, price_j_s: number): number {
    const { effort_n, running_kg, braking_m_s2 } = this.#train;
    const nextTop = this.#top[step + 1]!;
    const brakes_n = -running_kg * braking_m_s2;
    const perSquare_n = running_kg / (2 * this.#step_m);
    const forceTo_n = (to: number): number =>
      to * perSquare_n -
      (square + this.#change(step, Math.max(0, (square + to) / 2), 0)) * perSquare_n;
    let best_j = Infinity;
    const cost = (to: number, force_n: number): void => {
      if (!(to >= 0) || to > nextTop * (1 + 1e-9) + 1e-9) return;
      const [v0, v1] = [Math.sqrt(square), Math.sqrt(to)];
      if (v0 + v1 === 0) return;
      const rest_j = valueAt(next, nextTop === 0 ? 0 : to / nextTop);
      const seconds = (2 * this.#step_m) / (v0 + v1);
      best_j = Math.min(best_j, Math.max(0, force_n) * this.#step_m + price_j_s * seconds + rest_j);
    };
    const push = (forceAt: (v: number) => number): number => {
      let to = square + this.#change(step, square, forceAt(Math.sqrt(square)));
      for (let k = 0; k < 3; k++) {
        const middle = Math.max(0, (square + to) / 2);
        to = square + this.#change(step, middle, forceAt(Math.sqrt(middle)));
      }
      return to;
    };
    const full = push(effort_n);
    const slowest = Math.max(
      0,
      push(() => brakes_n),
    );
    cost(full, forceTo_n(full));
    cost(
      push(() => 0),
      0,
    );
    cost(slowest, forceTo_n(slowest));
    for (const to of [square, nextTop]) {
      if (to <= full && to >= slowest - 1e-9) cost(to, forceTo_n(to));
    }
    // Full brakes end at the highest speed but for rounding.
    if (best_j === Infinity) cost(nextTop, brakes_n);
    return best_j;
  }
}

/** Linear between the values at equal shares. */
function valueAt(values: Float64Array, share: number): number {
  const last = values.length - 1;
  const at = Math.min(share, 1) * last;
  const k = Math.min(Math.floor(at), last - 1);
  const over = at - k;
  // From a stand right before the end there is no way on.
  if (values[k] === Infinity || over === 0) return values[k]!;
  return values[k]! + over * (values[k + 1]! - values[k]!);
}

function heightAt_m({ gradients }: Track, x_m: number): number {
  let begin_m = 0;
  let up_m = 0;
  for (const [end_m, permille] of gradients) {
    up_m += (Math.max(0, Math.min(x_m, end_m) - begin_m) * permille) / 1000;
    begin_m = end_m;
  }
  return up_m;
}

function lowestLimit_m_s({ limits }: Track, from_m: number, to_m: number): number {
  const there = limits.filter(([begin_m, end_m]) => begin_m < to_m && end_m > from_m);
  return Math.min(...there.map(([, , v_m_s]) => v_m_s));
}
