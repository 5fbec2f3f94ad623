import { readdirSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { onEachFront } from "./test/helpers/fronts.ts";
import { scaled } from "./test/helpers/pace.ts";
import { everyRun } from "./test/helpers/runs.ts";

const { plugins, test } = everyRun();

/** Properties that a short run tries on fewer seeds. */
const TRIED_MORE = readdirSync("test", { recursive: true, encoding: "utf8" })
  .map((path) => `test/${path}`)
  .filter((path) => /\.test\.ts$/.test(path) && !/\.(e2e|long)\./.test(path))
  .filter((path) => readFileSync(path, "utf8").includes("countTries("));

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
