/**
 * Records which steps a search has taken, and with how many reached targets, in typed arrays that are emptied
 * by increasing the search's number: those over whole blocks, nearly all, by list, the others in a hash table
 * over (list, range).
 */
import { growFloat64 } from "../growable.ts";

const INITIAL_SLOTS = 1024;

export class SeenSteps {
  #search = 0;
  /** [list] the search's base plus the targets reached with the whole first block of the list. */
  #blocks = new Float64Array(INITIAL_SLOTS);
  /** Above all that earlier searches recorded. */
  #base = 1;
  #nSteps = 0;
  #count = 0;
  /** Number of the search that filled the slot. */
  #filledBy = new Int32Array(INITIAL_SLOTS);
  #list = new Int32Array(INITIAL_SLOTS);
  #from_mm = new Float64Array(INITIAL_SLOTS);
  #to_mm = new Float64Array(INITIAL_SLOTS);
  #reached = new Int32Array(INITIAL_SLOTS);

  /** Starts a search in which fewer than `nSteps` targets are reached. */
  reset(nSteps: number): void {
    this.#search++;
    this.#base += this.#nSteps;
    this.#nSteps = nSteps;
    this.#count = 0;
  }

  /** Frees the memory of a large search. */
  release(): void {
    this.#allocate(INITIAL_SLOTS);
    this.#blocks = new Float64Array(INITIAL_SLOTS);
    this.#count = 0;
  }

  /** As `isKnown` for the whole first block of the list. */
  isBlockKnown(list: number, reached: number): boolean {
    const mark = this.#base + reached;
    if (list >= this.#blocks.length) this.#blocks = growFloat64(this.#blocks, list + 1);
    if (this.#blocks[list]! >= mark) return true;
    this.#blocks[list] = mark;
    return false;
  }

  /** Whether the step was already taken with at least as many targets; if not, records it. */
  isKnown(list: number, from_mm: number, to_mm: number, reached: number): boolean {
    const mask = this.#list.length - 1;
    let slot = hashStep(list, from_mm, to_mm) & mask;
    while (this.#filledBy[slot] === this.#search) {
      if (
        this.#list[slot] === list &&
        this.#from_mm[slot] === from_mm &&
        this.#to_mm[slot] === to_mm
      ) {
        if (this.#reached[slot]! >= reached) return true;
        this.#reached[slot] = reached;
        return false;
      }
      slot = (slot + 1) & mask;
    }
    this.#filledBy[slot] = this.#search;
    this.#list[slot] = list;
    this.#from_mm[slot] = from_mm;
    this.#to_mm[slot] = to_mm;
    this.#reached[slot] = reached;
    if (2 * ++this.#count > this.#list.length) this.#rehash();
    return false;
  }

  #rehash(): void {
    const old = {
      filledBy: this.#filledBy,
      list: this.#list,
      from_mm: this.#from_mm,
      to_mm: this.#to_mm,
      reached: this.#reached,
    };
    this.#allocate(2 * old.list.length);
    const mask = this.#list.length - 1;
    for (let i = 0; i < old.list.length; i++) {
      if (old.filledBy[i] !== this.#search) continue;
      let slot = hashStep(old.list[i]!, old.from_mm[i]!, old.to_mm[i]!) & mask;
      while (this.#filledBy[slot] === this.#search) slot = (slot + 1) & mask;
      this.#filledBy[slot] = this.#search;
      this.#list[slot] = old.list[i]!;
      this.#from_mm[slot] = old.from_mm[i]!;
      this.#to_mm[slot] = old.to_mm[i]!;
      this.#reached[slot] = old.reached[i]!;
    }
  }

  #allocate(nSlots: number): void {
    this.#filledBy = new Int32Array(nSlots);
    this.#list = new Int32Array(nSlots);
    this.#from_mm = new Float64Array(nSlots);
    this.#to_mm = new Float64Array(nSlots);
    this.#reached = new Int32Array(nSlots);
  }
}

function hashStep(list: number, from_mm: number, to_mm: number): number {
  const mixed =
    Math.imul(list, 0x9e37_79b1) ^
    Math.imul(from_mm | 0, 0x85eb_ca77) ^
    Math.imul(to_mm | 0, 0xc2b2_ae3d);
  return mixed ^ (mixed >>> 15);
}
