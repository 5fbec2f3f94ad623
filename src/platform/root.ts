/** The project's folder: `sql/`, `dist/` and the default files are found from here. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

function findRoot(): string {
  // The sources run from src/ (tests) or from dist/src/, so the manifest marks the root.
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, "package.json"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error("package.json not found above the sources");
    folder = parent;
  }
  return folder;
}

export const PROJECT_ROOT = findRoot();
