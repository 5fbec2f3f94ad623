// Method: drawn days are run by an independent simulator too (judge_traffic.ts). Days in which 30 ms decide who goes first are told apart by running that one with such differences.
import { describe, expect, it } from "vitest";
import { TrafficSimulator } from "../../../../workers/engine/traffic/simulate_traffic.ts";
import { countTries } from "../../../helpers/tried.ts";
import { makeRandom } from "../seeded.ts";
import { drawDay } from "./drawn_days.ts";
import { type JudgedRun, judgeDay } from "./judge_traffic.ts";

const SEEDS = countTries({ few: 10, many: 300 });
const EQUAL_MS = 1000;
const JITTER_MS = 30;

function differ(a: Map<number, number>, b: Map<number, number>): boolean {
  return (
    a.size !== b.size || [...a].some(([x, at]) => !(Math.abs(at - (b.get(x) ?? NaN)) < EQUAL_MS))
  );
}

function areAlike(a: readonly JudgedRun[], b: readonly JudgedRun[]): boolean {
  return a.every(
    (run, r) =>
      run.deadlocked === b[r]!.deadlocked &&
      !differ(run.arrivals_ms, b[r]!.arrivals_ms) &&
      !differ(run.departures_ms, b[r]!.departures_ms),
  );
}

describe("a day as it runs", () => {
  it.each([true, false])("is that of an independent simulator; planned order: %s", (ordered) => {
    const counts = { compared: 0, stops: 0, deadlocks: 0 };
    const wrong: number[] = [];
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { traffic, day, tables, judged } = drawDay(seed);
      const random = makeRandom(seed);
      const expected = judgeDay(judged([]), ordered);
      const isEdge = [1, 2].some(() => {
        const jitters_ms = tables.map(() => (2 * random() - 1) * JITTER_MS);
        return !areAlike(expected, judgeDay(judged(jitters_ms), ordered));
      });
      if (isEdge) continue;
      counts.compared++;
      const simulator = new TrafficSimulator(traffic);
      simulator.simulate(day, ordered ? "planned_order" : "first_come");
      const got = tables.map(({ halts_mm, next }, r): JudgedRun => {
        const read = (column: Float64Array): Map<number, number> =>
          new Map(
            [...halts_mm].flatMap((at_mm, h): [number, number][] => {
              const at_ms = column[traffic.haltStart[r]! + h]!;
              const isEnd = h === halts_mm.length - 1 && column === simulator.departures_ms;
              return Number.isNaN(at_ms) || isEnd ? [] : [[Math.round(at_mm / 1000), at_ms]];
            }),
          );
        const arrivals_ms = read(simulator.arrivals_ms);
        counts.stops += [...next.keys()].filter(
          (h) =>
            h > 0 &&
            !next.includes(h) &&
            !Number.isNaN(simulator.arrivals_ms[traffic.haltStart[r]! + h]!),
        ).length;
        return {
          arrivals_ms,
          departures_ms: read(simulator.departures_ms),
          ended: true,
          deadlocked: simulator.deadlocked[r] === 1,
        };
      });
      if (got.some(({ deadlocked }) => deadlocked)) counts.deadlocks++;
      if (!areAlike(got, expected)) wrong.push(seed);
    }
    expect(wrong).toEqual([]);
    expect(counts.compared).toBeGreaterThan(SEEDS * 0.8);
    expect(counts.stops).toBeGreaterThan(SEEDS / 2);
    expect(counts.deadlocks).toBeGreaterThan(0);
  });

  it("does not depend on days simulated before", () => {
    const { traffic, day } = drawDay(3);
    const fresh = new TrafficSimulator(traffic);
    fresh.simulate(day, "first_come");
    const used = new TrafficSimulator(traffic);
    used.simulate(
      { appears_ms: traffic.appears_ms, dwells_ms: traffic.dwells_ms },
      "planned_order",
    );
    used.simulate(day, "first_come");
    expect(used.arrivals_ms).toEqual(fresh.arrivals_ms);
    expect(used.departures_ms).toEqual(fresh.departures_ms);
    expect(used.deadlocked).toEqual(fresh.deadlocked);
  });
});
