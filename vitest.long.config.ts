import { defineConfig } from "vitest/config";
import { chooseModules } from "./test/helpers/built_modules.ts";
import { onUnhandledError } from "./test/helpers/driver_error.ts";
import { calibrate, scaled } from "./test/helpers/pace.ts";

calibrate();

const { plugins, server } = chooseModules();

export default defineConfig({
  plugins,
  test: {
    server,
    include: [
      "test/**/*.long.test.ts",
      // Properties that a short run tries on fewer seeds.
      "test/workers/engine/margins/properties.test.ts",
      "test/workers/engine/margins/section_search.test.ts",
      "test/workers/engine/simulation/base_runs.test.ts",
    ],
    env: { PROPERTY_SEEDS: "5000" },
    exclude: ["dist/**", "node_modules/**"],
    testTimeout: 3_600_000,
    hookTimeout: scaled(120_000),
    globalSetup: ["test/helpers/global_setup.ts"],
    onUnhandledError,
    pool: "forks",
    // One file at a time: some of them measure how long others wait.
    maxWorkers: 1,
  },
});
