/**
 * Solves public dispatching problems: `npm run dispatch -- --problems DIR --out DIR --seconds N [--threads N]
 * [--seed N]`. Each NAME.json or NAME.json.gz of a folder (but lists of known values) gets the file NAME.json
 * with an answer, and a line. Seconds are of CPU time and thread, so that a busy machine gives the same.
 * Threads differ by their seeds, and the best answer wins. Every problem gets threads of its own.
 */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import type { Solved, SolveOrder } from "./dispatch/solve.ts";

/** Values known of the problems, not problems. */
const LISTS = /^(best_known|optima)\.json/;

function solve(order: SolveOrder): Promise<Solved> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./dispatch/solve.js", import.meta.url), {
      workerData: order,
    });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

function readOptions(): { problems: string; out: string; seconds: number; seeds: number[] } {
  const { values } = parseArgs({
    options: {
      problems: { type: "string" },
      out: { type: "string" },
      seconds: { type: "string" },
      threads: { type: "string", default: "1" },
      seed: { type: "string", default: "1" },
    },
  });
  const { problems, out } = values;
  const [seconds, threads, seed] = [values.seconds, values.threads, values.seed].map(Number);
  if (problems === undefined || out === undefined || !(seconds! > 0)) {
    throw new Error("wanted: --problems DIR --out DIR --seconds N [--threads N] [--seed N]");
  }
  if (!Number.isInteger(threads) || threads! < 1 || !Number.isInteger(seed)) {
    throw new Error("--threads is a whole number from 1 on, --seed a whole number");
  }
  const seeds = Array.from({ length: threads! }, (_, i) => seed! + i);
  return { problems, out, seconds: seconds!, seeds };
}

function describeBest(name: string, { cost, bound, curve, rounds, read_s }: Solved): string {
  const costs = curve.map(([s, value]) => `${s.toFixed(s < 10 ? 1 : 0)} s ${value}`).join(", ");
  const end = cost === bound ? ", proven" : `, bound ${bound}`;
  return `${name}: ${cost ?? "no answer"}${end}; read ${read_s.toFixed(2)} s; ${costs}; ${rounds} rounds`;
}

const { problems, out, seconds, seeds } = readOptions();
mkdirSync(out, { recursive: true });
const files = readdirSync(problems)
  .filter((file) => /\.json(\.gz)?$/.test(file) && !LISTS.test(file))
  .sort();
for (const file of files) {
  const name = file.replace(/\.json(\.gz)?$/, "");
  const orders = seeds.map((seed) => ({
    path: join(problems, file),
    seconds,
    seed,
    threads: seeds.length,
  }));
  const all = await Promise.all(orders.map(solve));
  const best = all.reduce((a, b) => ((b.cost ?? Infinity) < (a.cost ?? Infinity) ? b : a));
  if (best.answer !== null) writeFileSync(join(out, `${name}.json`), best.answer);
  console.log(describeBest(name, best));
}
