/** The reference's own yardstick: how fast this machine is beside the one where it was timed. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";

const FOLDER = "../shared/reference";

/** Ratio of this machine's speed to that of the machine where the reference was timed. */
export function calibrate(): number {
  const text = execFileSync(process.execPath, [join(FOLDER, "calibrate.mjs")], {
    encoding: "utf8",
  });
  const ratio = Number(/timed: ([\d.]+)/.exec(text)?.[1]);
  if (!(ratio > 0)) throw new Error("the calibration printed no ratio");
  return ratio;
}
