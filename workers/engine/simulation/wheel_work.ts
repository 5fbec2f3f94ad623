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
  #zone = 0;
  /** Up to here the weight stays as it is. */
  #steadyTo_m: number;
  #weight_n: number;

  constructor(forces: TrainForces, from_m: number) {
    this.#forces = forces;
    this.#bounds_m = forces.zones.bounds_m;
    const { isFlat } = forces.gradient;
    this.#steadyTo_m = isFlat ? Infinity : -Infinity;
    this.#weight_n = isFlat ? 0 : this.#weightAt_n(from_m);
  }

  /** A stretch of constant acceleration; `needed_j`: what it needs without rise. */
  pass(from_m: number, to_m: number, needed_j: number): void {
    if (to_m > this.#steadyTo_m) {
      this.#passChanges(from_m, to_m, needed_j);
      return;
    }
    const work_j = needed_j - this.#weight_n * (to_m - from_m);
    if (work_j > 0) this.traction_j += work_j;
    else this.braking_j -= work_j;
  }

  #passChanges(from_m: number, to_m: number, needed_j: number): void {
    const { rises_permille_m, grades_permille } = this.#forces.zones;
    const bounds_m = this.#bounds_m;
    const last = bounds_m.length - 2;
    const force_n = needed_j / (to_m - from_m);
    // The force is linear from where the head or the tail passes a change of gradient to the next such place.
    for (let x_m = from_m; x_m < to_m; ) {
      while (this.#zone < last && bounds_m[this.#zone + 1]! <= x_m) this.#zone++;
      let end_m = this.#zone < last ? Math.min(to_m, bounds_m[this.#zone + 1]!) : to_m;
      if (Number.isNaN(grades_permille[this.#zone]!)) {
        end_m = Math.min(end_m, Math.max(BENT_GROWTH * x_m, x_m + 1));
      }
      const before_n = this.#weight_n;
      this.#weight_n = this.#weightAt_n(end_m);
      const change_n = Math.abs(before_n - this.#weight_n) / 2;
      this.#add(force_n - (before_n + this.#weight_n) / 2, change_n, end_m - x_m);
      x_m = end_m;
    }
    const isSteady =
      rises_permille_m[this.#zone] === 0 && !Number.isNaN(grades_permille[this.#zone]!);
    this.#steadyTo_m = isSteady ? bounds_m[this.#zone + 1]! : -Infinity;
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
