/** Orders of trains that were decided on the day, in place of the plan's. */
import type { DayPlan } from "./day_plan.ts";

/** From a place on a train goes behind another one, wherever both run. */
export interface OrderDecision {
  readonly train: number;
  /** One of its places; of its begin, what it stands in is not meant. */
  readonly place: number;
  readonly first: number;
}

export interface DayOrder {
  /** As of a `DayPlan`. */
  readonly visitTurn: Uint32Array;
  readonly turns: Uint32Array;
  /** Visits that go first by decision, by the visit that waits for them, however late they are. */
  readonly decided: ReadonlyMap<number, readonly number[]>;
  /** How often an order is not obeyed at a zone, as later ones say otherwise. */
  readonly contradictions: number;
}

/**
 * A train comes right behind the last of those that go first in the turns of a zone: those between go before it. Of
 * decisions that contradict each other the latest counts. `visitEnd` [nTrains]: behind the visits that a train may ask
 * for, as it does not run farther.
 */
export function decideOrders(
  plan: DayPlan,
  orders: readonly OrderDecision[],
  visitEnd = plan.visitStart.subarray(1),
): DayOrder {
  const decided = new Map<number, number[]>();
  const { visitTurn, turns } = plan;
  if (orders.length === 0) return { visitTurn, turns, decided, contradictions: 0 };
  const order = { visitTurn: visitTurn.slice(), turns: turns.slice(), decided };
  const pairs = new Map<number, (readonly [visit: number, first: number])[]>();
  for (const one of orders) {
    for (const pair of listPairs(plan, visitEnd, one)) {
      const zone = plan.visitZone[pair[0]]!;
      const own = pairs.get(zone);
      if (own === undefined) pairs.set(zone, [pair]);
      else own.push(pair);
    }
  }
  let contradictions = 0;
  for (const [zone, own] of pairs) contradictions += orderZone(plan, order, zone, own);
  return { ...order, contradictions };
}

/** Returns how many pairs are not obeyed. */
function orderZone(
  { zoneStart, turns, visitTurn }: DayPlan,
  order: Pick<DayOrder, "visitTurn" | "turns"> & { readonly decided: Map<number, number[]> },
  zone: number,
  pairs: readonly (readonly [visit: number, first: number])[],
): number {
  const start = zoneStart[zone]!;
  let contradictions = 0;
  const turnsOfZone = new ZoneOrder(zoneStart[zone + 1]! - start);
  for (const [visit, first] of pairs.toReversed()) {
    if (!turnsOfZone.goBehind(visitTurn[visit]!, visitTurn[first]!)) {
      contradictions++;
      continue;
    }
    const known = order.decided.get(visit);
    if (known === undefined) order.decided.set(visit, [first]);
    else known.push(first);
  }
  for (const [turn, planned] of turnsOfZone.list().entries()) {
    const visit = turns[start + planned]!;
    order.turns[start + turn] = visit;
    order.visitTurn[visit] = turn;
  }
  return contradictions;
}

/** Visits of a train behind a place, and those of the other train to the same zones. */
function* listPairs(
  plan: DayPlan,
  visitEnd: Uint32Array,
  { train, place, first }: OrderDecision,
): Generator<readonly [visit: number, first: number]> {
  const { runs, runOf, visitStart, visitZone } = plan;
  const { blockPlace, blockZone } = runs[runOf[train]!]!;
  let block = 1;
  while (block < blockPlace.length && blockPlace[block]! < place) block++;
  if (block === blockPlace.length) return;
  const visits = new Map<number, number[]>();
  for (let v = visitStart[train]! + blockZone[block]!; v < visitEnd[train]!; v++) {
    const own = visits.get(visitZone[v]!);
    if (own === undefined) visits.set(visitZone[v]!, [v]);
    else own.push(v);
  }
  for (let o = visitStart[first]!; o < visitEnd[first]!; o++) {
    for (const v of visits.get(visitZone[o]!) ?? []) yield [v, o];
  }
}

/** Visits of a zone, by their planned turns. */
class ZoneOrder {
  readonly #count: number;
  /** Bits of all that go before; only of those that go behind others. */
  readonly #before = new Map<number, Uint32Array>();
  /** Who goes behind it; nothing is said of what follows from others. */
  readonly #behind = new Map<number, number[]>();

  constructor(count: number) {
    this.#count = count;
  }

  /** False: the other one goes behind this one already. */
  goBehind(visit: number, first: number): boolean {
    if (visit === first || this.#isBehind(first, visit)) return false;
    if (this.#isBehind(visit, first)) return true;
    const behind = this.#behind.get(first);
    if (behind === undefined) this.#behind.set(first, [visit]);
    else behind.push(visit);
    if (!this.#before.has(visit)) this.#before.set(visit, new Uint32Array((this.#count >> 5) + 1));
    const more = this.#before.get(first);
    for (const [other, before] of this.#before) {
      if (other !== visit && !isSet(before, visit)) continue;
      before[first >> 5]! |= 1 << (first & 31);
      if (more !== undefined) for (let i = 0; i < before.length; i++) before[i]! |= more[i]!;
    }
    return true;
  }

  /** In the order in which they go. */
  list(): number[] {
    const left = new Uint32Array(this.#count);
    for (const behind of this.#behind.values()) for (const visit of behind) left[visit]!++;
    const listed: number[] = [];
    for (let turn = 0; turn < this.#count; turn++) {
      const next = left[turn] === 0 ? [turn] : [];
      for (let one = next.pop(); one !== undefined; one = next.pop()) {
        listed.push(one);
        // The last one is next.
        for (const visit of this.#behind.get(one)?.toSorted((a, b) => b - a) ?? []) {
          left[visit]!--;
          if (left[visit] === 0 && visit < turn) next.push(visit);
        }
      }
    }
    return listed;
  }

  #isBehind(visit: number, first: number): boolean {
    const before = this.#before.get(visit);
    return before !== undefined && isSet(before, first);
  }
}

function isSet(bits: Uint32Array, at: number): boolean {
  return ((bits[at >> 5]! >>> (at & 31)) & 1) === 1;
}
