/**
 * Bench: the engine of this build beside that of another commit, in one process, passes in turn:
 * `npm run bench -- against <commit>`. Both do the same recorded work, each with its own benches, since rooms move,
 * and must give the same answers or say where they differ. Commits that had no such bench yet can't be compared.
 * By CPU time; the ratio of the best passes counts, and the middle half of the ratios of neighbouring passes tells the noise.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { cpuMs, type Workload } from "./time_work.ts";

const PASS_MS = 30;
const WARM_UP_MS = 1000;
const PASSES = 60;

type Workloads = ReadonlyMap<string, Workload>;

/** Of each unit of work. */
interface Pass {
  readonly now_ms: number;
  readonly then_ms: number;
}

/** Builds `commit` in `folder` with the libraries of this build: their types may differ, only what runs counts. */
function buildOther(commit: string, folder: string): void {
  execFileSync("git", ["worktree", "add", "--detach", "--quiet", folder, commit], {
    stdio: "inherit",
  });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  try {
    const compiler = resolve("node_modules", ".bin", "tsc");
    execFileSync(compiler, ["-p", "tsconfig.build.json"], { cwd: folder, stdio: "pipe" });
  } catch (error) {
    const told = error instanceof Error && "stdout" in error ? String(error.stdout) : String(error);
    console.log(
      `against: types of ${commit} differ (first of them)\n${told.split("\n", 3).join("\n")}`,
    );
  }
}

async function openWorkloads(root: string): Promise<Workloads> {
  const open = async (file: string, name: string): Promise<[string, Workload][]> => {
    const loaded: Record<string, () => Workloads> = await import(
      pathToFileURL(join(root, "dist", "bench", file)).href
    );
    return [...(loaded[name]?.() ?? [])];
  };
  return new Map([
    ...(await open("path.js", "pathWorkloads")),
    ...(await open("simulation.js", "simulationWorkloads")),
    ...(await open("stdcm.js", "stdcmWorkloads")),
  ]);
}

/** Enough runs for one pass, so that the collector has its share in each. */
function countRuns({ run }: Workload): number {
  let runs = 0;
  let spent_ms = 0;
  for (; spent_ms < WARM_UP_MS; runs++) spent_ms += cpuMs(run);
  return Math.max(1, Math.round((PASS_MS * runs) / spent_ms));
}

function timeInTurn(now: Workload, other: Workload): readonly Pass[] {
  const runs = Math.max(countRuns(now), countRuns(other));
  const pass = ({ run, nUnits }: Workload): number =>
    cpuMs(() => {
      for (let i = 0; i < runs; i++) run();
    }) /
    (runs * nUnits);
  return Array.from({ length: PASSES }, (_, i) => {
    if (i % 2 === 0) return { now_ms: pass(now), then_ms: pass(other) };
    const then_ms = pass(other);
    return { now_ms: pass(now), then_ms };
  });
}

function describe(passes: readonly Pass[]): string {
  const now_ms = Math.min(...passes.map((pass) => pass.now_ms));
  const then_ms = Math.min(...passes.map((pass) => pass.then_ms));
  const ratios = passes.map((pass) => pass.now_ms / pass.then_ms).sort((a, b) => a - b);
  const at = (share: number): string => (ratios[Math.floor(share * ratios.length)] ?? 0).toFixed(3);
  const us = (ms: number): string => (1000 * ms).toFixed(1);
  return `${us(then_ms)} → ${us(now_ms)} µs: ${(now_ms / then_ms).toFixed(3)} (of pairs ${at(0.25)} to ${at(0.75)})`;
}

/** Prints a line for each piece of work of both builds. */
export async function benchAgainst(commit: string): Promise<void> {
  const folder = join(mkdtempSync(join(tmpdir(), "against-")), "build");
  try {
    buildOther(commit, folder);
    const now = await openWorkloads(process.cwd());
    if (now.size === 0) console.log("against: SKIPPED, the recorded cases are not there");
    const other = await openWorkloads(folder);
    for (const [name, workload] of now) {
      const before = other.get(name);
      if (before === undefined) throw new Error(`${commit} has no ${name}`);
      const same = workload.run() === before.run() ? "" : "  OTHER ANSWERS";
      console.log(`${name.padEnd(52)} ${describe(timeInTurn(workload, before))}${same}`);
    }
  } finally {
    execFileSync("git", ["worktree", "remove", "--force", folder]);
  }
}
