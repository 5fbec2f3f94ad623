/** How fast this machine is beside the one where the reference was timed. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { timeWork } from "./time_work.ts";
import { makeYardstick } from "./yardstick.ts";

/**
 * What the yardstick takes there: 9.3 ms here, where the reference's own (`calibrate.mjs` of the reference data), by
 * the best CPU time too, is at 0.86 of what it was there.
 */
const AT_REFERENCE_MS = 8;

/** Ratio of this machine's speed to that of the other, by a process of its own. */
export function calibrate(): number {
  const file = join(import.meta.dirname, "calibrate.js");
  const ratio = Number(execFileSync(process.execPath, [file], { encoding: "utf8" }));
  if (!(ratio > 0)) throw new Error("the calibration printed no ratio");
  return ratio;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { best_cpu_ms } = timeWork(makeYardstick());
  console.log((AT_REFERENCE_MS / best_cpu_ms).toFixed(2));
}
