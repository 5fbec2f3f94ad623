/**
 * Another Node than the one that runs the tests: npm carries the binaries. Installed on demand and kept, beside the
 * dependencies and not among them: as one of them it would be the `node` of all scripts.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { BY_NODE } from "./fronts.ts";

/** As `engines` has them, but for the one of the tests. */
const VERSIONS = { 22: "22.23.3", 24: "24.21.0", 26: "26.10.0" } as const;

/** The binary; throws where npm has none for this system, or can't be reached. */
function installNode(major: keyof typeof VERSIONS): string {
  const version = VERSIONS[major];
  const folder = join(PROJECT_ROOT, "node_modules/.cache/nodes", version);
  const name = `node-${process.platform}-${process.arch}`;
  const binary = join(folder, "node_modules", name, "bin/node");
  if (existsSync(binary)) return binary;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
  const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts", `${name}@${version}`];
  const { status, stderr } = spawnSync("npm", args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`Node ${version} can't be installed: ${stderr}`);
  return binary;
}

/** Runs tests with another Node, its server and commands included; returns what fails, else an empty text. */
async function runTests(node: string, args: readonly string[]): Promise<string> {
  const vitest = join(PROJECT_ROOT, "node_modules/vitest/vitest.mjs");
  const child = spawn(node, [vitest, "run", "--reporter=default", ...args], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env["PATH"]}` },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0 ? "" : output;
}

/** README's commands on the front that it chooses, and all tests of HTTP on its own. */
export async function runOnNode(major: keyof typeof VERSIONS): Promise<string> {
  const node = installNode(major);
  const walked = await runTests(node, [
    "--config=vitest.e2e.config.ts",
    "--project=all",
    "test/readme.e2e.test.ts",
    "test/newcomer.e2e.test.ts",
  ]);
  return walked + (await runTests(node, [`--project=${BY_NODE}`]));
}
