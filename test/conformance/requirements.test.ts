/** Every recorded requirement, conflict and projection that is there must agree; other counts than these fail. */
import { describe, expect, it } from "vitest";
import { findReference, hasReference } from "../../bench/recorded/cases.ts";
import { KINDS } from "./kinds.ts";
import { runCases } from "./run.ts";

const EXPECTED = [
  { folder: "reference", "simulation requirements": 145, conflicts: 24, projection: 12 },
  { folder: "reference2", "simulation requirements": 26, conflicts: 6, projection: 8 },
] as const;
const OPS = ["simulation requirements", "conflicts", "projection"] as const;
/** Roundings apart everything is the same computation. */
const TIME_TOLERANCE_MS = 1;

describe.each(EXPECTED)("the recorded cases of $folder", ({ folder, ...expected }) => {
  const path = findReference(folder);
  if (!hasReference(path)) {
    console.warn(`SKIPPED: no recorded cases in ${path}`);
    it.skip("is not there", () => undefined);
    return;
  }
  const kinds = Object.fromEntries(OPS.map((op) => [op, KINDS[op]!]));
  const summaries = runCases(path, { kinds });

  it.each(OPS)("give all answers of %s", (op) => {
    const summary = summaries.find((one) => one.op === op);
    expect(summary?.failures).toEqual([]);
    expect(summary?.passed).toBe(expected[op]);
    expect(summary?.total).toBe(expected[op]);
    for (const [name, worst] of Object.entries(summary?.worst ?? {})) {
      expect(worst, name).toBeLessThanOrEqual(name.endsWith("_mm") ? 0 : TIME_TOLERANCE_MS);
    }
  });
});
