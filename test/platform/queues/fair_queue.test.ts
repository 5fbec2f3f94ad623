// Method: seeded random arrivals, starts and cancellations against a model that keeps plain arrays and searches them; what is promised of turns is counted beside it.
import { describe, expect, it } from "vitest";
import { FairQueue, type Owner, type Ticket } from "../../../src/platform/queues/fair_queue.ts";
import { makeRandom, type Random, wholeBetween } from "../../workers/engine/seeded.ts";

const SEEDS = 60;
const STEPS = 400;
const OWNERS: readonly Owner[] = [null, "a", "b", "c", "d", "e"];

interface Waiting {
  readonly n: number;
  readonly owner: Owner;
}

/** The rules said literally: rounds as lists of owners, lanes as filters of one list. */
class Model {
  waiting: Waiting[] = [];
  #had_turn: Owner[] = [];
  #had_turn_before: Owner[] = [];
  /** Owners in the order of their next turns: who has come in this round, in this round, in the next one. */
  #newcomers: Owner[] = [];
  #this_round: Owner[] = [];
  #next_round: Owner[] = [];

  push(owner: Owner, n: number): void {
    if (this.laneOf(owner).length === 0) {
      if (this.#had_turn.includes(owner)) this.#next_round.push(owner);
      else if (this.#had_turn_before.includes(owner)) this.#this_round.push(owner);
      else this.#newcomers.push(owner);
    }
    this.waiting.push({ n, owner });
  }

  take(refused: Owner | undefined): number | null {
    if (this.#newcomers.length + this.#this_round.length === 0) {
      this.#this_round = this.#next_round;
      this.#next_round = [];
      this.#had_turn_before = this.#had_turn;
      this.#had_turn = [];
    }
    const order = [...this.#newcomers, ...this.#this_round, ...this.#next_round];
    const owner = order.find((one) => one !== refused);
    if (owner === undefined) return null;
    const [first] = this.laneOf(owner);
    if (first === undefined) throw new Error("the model is wrong");
    this.#had_turn.push(owner);
    this.#forget(owner);
    this.#next_round.push(owner);
    this.remove(first.n);
    return first.n;
  }

  peek(): number | null {
    const [owner] = [...this.#newcomers, ...this.#this_round, ...this.#next_round];
    return owner === undefined ? null : (this.laneOf(owner)[0]?.n ?? null);
  }

  peekNewcomer(refused: Owner | undefined): number | null {
    const owner = this.#newcomers.find((one) => one !== refused);
    return owner === undefined ? null : (this.laneOf(owner)[0]?.n ?? null);
  }

  remove(n: number): void {
    const one = this.waiting.find((other) => other.n === n);
    if (one === undefined) return;
    this.waiting = this.waiting.filter((other) => other !== one);
    if (this.laneOf(one.owner).length === 0) this.#forget(one.owner);
    if (this.waiting.length > 0) return;
    this.#had_turn = [];
    this.#had_turn_before = [];
  }

  laneOf(owner: Owner): Waiting[] {
    return this.waiting.filter((one) => one.owner === owner);
  }

  /** Every third is not fresh. */
  freshOf(owner: Owner): Waiting[] {
    return this.laneOf(owner).filter(({ n }) => n % 3 > 0);
  }

  get longest(): number {
    return Math.max(0, ...OWNERS.map((owner) => this.freshOf(owner).length));
  }

  #forget(owner: Owner): void {
    this.#newcomers = this.#newcomers.filter((one) => one !== owner);
    this.#this_round = this.#this_round.filter((one) => one !== owner);
    this.#next_round = this.#next_round.filter((one) => one !== owner);
  }
}

/** `pushes` of ten steps bring something; few make the queue run empty again and again. */
function play(random: Random, pushes: number): void {
  const queue = new FairQueue<number>();
  const model = new Model();
  const tickets: Ticket<number>[] = [];
  for (let n = 0; n < STEPS; n++) {
    const owner = OWNERS[wholeBetween(random, 0, OWNERS.length - 1)] ?? null;
    const action = wholeBetween(random, 0, 9);
    if (action < pushes) {
      tickets[n] = queue.push(owner, n, n % 3 > 0);
      model.push(owner, n);
    } else if (action === 9) {
      const at = wholeBetween(random, 0, n);
      const ticket = tickets[at];
      const was_there = model.waiting.some((one) => one.n === at);
      if (ticket !== undefined) expect(queue.remove(ticket)).toBe(was_there);
      model.remove(at);
    } else if (action === 8) {
      const { longest } = model;
      expect(queue.hasLonger(owner)).toBe(model.freshOf(owner).length + 1 < longest);
      const displaced = queue.displace();
      expect(displaced === null).toBe(longest === 0);
      if (displaced === null) continue;
      const lane = model.freshOf(model.waiting.find((one) => one.n === displaced)?.owner ?? null);
      expect(lane.length).toBe(longest);
      expect(lane.at(-1)?.n).toBe(displaced);
      model.remove(displaced);
    } else {
      const refused = wholeBetween(random, 0, 2) === 0 ? owner : undefined;
      const mayTake = (one: Owner): boolean => one !== refused;
      expect(queue.peekNewcomer(mayTake)).toBe(model.peekNewcomer(refused));
      if (refused === undefined) expect(queue.peek()).toBe(model.peek());
      expect(queue.take(mayTake)).toBe(model.take(refused));
    }
    expect(queue.count).toBe(model.waiting.length);
    if (n % 20 > 0) continue;
    expect(new Set([...queue].map(({ item }) => item))).toEqual(
      new Set(model.waiting.map((one) => one.n)),
    );
  }
}

describe("a fair queue", () => {
  it("has the order of its model, wherever something is taken out", () => {
    for (let seed = 1; seed <= SEEDS; seed++) play(makeRandom(seed), 3 + (seed % 5));
  });

  it("lets nobody wait for two turns of another, whoever comes and goes meanwhile", () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const random = makeRandom(seed);
      const queue = new FairQueue<{ readonly owner: Owner; readonly turns: Map<Owner, number> }>();
      let starts = 0;
      for (let n = 0; n < STEPS; n++) {
        const owner = OWNERS[wholeBetween(random, 0, OWNERS.length - 1)] ?? null;
        if (wholeBetween(random, 0, 2) > 0) {
          queue.push(owner, { owner, turns: new Map() });
          continue;
        }
        const started = queue.take();
        if (started === null) continue;
        starts++;
        const own_turns = started.turns.get(started.owner) ?? 0;
        for (const [other, turns] of started.turns) {
          if (other !== started.owner) expect(turns).toBeLessThanOrEqual(own_turns + 1);
        }
        for (const { item } of queue) {
          item.turns.set(started.owner, (item.turns.get(started.owner) ?? 0) + 1);
        }
      }
      expect(starts).toBeGreaterThan(50);
    }
  });

  it("lets a newcomer go before the second of a hundred, and nobody gain by coming back", () => {
    const queue = new FairQueue<string>();
    for (let n = 0; n < 100; n++) queue.push("a", `a${n}`);
    expect(queue.take()).toBe("a0");
    queue.push("b", "b0");
    expect(queue.take()).toBe("b0");
    queue.push("b", "b1");
    queue.push("c", "c0");
    expect([queue.take(), queue.take(), queue.take(), queue.take()]).toEqual([
      "c0",
      "a1",
      "b1",
      "a2",
    ]);
  });

  it("lets who asks seldom go before all who always ask, in the order of their coming", () => {
    const queue = new FairQueue<string>();
    for (let n = 0; n < 300; n++) queue.push(`busy ${n % 100}`, "busy");
    for (let n = 0; n < 150; n++) queue.take();
    queue.push("first", "first");
    queue.push("second", "second");
    expect([queue.take(), queue.take(), queue.take()]).toEqual(["first", "second", "busy"]);
  });

  it("never tells less than what is before a newcomer, and exactly that for a new owner", () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const random = makeRandom(seed);
      const queue = new FairQueue<number>();
      for (let n = 0; n < 60; n++) {
        if (wholeBetween(random, 0, 3) === 0) queue.take();
        else queue.push(OWNERS[wholeBetween(random, 1, 4)] ?? null, n);
      }
      const owner = OWNERS[wholeBetween(random, 0, 5)] ?? null;
      const told = queue.countAhead(owner);
      expect(told).toBeLessThanOrEqual(queue.count);
      queue.push(owner, -1);
      let ahead = 0;
      while (queue.take() !== -1) ahead++;
      expect(ahead).toBeLessThanOrEqual(told);
      if (owner === null || owner === "e") expect(ahead).toBe(told);
    }
  });

  it("takes 200,000 out of the middle without searching for them", () => {
    const queue = new FairQueue<number>();
    const tickets = Array.from({ length: 200_000 }, (_, n) => queue.push(n % 3 ? "a" : "b", n));
    // A search for each would take minutes.
    for (let n = 100_000; n < 200_000; n++) queue.remove(tickets[n]!);
    for (let n = 99_999; n >= 0; n--) queue.remove(tickets[n]!);
    expect(queue.count).toBe(0);
    expect(queue.take()).toBe(null);
  });
});
