// Method: vitest with the reporter as a process of its own, on a folder of two small test files; what it prints and its exit code, with and without a filter.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/platform/root.ts";

const REPORTER = join(import.meta.dirname, "reporter.ts");
const CONFIG = `import { ContractReporter } from ${JSON.stringify(REPORTER)};
export default { test: { globals: true, include: ["*.test.ts"], reporters: [new ContractReporter()] } };
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "marey-contract-"));
  writeFileSync(join(folder, "vitest.config.ts"), CONFIG);
  mkdirSync(join(folder, "inside"));
  for (const name of ["one", "two", "inside/three"]) {
    writeFileSync(join(folder, `${name}.test.ts`), `it("passes", () => {});\n`);
  }
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function run(...args: readonly string[]): { status: number | null; told: string } {
  const vitest = join(PROJECT_ROOT, "node_modules/vitest/vitest.mjs");
  const options = { cwd: folder, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, "run", ...args], options);
  return { status, told: stdout + stderr };
}

describe("the reporter of the contract", () => {
  it("fails a whole run in which the named tests did not run, and lists them", () => {
    const { status, told } = run();
    expect(told).toContain("The contract (test/contract/contract.md) names tests that did not run");
    expect(told).toMatch(/2\.1: test\/platform\/http\/process\.test\.ts: '.+' not there/);
    expect(status).toBe(1);
  });

  it.each([
    ["of one file", ["one"]],
    ["of names", ["-t", "passes"]],
    ["of a folder", ["--dir", "inside"]],
    ["of a share", ["--shard", "1/2"]],
  ])("leaves a run %s alone", (_what, args) => {
    const { status, told } = run(...args);
    expect(told).not.toContain("contract.md");
    expect(status).toBe(0);
  });
});
