// Method: the contract table is held against the specification beside the project, statement by statement, and against the files that it names; whether the named tests ran is the reporter's to say.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { listStatements } from "./statements.ts";
import { compareWithStatements, loadTable, SPECIFICATION } from "./table.ts";

const { rows, faults } = loadTable();
const HAS_SPECIFICATION = existsSync(SPECIFICATION);
if (!HAS_SPECIFICATION) {
  console.warn(
    "SKIPPED: the contract table against ../shared/specification.md, which is not there",
  );
}

describe("the contract table", () => {
  it.skipIf(!HAS_SPECIFICATION)("has one row for each statement of the specification", () => {
    const statements = listStatements(readFileSync(SPECIFICATION, "utf8"));
    expect(statements.length).toBeGreaterThan(300);
    expect(compareWithStatements(rows, statements)).toEqual([]);
  });

  it("has well-formed rows alone, numbered in order", () => {
    expect(faults).toEqual([]);
    const numbers = rows.map(({ number }) => number.split(".").map(Number));
    let [section, count] = [0, 0];
    for (const [major = 0, minor = 0] of numbers) {
      [section, count] = major === section ? [section, count + 1] : [section + 1, 1];
      expect([major, minor]).toEqual([section, count]);
    }
    expect(rows.length).toBeGreaterThan(300);
  });

  it("names test files that are there", () => {
    const files = new Set(rows.flatMap(({ tests }) => tests.map(({ file }) => file)));
    const missing = [...files].filter(
      (file) => !file.endsWith(".test.ts") || !existsSync(join(PROJECT_ROOT, file)),
    );
    expect(missing).toEqual([]);
  });

  it("seldom does without a test", () => {
    const bare = rows.filter(({ reason }) => reason !== null);
    expect(bare.length).toBeLessThan(rows.length / 10);
  });
});
