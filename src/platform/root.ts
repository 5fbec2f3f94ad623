/** The project's folder: `sql/`, `dist/` and the default files are found from here. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

function findRoot(): string {
  // Sources run from src/ (tests) and from dist/src/ (everything else): found by the manifest.
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, "package.json"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error("package.json not found above the sources");
    folder = parent;
  }
  return folder;
}

export const PROJECT_ROOT = findRoot();
