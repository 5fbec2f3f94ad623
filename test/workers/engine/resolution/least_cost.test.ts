// Method: drawn plans of two to four trains whose delays are whole seconds below seven; all combinations are counted out by the definition of a plan alone.
import { describe, expect, it } from "vitest";
import { NO_KNOT, type Plan, type Solution } from "../../../../workers/engine/resolution/plan.ts";
import {
  findLeastCost,
  findSolvable,
  improve,
} from "../../../../workers/engine/resolution/resolve.ts";
import { countTries } from "../../../helpers/tried.ts";
import { makeRandom, type Random, wholeBetween } from "../seeded.ts";

const SEEDS = countTries({ few: 150, many: 2000 });
const WAIT_MAX_S = 4;

function drawPlan(random: Random): Plan {
  const counts = Array.from({ length: wholeBetween(random, 2, 4) }, () => 1);
  counts[0] = 2;
  const trainStart = [0, 1];
  for (const count of counts) trainStart.push((trainStart.at(-1) ?? 0) + count);
  const nStretches = trainStart.at(-1) ?? 0;
  const nMeetings = wholeBetween(random, 1, 4);
  const nKnots = wholeBetween(random, 1, nMeetings);
  const ends = Array.from({ length: nMeetings }, () => {
    const first = wholeBetween(random, 1, nStretches - 1);
    const others = Array.from({ length: nStretches }, (_, s) => s).filter(
      (s) => trainOf(trainStart, s) !== trainOf(trainStart, first),
    );
    return [first, others[wholeBetween(random, 0, others.length - 1)] ?? 0];
  });
  const column = (k: 0 | 1): Uint32Array => Uint32Array.from(ends, (pair) => pair[k] ?? 0);
  const draw = (length: number, one: () => number): Float64Array =>
    Float64Array.from({ length }, one);
  return {
    trainStart: Uint32Array.from(trainStart),
    waits: draw(nStretches, () => wholeBetween(random, 0, WAIT_MAX_S)).fill(0, 0, 1),
    leads: new Float64Array(trainStart.length - 1),
    slopes: draw(nStretches, () => wholeBetween(random, 1, 3)).fill(0, 0, 1),
    firstBegins: column(0),
    firstEnds: column(0),
    secondBegins: column(1),
    secondEnds: column(1),
    gaps: draw(nMeetings, () => wholeBetween(random, 1, 4)),
    backs: draw(nMeetings, () => wholeBetween(random, 1, 4)),
    knots: Uint32Array.from({ length: nMeetings }, (_, m) => (m < nKnots ? m : 0)),
    weights: new Float64Array(nKnots).fill(1),
  };
}

function trainOf(trainStart: readonly number[], stretch: number): number {
  return trainStart.findLastIndex((first) => first <= stretch);
}

/** The least cost by the number of conflicts that are left. */
function countOut(plan: Plan): Map<number, number> {
  const best = new Map<number, number>();
  const starts = [...plan.trainStart];
  const delays = Array.from(plan.waits, () => 0);
  const visit = (s: number): void => {
    if (s === delays.length) {
      const left = countLeft(plan, delays);
      if (left === null) return;
      best.set(left, Math.min(best.get(left) ?? Infinity, costOf(plan, delays)));
      return;
    }
    const before = starts.includes(s) ? 0 : (delays[s - 1] ?? 0);
    for (let wait = 0; wait <= (plan.waits[s] ?? 0); wait++) {
      delays[s] = before + wait;
      visit(s + 1);
    }
  };
  visit(1);
  return best;
}

