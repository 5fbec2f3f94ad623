/**
 * Numbers the objects that rows of a changed network refer to, in the order of their first use.
 * Objects come from the known network or from the part; some of the part's equal known ones.
 */

import { NONE } from "../layout.ts";
import type { RowOrder } from "./join_rows.ts";

/** [start[r], start[r + 1]) of `items`: what row r names. */
export interface NamedRows {
  readonly start: ArrayLike<number>;
  readonly items: ArrayLike<number>;
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

  /** An object of the part equals a known one, which is copied. */
  setSame(part: number, known: number): void {
    this.#same[part] = known;
  }

  meetKnown(known: number): void {
    if (this.nextOfKnown[known] !== NONE) return;
    this.nextOfKnown[known] = this.#count;
    this.#order[this.#count++] = known;
  }

  meetPart(part: number): void {
    if (this.nextOfPart[part] !== NONE) return;
    const same = this.#same[part]!;
    if (same !== NONE) {
      this.meetKnown(same);
      this.nextOfPart[part] = this.nextOfKnown[same]!;
      return;
    }
    this.nextOfPart[part] = this.#count;
    this.#order[this.#count++] = ~part;
  }

  /** Meets what rows name, in their order: copied ones of the known network, and at less than 0 those of the part. */
  meetRows(order: RowOrder, known: NamedRows, part: NamedRows): void {
    for (let row = 0; row < order.length; row++) {
      const source = order[row]!;
      const { start, items } = source < 0 ? part : known;
      const from = source < 0 ? ~source : source;
      const end = start[from + 1]!;
      for (let k = start[from]!; k < end; k++) {
        if (source < 0) this.meetPart(items[k]!);
        else this.meetKnown(items[k]!);
      }
    }
  }
}

/** [nKnown] 1: a copied row names it. */
export function findCopied(
  order: RowOrder,
  { start, items }: NamedRows,
  nKnown: number,
): Uint8Array {
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
