import { defineConfig } from "vitest/config";
import { onEachFront } from "./test/helpers/fronts.ts";
import { LongestFirst } from "./test/helpers/longest_first.ts";
import { scaled } from "./test/helpers/pace.ts";
import { everyRun } from "./test/helpers/runs.ts";

const { plugins, test } = everyRun();

export default defineConfig({
  plugins,
  test: {
    ...test,
    projects: onEachFront("e2e.test.ts"),
    testTimeout: scaled(60_000),
    hookTimeout: scaled(60_000),
    sequence: { sequencer: LongestFirst },
    // Each of them starts servers, databases and browsers of its own: more would wait for a core most of the time.
    maxWorkers: 2,
  },
});
