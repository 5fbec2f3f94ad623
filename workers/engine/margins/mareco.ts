/**
 * MARECO (engine.md 5.7): a section is capped at a speed v1, and the train coasts as early as it
 * can before it brakes and before slopes on which it gains speed again. The one parameter v1 gives
 * both the cap and vf, the speed below which the train does not coast.
 */
import { type CurveDrawer, EXHAUSTED, MET_LIMIT, NO_PART, STOPPED } from "../envelope/curve.ts";
import { BRAKING, COASTING, Envelope, totalTime_us } from "../envelope/envelope.ts";
import { compose } from "../envelope/overlay.ts";
import { TIME_STEP_S } from "../physics/constants.ts";
import type { CompiledStock } from "../physics/rolling_stock.ts";
import { COAST } from "../physics/train_forces.ts";
import { CappedRun, findCrossing_m } from "./capped_run.ts";
import { type Core, DRAWN, type DrawOutcome, LONGER, OUT_OF_WORK } from "./core.ts";
import { CAPACITY_SPEED_M_S } from "./limits.ts";
import type { Section } from "./section.ts";
import { SlopeFinder } from "./slopes.ts";

/** Speed down to which the train coasts if it may run at v1 (engine.md 5.7, `vf`). */
export function coastingSpeed_m_s(stock: CompiledStock, v1_m_s: number): number {
  const { resistance_a_n, resistance_b, resistance_c } = stock;
  const resistance_n = resistance_a_n + resistance_b * v1_m_s + resistance_c * v1_m_s * v1_m_s;
  const w = v1_m_s * v1_m_s * (resistance_b + 2 * resistance_c * v1_m_s);
  return Math.max((w * v1_m_s) / (w + resistance_n * v1_m_s), CAPACITY_SPEED_M_S);
}

/** Where a coast ends, at which speed, and its lowest allowed speed. */
interface CoastEnd {
  readonly x_m: number;
  readonly v_m_s: number;
  readonly slowest_m_s: number;
}

export class MarecoCore implements Core {
  readonly envelope = new Envelope();
  readonly capacity_m_s = CAPACITY_SPEED_M_S;
  readonly low_m_s = CAPACITY_SPEED_M_S;
  leastTime_s = 0;
  readonly #drawer: CurveDrawer;
  readonly #capped: CappedRun;
  readonly #slopes: SlopeFinder;
  readonly #coasts = new Envelope();
  /** The run that the coasts of an evaluation are laid over. */
  #base = new Envelope();
  /** Braking phases that the train may coast into, in path order. */
  readonly #brakingEnds_m: number[] = [];
  readonly #brakingSpeeds_m_s: number[] = [];
  #nBrakings = 0;

  constructor(drawer: CurveDrawer) {
    this.#drawer = drawer;
    this.#capped = new CappedRun(drawer);
    this.#slopes = new SlopeFinder(drawer);
  }

  get stalledAt_m(): number {
    return this.#capped.stalledAt_m;
  }

  /** Begins a new simulation with the forces of the drawer. */
  reset(): void {
    this.#slopes.reset();
  }

  highSpeed_m_s(section: Section): number {
    const { stock } = this.#drawer.forces;
    let high_m_s = section.max_m_s;
    // If resistance does not grow with speed, this ends at infinity and the search finds nothing.
    while (coastingSpeed_m_s(stock, high_m_s) < section.max_m_s) high_m_s *= 2;
    return high_m_s;
  }

  foresee_s(): number {
    return Number.NaN;
  }

