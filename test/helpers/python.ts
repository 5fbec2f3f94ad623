/** A Python with packages of its index, in a folder of its own. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** The interpreter; null where there is no Python, or no index to install from. `packages` are pinned: `name==1.2.3`. */
export function findPython(folder: string, packages: readonly string[]): string | null {
  const own = join(folder, "python");
  if (spawnSync("python3", ["-m", "venv", own]).status !== 0) return null;
  const python = join(own, "bin/python");
  const install = ["-m", "pip", "install", "--quiet", ...packages];
  return spawnSync(python, install, { stdio: "inherit" }).status === 0 ? python : null;
}
