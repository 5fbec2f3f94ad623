/**
 * Binary heap of (distance, state), least distance first. A state may be in it several times; the
 * caller skips what it has settled. Which of two equal distances comes first decides nothing, because
 * only the distances are read: ties between paths are broken where a path is followed.
 */
import { growFloat64, growInt32 } from "../path/growable.ts";

const INITIAL_ENTRIES = 1024;

export class DistanceHeap {
  #distances_mm = new Float64Array(INITIAL_ENTRIES);
  #states = new Int32Array(INITIAL_ENTRIES);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Distance of the next state; the heap must not be empty. */
  get least_mm(): number {
    return this.#distances_mm[0]!;
  }

  clear(): void {
    this.#size = 0;
  }

  push(distance_mm: number, state: number): void {
    if (this.#size === this.#states.length) {
      this.#distances_mm = growFloat64(this.#distances_mm, this.#size + 1);
      this.#states = growInt32(this.#states, this.#size + 1);
    }
    const distances_mm = this.#distances_mm;
    const states = this.#states;
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      const other_mm = distances_mm[parent]!;
      if (distance_mm >= other_mm) break;
      distances_mm[at] = other_mm;
      states[at] = states[parent]!;
      at = parent;
    }
    distances_mm[at] = distance_mm;
    states[at] = state;
  }

  /** Takes the state of the least distance; the heap must not be empty. */
  pop(): number {
    const distances_mm = this.#distances_mm;
    const states = this.#states;
    const least = states[0]!;
    const size = --this.#size;
    const distance_mm = distances_mm[size]!;
    const state = states[size]!;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && distances_mm[child + 1]! < distances_mm[child]!) child++;
      if (distance_mm <= distances_mm[child]!) break;
      distances_mm[at] = distances_mm[child]!;
      states[at] = states[child]!;
      at = child;
    }
    distances_mm[at] = distance_mm;
    states[at] = state;
    return least;
  }
}
