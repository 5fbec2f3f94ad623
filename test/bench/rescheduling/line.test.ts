// Method: small single lines beside the best of all combinations of orders on their tracks, each with its earliest times.
import { describe, expect, it } from "vitest";
import type { DispatchProblem } from "../../../bench/rescheduling/problem.ts";
import { DispatchSearch } from "../../../bench/rescheduling/search.ts";
import { drawProblem } from "./drawn_problem.ts";
import { costOf, heldBy, judge } from "./judge.ts";

const WORK = 2_000_000;

function permutations(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item) =>
    permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  );
}

/** Infinity = trains would wait for each other in a circle. */
function costOfOrders(problem: DispatchProblem, orders: readonly (readonly number[])[]): number {
  const times = [...problem.earliest];
  const behind = new Map<number, number>();
  for (const order of orders) order.slice(1).forEach((op, i) => void behind.set(op, order[i]!));
  for (let round = 0, changed = true; changed; round++) {
    if (round > times.length) return Infinity;
    changed = false;
    for (const [op, time] of times.entries()) {
      const before = behind.get(op);
      const arrival = problem.trainStart.includes(op) ? 0 : times[op - 1]! + problem.least[op - 1]!;
      const now = Math.max(time, arrival, before === undefined ? 0 : times[before + 1]!);
      changed ||= now > time;
      times[op] = now;
    }
  }
  return times.reduce((sum, time, op) => sum + costOf(problem, op, time), 0);
}

function leastCost(problem: DispatchProblem): number {
  const uses = Array.from({ length: problem.resources }, (): number[] => []);
  for (const op of problem.earliest.keys()) {
    for (const [resource] of heldBy(problem, op)) uses[resource]!.push(op);
  }
  let all: number[][][] = [[]];
  for (const of of uses) {
    all = all.flatMap((orders) => permutations(of).map((order) => [...orders, order]));
  }
  return Math.min(...all.map((orders) => costOfOrders(problem, orders)));
}

describe("an answer to a single line whose stations hold any number of trains", () => {
  const kinds: [string, number, number, (problem: DispatchProblem) => DispatchProblem][] = [
    ["three trains", 3, 4, (problem) => problem],
    ["four trains", 4, 3, (problem) => problem],
    // From the last step on a train loses nothing more.
    [
      "four trains, steps alone",
      4,
      3,
      (problem) => ({
        ...problem,
        costSlope: problem.costSlope.map(() => 0),
        costThreshold: problem.costThreshold.map((time) => time + 4),
        costStep: problem.costStep.map((step) => step + 1),
      }),
    ],
    // Each start of an operation after another has a cost.
    [
      "costs on the way",
      4,
      3,
      (problem) => ({
        ...problem,
        costOperation: problem.costOperation.map((op, i) => op - 3 * (i % 2)),
      }),
    ],
  ];

  it.each(kinds)("is proven to be the best: %s", (_, trains, stations, change) => {
    let waits = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const problem = change(drawProblem(seed, { trains, stations, tracks: 1, open: true }));
      const least = leastCost(problem);
      const search = new DispatchSearch(problem, seed);
      const alone = search.bound;
      expect(search.advance(WORK), `seed ${seed}`).toBe(false);
      const answer = search.answer();
      if (answer === null) throw new Error(`seed ${seed}: no answer`);
      expect(judge(problem, answer), `seed ${seed}`).toBe(least);
      expect(search.bound).toBe(least);
      if (least > alone) waits++;
    }
    expect(waits).toBeGreaterThan(10);
  });

  it("does not depend on the pieces of the work", () => {
    const problem = drawProblem(4, { trains: 16, stations: 9, tracks: 1, open: true });
    const whole = new DispatchSearch(problem, 1);
    whole.advance(WORK);
    const pieces = new DispatchSearch(problem, 1);
    for (let work = 0; work <= WORK; work += 20_000) pieces.advance(work);
    expect(pieces.answer()).toEqual(whole.answer());
    expect(pieces.bound).toBe(whole.bound);
  });
});
