/**
 * For runs that have just built (`npm test`): what tests import of the server, the engine and the benches is loaded
 * from `dist` as Node loads it. In sources that vitest transforms, each use of an imported name is a look-up, which
 * costs the engine a fifth of its pace. Runs without a build before them test the sources.
 */
import { dirname, join, relative, resolve } from "node:path";
import type { Plugin } from "vitest/config";

const ROOT = join(import.meta.dirname, "../..");

const plugin: Plugin = {
  name: "built-modules",
  enforce: "pre",
  resolveId: (source, importer = join(ROOT, "test")) => {
    if (!source.endsWith(".ts")) return null;
    const module = relative(ROOT, resolve(dirname(importer), source));
    if (!/^(?:src|workers|bench)\//.test(module)) return null;
    return join(ROOT, "dist", module.replace(/\.ts$/, ".js"));
  },
};

interface ModuleOptions {
  readonly plugins: Plugin[];
  readonly server: { readonly deps: { readonly external: RegExp[] } };
}

/** By `TESTED=dist`, which the scripts say that build. */
export function chooseModules(): ModuleOptions {
  const is_built = process.env["TESTED"] === "dist";
  return {
    plugins: is_built ? [plugin] : [],
    server: { deps: { external: is_built ? [/\/dist\/(?:src|workers|bench)\//] : [] } },
  };
}
