// Method: reads the project's own files; checks what no linter sees. Every check fails on zero inputs.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { withSettingsTable } from "../src/platform/settings_table.ts";

const ROOT = join(import.meta.dirname, "..");
const SOURCE_FOLDERS = ["src", "workers", "bench", "test"];
const LINES_MAX = 500;

function listFiles(folder: string, ending: string): string[] {
  const absolute = join(ROOT, folder);
  if (!existsSync(absolute)) return [];
  return readdirSync(absolute, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending) && !name.includes("node_modules"))
    .map((name) => join(folder, name))
    .sort();
}

const sources = SOURCE_FOLDERS.flatMap((folder) => listFiles(folder, ".ts"));
const textOf = new Map(sources.map((path) => [path, readFileSync(join(ROOT, path), "utf8")]));
const importsOf = (path: string): string[] =>
  [...(textOf.get(path) ?? "").matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(
    (m) => m[1] ?? "",
  );
/** Without what is imported for its types alone: that is gone when the code runs. */
const valueImportsOf = (path: string): string[] =>
  [
    ...(textOf.get(path) ?? "").matchAll(/^import (?!type )[^;]*?"([^"]+)"|import\("([^"]+)"\)/gm),
  ].map((m) => m[1] ?? m[2] ?? "");
const queries = listFiles("sql/queries", ".sql");

/** Library → the one file under src and workers that may import it. */
const ONE_IMPORTER: Record<string, string> = {
  postgres: "src/platform/db/client.ts",
  piscina: "src/platform/compute/pool.ts",
  "uWebSockets.js": "src/platform/http/server.ts",
  "prom-client": "src/platform/service/metrics.ts",
  "temporal-polyfill": "src/railway/iso8601.ts",
  yaml: "src/platform/access/application_roles.ts",
};

describe("the tree", () => {
  it("has sources and queries to look at", () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(queries.length).toBeGreaterThan(10);
  });

  it.each(Object.entries(ONE_IMPORTER))("imports %s in %s alone", (library, owner) => {
    const importers = sources.filter(
      (path) => /^(src|workers)\//.test(path) && valueImportsOf(path).includes(library),
    );
    expect(importers).toEqual([owner]);
  });

  it("keeps every file readable: at most 500 lines", () => {
    const long = sources.filter(
      (path) => (textOf.get(path) ?? "").split("\n").length > LINES_MAX + 1,
    );
    expect(long).toEqual([]);
  });

  it("reads the environment in the configuration alone", () => {
    const readers = sources.filter(
      (path) => path.startsWith("src/") && (textOf.get(path) ?? "").includes("process.env"),
    );
    expect(readers).toEqual(["src/platform/config.ts"]);
  });

  it("keeps workers free of the server, and the engine free of everything else", () => {
    const wrong = sources
      .filter((path) => path.startsWith("workers/"))
      .flatMap((path) =>
        importsOf(path)
          .filter((name) => name.startsWith("."))
          .map((name) => ({ path, target: relative(ROOT, join(ROOT, dirname(path), name)) }))
          .filter(({ target }) => {
            if (!target.startsWith("workers/")) return true;
            return path.startsWith("workers/engine/") && !target.startsWith("workers/engine/");
          }),
      );
    expect(wrong).toEqual([]);
  });

  it("lets db, http, access, compute and queues know no resource", () => {
    const allowed =
      /^(?:src\/(db|http|access|compute|queues|services|config|iso8601|root|turns)\b|workers\/reasons\.ts$)/;
    const wrong = sources
      .filter((path) => /^src\/(db|http|access|compute|queues)\//.test(path))
      .flatMap((path) =>
        valueImportsOf(path)
          .filter((name) => name.startsWith("."))
          .map((name) => `${path} -> ${relative(ROOT, join(ROOT, dirname(path), name))}`)
          .filter((edge) => !allowed.test(edge.split(" -> ")[1] ?? "")),
      );
    expect(wrong).toEqual([]);
  });

  it("writes the driver's `unsafe` in the client alone", () => {
    const writers = sources.filter(
      (path) => path.startsWith("src/") && /\bunsafe\(/.test(textOf.get(path) ?? ""),
    );
    expect(writers.filter((path) => path !== "src/platform/db/client.ts")).toEqual([]);
  });

  it("opens every query file with its purpose and uses each one", () => {
    const all = sources
      .filter((path) => path.startsWith("src/"))
      .map((path) => textOf.get(path) ?? "");
    for (const path of queries) {
      expect(readFileSync(join(ROOT, path), "utf8"), path).toMatch(/^-- \S/);
      const name = path.replace(/^sql\/queries\//, "").replace(/\.sql$/, "");
      expect(
        all.some((text) => text.includes(`"${name}"`)),
        `${name} is used`,
      ).toBe(true);
    }
  });

  it("leaves no unfinished marks behind", () => {
    const marks = /\b(TODO|FIXME|HACK)\b|not implemented|@ts-(ignore|nocheck|expect-error)/;
    const marked = sources.filter(
      (path) => path !== "test/tidy.test.ts" && marks.test(textOf.get(path) ?? ""),
    );
    expect(marked).toEqual([]);
  });

  it("names every dependency in ARCHITECTURE.md with its reason", () => {
    const text = readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8");
    const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Record<
      string,
      Record<string, string>
    >;
    const names = [
      ...Object.keys(manifest["dependencies"] ?? {}),
      ...Object.keys(manifest["devDependencies"] ?? {}),
    ];
    expect(names.length).toBeGreaterThan(8);
    expect(
      names.filter((name) => !name.startsWith("@types/") && !text.includes(`\`${name}\``)),
    ).toEqual([]);
  });

  it("pins every dependency exactly", () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Record<
      string,
      Record<string, string>
    >;
    const pins = ["dependencies", "devDependencies", "optionalDependencies"].flatMap((part) =>
      Object.entries(manifest[part] ?? {}),
    );
    expect(
      pins.filter(([, version]) => !/^(npm:[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    ).toEqual([]);
  });

  it("prints the settings in README.md as the configuration has them", () => {
    const page = readFileSync(join(ROOT, "README.md"), "utf8");
    expect(withSettingsTable(page)).toBe(page);
  });

  it("links only to files that exist", () => {
    for (const page of ["README.md", "ARCHITECTURE.md"]) {
      const links = [
        ...readFileSync(join(ROOT, page), "utf8").matchAll(/\]\((?!https?:|#)([^)#]+)/g),
      ];
      expect(links.length, page).toBeGreaterThan(0);
      for (const [, target] of links)
        expect(existsSync(join(ROOT, target ?? "")), `${page}: ${target}`).toBe(true);
    }
  });
});
