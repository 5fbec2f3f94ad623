// Method: each wrong rule of `npm run test:mutants` can be planted: its place is there, exactly once.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { GROUPS } from "./mutant.ts";

const ALL = Object.values(GROUPS).flat();

describe("the wrong rules", () => {
  it("are at least twenty in SQL and ten of each other kind, each with a name of its own", () => {
    expect(GROUPS["SQL rules"]?.length).toBeGreaterThanOrEqual(20);
    for (const group of Object.values(GROUPS)) expect(group.length).toBeGreaterThanOrEqual(10);
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
