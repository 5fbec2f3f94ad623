/**
 * Work at the wheel along a run: what traction gives and what brakes take, each by itself. The force follows from
 * the curve: traction − braking = the change of kinetic energy, rotating masses included, + rolling resistance + rise.
 */
import type { TrainForces } from "../physics/train_forces.ts";

/** Pieces where the mean gradient is not linear (its tail is not on the path yet): at most this longer than from the path's start. */
const BENT_GROWTH = 1.1;

/** Adds up stretches that follow each other. */
export class WheelWork {
  traction_j = 0;
  braking_j = 0;
  readonly #forces: TrainForces;
  readonly #bounds_m: Float64Array;
  readonly #isFlat: boolean;
  #zone = 0;
  #weight_n: number;

  constructor(forces: TrainForces, from_m: number) {
    this.#forces = forces;
    this.#bounds_m = forces.zones.bounds_m;
    this.#isFlat = forces.gradient.isFlat;
    this.#weight_n = this.#isFlat ? 0 : this.#weightAt_n(from_m);
  }

  /** A stretch of constant acceleration; `needed_j`: what it needs without rise. */
  pass(from_m: number, to_m: number, needed_j: number): void {
    if (this.#isFlat) {
      if (needed_j > 0) this.traction_j += needed_j;
      else this.braking_j -= needed_j;
      return;
    }
    const bounds_m = this.#bounds_m;
    const last = bounds_m.length - 2;
    const force_n = needed_j / (to_m - from_m);
    // The force is linear from where the head or the tail passes a change of gradient to the next such place.
    for (let x_m = from_m; x_m < to_m; ) {
      while (this.#zone < last && bounds_m[this.#zone + 1]! <= x_m) this.#zone++;
      let end_m = this.#zone < last ? Math.min(to_m, bounds_m[this.#zone + 1]!) : to_m;
      if (Number.isNaN(this.#forces.zones.grades_permille[this.#zone]!)) {
        end_m = Math.min(end_m, Math.max(BENT_GROWTH * x_m, x_m + 1));
      }
      const before_n = this.#weight_n;
      this.#weight_n = this.#weightAt_n(end_m);
      const change_n = Math.abs(before_n - this.#weight_n) / 2;
      this.#add(force_n - (before_n + this.#weight_n) / 2, change_n, end_m - x_m);
      x_m = end_m;
    }
  }

  /** A linear force that is `change_n` more at one end and less at the other. */
  #add(mean_n: number, change_n: number, length_m: number): void {
    if (change_n <= mean_n) this.traction_j += mean_n * length_m;
    else if (change_n <= -mean_n) this.braking_j -= mean_n * length_m;
    else {
      const perForce = length_m / (4 * change_n);
      this.traction_j += (change_n + mean_n) ** 2 * perForce;
      this.braking_j += (change_n - mean_n) ** 2 * perForce;
    }
  }

  /** At the very begin no part of the train is on the path yet: what counts is the force just behind. */
  #weightAt_n(head_m: number): number {
    return this.#forces.weight_n(Math.max(head_m, this.#bounds_m[0]!));
  }
}
