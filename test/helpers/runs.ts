/** What all runs of vitest have in common: `npm test`, `npm run test:e2e` and `npm run test:long`. */
import { join } from "node:path";
import type { ViteUserConfig } from "vitest/config";
import { textModules } from "../../bench/page/text_modules.ts";
import { chooseModules } from "./built_modules.ts";
import { onUnhandledError } from "./driver_error.ts";
import { calibrate } from "./pace.ts";

/** Measures the machine first, for all deadlines. */
export function everyRun(): Required<Pick<ViteUserConfig, "plugins" | "test">> {
  calibrate();
  const { plugins, server } = chooseModules();
  return {
    plugins: [...plugins, textModules(join(import.meta.dirname, "../../web/src/languages"))],
    test: {
      server,
      exclude: ["dist/**", "node_modules/**"],
      globalSetup: ["test/helpers/global_setup.ts"],
      onUnhandledError,
      pool: "forks",
    },
  };
}