  /** Runs the section at its own speeds, once: any cap above them gives this run. */
  prepare(section: Section): void {
    if (section.uncapped !== null) return;
    section.uncapped = new Envelope();
    if (this.#capped.run(section, section.max_m_s) !== DRAWN) return;
    const { parts, count } = this.#capped.envelope;
    section.uncapped.pushAll(parts.subarray(0, count));
  }

  draw(section: Section, v1_m_s: number, enough_s: number): DrawOutcome | typeof LONGER {
    const { arena } = this.#drawer;
    const { uncapped } = section;
    if (uncapped !== null && uncapped.count > 0 && v1_m_s >= section.max_m_s) {
      this.#base = uncapped;
    } else {
      const outcome = this.#capped.run(section, v1_m_s);
      if (outcome !== DRAWN) return outcome;
      this.#base = this.#capped.envelope;
      this.#slopes.forget();
    }
    // Coasting only makes the run slower, so this is a lower bound.
    this.leastTime_s = totalTime_us(arena, this.#base) / 1e6;
    if (this.leastTime_s > enough_s) return LONGER;
    const slowest_m_s = coastingSpeed_m_s(this.#drawer.forces.stock, v1_m_s);
    this.#slopes.find(this.#base, slowest_m_s);
    this.#findBrakings(v1_m_s, slowest_m_s);
    if (!this.#drawCoasts(section.begin_m, v1_m_s, slowest_m_s)) return OUT_OF_WORK;
    return compose(arena, this.#base, this.#coasts, this.envelope) ? DRAWN : OUT_OF_WORK;
  }

  /** Finds the braking phases down to v1 or less: their ends, or where they reach vf. */
  #findBrakings(v1_m_s: number, slowest_m_s: number): void {
    const { arena } = this.#drawer;
    const curve = this.#base;
    let n = 0;
    for (let p = 0; p < curve.count; p++) {
      const part = curve.parts[p]!;
      const end_m_s = arena.endV_m_s(part);
      if (arena.kind[part] !== BRAKING || end_m_s > v1_m_s) continue;
      if (end_m_s > slowest_m_s) {
        this.#brakingEnds_m[n] = arena.endX_m(part);
        this.#brakingSpeeds_m_s[n++] = end_m_s;
        continue;
      }
      let i = arena.end[part]! - 2;
      while (i >= arena.first[part]! && arena.v_m_s[i]! <= slowest_m_s) i--;
      if (i < arena.first[part]!) continue;
      this.#brakingEnds_m[n] = findCrossing_m(arena, i, slowest_m_s);
      this.#brakingSpeeds_m_s[n++] = slowest_m_s;
    }
    this.#nBrakings = n;
  }

  /** Draws the coasts from the last to the first; false if the work limit is reached. */
  #drawCoasts(begin_m: number, v1_m_s: number, slowest_m_s: number): boolean {
    const { arena } = this.#drawer;
    const coasts = this.#coasts;
    const { found } = this.#slopes;
    let slope = found.count - 1;
    let braking = this.#nBrakings - 1;
    let next_m = Infinity;
    coasts.clear();
    while (slope >= 0 || braking >= 0) {
      const isSlope =
        braking < 0 || (slope >= 0 && found.ends_m[slope]! > this.#brakingEnds_m[braking]!);
      const x_m = isSlope ? found.ends_m[slope]! : this.#brakingEnds_m[braking]!;
      const v_m_s = isSlope ? found.speeds_m_s[slope]! : this.#brakingSpeeds_m_s[braking]!;
      const end: CoastEnd = {
        x_m,
        v_m_s,
        slowest_m_s: isSlope ? this.#slopeSpeed_m_s(slope, v1_m_s, slowest_m_s) : slowest_m_s,
      };
      if (isSlope) slope--;
      else braking--;
      if (x_m > next_m) continue;
      const part = this.#drawCoast(begin_m, end);
      if (this.#drawer.outcome === EXHAUSTED || this.#drawer.stepsLeft < 0) return false;
      if (part === NO_PART || arena.endX_m(part) > next_m) continue;
      coasts.push(part);
      next_m = arena.beginX_m(part);
    }
    coasts.parts.subarray(0, coasts.count).reverse();
    return true;
  }

  /** Speed down to which coasting before a slope pays off. */
  #slopeSpeed_m_s(slope: number, v1_m_s: number, slowest_m_s: number): number {
    const { forces } = this.#drawer;
    const { found } = this.#slopes;
    const v_m_s = found.speeds_m_s[slope]!;
    const power = (forces.resistance_n(v1_m_s) * v1_m_s * slowest_m_s) / (v1_m_s - slowest_m_s);
    const perSpeed =
      1 / v_m_s + forces.resistance_n(v_m_s) / (power * (1 - found.lossRatios[slope]!));
    return Math.max(1 / perSpeed, slowest_m_s);
  }

  /** Draws the coast that ends at a position, backwards; if it would be too slow, forwards again. */
  #drawCoast(begin_m: number, end: CoastEnd): number {
    const drawer = this.#drawer;
    const ceiling = this.#base;
    const kind = COASTING;
    const limit_m = -Infinity;
    const { x_m: endX_m, v_m_s: endV_m_s, slowest_m_s } = end;
    const back = drawer.draw({
      mode: COAST,
      kind,
      direction: -1,
      x_m: endX_m,
      v_m_s: endV_m_s,
      ceiling,
      limit_m,
      isFloor: false,
      slowest_m_s,
    });
    if (back === NO_PART) return NO_PART;
    const x_m = drawer.endX_m;
    if (!drawer.wasRaised && x_m !== begin_m) return back;
    const v_m_s = drawer.arena.beginV_m_s(back);
    const reach_m = endX_m + TIME_STEP_S * drawer.lastStepV_m_s;
    const coast = drawer.draw({
      mode: COAST,
      kind,
      direction: 1,
      x_m,
      v_m_s,
      ceiling,
      limit_m: reach_m,
      isFloor: false,
      slowest_m_s: 0,
    });
    return drawer.outcome === STOPPED || drawer.outcome === MET_LIMIT ? NO_PART : coast;
  }
}
