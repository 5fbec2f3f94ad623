#!/usr/bin/env node
/**
 * Checks a part of the project and what uses it: `npm run check -- src/vehicles/livery`. Types of everything, format and
 * lint of the part and its importers, and the tests that reach it by imports or ask its endpoints.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** Files that list everything: what is reached through them alone does not count as used. */
const LISTS =
  /^(?:workers\/tasks|workers\/main|src\/\w+\/endpoints|src\/server\/\w+|web\/src\/(?:main|app))\.tsx?$/;

const parts = process.argv.slice(2).map((name) => normalize(name).replace(/\/$/, ""));
if (parts.length === 0 || !parts.every((name) => existsSync(name))) {
  console.error(
    "name files or folders of src, workers, web, sql or test: npm run check -- src/vehicles/livery",
  );
  process.exit(2);
}

const files = ["src", "workers", "web/src", "test", "bench"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  )
  .filter((name) => /\.tsx?$/.test(name) && !name.includes("node_modules"));
const textOf = new Map(files.map((name) => [name, readFileSync(name, "utf8")]));
const isIn = (name) => parts.some((part) => name === part || name.startsWith(`${part}/`));

/** File → those that import it. */
const importers = new Map(files.map((name) => [name, []]));
for (const [name, text] of textOf) {
  for (const [, at] of text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)) {
    importers.get(join(dirname(name), at))?.push(name);
  }
}

/** SQL files are named without their ending where they are used. */
const queries = parts.flatMap((part) =>
  !part.startsWith("sql/")
    ? []
    : (statSync(part).isDirectory()
        ? readdirSync(part, { recursive: true }).map(String)
        : [""]
      ).map((name) => join(part, name).replace(/^sql\/queries\/(.*)\.sql$/, "$1")),
);
const own = files.filter(
  (name) => isIn(name) || queries.some((query) => textOf.get(name).includes(`"${query}"`)),
);
const reached = new Set(own);
for (const name of reached) {
  if (LISTS.test(name) && !isIn(name)) continue;
  for (const user of importers.get(name) ?? []) reached.add(user);
}

/** The paths of the part's endpoints, as tests ask for them. */
const asked = own.flatMap((name) =>
  [...textOf.get(name).matchAll(/^ +path: "(\/[^"]+)"/gm)].map(
    ([, path]) => new RegExp(`${path.replaceAll(/:\w+/g, '[^/"`\\s]+')}(?![\\w/])`),
  ),
);
const isTest = (name) => /\.test\.ts$/.test(name) && !/\.(?:e2e|long)\.test\.ts$/.test(name);
const tests = files.filter(
  (name) =>
    isTest(name) && (reached.has(name) || asked.some((path) => path.test(textOf.get(name)))),
);
const users = new Set([...own, ...own.flatMap((name) => importers.get(name) ?? [])]);

function run(command, ...args) {
  console.log(`\n> ${command} ${args.slice(0, 4).join(" ")}${args.length > 4 ? " …" : ""}`);
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

console.log(
  `${own.length} files, ${users.size - own.length} that import them, ${tests.length} files of tests`,
);
const onPage = [...users, ...tests].some((name) => name.includes("web/"));
if (onPage || asked.length > 0) run("npm", "run", "-s", "build:document");
else run("npx", "tsc", "--noEmit");
if (onPage) run("npx", "tsc", "-p", "web");
run("npx", "biome", "check", ...users);
run("npx", "oxlint", ...users);
const gates = ["test/tidy.test.ts", ...(asked.length > 0 ? ["test/platform/openapi"] : [])];
run("npx", "vitest", "run", ...new Set([...tests, ...gates]));
