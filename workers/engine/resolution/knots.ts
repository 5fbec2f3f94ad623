/**
 * Which conflicts are solved or left together. A conflict of three trains is gone only when all of its overlaps are,
 * and one meeting may be part of several conflicts: those of one zone's trains and of its switches.
 */
import { type Conflicts, ROUTING } from "../conflicts/detect_conflicts.ts";
import { NO_KNOT } from "./plan.ts";

/** A conflict that is not there yet counts more than all that could be solved by it. */
const NEW_WEIGHT = 1e4;

interface Overlap {
  /** Slots, or works as conflicts name them. */
  readonly owners: readonly [number, number];
  readonly at_ms: number;
}

export class Knots {
  readonly #conflicts: Conflicts;
  readonly #asked: Uint8Array;
  /** [nConflicts, then those that other tracks make] another one that is solved with it, itself: none. */
  readonly #parents: number[];
  /** By pair of owners: conflicts that trains on other tracks would be in. */
  readonly #made = new Map<string, number>();
  /** By zone · 2 + kind: rows of requirements. */
  readonly #rowsOf = new Map<number, number[]>();
  /** [nRequirements] their conflict. */
  readonly #conflictOf: Uint32Array;

  constructor(conflicts: Conflicts, asked: Uint8Array) {
    const { count, kinds, requirementStart, requirementZones } = conflicts;
    this.#conflicts = conflicts;
    this.#asked = asked;
    this.#parents = Array.from({ length: count }, (_, c) => c);
    this.#conflictOf = new Uint32Array(requirementZones.length);
    for (let c = 0; c < count; c++) {
      for (let i = requirementStart[c]!; i < requirementStart[c + 1]!; i++) {
        const key = 2 * requirementZones[i]! + (kinds[c] === ROUTING ? ROUTING : 0);
        const rows = this.#rowsOf.get(key) ?? [];
        rows.push(i);
        this.#rowsOf.set(key, rows);
        this.#conflictOf[i] = c;
      }
    }
  }

  /** A conflict that an overlap is in, after all of them are known to belong together; NO_KNOT: none. */
  find(key: number, { owners, at_ms }: Overlap): number {
    const { ownerStart, owners: all, requirementBegins_ms, requirementEnds_ms } = this.#conflicts;
    let found = NO_KNOT;
    for (const row of this.#rowsOf.get(key) ?? []) {
      const isThen = requirementBegins_ms[row]! <= at_ms && at_ms <= requirementEnds_ms[row]!;
      if (!isThen) continue;
      const c = this.#conflictOf[row]!;
      const own = all.subarray(ownerStart[c], ownerStart[c + 1]);
      if (!owners.every((owner) => own.includes(owner))) continue;
      this.unite(found, c);
      found = c;
    }
    return found;
  }

  /** A conflict that two would be in because one of them runs on other tracks: it has to be solved. */
  make(owners: readonly [number, number]): number {
    const key = owners.toSorted((a, b) => a - b).join(" ");
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const made = this.#parents.length;
    this.#parents.push(made);
    this.#made.set(key, made);
    return made;
  }

  unite(a: number, b: number): void {
    if (a === NO_KNOT || b === NO_KNOT) return;
    this.#parents[this.#rootOf(a)] = this.#rootOf(b);
  }

  #rootOf(conflict: number): number {
    const parents = this.#parents;
    let root = conflict;
    while (parents[root] !== root) root = parents[root]!;
    while (parents[conflict] !== root) {
      const next = parents[conflict]!;
      parents[conflict] = root;
      conflict = next;
    }
    return root;
  }

  /** Numbers the knots of the conflicts that meetings are in. */
  finish(met: readonly number[]): {
    readonly knotOf: Uint32Array;
    readonly weights: Float64Array;
    readonly numberOf: (conflict: number) => number;
  } {
    const numbers = new Map<number, number>();
    for (const conflict of met) {
      if (conflict === NO_KNOT) continue;
      const root = this.#rootOf(conflict);
      if (!numbers.has(root)) numbers.set(root, numbers.size);
    }
    const numberOf = (conflict: number): number =>
      conflict === NO_KNOT ? NO_KNOT : (numbers.get(this.#rootOf(conflict)) ?? NO_KNOT);
    const { count } = this.#conflicts;
    const knotOf = Uint32Array.from({ length: count }, (_, c) => numberOf(c));
    const weights = new Float64Array(numbers.size);
    for (let c = 0; c < count; c++) {
      const knot = knotOf[c]!;
      if (knot !== NO_KNOT) weights[knot] = weights[knot]! + this.#asked[c]!;
    }
    for (const made of this.#made.values()) {
      const knot = numberOf(made);
      if (knot !== NO_KNOT) weights[knot] = weights[knot]! + NEW_WEIGHT;
    }
    return { knotOf, weights, numberOf };
  }
}
