/**
 * `npm run figures [-- name…]`: runs the measurements of `figures/figures.ts`, keeps what came out in
 * `figures/measured.json`, and writes docs/figures.md from that. With `--page` it writes the page alone.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { PROJECT_ROOT } from "../src/platform/root.ts";
import { FIGURES, type Figure } from "./figures/figures.ts";
import { type Measured, printPage } from "./figures/print_page.ts";
import { findReference } from "./recorded/cases.ts";

const KEPT = join(PROJECT_ROOT, "bench/figures/measured.json");
const OUTPUT_MAX = 2 ** 26;

function describeMachine(): string {
  const date = new Date().toISOString().slice(0, 10);
  const cores = cpus();
  return `Measured on ${date}, Node ${process.versions.node}, ${cores.length} cores`;
}

/** What a file of `dist` prints; throws where it fails. */
function runFile([file = "", ...args]: readonly string[]): string {
  const path = join(PROJECT_ROOT, "dist", file);
  const { status, stdout } = spawnSync(process.execPath, [path, ...args], {
    cwd: PROJECT_ROOT,
    encoding: "utf8",
    maxBuffer: OUTPUT_MAX,
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error(`${file} ends with ${status}:\n${stdout}`);
  return stdout;
}

function measure({ needs, runs, read, name }: Figure): Measured | null {
  if (needs !== null && !existsSync(findReference(needs))) {
    console.error(`SKIPPED: ${name}, because ${findReference(needs)} is missing`);
    return null;
  }
  console.log(name);
  const rows = read(runs.map(runFile));
  for (const [value, meaning] of rows) console.log(`  ${value}: ${meaning}`);
  return { on: describeMachine(), rows };
}

const asked = process.argv.slice(2);
const unknown = asked.filter(
  (name) => name !== "--page" && !FIGURES.some((figure) => figure.name === name),
);
if (unknown.length > 0) {
  console.error(
    `no figure '${unknown.join("', '")}'; there are ${FIGURES.map((f) => f.name).join(", ")}`,
  );
  process.exit(1);
}
const kept = JSON.parse(readFileSync(KEPT, "utf8")) as Record<string, Measured>;
for (const figure of FIGURES) {
  if (asked.length > 0 && !asked.includes(figure.name)) continue;
  const measured = measure(figure);
  if (measured !== null) kept[figure.name] = measured;
  writeFileSync(KEPT, `${JSON.stringify(kept, null, 2)}\n`);
}
writeFileSync(join(PROJECT_ROOT, "docs/figures.md"), printPage(kept));
