/**
 * `npm run conformance -- [--reference DIR] [--out DIR]`: answers every case of DIR/cases on the
 * networks of DIR/infras, prints counts, failures and worst deviations, writes the engine's answers
 * to OUT/<case file>. Ends with 1 when a case failed or could not be run.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findReference, hasReference } from "../../bench/recorded/cases.ts";
import { type KindSummary, runCases } from "./run.ts";

const { values } = parseArgs({
  options: { reference: { type: "string" }, out: { type: "string" } },
});
const folder = values.reference ?? findReference("reference");
if (!hasReference(folder)) {
  console.error(`no cases in ${folder}`);
  process.exit(1);
}
const { out } = values;
if (out !== undefined) mkdirSync(out, { recursive: true });
const summaries = runCases(folder, {
  onAnswer: (file, answer) => {
    if (out !== undefined) writeFileSync(join(out, file), JSON.stringify(answer));
  },
});
printSummaries(summaries);
const failed = summaries.some(({ failures }) => failures.length > 0);
process.exitCode = failed || summaries.length === 0 ? 1 : 0;

function printSummaries(all: readonly KindSummary[]): void {
  for (const { op, passed, total, ungraded, failures, departures, worst } of all) {
    const crashed = ungraded > 0 ? `, ${ungraded} not graded` : "";
    console.log(`${op.padEnd(24)} ${passed}/${total}${crashed}`);
    for (const [name, value] of Object.entries(worst)) console.log(`  worst ${name}: ${value}`);
    for (const departure of departures) console.log(`  DEPARTS ${departure}`);
    for (const { name, problems } of failures) {
      console.log(`  FAILED ${name}`);
      for (const problem of problems) console.log(`    ${problem}`);
    }
  }
}
