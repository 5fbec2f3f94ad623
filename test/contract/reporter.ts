/**
 * A reporter that looks up the tests of the contract table among those that ran, at the end of a whole
 * run: a row whose test is not there, was skipped or failed fails the run. A reporter and no test,
 * because only the end of a run knows what has run. Runs of some files or names only stay silent.
 */
import { existsSync } from "node:fs";
import type { Reporter, TestModule, TestRunEndReason, Vitest } from "vitest/node";
import { judgeRows, type TestOutcome } from "./judge.ts";
import { loadTable, SPECIFICATION } from "./table.ts";

function listOutcomes(modules: readonly TestModule[]): TestOutcome[] {
  return modules.flatMap((module) =>
    Array.from(module.children.allTests(), (test) => ({
      file: module.relativeModuleId,
      title: test.fullName,
      state: test.result().state,
    })),
  );
}

async function isWholeRun(vitest: Vitest, modules: readonly TestModule[]): Promise<boolean> {
  const { config } = vitest;
  const is_filtered =
    vitest.getGlobalTestNamePattern() !== undefined ||
    (config.tagsFilter ?? []).length > 0 ||
    (config.dir ?? config.root) !== config.root;
  if (is_filtered) return false;
  const ran = new Set(modules.map(({ moduleId }) => moduleId));
  const all = await vitest.globTestSpecifications();
  return all.every(({ moduleId }) => ran.has(moduleId));
}

export class ContractReporter implements Reporter {
  #vitest: Vitest | null = null;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    _errors: readonly unknown[],
    reason: TestRunEndReason,
  ): Promise<void> {
    const vitest = this.#vitest;
    if (vitest === null || reason === "interrupted") return;
    if (!(await isWholeRun(vitest, modules))) return;
    const { rows } = loadTable();
    const outcomes = listOutcomes(modules);
    const { faults, skipped } = judgeRows(rows, outcomes, existsSync(SPECIFICATION));
    if (skipped.length > 0) {
      const why = `SKIPPED: ../shared is not there, ${skipped.length} tests of the contract did not run`;
      vitest.logger.error([why, ...skipped].join("\n  "));
    }
    if (faults.length > 0) {
      const what = "The contract (test/contract/contract.md) names tests that did not run or pass:";
      vitest.logger.error([what, ...faults].join("\n  "));
      process.exitCode = 1;
    } else {
      vitest.logger.log(`The contract: ${rows.length} statements, every test that they name ran`);
    }
  }
}
