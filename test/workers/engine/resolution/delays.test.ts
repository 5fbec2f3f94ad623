// Method: tables of decisions and the delays that follow from them, worked out by hand.
import { describe, expect, it } from "vitest";
import { Delays } from "../../../../workers/engine/resolution/delays.ts";
import { FIXED, type Plan } from "../../../../workers/engine/resolution/plan.ts";

/** What can't move, a train with a stop (leaves 100 s later, stops 10 s longer), and one without (60 s later). */
const PLAN: Plan = {
  trainStart: Uint32Array.of(0, 1, 3, 4),
  waits: Float64Array.of(0, 100, 10, 60),
  leads: new Float64Array(3),
  slopes: Float64Array.of(0, 1, 2, 4),
  firstBegins: new Uint32Array(0),
  firstEnds: new Uint32Array(0),
  secondBegins: new Uint32Array(0),
  secondEnds: new Uint32Array(0),
  gaps: new Float64Array(0),
  backs: new Float64Array(0),
  knots: new Uint32Array(0),
  weights: new Float64Array(0),
};

describe("delays", () => {
  it.each([
    { what: "a stop takes what it may", decided: [[FIXED, 2, 8]], delays: [0, 0, 8, 0], cost: 16 },
    {
      what: "the start takes the rest",
      decided: [[FIXED, 2, 50]],
      delays: [0, 40, 50, 0],
      cost: 140,
    },
    {
      what: "a later start moves all",
      decided: [[FIXED, 1, 30]],
      delays: [0, 30, 30, 0],
      cost: 90,
    },
    {
      what: "a train waits for another one",
      decided: [
        [FIXED, 3, 20],
        [3, 2, 5],
      ],
      delays: [0, 15, 25, 20],
      cost: 145,
    },
    {
      what: "what was decided before holds on",
      decided: [
        [3, 2, 5],
        [FIXED, 3, 20],
      ],
      delays: [0, 15, 25, 20],
      cost: 145,
    },
  ])("of a decision: $what", ({ decided, delays, cost }) => {
    const own = new Delays(PLAN);
    const mark = own.mark();
    for (const [from = 0, to = 0, gap = 0] of decided) expect(own.decide(from, to, gap)).toBe(true);
    expect([...own.delay]).toEqual(delays);
    expect(own.cost).toBeCloseTo(cost);
    own.takeBack(mark);
    expect([...own.delay]).toEqual([0, 0, 0, 0]);
    expect(own.cost).toBeCloseTo(0);
  });

  it.each([
    { what: "more than a train may wait", decided: [[FIXED, 2, 111]] },
    { what: "more than it may leave later", decided: [[FIXED, 1, 101]] },
    { what: "what can't move", decided: [[1, FIXED, 1]] },
    {
      what: "trains that wait for each other",
      decided: [
        [1, 3, 1],
        [3, 1, 1],
      ],
    },
  ])("are not found for $what", ({ decided }) => {
    const own = new Delays(PLAN);
    const all = decided.map(([from = 0, to = 0, gap = 0]) => own.decide(from, to, gap));
    expect(all.at(-1)).toBe(false);
  });
});
