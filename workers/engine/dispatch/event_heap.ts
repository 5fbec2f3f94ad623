/** Events by ascending rank, each once at a time: a binary heap on typed arrays. */
export class EventHeap {
  readonly #ranks: Float64Array;
  readonly #items: Int32Array;
  /** [nEvents] where each is among the items, -1 = not there. */
  readonly #places: Int32Array;
  size = 0;

  constructor(ranks: Float64Array) {
    this.#ranks = ranks;
    this.#items = new Int32Array(ranks.length);
    this.#places = new Int32Array(ranks.length).fill(-1);
  }

  push(event: number): void {
    if (this.#places[event]! >= 0) return;
    const items = this.#items;
    const places = this.#places;
    const ranks = this.#ranks;
    const rank = ranks[event]!;
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent]!;
      if (ranks[above]! <= rank) break;
      items[at] = above;
      places[above] = at;
      at = parent;
    }
    items[at] = event;
    places[event] = at;
  }

  pop(): number {
    const items = this.#items;
    const places = this.#places;
    const ranks = this.#ranks;
    const top = items[0]!;
    places[top] = -1;
    const size = --this.size;
    if (size === 0) return top;
    const last = items[size]!;
    const rank = ranks[last]!;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && ranks[items[child + 1]!]! < ranks[items[child]!]!) child++;
      const below = items[child]!;
      if (ranks[below]! >= rank) break;
      items[at] = below;
      places[below] = at;
      at = child;
    }
    items[at] = last;
    places[last] = at;
    return top;
  }

  clear(): void {
    for (let i = 0; i < this.size; i++) this.#places[this.#items[i]!] = -1;
    this.size = 0;
  }
}
