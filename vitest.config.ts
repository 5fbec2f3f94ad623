import { defineConfig } from "vitest/config";
import { ContractReporter } from "./test/contract/reporter.ts";
import { chooseModules } from "./test/helpers/built_modules.ts";
import { onUnhandledError } from "./test/helpers/driver_error.ts";
import { LongestFirst } from "./test/helpers/longest_first.ts";
import { calibrate, scaled } from "./test/helpers/pace.ts";

calibrate();

const { plugins, server } = chooseModules();

export default defineConfig({
  plugins,
  test: {
    server,
    include: ["test/**/*.test.ts"],
    exclude: ["dist/**", "node_modules/**", "test/**/*.long.test.ts"],
    testTimeout: scaled(60_000),
    hookTimeout: scaled(60_000),
    globalSetup: ["test/helpers/global_setup.ts"],
    onUnhandledError,
    sequence: { sequencer: LongestFirst },
    reporters: ["default", new ContractReporter()],
    pool: "forks",
    // A third of the time went into loading the same modules for each file.
    isolate: false,
    // More than cores: many tests wait for a deadline or for each other, not for the processor.
    maxWorkers: 4,
  },
});
