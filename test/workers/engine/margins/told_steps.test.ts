/**
 * Method: random trains with arrivals that even the fastest run is too late for, and a run as the reference's. Steps are
 * counted, not time: those that only tell what is possible are few beside those of the run.
 */
import { expect, it, vi } from "vitest";
import type { CurveDrawer } from "../../../../workers/engine/envelope/curve.ts";
import { Distributor } from "../../../../workers/engine/margins/distribution.ts";
import { ScheduleSimulator } from "../../../../workers/engine/margins/scheduled_run.ts";
import { Simulator } from "../../../../workers/engine/simulation/simulate.ts";
import { makeRun } from "../plain_run.ts";
import { makeRandom } from "../seeded.ts";
import { drawTrain } from "./drawn_trains.ts";

const SEEDS = 400;
const TOLD_SHARE = 0.25;
/** Greater changes of what is left are a new allowance. */
const STEPS_AT_ONCE_MAX = 1_000_000;

/** Counts the steps that a drawer takes from now on. */
function countSteps(drawer: CurveDrawer): () => number {
  let left = drawer.stepsLeft;
  let taken = 0;
  Object.defineProperty(drawer, "stepsLeft", {
    get: () => left,
    set: (now: number) => {
      if (now < left && left - now < STEPS_AT_ONCE_MAX) taken += left - now;
      left = now;
    },
  });
  return () => taken;
}

it("what is possible for arrivals that are wanted too early costs few steps beside the run", () => {
  const simulator = new Simulator();
  const scheduler = new ScheduleSimulator(simulator);
  simulator.buildBase(makeRun(drawTrain(makeRandom(1)).line));
  const taken = countSteps(simulator.drawer);
  let told = 0;
  // oxlint-disable-next-line typescript/unbound-method
  const { tellLate } = Distributor.prototype;
  const spy = vi.spyOn(Distributor.prototype, "tellLate").mockImplementation(function (
    this: Distributor,
    ranges,
  ) {
    const before = taken();
    const deviations = tellLate.call(this, ranges);
    told += taken() - before;
    return deviations;
  });
  let all = 0;
  let toldOfAll = 0;
  let nTrains = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { line, settings } = drawTrain(makeRandom(seed));
    const [before, toldBefore] = [taken(), told];
    const result = scheduler.simulate(makeRun(line), settings);
    if (!result.ok) throw new Error(`seed ${seed}: ${JSON.stringify(result.error)}`);
    if (result.value.step !== "as_asked" || told === toldBefore) continue;
    nTrains++;
    all += taken() - before;
    toldOfAll += told - toldBefore;
  }
  spy.mockRestore();
  expect(nTrains).toBeGreaterThan(SEEDS / 10);
  expect(toldOfAll / all).toBeLessThan(TOLD_SHARE);
});
