/**
 * Speed limits that a train is still under when its head is at a place: those of the way under its tail, until that
 * has left them, and those before the signal that it stops at. Lists of them are kept by content with a consist;
 * offsets count from the place on, mm.
 */
import type { SpeedParts } from "../envelope/mrsp.ts";
import { fromMilli } from "../units.ts";

/** The list of no limits. */
export const NO_LIMITS = 0;
/** Approximate memory of a list. */
const LIST_BYTES = 300;

export class TailLimits {
  readonly #max_m_s: number;
  readonly #ids = new Map<string, number>();
  readonly #lists: SpeedParts[] = [];
  /** By list: the most time that a train loses by it. */
  readonly #costs_s: number[] = [];
  /** By two lists: whether the first is nowhere more restrictive. */
  readonly #weaker = new Map<number, boolean>();

  constructor(max_m_s: number) {
    this.#max_m_s = max_m_s;
    this.clear();
  }

  clear(): void {
    this.#ids.clear();
    this.#lists.length = 0;
    this.#costs_s.length = 0;
    this.#weaker.clear();
    this.intern({ from_mm: [], to_mm: [], v_m_s: [] });
  }

  get bytes(): number {
    return LIST_BYTES * this.#lists.length;
  }

  listOf(id: number): SpeedParts {
    return this.#lists[id]!;
  }

  /** The most time that a train under these limits loses against a train under none. */
  cost_s(id: number): number {
    return this.#costs_s[id]!;
  }

  /** Whether a train under one list may run everywhere as fast as under another. */
  isWeaker(id: number, other: number): boolean {
    if (id === other || id === NO_LIMITS) return true;
    const key = id * 2 ** 26 + other;
    const known = this.#weaker.get(key);
    if (known !== undefined) return known;
    const own = this.listOf(id);
    const isWeaker = own.v_m_s.every((_, i) => isCovered(own, i, this.listOf(other)));
    this.#weaker.set(key, isWeaker);
    return isWeaker;
  }

  /** The number of a list; parts that change nothing are left out. */
  intern(parts: SpeedParts): number {
    const kept: SpeedParts = { from_mm: [], to_mm: [], v_m_s: [] };
    const order = [...parts.v_m_s.keys()].sort(
      (a, b) => parts.v_m_s[a]! - parts.v_m_s[b]! || parts.to_mm[b]! - parts.to_mm[a]!,
    );
    for (const i of order) {
      if (parts.v_m_s[i]! >= this.#max_m_s || isCovered(parts, i, kept)) continue;
      addPart(kept, parts.from_mm[i]!, parts.to_mm[i]!, parts.v_m_s[i]!);
    }
    const key = `${kept.from_mm.join()}/${kept.to_mm.join()}/${kept.v_m_s.join()}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#lists.length;
    this.#ids.set(key, id);
    this.#lists.push(kept);
    this.#costs_s.push(this.#measure(kept));
    return id;
  }

  #measure({ from_mm, to_mm, v_m_s }: SpeedParts): number {
    const borders_mm = [...from_mm, ...to_mm].sort((a, b) => a - b);
    let cost_s = 0;
    for (let i = 0; i + 1 < borders_mm.length; i++) {
      const at_mm = borders_mm[i]!;
      // The slowest parts come first.
      const part = v_m_s.findIndex((_, k) => from_mm[k]! <= at_mm && to_mm[k]! > at_mm);
      if (part < 0) continue;
      cost_s += fromMilli(borders_mm[i + 1]! - at_mm) * (1 / v_m_s[part]! - 1 / this.#max_m_s);
    }
    return cost_s;
  }
}

export function addPart(parts: SpeedParts, from_mm: number, to_mm: number, v_m_s: number): void {
  parts.from_mm.push(from_mm);
  parts.to_mm.push(to_mm);
  parts.v_m_s.push(v_m_s);
}

/** Whether one of some limits is at least as restrictive as a limit all along it. */
export function isCovered(parts: SpeedParts, part: number, by: SpeedParts): boolean {
  const from_mm = parts.from_mm[part]!;
  const to_mm = parts.to_mm[part]!;
  const v_m_s = parts.v_m_s[part]!;
  for (let k = 0; k < by.v_m_s.length; k++) {
    if (by.v_m_s[k]! <= v_m_s && by.from_mm[k]! <= from_mm && by.to_mm[k]! >= to_mm) return true;
  }
  return false;
}
