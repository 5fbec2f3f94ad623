import { defineConfig } from "vitest/config";
import { ContractReporter } from "./test/contract/reporter.ts";
import { onEachFront } from "./test/helpers/fronts.ts";
import { LongestFirst } from "./test/helpers/longest_first.ts";
import { scaled } from "./test/helpers/pace.ts";
import { everyRun } from "./test/helpers/runs.ts";

const { plugins, test } = everyRun();

export default defineConfig({
  plugins,
  test: {
    ...test,
    projects: onEachFront("test.ts"),
    exclude: ["dist/**", "node_modules/**", "test/**/*.{e2e,long}.test.ts"],
    testTimeout: scaled(60_000),
    hookTimeout: scaled(60_000),
    sequence: { sequencer: LongestFirst },
    reporters: ["default", new ContractReporter()],
    // A third of the time went into loading the same modules for each file.
    isolate: false,
    // More than cores: many tests wait for a deadline or for each other, not for the processor.
    maxWorkers: 4,
  },
});
