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
}

/**
 * A train is moved right behind the other one in the turns of a zone: those between go before it. `visitEnd` [nTrains]:
 * behind the visits that a train may ask for, as it does not run farther. `pass_max`: what contradicts itself ends then.
 */
export function decideOrders(
  plan: DayPlan,
  orders: readonly OrderDecision[],
  visitEnd = plan.visitStart.subarray(1),
  pass_max = orders.length,
): DayOrder {
  const { visitTurn, turns } = plan;
  const decided = new Map<number, number[]>();
  if (orders.length === 0) return { visitTurn, turns, decided };
  const order: DayOrder = { visitTurn: visitTurn.slice(), turns: turns.slice(), decided };
  const pairs: (readonly [visit: number, first: number])[] = [];
  for (const one of orders) for (const pair of listPairs(plan, visitEnd, one)) pairs.push(pair);
  for (const [visit, first] of pairs) {
    const known = decided.get(visit);
    if (known === undefined) decided.set(visit, [first]);
    else known.push(first);
  }
  // Each may undo what another one has done; those that contradict each other never come to rest.
  for (let pass = 0, isMoved = true; isMoved && pass <= pass_max; pass++) {
    isMoved = false;
    for (const [visit, first] of pairs) {
      if (order.visitTurn[visit]! > order.visitTurn[first]!) continue;
      moveBehind(plan, order, visit, first);
      isMoved = true;
    }
  }
  return order;
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

function moveBehind(
  { visitZone, zoneStart }: DayPlan,
  { visitTurn, turns }: DayOrder,
  visit: number,
  first: number,
): void {
  const start = zoneStart[visitZone[visit]!]!;
  const to = visitTurn[first]!;
  for (let turn = visitTurn[visit]!; turn < to; turn++) {
    const next = turns[start + turn + 1]!;
    turns[start + turn] = next;
    visitTurn[next] = turn;
  }
  turns[start + to] = visit;
  visitTurn[visit] = to;
}
