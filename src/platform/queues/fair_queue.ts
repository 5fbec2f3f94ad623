/**
 * A queue with fair shares: each owner has a lane, first in, first out, and in each round every owner with waiting
 * items has one turn. A newcomer is an owner without a turn in this round and the previous one. It goes before
 * owners that have waited since the round began: occasional owners wait for each other only, not for every busy
 * owner. No owner waits for two turns of another: a served one waits for the next round, so leaving and coming back
 * gains nothing. (New and old flows are an idea of FQ-CoDel, RFC 8290.) Every operation takes constant time.
 */

/* A linked list: removes items anywhere in constant time, where an array needs a search. */

interface Link<Item> {
  readonly item: Item;
  previous: Link<Item> | null;
  next: Link<Item> | null;
  /** The list that it is in; null: it was removed. */
  chain: Chain<Item> | null;
}

class Chain<Item> {
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

/** The owner of a waiting item: the caller's identity as it was sent, or null without one. */
export type Owner = string | null;

/** One request's share of a common resource. */
export interface Share {
  readonly owner: Owner;
  /** True once a part of this kind has run: the rest is never refused as late. */
  has_authorization: boolean;
  has_statement: boolean;
  /** Also true if the request was admitted for all its tasks. */
  has_task: boolean;
}

export function makeShare(owner: Owner): Share {
  return { owner, has_authorization: false, has_statement: false, has_task: false };
}

/** A waiting item, as a handle for removing it. */
export interface Ticket<Item> {
  readonly item: Item;
  readonly lane: Lane<Item>;
  readonly link: Link<Ticket<Item>>;
  /** Null: it can't be displaced. */
  readonly fresh_link: Link<Ticket<Item>> | null;
}

interface Lane<Item> {
  readonly owner: Owner;
  readonly tickets: Chain<Ticket<Item>>;
  /** Tickets that may be displaced. */
  readonly fresh: Chain<Ticket<Item>>;
  /** Its link in the list of newcomers, of this round or of the next. */
  turn: Link<Lane<Item>> | null;
  /** Its link in the list of lanes with the same number of fresh tickets. */
  peer: Link<Lane<Item>> | null;
  peer_count: number;
}

const everybody = (): boolean => true;

export class FairQueue<Item> {
  readonly #lanes = new Map<Owner, Lane<Item>>();
  /** Lanes that are newcomers, that wait for their turn in this round, and that have had it. */
  readonly #newcomers = new Chain<Lane<Item>>();
  #now = new Chain<Lane<Item>>();
  #next = new Chain<Lane<Item>>();
  /** Owners that had a turn in this round, and in the previous one. */
  #served = new Set<Owner>();
  #served_before = new Set<Owner>();
  /** Lanes by the number of their fresh tickets. */
  readonly #peers: Chain<Lane<Item>>[] = [];
  #longest = 0;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** In the order of lanes, not of turns. */
  *[Symbol.iterator](): Generator<Ticket<Item>> {
    for (const { tickets } of this.#lanes.values()) {
      for (let link = tickets.first; link !== null; link = link.next) yield link.item;
    }
  }

  /** A fresh item may be displaced until it is taken. */
  push(owner: Owner, item: Item, is_fresh = true): Ticket<Item> {
    let lane = this.#lanes.get(owner);
    if (lane === undefined) {
      lane = {
        owner,
        tickets: new Chain(),
        fresh: new Chain(),
        turn: null,
        peer: null,
        peer_count: 0,
      };
      this.#lanes.set(owner, lane);
      lane.turn = this.#roundOf(owner).push(lane);
    }
    const ticket = { item, lane } as { -readonly [Key in keyof Ticket<Item>]: Ticket<Item>[Key] };
    ticket.link = lane.tickets.push(ticket);
    ticket.fresh_link = is_fresh ? lane.fresh.push(ticket) : null;
    this.#count++;
    this.#sort(lane);
    return ticket;
  }

  /** The next item, without taking it. */
  peek(): Item | null {
    const first = this.#newcomers.first ?? this.#now.first ?? this.#next.first;
    return first?.item.tickets.first?.item.item ?? null;
  }

