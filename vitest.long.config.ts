import { defineConfig } from "vitest/config";
import { onEachFront } from "./test/helpers/fronts.ts";
import { scaled } from "./test/helpers/pace.ts";
import { everyRun } from "./test/helpers/runs.ts";

const { plugins, test } = everyRun();

/** Properties that a short run tries on fewer seeds. */
const TRIED_MORE = [
  "test/railway/days_text.test.ts",
  "test/timetable/exchange.test.ts",
  "test/timetable/train.test.ts",
  "test/train_runs/all_days.test.ts",
  "test/train_runs/judged_conflicts.test.ts",
  "test/train_runs/paced_derived.test.ts",
  "test/train_runs/resolution.test.ts",
  "test/train_runs/resolution_other_optimum.test.ts",
  "test/train_runs/resolution_other_runs.test.ts",
  "test/web/out/own_times.test.ts",
  "test/workers/engine/margins/kept_times.test.ts",
  "test/workers/engine/margins/neutral_limits.test.ts",
  "test/workers/engine/margins/properties.test.ts",
  "test/workers/engine/margins/section_search.test.ts",
  "test/workers/engine/margins/told_limits.test.ts",
  "test/workers/engine/operation/day_simulation.test.ts",
  "test/workers/engine/operation/tried_days.test.ts",
  "test/workers/engine/projection/stations.test.ts",
  "test/workers/engine/resolution/least_cost.test.ts",
  "test/workers/engine/simulation/base_runs.test.ts",
  "test/workers/engine/simulation/temporary_limits.test.ts",
  "test/workers/engine/topology/track_paths.test.ts",
  "test/workers/exchange/gtfs.test.ts",
  "test/workers/exchange/nge.test.ts",
  "test/workers/exchange/railml_network.test.ts",
  "test/workers/exchange/railml_timetable.test.ts",
  "test/workers/exchange/tables.test.ts",
  "test/workers/railjson/edit/changed_tiles.test.ts",
  "test/workers/railjson/edit/recheck.test.ts",
];

export default defineConfig({
  plugins,
  test: {
    ...test,
    projects: onEachFront("long.test.ts", TRIED_MORE),
    env: { TRIES: "many" },
    testTimeout: scaled(1_200_000),
    hookTimeout: scaled(120_000),
    // One file at a time: some of them measure how long others wait.
    maxWorkers: 1,
  },
});
