/**
 * Numbers the objects that rows of a changed network refer to, in the order of their first use.
 * Objects come from the known network or from the part; some of the part's equal known ones.
 */
import { NONE } from "./layout.ts";

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
}
