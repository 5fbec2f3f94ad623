/** Whether the tests that the contract table names have run: rows and results in, faults out. */
import type { NamedTest, Row } from "./table.ts";

export interface TestOutcome extends NamedTest {
  readonly state: "passed" | "failed" | "skipped" | "pending";
}

export interface Judgement {
  /** Rows that no test shows, by number. */
  readonly faults: readonly string[];
  /** Rows whose tests were skipped for want of the specification's folder. */
  readonly skipped: readonly string[];
}

function keyOf({ file, title }: NamedTest): string {
  return `${file}\n${title}`;
}

/**
 * Every named test must have run and passed; of several tests of one name, all. A skipped one is no
 * fault only where recordings beside the project are missing (`has_shared` false).
 */
export function judgeRows(
  rows: readonly Row[],
  outcomes: readonly TestOutcome[],
  has_shared: boolean,
): Judgement {
  const states = new Map<string, Set<TestOutcome["state"]>>();
  for (const outcome of outcomes) {
    const known = states.get(keyOf(outcome)) ?? new Set();
    states.set(keyOf(outcome), known.add(outcome.state));
  }
  const faults: string[] = [];
  const skipped: string[] = [];
  for (const { number, tests } of rows) {
    for (const test of tests) {
      const found = states.get(keyOf(test)) ?? new Set(["not there"]);
      const other = [...found].filter((state) => state !== "passed");
      const told = `${number}: ${test.file}: '${test.title}' ${other.join(" and ")}`;
      if (other.length === 0) continue;
      const is_excused = !has_shared && other.every((state) => state === "skipped");
      (is_excused ? skipped : faults).push(told);
    }
  }
  return { faults, skipped };
}
