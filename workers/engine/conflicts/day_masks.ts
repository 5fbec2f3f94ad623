/** Sets of days, each once and by its place: so most of what stands on many days needs a number for them. */

/** A set of days: bit FIRST_BIT + d is day d, counted from any first one. */
export type DayMask = bigint;

/** Days before the first one that a mask has room for. */
export const FIRST_BIT = 64;

/** Days behind the last one that a packed mask has room for: no train runs on for so long. */
const DAYS_BEHIND = 128;

const DIGIT_BITS = 64n;

export function shiftDays(mask: DayMask, days: number): DayMask {
  if (days === 0) return mask;
  return days >= 0 ? mask << BigInt(days) : mask >> BigInt(-days);
}

/** The places of a mask's bits. */
export function listBits(mask: DayMask): number[] {
  const text = mask.toString(2);
  const found: number[] = [];
  for (let i = text.length - 1; i >= 0; i--) {
    if (text[i] === "1") found.push(text.length - 1 - i);
  }
  return found;
}

/** Days of a mask, counted from the first one. */
export function listDays(mask: DayMask): number[] {
  return listBits(mask).map((bit) => bit - FIRST_BIT);
}

export function maskHas(mask: DayMask, day: number): boolean {
  return day >= -FIRST_BIT && ((mask >> BigInt(day + FIRST_BIT)) & 1n) === 1n;
}

/** From a 1 for each day. */
export function toMask(bits: Uint8Array): DayMask {
  let text = "";
  for (let i = bits.length - 1; i >= 0; i--) text += bits[i] === 1 ? "1" : "0";
  return BigInt(`0b0${text}`) << BigInt(FIRST_BIT);
}

/** Masks by their places. Those that come packed are read when they are asked for; new ones get places behind them. */
export class DayMasks {
  readonly #packed: BigUint64Array;
  readonly #packed_count: number;
  readonly #digit_count: number;
  readonly #masks: (DayMask | undefined)[];
  readonly #places = new Map<bigint, number>();

  /** `packed`: as by `pack`, of a period with as many days. */
  constructor(day_count: number, packed: SharedArrayBuffer | null = null) {
    this.#digit_count = Math.ceil((FIRST_BIT + day_count + DAYS_BEHIND) / 64);
    this.#packed = packed === null ? new BigUint64Array(0) : new BigUint64Array(packed);
    this.#packed_count = this.#packed.length / this.#digit_count;
    this.#masks = Array.from<undefined>({ length: this.#packed_count });
  }

  get count(): number {
    return this.#masks.length;
  }

  at(place: number): DayMask {
    const known = this.#masks[place];
    if (known !== undefined) return known;
    let mask = 0n;
    const from = place * this.#digit_count;
    for (let i = from + this.#digit_count - 1; i >= from; i--) {
      mask = (mask << DIGIT_BITS) | this.#packed[i]!;
    }
    this.#masks[place] = mask;
    return mask;
  }

  /** Of a mask that may be new. One that is packed but was not asked for may get a second place. */
  place(mask: DayMask): number {
    let key = hashOf(mask);
    for (let known = this.#places.get(key); known !== undefined; known = this.#places.get(key)) {
      if (this.#masks[known] === mask) return known;
      key += 1n;
    }
    const place = this.#masks.push(mask) - 1;
    this.#places.set(key, place);
    return place;
  }

  pack(): SharedArrayBuffer {
    const digits = this.#digit_count;
    const buffer = new SharedArrayBuffer(8 * digits * this.#masks.length);
    const all = new BigUint64Array(buffer);
    all.set(this.#packed);
    for (let place = this.#packed_count; place < this.#masks.length; place++) {
      let mask = this.#masks[place]!;
      for (let i = place * digits; i < (place + 1) * digits; i++, mask >>= DIGIT_BITS) {
        all[i] = BigInt.asUintN(64, mask);
      }
      if (mask !== 0n) throw new Error("a train runs on for longer than its days have room for");
    }
    return buffer;
  }
}

/** A map takes the lowest digit of a number for its hash, which most masks have in common. */
function hashOf(mask: DayMask): bigint {
  let hash = 0n;
  for (let rest = mask; rest !== 0n; rest >>= DIGIT_BITS) {
    hash = BigInt.asUintN(64, hash * 31n + BigInt.asUintN(64, rest));
  }
  return hash;
}
