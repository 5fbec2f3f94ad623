/** A linked list: removes items anywhere in constant time, where an array needs a search. */

export interface Link<Item> {
  readonly item: Item;
  previous: Link<Item> | null;
  next: Link<Item> | null;
  /** The list that it is in; null: it was removed. */
  chain: Chain<Item> | null;
}

export class Chain<Item> {
  #first: Link<Item> | null = null;
  #last: Link<Item> | null = null;
  #count = 0;

  get first(): Link<Item> | null {
    return this.#first;
  }

  get last(): Link<Item> | null {
    return this.#last;
  }

  get count(): number {
    return this.#count;
  }

  push(item: Item): Link<Item> {
    const link: Link<Item> = { item, previous: this.#last, next: null, chain: this };
    if (this.#last === null) this.#first = link;
    else this.#last.next = link;
    this.#last = link;
    this.#count++;
    return link;
  }

  /** The link must be in this list. */
  remove(link: Link<Item>): void {
    const { previous, next } = link;
    if (previous === null) this.#first = next;
    else previous.next = next;
    if (next === null) this.#last = previous;
    else next.previous = previous;
    link.chain = null;
    this.#count--;
  }
}
