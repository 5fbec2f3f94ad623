/** Orders that grow in step (line.ts): their states side by side in typed arrays, and the choice among them. */
import { growFloat64, growInt32 } from "../../workers/engine/growable.ts";

/** Orders of one length, each with the state that it leads to. */
export interface Orders {
  n: number;
  /** By train its next use, by train when that can begin, by resource when it is free. */
  states: Int32Array<ArrayBuffer>;
  /** What it costs if no train waits for anything more. */
  cost: Float64Array<ArrayBuffer>;
  /** The cost and what counts of next steps: less is more promising. */
  key: Float64Array<ArrayBuffer>;
  /** The part of the cost that no later wait can change. */
  past: Float64Array<ArrayBuffer>;
  /** No further use ends before. */
  soonest: Int32Array<ArrayBuffer>;
  /** Of the set of uses that are in the order. */
  hash: Int32Array<ArrayBuffer>;
  /** Its place in the tree of orders; while it is made, that of the order before, and the train that comes next. */
  node: Int32Array<ArrayBuffer>;
  train: Int32Array<ArrayBuffer>;
}

export function makeOrders(): Orders {
  const [ints, doubles] = [new Int32Array(0), new Float64Array(0)];
  return {
    n: 0,
    states: ints,
    cost: doubles,
    key: doubles,
    past: doubles,
    soonest: ints,
    hash: ints,
    node: ints,
    train: ints,
  };
}

/** Makes room for one more order. */
export function growOrders(orders: Orders, size: number): void {
  const n = orders.n + 1;
  orders.states = growInt32(orders.states, n * size);
  if (n <= orders.cost.length) return;
  orders.cost = growFloat64(orders.cost, n);
  orders.key = growFloat64(orders.key, n);
  orders.past = growFloat64(orders.past, n);
  orders.soonest = growInt32(orders.soonest, n);
  orders.hash = growInt32(orders.hash, n);
  orders.node = growInt32(orders.node, n);
  orders.train = growInt32(orders.train, n);
}

/** Moves an order to an earlier place.  */
export function moveOrder(orders: Orders, from: number, to: number, size: number): void {
  const { states, cost, key, past, hash, node } = orders;
  states.copyWithin(to * size, from * size, (from + 1) * size);
  cost[to] = cost[from]!;
  key[to] = key[from]!;
  past[to] = past[from]!;
  hash[to] = hash[from]!;
  node[to] = node[from]!;
}

/** The nth least of the first numbers, from 0 on. Their order changes. */
export function nthOf(numbers: Float64Array, count: number, nth: number): number {
  let [low, high] = [0, count - 1];
  while (low < high) {
    const middle = numbers[(low + high) >> 1]!;
    let [i, j] = [low, high];
    while (i <= j) {
      while (numbers[i]! < middle) i++;
      while (numbers[j]! > middle) j--;
      if (i > j) break;
      const number = numbers[i]!;
      numbers[i++] = numbers[j]!;
      numbers[j--] = number;
    }
    if (nth <= j) high = j;
    else if (nth >= i) low = i;
    else break;
  }
  return numbers[nth]!;
}
