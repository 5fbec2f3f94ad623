/**
 * Records which steps a search has taken, and with how many reached targets: a hash table over
 * (list, range) in typed arrays, emptied by increasing the search's number.
 */
const INITIAL_SLOTS = 1024;

export class SeenSteps {
  #search = 0;
  #count = 0;
  /** Number of the search that filled the slot. */
  #filledBy = new Int32Array(INITIAL_SLOTS);
  #list = new Int32Array(INITIAL_SLOTS);
  #from_mm = new Float64Array(INITIAL_SLOTS);
  #to_mm = new Float64Array(INITIAL_SLOTS);
  #reached = new Int32Array(INITIAL_SLOTS);

  reset(): void {
    this.#search++;
    this.#count = 0;
  }

  /** Frees the memory of a large search. */
  release(): void {
    this.#allocate(INITIAL_SLOTS);
    this.#count = 0;
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
