/**
 * Method: the largest trains that the schema takes (10,000 waypoints), of the sorts that cost most. The
 * work of margins and arrivals is counted, in the steps that the engine itself counts, at three sizes; a whole
 * task, printing included, is done at the largest one.
 */
import { describe, expect, it } from "vitest";
import { sendStock } from "../../../../bench/network/send_stock.ts";
import { MAX_MARGIN_STEPS } from "../../../../workers/engine/margins/limits.ts";
import { ScheduleSimulator } from "../../../../workers/engine/margins/scheduled_run.ts";
import { Simulator } from "../../../../workers/engine/simulation/simulate.ts";
import { describeSimulation } from "../../../../workers/tasks/simulation/describe_simulation.ts";
import { simulateTrains } from "../../../../workers/tasks/simulation/simulate_trains.ts";
import type { TrainRun } from "../../../../workers/tasks/types.ts";
import { makeRun } from "../plain_run.ts";
import {
  HOSTILE_STOCK,
  hostileSorts,
  makeHostileLine,
  makeHostileTrain,
  WAYPOINTS_MAX,
} from "./hostile_trains.ts";

const DISTRIBUTIONS = ["LINEAR", "MARECO"] as const;
const SPACING_MM = 20_000;

/** Every range is evaluated some 10 to 29 times in each of two runs, at 34 steps or more, and once more where it fails. */
const STEPS_PER_N_LOG_N = 1600;

/** Steps that margins and arrivals of a train cost. */
function countWork(train: TrainRun): number {
  const simulator = new Simulator();
  const stops = train.schedule.filter((item) => item.stop_for_ms !== null);
  const run = makeRun({
    length_m: train.path.length_mm / 1000,
    stock: HOSTILE_STOCK,
    stops_m: stops.map((item) => item.offset_mm / 1000),
    items_mm: train.path.item_positions_mm,
  });
  new ScheduleSimulator(simulator).simulate(run, train);
  return MAX_MARGIN_STEPS - simulator.drawer.stepsLeft;
}

describe("the work of a train", () => {
  it.each(
    Object.entries(hostileSorts(SPACING_MM)).flatMap(([name, sort]) =>
      DISTRIBUTIONS.map((distribution) => ({ name, sort, distribution })),
    ),
  )("with $name by $distribution is at most of the order n log n", ({ sort, distribution }) => {
    const infra = makeHostileLine(10_000);
    for (const n of [100, 800]) {
      const train = { n, spacing_mm: SPACING_MM, distribution, ...sort };
      const steps = countWork(makeHostileTrain(infra, train));
      expect(steps, `${n} waypoints`).toBeLessThan(STEPS_PER_N_LOG_N * n * Math.log2(n));
    }
  });
});

describe("a train of 10,000 waypoints", () => {
  const sorts = hostileSorts(1);
  it.each(
    DISTRIBUTIONS.flatMap((distribution) => [
      { name: "margins alternating with none", distribution },
      // None can be met: each is tried without those before it, which must not fill the memory.
      { name: "stops with arrivals", distribution },
      { name: "all at once", distribution },
    ]),
  )(
    "1 mm apart with $name by $distribution is done, printing included",
    ({ name, distribution }) => {
      const n = WAYPOINTS_MAX;
      const infra = makeHostileLine(n / 1000);
      const train = makeHostileTrain(infra, { n, spacing_mm: 1, distribution, ...sorts[name]! });
      const { item_positions_mm: positions_mm } = train.path;
      const stocks = [sendStock(HOSTILE_STOCK)];
      const [outcome] = simulateTrains({ infra, stocks, profiles: null, trains: [train] });
      if (outcome?.kind !== "success") throw new Error("the train can be run");
      const { packed, requirements } = outcome;
      const waypoints = { ids: positions_mm.map((_, i) => `w${i}`), positions_mm };
      const text = describeSimulation({ infra, packed, requirements, waypoints });
      expect(JSON.parse(new TextDecoder().decode(text)).final_output.path_item_times).toHaveLength(
        n,
      );
      const steps = countWork(train);
      expect(steps).toBeLessThan(STEPS_PER_N_LOG_N * n * Math.log2(n));
    },
  );
});
