// Method: each wrong rule of `npm run test:mutants` can be planted: its place is there, exactly once.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { CACHES_AND_VERSIONS } from "./caches_and_versions.ts";
import { CHANGE_RULES } from "./change_rules.ts";
import { CHECK_ORDER } from "./check_order.ts";
import { LIST_FILTERS } from "./list_filters.ts";
import { LIVE_ANSWERS } from "./live_answers.ts";
import { RESOLUTION_RULES } from "./resolution_rules.ts";
import { SQL_RULES } from "./sql_rules.ts";

const ALL = [
  ...SQL_RULES,
  ...CHECK_ORDER,
  ...CACHES_AND_VERSIONS,
  ...LIST_FILTERS,
  ...LIVE_ANSWERS,
  ...CHANGE_RULES,
  ...RESOLUTION_RULES,
];

describe("the wrong rules", () => {
  it("are at least twenty in SQL and ten of each other kind, each with a name of its own", () => {
    expect(SQL_RULES.length).toBeGreaterThanOrEqual(20);
    for (const group of [
      CHECK_ORDER,
      CACHES_AND_VERSIONS,
      LIST_FILTERS,
      LIVE_ANSWERS,
      CHANGE_RULES,
      RESOLUTION_RULES,
    ]) {
      expect(group.length).toBeGreaterThanOrEqual(10);
    }
    expect(new Set(ALL.map(({ rule }) => rule)).size).toBe(ALL.length);
  });

  it.each(ALL.map((mutant) => [mutant.rule, mutant] as const))(
    "can be planted: %s",
    (_, mutant) => {
      const text = readFileSync(join(PROJECT_ROOT, mutant.file), "utf8");
      expect(text.split(mutant.find)).toHaveLength(2);
      expect(mutant.replace).not.toBe(mutant.find);
      for (const test of mutant.tests) readFileSync(join(PROJECT_ROOT, test));
    },
  );
});
