/**
 * Numbers the objects that rows of a changed network refer to, in the order of their first use.
 * Objects come from the known network or from the part; some of the part's equal known ones.
 */

import { NONE } from "../layout.ts";
import type { RowOrder } from "./join_rows.ts";

/** [start[r], start[r + 1]) of `items`: what row r names. */
interface NamedRows {
  readonly start: ArrayLike<number>;
  readonly items: ArrayLike<number>;
}

/** What rows name, in the known network and in the part. */
interface Named {
  readonly known: NamedRows;
  readonly part: NamedRows;
  /** Objects that are equal have equal keys. */
  readonly keyOfKnown: (known: number) => number;
  readonly keyOfPart: (part: number) => number;
  readonly isSame: (known: number, part: number) => boolean;
}

export class MetOrder {
  /** [nKnown] new number, or NONE if it is not used. */
  readonly nextOfKnown: Uint32Array;
  /** [nPart] */
  readonly nextOfPart: Uint32Array;
  readonly #same: Uint32Array;
  readonly #order: Int32Array;
  #count = 0;

  constructor(nKnown: number, nPart: number) {
    this.nextOfKnown = new Uint32Array(nKnown).fill(NONE);
    this.nextOfPart = new Uint32Array(nPart).fill(NONE);
    this.#same = new Uint32Array(nPart).fill(NONE);
    this.#order = new Int32Array(nKnown + nPart);
  }

  /** By new number: the known number, or ~number in the part. */
  get order(): Int32Array {
    return this.#order.subarray(0, this.#count);
  }

  /** Meets what rows name, in their order: copied ones of the known network, and at less than 0 those of the part. */
  meet(order: RowOrder, named: Named): void {
    this.#findSame(order, named);
    for (let row = 0; row < order.length; row++) {
      const source = order[row]!;
      const { start, items } = source < 0 ? named.part : named.known;
      const from = source < 0 ? ~source : source;
      const end = start[from + 1]!;
      for (let k = start[from]!; k < end; k++) {
        if (source < 0) this.#meetPart(items[k]!);
        else this.#meetKnown(items[k]!);
      }
    }
  }

  /** Finds objects of the part that equal copied ones. */
  #findSame(order: RowOrder, { known, keyOfKnown, keyOfPart, isSame }: Named): void {
    const nPart = this.nextOfPart.length;
    const copied = new Map<number, number[]>();
    for (let p = 0; p < nPart; p++) copied.set(keyOfPart(p), []);
    if (nPart === 0) return;
    const isCopied = findCopied(order, known, this.nextOfKnown.length);
    for (let k = 0; k < isCopied.length; k++) {
      if (isCopied[k] === 1) copied.get(keyOfKnown(k))?.push(k);
    }
    for (let p = 0; p < nPart; p++) {
      const same = copied.get(keyOfPart(p))?.find((k) => isSame(k, p));
      if (same !== undefined) this.#same[p] = same;
    }
  }

  #meetKnown(known: number): void {
    if (this.nextOfKnown[known] !== NONE) return;
    this.nextOfKnown[known] = this.#count;
    this.#order[this.#count++] = known;
  }

  #meetPart(part: number): void {
    if (this.nextOfPart[part] !== NONE) return;
    const same = this.#same[part]!;
    if (same !== NONE) {
      this.#meetKnown(same);
      this.nextOfPart[part] = this.nextOfKnown[same]!;
      return;
    }
    this.nextOfPart[part] = this.#count;
    this.#order[this.#count++] = ~part;
  }
}

/** [nKnown] 1: a copied row names it. */
function findCopied(order: RowOrder, { start, items }: NamedRows, nKnown: number): Uint8Array {
  const isCopied = new Uint8Array(nKnown);
  for (let row = 0; row < order.length; row++) {
    const source = order[row]!;
    if (source < 0) continue;
    const end = start[source + 1]!;
    for (let k = start[source]!; k < end; k++) isCopied[items[k]!] = 1;
  }
  return isCopied;
}

/** Whether row k of the known network names, by their new numbers, what row p of the part does. */
export function namesSame(
  known: NamedRows & { readonly next: Uint32Array },
  k: number,
  part: NamedRows,
  p: number,
): boolean {
  const firstKnown = known.start[k]!;
  const first = part.start[p]!;
  const length = part.start[p + 1]! - first;
  if (known.start[k + 1]! - firstKnown !== length) return false;
  for (let i = 0; i < length; i++) {
    if (known.next[known.items[firstKnown + i]!] !== part.items[first + i]) return false;
  }
  return true;
}
