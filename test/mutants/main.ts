/**
 * `npm run test:mutants [word…]`: plants one wrong rule after the other in a copy of the project, runs
 * the tests that should notice and names the one that did. Ends with 1 when a wrong rule survives.
 * A word picks the rules whose text or group holds it.
 */
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { GROUPS, type Mutant } from "./mutant.ts";

interface TestReport {
  readonly testResults: readonly {
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** A copy of the files that git knows or would know, with the installed packages. */
function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), "marey-mutants-"));
  chmodSync(copy, 0o755);
  const listed = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], {
    cwd: PROJECT_ROOT,
    encoding: "utf8",
  });
  for (const file of listed
    .split("\0")
    .filter((name) => name !== "" && !name.startsWith("node_modules"))) {
    mkdirSync(join(copy, dirname(file)), { recursive: true });
    cpSync(join(PROJECT_ROOT, file), join(copy, file));
  }
  symlinkSync(join(PROJECT_ROOT, "node_modules"), join(copy, "node_modules"));
  // What the server answers as a file; the rules themselves are run from their sources.
  mkdirSync(join(copy, "dist"));
  cpSync(join(PROJECT_ROOT, "dist/openapi.json"), join(copy, "dist/openapi.json"));
  return copy;
}

/** The first test that fails; null = all pass. Throws when the tests could not run. */
function findFailingTest(copy: string, tests: readonly string[]): string | null {
  const output = join(copy, "mutants-report.json");
  rmSync(output, { force: true });
  const vitest = join(copy, "node_modules/vitest/vitest.mjs");
  const reporter = ["--reporter=json", `--outputFile=${output}`, "--bail=1"];
  const { stderr } = spawnSync(process.execPath, [vitest, "run", ...tests, ...reporter], {
    cwd: copy,
    encoding: "utf8",
  });
  let report: TestReport;
  try {
    // Written by vitest's own reporter.
    report = JSON.parse(readFileSync(output, "utf8")) as TestReport;
  } catch {
    throw new Error(`the tests did not run: ${stderr}`);
  }
  if (report.testResults.length === 0) throw new Error(`there is no test in ${tests.join(", ")}`);
  for (const { status, message, assertionResults } of report.testResults) {
    const failed = assertionResults.find((one) => one.status === "failed");
    if (failed !== undefined) return failed.fullName;
    if (status === "failed") return `(set-up) ${message.split("\n")[0] ?? ""}`;
  }
  return null;
}

function plant(copy: string, { file, find, replace }: Mutant): () => void {
  const path = join(copy, file);
  const text = readFileSync(path, "utf8");
  const pieces = text.split(find);
  if (pieces.length !== 2)
    throw new Error(`${file}: '${find}' stands there ${pieces.length - 1} times`);
  writeFileSync(path, pieces.join(replace));
  return () => writeFileSync(path, text);
}

/** Tests that fail by themselves catch nothing. */
function checkUnchanged(copy: string, mutants: readonly Mutant[]): void {
  const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))];
  const failing = findFailingTest(copy, tests);
  if (failing !== null) throw new Error(`without any wrong rule this fails: ${failing}`);
}

function judge(copy: string, mutant: Mutant): boolean {
  const restore = plant(copy, mutant);
  try {
    for (const test of mutant.tests) {
      const failing = findFailingTest(copy, [test]);
      if (failing === null) continue;
      console.log(`  caught    ${mutant.rule}\n            by ${test}: ${failing}`);
      return true;
    }
  } finally {
    restore();
  }
  console.log(`  SURVIVED  ${mutant.rule} (${mutant.file})`);
  return false;
}

function main(words: readonly string[]): number {
  const copy = copyProject();
  try {
    const picked = Object.entries(GROUPS).map(
      ([name, all]) =>
        [
          name,
          all.filter(({ rule }) => words.every((word) => `${name}: ${rule}`.includes(word))),
        ] as const,
    );
    checkUnchanged(
      copy,
      picked.flatMap(([, mutants]) => mutants),
    );
    let planted = 0;
    let caught = 0;
    for (const [name, mutants] of picked) {
      if (mutants.length > 0) console.log(`${name}: ${mutants.length}`);
      for (const mutant of mutants) {
        planted++;
        if (judge(copy, mutant)) caught++;
      }
    }
    console.log(`${caught} of ${planted} wrong rules were caught`);
    return planted > 0 && caught === planted ? 0 : 1;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

process.exitCode = main(process.argv.slice(2));
