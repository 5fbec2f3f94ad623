// Method: recorded answers of the reference engine, equality of every field, exact counts of cases.
import { describe, expect, it } from "vitest";
import { findReference, hasReference } from "../../bench/recorded/cases.ts";
import { answerPathfinding, answerPathProperties } from "./path.ts";
import { runCases } from "./run.ts";

const EXPECTED = [
  { folder: "reference", pathfinding: 64, path_properties: 14 },
  { folder: "reference2", pathfinding: 14, path_properties: 1 },
] as const;

describe.each(EXPECTED)("the recorded cases of $folder", ({ folder, ...expected }) => {
  const path = findReference(folder);
  if (!hasReference(path)) {
    console.warn(`SKIPPED: no recorded cases in ${path}`);
    it.skip("is not there", () => undefined);
    return;
  }
  const kinds = { pathfinding: answerPathfinding, path_properties: answerPathProperties };
  const summaries = runCases(path, { kinds });

  it.each(["pathfinding", "path_properties"] as const)("gives all answers of %s", (op) => {
    const summary = summaries.find((one) => one.op === op);
    expect(summary?.failures).toEqual([]);
    expect(summary?.passed).toBe(expected[op]);
    expect(summary?.total).toBe(expected[op]);
  });
});
