// Method: answers to drawn problems are judged by their events alone, and beside the best of all orders where
// a problem is tiny enough to try them.
import { describe, expect, it } from "vitest";
import { DispatchSearch } from "../../../bench/rescheduling/search.ts";
import { leastCost } from "./all_orders.ts";
import { type DrawnOptions, drawProblem } from "./drawn_problem.ts";
import { judge } from "./judge.ts";

const WORK = 200_000;
const LARGE: DrawnOptions = { trains: 14, stations: 5, tracks: 2 };

function answerOf(problem: ReturnType<typeof drawProblem>, work = WORK) {
  const search = new DispatchSearch(problem, 1);
  search.advance(work);
  const answer = search.answer();
  if (answer === null) throw new Error("no answer");
  return answer;
}

describe("an answer to a tiny problem", () => {
  const kinds: [string, DrawnOptions][] = [
    ["two trains, two stations", { trains: 2, stations: 2, tracks: 1 }],
    ["two trains, two tracks", { trains: 2, stations: 2, tracks: 2 }],
    ["three trains", { trains: 3, stations: 2, tracks: 1 }],
    ["greatest durations", { trains: 2, stations: 2, tracks: 2, bounded: true }],
    ["trains that stand on the line", { trains: 2, stations: 2, tracks: 2, standing: true }],
    ["three of them", { trains: 3, stations: 2, tracks: 2, standing: true }],
  ];

  it.each(kinds)("costs what the best of all orders costs: %s", (_, options) => {
    let solvable = 0;
    for (let seed = 1; seed <= 25; seed++) {
      const problem = drawProblem(seed, options);
      const least = leastCost(problem);
      const search = new DispatchSearch(problem, seed);
      search.advance(WORK);
      const answer = search.answer();
      expect(answer?.cost ?? Infinity, `seed ${seed}`).toBe(least);
      if (answer === null) continue;
      solvable++;
      expect(judge(problem, answer)).toBe(least);
      expect(search.bound).toBeLessThanOrEqual(least);
    }
    expect(solvable).toBeGreaterThan(10);
  });
});

describe("an answer to a tiny problem with closed intervals", () => {
  const kinds: [string, DrawnOptions][] = [
    ["closed", { trains: 2, stations: 2, tracks: 1, closed: 2 }],
    ["closed, greatest durations", { trains: 2, stations: 2, tracks: 1, bounded: true, closed: 1 }],
  ];

  it.each(kinds)(
    "is there when any is, keeps all rules and costs no less than the best: %s",
    (_, options) => {
      for (let seed = 1; seed <= 25; seed++) {
        const problem = drawProblem(seed, options);
        const least = leastCost(problem);
        const search = new DispatchSearch(problem, seed);
        search.advance(WORK);
        const answer = search.answer();
        expect(answer === null, `seed ${seed}`).toBe(least === Infinity);
        if (answer !== null) expect(judge(problem, answer)).toBeGreaterThanOrEqual(least);
      }
    },
  );
});

describe("an answer to a larger problem", () => {
  const kinds: [string, DrawnOptions][] = [
    ["a line", LARGE],
    ["one that is closed at times", { ...LARGE, closed: 6 }],
    ["without waiting between stations", { ...LARGE, bounded: true }],
    ["both", { ...LARGE, bounded: true, closed: 6 }],
    ["trains that stand on it", { ...LARGE, standing: true }],
    ["stations that hold any number of trains", { ...LARGE, tracks: 1, open: true }],
  ];

  it.each(kinds)("keeps all rules at every moment, and only gets better: %s", (_, options) => {
    for (let seed = 1; seed <= 6; seed++) {
      const problem = drawProblem(seed, options);
      const search = new DispatchSearch(problem, seed);
      let cost = Infinity;
      for (let work = 0; work < 8; work++) {
        const more = search.advance(work * 20_000);
        const answer = search.answer();
        if (answer === null) throw new Error(`seed ${seed}: no answer`);
        expect(judge(problem, answer)).toBeLessThanOrEqual(cost);
        cost = answer.cost;
        if (!more) expect(cost).toBe(search.bound);
      }
    }
  });
});

describe("the search", () => {
  it("gives the same answer for the same seed and work, in however many pieces", () => {
    const problem = drawProblem(3, LARGE);
    const whole = answerOf(problem, 200_000);
    const search = new DispatchSearch(problem, 1);
    for (let work = 0; work <= 200_000; work += 500) search.advance(work);
    expect(search.answer()).toEqual(whole);
    expect(answerOf(problem, 200_000)).toEqual(whole);
  });

  it("ends soon after the work that it was given", () => {
    const search = new DispatchSearch(drawProblem(5, LARGE), 1);
    search.advance(0);
    const first = search.work;
    search.advance(first + 1);
    expect(search.rounds).toBe(1);
  });

  it("is done when no train is later than it would be alone", () => {
    const search = new DispatchSearch(drawProblem(1, { trains: 1, stations: 4, tracks: 2 }), 1);
    expect(search.advance(WORK)).toBe(false);
    expect(search.answer()?.cost).toBe(search.bound);
    expect(search.rounds).toBe(0);
  });

  it("has no answer where two trains face each other with nowhere to pass", () => {
    // Stations of one track, and a train on each of two neighbours, towards each other.
    const facing = Array.from({ length: 40 }, (_, seed) =>
      drawProblem(seed, { trains: 2, stations: 2, tracks: 1, standing: true }),
    ).filter((problem) => leastCost(problem) === Infinity);
    expect(facing.length).toBeGreaterThan(0);
    for (const problem of facing) {
      const search = new DispatchSearch(problem, 1);
      expect(search.advance(WORK)).toBe(false);
      expect(search.answer()).toBeNull();
    }
  });
});