  /** The next item of a newcomer, without taking it. */
  peekNewcomer(mayTake: (owner: Owner) => boolean): Item | null {
    return findLane(this.#newcomers, mayTake)?.tickets.first?.item.item ?? null;
  }

  /** Takes the next item; an owner that `mayTake` refuses now keeps its turn. */
  take(mayTake: (owner: Owner) => boolean = everybody): Item | null {
    if (this.#newcomers.count + this.#now.count === 0) this.#startRound();
    const lane =
      findLane(this.#newcomers, mayTake) ??
      findLane(this.#now, mayTake) ??
      findLane(this.#next, mayTake);
    const ticket = lane?.tickets.first?.item;
    if (lane === null || ticket === undefined) return null;
    this.#served.add(lane.owner);
    lane.turn?.chain?.remove(lane.turn);
    lane.turn = this.#next.push(lane);
    this.remove(ticket);
    return ticket.item;
  }

  /** Removes an item wherever it is; false: it is not (or no longer) in this queue. */
  remove({ lane, link, fresh_link }: Ticket<Item>): boolean {
    if (link.chain === null || this.#lanes.get(lane.owner) !== lane) return false;
    lane.tickets.remove(link);
    if (fresh_link !== null) lane.fresh.remove(fresh_link);
    this.#count--;
    this.#sort(lane);
    if (lane.tickets.count === 0) {
      lane.turn?.chain?.remove(lane.turn);
      this.#lanes.delete(lane.owner);
    }
    if (this.#count === 0) this.#forgetTurns();
    return true;
  }

  /** Removes the newest fresh item of the owner with the most of them. */
  displace(): Item | null {
    const lane = this.#peers[this.#longest]?.last?.item;
    const ticket = lane?.fresh.last?.item;
    if (ticket === undefined) return null;
    this.remove(ticket);
    return ticket.item;
  }

  /** Upper bound of the items taken before the one that would be displaced next. */
  countAheadOfDisplaced(): number {
    const lane = this.#peers[this.#longest]?.last?.item;
    if (lane === undefined) return 0;
    if (lane.tickets.count === 1 && !this.#served.has(lane.owner)) {
      return this.#newcomers.count + this.#now.count - 1;
    }
    return Math.min(this.#count, lane.tickets.count * this.#lanes.size) - 1;
  }

  /** Whether another owner has more fresh items than this one would have with one more. */
  hasLonger(owner: Owner): boolean {
    return this.#longest > 1 + (this.#lanes.get(owner)?.fresh.count ?? 0);
  }

  /** Upper bound of the items taken before a new one of this owner. */
  countAhead(owner: Owner): number {
    const own = this.#countOf(owner);
    if (own === 0) return this.#countBefore(owner);
    return Math.min(this.#count, (own + 1) * this.#lanes.size - 1);
  }

  #countBefore(owner: Owner): number {
    if (this.#served.has(owner)) return this.#lanes.size;
    return this.#newcomers.count + (this.#served_before.has(owner) ? this.#now.count : 0);
  }

  #countOf(owner: Owner): number {
    return this.#lanes.get(owner)?.tickets.count ?? 0;
  }

  /** The list that an owner's lane joins when its first item arrives. */
  #roundOf(owner: Owner): Chain<Lane<Item>> {
    if (this.#served.has(owner)) return this.#next;
    return this.#served_before.has(owner) ? this.#now : this.#newcomers;
  }

  /** Once the queue is empty, past turns no longer matter, and there may be many owners. */
  #forgetTurns(): void {
    this.#served.clear();
    this.#served_before.clear();
  }

  #startRound(): void {
    [this.#now, this.#next] = [this.#next, this.#now];
    [this.#served, this.#served_before] = [this.#served_before, this.#served];
    this.#served.clear();
  }

  /** Moves a lane whose length may have changed by one to the lanes of its new length. */
  #sort(lane: Lane<Item>): void {
    const { count } = lane.fresh;
    if (count === lane.peer_count) return;
    lane.peer_count = count;
    lane.peer?.chain?.remove(lane.peer);
    if (count > 0) {
      this.#peers[count] ??= new Chain();
      lane.peer = this.#peers[count].push(lane);
    }
    if (count > this.#longest) this.#longest = count;
    else if (this.#longest > 0 && this.#peers[this.#longest]?.count === 0) this.#longest--;
  }
}

function findLane<Item>(
  lanes: Chain<Lane<Item>>,
  mayTake: (owner: Owner) => boolean,
): Lane<Item> | null {
  for (let link = lanes.first; link !== null; link = link.next) {
    if (mayTake(link.item.owner)) return link.item;
  }
  return null;
}
