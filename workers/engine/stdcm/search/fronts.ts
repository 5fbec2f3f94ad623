/** For each place of a search, the labels that no other label of the place dominates. */
import { growInt32 } from "../../growable.ts";
import type { Labels } from "./labels.ts";

export class Fronts {
  readonly #labels: Labels;
  /** Labels by place: the last one of each, and for each label the one before. */
  readonly #lastOfPlace = new Map<number, number>();
  #previous = new Int32Array(1024);
  /** [nLabels] 1 = another label of the place dominates it. */
  #isDead = new Uint8Array(1024);

  constructor(labels: Labels) {
    this.#labels = labels;
  }

  clear(): void {
    this.#lastOfPlace.clear();
    this.#isDead.fill(0);
  }

  /** Whether a label that was admitted has been dominated since. */
  isDead(label: number): boolean {
    return this.#isDead[label] === 1;
  }

  /** Whether a new label is not dominated by those of the place; removes those that it dominates. */
  admit(place: number, label: number): boolean {
    const labels = this.#labels;
    this.#reserve(label + 1);
    const previous = this.#previous;
    const isDead = this.#isDead;
    isDead[label] = 0;
    let kept = label;
    for (let other = this.#lastOfPlace.get(place) ?? -1; other >= 0; other = previous[other]!) {
      if (isDead[other] === 1) continue;
      if (labels.dominates(other, label)) {
        previous[kept] = other;
        if (kept !== label) this.#lastOfPlace.set(place, previous[label]!);
        return false;
      }
      if (labels.dominates(label, other)) {
        isDead[other] = 1;
        continue;
      }
      previous[kept] = other;
      kept = other;
    }
    previous[kept] = -1;
    this.#lastOfPlace.set(place, label);
    return true;
  }

  #reserve(count: number): void {
    if (count <= this.#previous.length) return;
    this.#previous = growInt32(this.#previous, count);
    const isDead = new Uint8Array(this.#previous.length);
    isDead.set(this.#isDead);
    this.#isDead = isDead;
  }
}