/** Null: two trains overlap otherwise than they do. */
function countLeft(plan: Plan, delays: readonly number[]): number | null {
  const left = new Set<number>();
  for (const [m, gap] of plan.gaps.entries()) {
    const [a, b] = [plan.firstBegins[m] ?? 0, plan.secondBegins[m] ?? 0];
    const [first, second] = [delays[a] ?? 0, delays[b] ?? 0];
    if (second >= first + gap || first >= second + (plan.backs[m] ?? 0)) continue;
    if (plan.knots[m] === NO_KNOT) return null;
    left.add(plan.knots[m] ?? 0);
  }
  // What is left stays as it is, all of it.
  for (const [m, knot] of plan.knots.entries()) {
    if (!left.has(knot)) continue;
    const stretches = [plan.firstBegins[m] ?? 0, plan.secondBegins[m] ?? 0];
    if (stretches.some((s) => delays[s] !== 0)) return null;
  }
  return left.size;
}

function costOf({ slopes, trainStart }: Plan, delays: readonly number[]): number {
  const starts = new Set(trainStart);
  return delays.reduce((sum, delay, s) => {
    const waits = delay !== (starts.has(s) ? 0 : delays[s - 1]);
    return sum + (slopes[s] ?? 0) * delay + (waits ? 0.01 : 0);
  }, 0);
}

describe("the least cost", () => {
  it("is below that of all solutions that leave as few conflicts, and the search finds the best of them", () => {
    let above_nothing = 0;
    for (let seed = 0; seed < SEEDS; seed++) {
      const plan = drawPlan(makeRandom(seed));
      const best = countOut(plan);
      for (const [left, cost] of best) {
        const bound = findLeastCost(plan, left);
        expect([seed, left, bound <= cost + 1e-9]).toEqual([seed, left, true]);
        if (bound > 0) above_nothing++;
      }
      const found = improve({ plan, start: null, step: { kind: "whole" }, work: 1e6 });
      const fewest = Math.min(...best.keys());
      expect([seed, found.left_count, found.cost.toFixed(6)]).toEqual([
        seed,
        fewest,
        best.get(fewest)?.toFixed(6),
      ]);
      expect([seed, found.bound]).toEqual([seed, found.cost]);
    }
    expect(above_nothing).toBeGreaterThan(SEEDS / 4);
  });

  it("of nothing is nothing, whatever was tried before", () => {
    let nothing = 0;
    for (let seed = 0; seed < SEEDS; seed++) {
      const plan = drawPlan(makeRandom(seed));
      let start: Solution | null = null;
      for (let draw = 0; draw < 4; draw++) {
        const step = { kind: "again", seed: draw } as const;
        const { solution, cost } = improve({ plan, start, step, work: 2_000 });
        start = solution;
        if (solution.delays.some((delay) => delay !== 0)) continue;
        nothing++;
        expect([seed, draw, cost]).toEqual([seed, draw, 0]);
      }
    }
    expect(nothing).toBeGreaterThan(0);
  });
});

describe("a search that has to end", () => {
  it("has the timetable as it is if it may do nothing, knows nothing of what is left, and does what it has to do first", () => {
    const flag = Int32Array.of(1);
    let solved = 0;
    for (let seed = 0; seed < SEEDS; seed++) {
      const plan = drawPlan(makeRandom(seed));
      const whole = { plan, start: null, step: { kind: "whole" }, work: 1e6 } as const;
      const found = improve({ ...whole, stop: { flag, least_work: 0 } });
      const knots = [...plan.weights.keys()];
      expect([...found.solution.delays].some((delay) => delay !== 0)).toBe(false);
      expect([...found.solution.left]).toEqual(knots.map(() => 1));
      const unknown = findSolvable(plan, found.solution, { flag, least_work: 0 });
      expect([seed, unknown]).toEqual([seed, knots]);
      if (knots.length > 0) expect([seed, found.next]).not.toEqual([seed, null]);
      const whole_found = improve(whole);
      expect(improve({ ...whole, stop: { flag, least_work: 1e9 } })).toEqual(whole_found);
      if (whole_found.left_count < found.left_count) solved++;
    }
    expect(solved).toBeGreaterThan(SEEDS / 4);
  });
});
