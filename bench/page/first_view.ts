/** What a browser loads of the built page before anything is opened. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_ROOT } from "../../src/platform/root.ts";

/** Of the page's first view in English. */
export const FIRST_VIEW_BYTES_MAX = 60_000;

export const BUILT_PAGE = join(PROJECT_ROOT, "dist/web");

/** Bytes of the page itself and of the files that it names, each as Brotli. */
export function countFirstView(): number {
  const html = readFileSync(join(BUILT_PAGE, "index.html"), "utf8");
  const named = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, path]) => path);
  const files = ["index.html", ...named.map((path) => path ?? "")];
  return files.reduce((sum, path) => sum + statSync(join(BUILT_PAGE, `${path}.br`)).size, 0);
}
