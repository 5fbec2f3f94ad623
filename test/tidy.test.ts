// Method: reads the project's own files; checks what no linter sees. Every check fails on zero inputs.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { withTable } from "../src/server/written_tables.ts";

const ROOT = join(import.meta.dirname, "..");
const SOURCE_FOLDERS = ["src", "workers", "bench", "test", "web", "examples"];
const LINES_MAX = 500;
const NOT_OURS = new Set([".git", "dist", "node_modules", "openapi.d.ts"]);

function listFiles(folder: string, ending: string): string[] {
  const absolute = join(ROOT, folder);
  if (!existsSync(absolute)) return [];
  return readdirSync(absolute, { withFileTypes: true })
    .filter(({ name }) => !NOT_OURS.has(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return listFiles(path, ending);
      return path.endsWith(ending) ? [path] : [];
    })
    .sort();
}

const sources = SOURCE_FOLDERS.flatMap((folder) =>
  [".ts", ".tsx"].flatMap((ending) => listFiles(folder, ending)),
);
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

type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

/** What each file, or folder, imports of the others in `src`, `workers` and `web`. */
function arrowsOf(
  read: (path: string) => readonly string[],
  nameOf: (path: string) => string,
): Arrows {
  const arrows = new Map<string, Set<string>>();
  for (const path of sources.filter((one) => /^(?:src|workers|web)\//.test(one))) {
    const from = nameOf(path);
    const own = arrows.get(from) ?? new Set<string>();
    for (const name of read(path).filter((one) => one.startsWith("."))) {
      const to = nameOf(join(dirname(path), name));
      if (to !== from) own.add(to);
    }
    arrows.set(from, own);
  }
  return arrows;
}

/** The first circle that is found; null: there is none. */
function findCircle(arrows: Arrows): readonly string[] | null {
  const done = new Set<string>();
  const visit = (at: string, way: readonly string[]): readonly string[] | null => {
    if (way.includes(at)) return [...way.slice(way.indexOf(at)), at];
    if (done.has(at)) return null;
    for (const next of arrows.get(at) ?? []) {
      const circle = visit(next, [...way, at]);
      if (circle !== null) return circle;
    }
    done.add(at);
    return null;
  };
  for (const from of arrows.keys()) {
    const circle = visit(from, []);
    if (circle !== null) return circle;
  }
  return null;
}

/** Library → the one file under src and workers that may import it. */
const ONE_IMPORTER: Record<string, string> = {
  postgres: "src/platform/db/client.ts",
  piscina: "src/platform/compute/pool.ts",
  ioredis: "src/platform/compute/valkey_client.ts",
  bullmq: "src/platform/compute/job_queue.ts",
  "@opentelemetry/api": "src/platform/open_tracing.ts",
  "uWebSockets.js": "src/platform/http/uws/uws_front.ts",
  "prom-client": "src/platform/service/metrics.ts",
  "temporal-polyfill": "src/railway/iso8601.ts",
  yaml: "src/platform/access/application_roles.ts",
};

/** Room of `src` → the rooms that it may import; ARCHITECTURE.md says what each is for. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  railway: [],
  platform: ["railway"],
  accounts: ["platform", "railway"],
  studies: ["platform", "railway"],
  vehicles: ["platform", "railway"],
  network: ["vehicles", "platform", "railway"],
  timetable: ["studies", "vehicles", "platform", "railway"],
  train_runs: ["timetable", "network", "vehicles", "platform", "railway"],
  edges: "train_runs timetable network vehicles studies accounts platform railway".split(" "),
  server: "edges train_runs timetable network vehicles studies accounts platform railway".split(
    " ",
  ),
};

/** What every view of the page may import. */
const BELOW = ["parts", "state", "api", "graph"];
/** Folder of the page's sources → the folders that it may import, for types too. */
const WEB_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  graph: [],
  api: ["graph"],
  state: ["api", "graph"],
  parts: ["state", "api", "graph"],
  ...Object.fromEntries(
    "sharing history train_form short_term compare today several works out"
      .split(" ")
      .map((name) => [name, BELOW]),
  ),
  start: ["sharing", "history", ...BELOW],
  projects: ["sharing", ...BELOW],
  train: ["train_form", "trial", ...BELOW],
  stocks: ["train", ...BELOW],
  trial: ["history", ...BELOW],
  resolve: ["trial", ...BELOW],
  robustness: ["today", ...BELOW],
  train_graph: "map compare robustness several resolve works out train_form trial"
    .split(" ")
    .concat(BELOW),
  map: ["works", ...BELOW],
  editor: ["map", ...BELOW],
  frame: ["train_graph", "robustness", "out", "trial", ...BELOW],
};

/** What lies beside the page's folders and may be imported by them. */
const OPEN_TO_FOLDERS = [
  "src/railway/table_columns.ts",
  "src/railway/table_text.ts",
  ..."days_text operating_days period_days read_days zone_times"
    .split(" ")
    .map((name) => `src/railway/days/${name}.ts`),
  "src/railway/train_defaults.ts",
  "web/src/texts.ts",
  "web/src/tool_texts.ts",
  "web/src/language.ts",
];

/** Constants alone, which even the engine may read. */
const NETWORK_TERMS = "src/railway/network_terms.ts";

/** The declarations of exported names. */
const DECLARATION =
  /^export (?:abstract )?(?:async )?(?:interface|type|class|function\*?|const) (\w+)/gm;

/** Exported names that are declared twice and mean the same. */
const ONE_MEANING: Readonly<Record<string, string>> = {
  Named: "a schema and the type of what it describes",
  ObjectType: "a schema and the type of what it describes",
  RailjsonDocument: "a schema and the type of what it describes",
};

const BASE = [
  "config",
  "settings",
  "root",
  "turns",
  "text_pieces",
  "figures",
  "tracing",
  "static_files",
  "given",
  "raw_json",
];

/** Part of the platform → the parts that it may import. */
const PLATFORM: Readonly<Record<string, readonly string[]>> = {
  config: ["limits", "settings"],
  settings: ["setting_forms", "valkey_url"],
  setting_forms: [],
  valkey_url: [],
  root: [],
  turns: [],
  text_pieces: ["turns"],
  static_files: ["root"],
  figures: [],
  given: [],
  raw_json: [],
  tracing: [],
  open_tracing: ["tracing"],
  queues: BASE,
  db: ["queues", ...BASE],
  compute: ["queues", "valkey_url", ...BASE],
  access: ["db", "queues", ...BASE],
  events: ["access", "db", "queues", ...BASE],
  services: ["access", "compute", "db", "events", "queues", ...BASE],
  http: ["services", "events", "access", "compute", "db", "queues", ...BASE],
  openapi: ["http", "services", "access", "limits", ...BASE],
  service: ["http", "services", "events", "access", "compute", "db", "queues", ...BASE],
};

interface Edge {
  readonly from: string;
  readonly to: string;
}

/** All imports between the project's own files, those for types too. */
const edges: readonly Edge[] = sources.flatMap((from) =>
  importsOf(from)
    .filter((name) => name.startsWith("."))
    .map((name) => ({ from, to: relative(ROOT, join(ROOT, dirname(from), name)) })),
);

/** The room of a file; null outside of `src`, and for `src/main.ts`, which may import all. */
function roomOf(path: string): string | null {
  return /^src\/(\w+)\//.exec(path)?.[1] ?? null;
}

/** The part of the platform that a file belongs to; null elsewhere. */
function partOf(path: string): string | null {
  return /^src\/platform\/(\w+)/.exec(path)?.[1] ?? null;
}

function floorOf(room: string, rooms: typeof ROOMS): number {
  return 1 + Math.max(0, ...(rooms[room] ?? []).map((below) => floorOf(below, rooms)));
}

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

  it("makes HTTP servers of Node's own in one front alone", () => {
    const makers = sources.filter(
      (path) => path.startsWith("src/") && /\bcreateServer\b/.test(textOf.get(path) ?? ""),
    );
    expect(makers).toEqual(["src/platform/http/node/node_front.ts"]);
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

  it("keeps workers free of the server but for the railway's words, and the engine free of everything but their constants", () => {
    const wrong = edges.filter(({ from, to }) => {
      if (from === NETWORK_TERMS) return true;
      if (!from.startsWith("workers/")) return false;
      if (from.startsWith("workers/engine/")) {
        return !to.startsWith("workers/engine/") && to !== NETWORK_TERMS;
      }
      return !/^(?:workers|src\/railway)\//.test(to);
    });
    expect(wrong).toEqual([]);
  });

  it("keeps the page apart: it knows the server by its document alone, and arrows between its folders run down", () => {
    const own = edges.filter(({ from }) => from.startsWith("web/"));
    expect(own.length).toBeGreaterThan(100);
    const folderOf = (path: string): string | null => /^web\/src\/(\w+)\//.exec(path)?.[1] ?? null;
    const folders = new Set(own.map(({ from }) => folderOf(from)).filter((one) => one !== null));
    expect([...folders].sort()).toEqual(Object.keys(WEB_FOLDERS).sort());
    const wrong = own.filter(({ from, to }) => {
      const [folder, target] = [folderOf(from), folderOf(to)];
      if (folder === null || folder === target) return false;
      if (target === null) return !OPEN_TO_FOLDERS.includes(to) || folder === "graph";
      return !(WEB_FOLDERS[folder] ?? []).includes(target);
    });
    const isOfPage = (path: string): boolean => /^(?:test\/)?web\//.test(path);
    const into = edges.filter(({ from, to }) => to.startsWith("web/") && !isOfPage(from));
    expect([...wrong, ...into]).toEqual([]);
  });

  it("sorts the files of a room by subject: at most 25 lie in one folder", () => {
    const folders = new Map<string, number>();
    for (const path of sources.filter((one) => /^(?:src|workers|web\/src)\//.test(one))) {
      folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1);
    }
    expect(folders.size).toBeGreaterThan(50);
    expect([...folders].filter(([, count]) => count > 25)).toEqual([]);
  });

  it("has no circle of files, also where they import types alone", () => {
    const arrows = arrowsOf(importsOf, (path) => path);
    expect([...arrows.values()].reduce((sum, { size }) => sum + size, 0)).toBeGreaterThan(1500);
    expect(findCircle(arrows)).toBe(null);
  });

  it("has no two folders side by side that import values of each other", () => {
    const arrows = arrowsOf(valueImportsOf, dirname);
    expect(arrows.size).toBeGreaterThan(50);
    // A folder's own parts are sorted by what they do: they and it are one.
    const pairs = [...arrows].flatMap(([one, others]) =>
      [...others]
        .filter((other) => one < other && !other.startsWith(`${one}/`))
        .filter((other) => arrows.get(other)?.has(one))
        .map((other) => [one, other]),
    );
    expect(pairs).toEqual([]);
  });

  it("has arrows between rooms only where the table of rooms lets them run", () => {
    const rooms = new Set(edges.map(({ from }) => roomOf(from)).filter((room) => room !== null));
    expect([...rooms].sort()).toEqual(Object.keys(ROOMS).sort());
    const wrong = edges.filter(({ from, to }) => {
      const [room, target] = [roomOf(from), roomOf(to)];
      if (room === null || target === null || room === target) return false;
      return !(ROOMS[room] ?? []).includes(target);
    });
    expect(wrong).toEqual([]);
  });

  it("has at most eight floors of rooms, and arrows in the platform that run down alone", () => {
    const floors = Object.keys(ROOMS).map((room) => floorOf(room, ROOMS));
    expect(Math.max(...floors)).toBeLessThanOrEqual(8);
    const wrong = edges.filter(({ from, to }) => {
      const [part, target] = [partOf(from), partOf(to)];
      if (part === null || target === null || part === target) return false;
      return !(PLATFORM[part] ?? []).includes(target);
    });
    expect(wrong).toEqual([]);
  });

  it("tells every room in ARCHITECTURE.md", () => {
    const text = readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8");
    for (const [room, below] of Object.entries(ROOMS)) {
      const row = text.split("\n").find((line) => line.startsWith(`| \`${room}\` |`)) ?? "";
      const told = row.split("|")[3] ?? "";
      const named = new Set([...told.matchAll(/`(\w+)`/g)].map(([, name]) => name));
      expect(named, room).toEqual(new Set(below));
    }
  });

  it("gives an exported name one meaning", () => {
    const files = new Map<string, Set<string>>();
    for (const path of sources.filter((name) => /^(?:src|workers)\//.test(name))) {
      for (const [, name = ""] of (textOf.get(path) ?? "").matchAll(DECLARATION)) {
        files.set(name, (files.get(name) ?? new Set()).add(path));
      }
    }
    expect(files.size).toBeGreaterThan(1000);
    const twice = [...files].filter(([, paths]) => paths.size > 1);
    const wrong = twice.filter(([name, paths]) => {
      if (Object.hasOwn(ONE_MEANING, name)) return false;
      // A task has the name of whoever asks for it, or of what it does.
      const stem = name.replaceAll(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
      const file = new RegExp(`^workers/tasks/.*\\b${stem}\\.ts$`);
      return paths.size !== 2 || ![...paths].some((path) => file.test(path));
    });
    expect(wrong.map(([name, paths]) => [name, ...paths])).toEqual([]);
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

  it("keeps SQL functions in the rooms of the queries, each name once", () => {
    const files = listFiles("sql/functions", ".sql");
    expect(files.length).toBeGreaterThan(10);
    const rooms = new Set(queries.map((path) => path.split("/")[2]));
    expect(files.filter((path) => !rooms.has(path.split("/")[2]))).toEqual([]);
    expect(new Set(files.map((path) => basename(path))).size).toBe(files.length);
  });

  it("leaves no unfinished marks behind, and no docstring right before another one", () => {
    const marks = /\b(TODO|FIXME|HACK)\b|not implemented|@ts-[eni]\w+|\*\/\n *\/\*\*/;
    const marked = sources.filter(
      (path) => path !== "test/tidy.test.ts" && marks.test(textOf.get(path) ?? ""),
    );
    expect(marked).toEqual([]);
  });

  it("gives no test a deadline that a slow machine does not stretch", () => {
    const tests = [...textOf].filter(([path]) => path.endsWith(".test.ts"));
    expect(tests.length).toBeGreaterThan(100);
    const fixed = tests.filter(([, text]) =>
      /^\s*(?:\}, [\d_]{4,}|[\d_]{5,}),?\s*\);$/m.test(text),
    );
    expect(fixed.map(([path]) => path)).toEqual([]);
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

  it("prints the settings in docs/operating.md as the configuration has them", () => {
    const page = readFileSync(join(ROOT, "docs/operating.md"), "utf8");
    expect(withTable(page, "settings")).toBe(page);
  });

  it("cites only pages and sections that the repository has", () => {
    const pages = listFiles(".", ".md");
    const cited = [...textOf].flatMap(([path, text]) =>
      [...text.matchAll(/\b([\w/]+\.md)(?: (\d+(?:\.\d+)*))?/g)].map(([, page = "", section]) => ({
        path,
        page: page.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()),
        section,
      })),
    );
    const own = cited.filter(({ page }) => !page.includes("shared/"));
    expect(own.length).toBeGreaterThan(100);
    const lost = own.filter(({ page, section }) => {
      const file = pages.find((path) => path === page || path.endsWith(`/${page}`));
      if (file === undefined) return true;
      if (section === undefined) return false;
      return !new RegExp(`^#+ ${section.replaceAll(".", "\\.")}\\.? `, "m").test(
        readFileSync(join(ROOT, file), "utf8"),
      );
    });
    expect(lost).toEqual([]);
  });

  it("names only files and folders in comments that the repository has", () => {
    // What a migration was written beside may have moved since.
    const scripts = listFiles("sql", ".sql").filter((path) => !path.startsWith("sql/migrations/"));
    const files = [...sources, ...scripts, ...listFiles("test", ".toml")];
    const named = files.flatMap((path) =>
      [...readFileSync(join(ROOT, path), "utf8").matchAll(/^\s*(?:\*|\/\*\*|\/\/|--|#) .*$/gm)]
        .flatMap(([line]) => [
          ...line.matchAll(/(?<![\w/.])(?:src|workers|test|bench|sql|docs|deploy)\/[\w./]*\w/g),
        ])
        .map(([name]) => ({ path, name })),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ name }) => !existsSync(join(ROOT, name)))).toEqual([]);
  });

  it("links only to files that exist", () => {
    for (const page of ["README.md", "ARCHITECTURE.md", ...listFiles("docs", ".md")]) {
      const links = [
        ...readFileSync(join(ROOT, page), "utf8").matchAll(/\]\((?!https?:|#)([^)#]+)/g),
      ];
      if (!page.startsWith("docs/")) expect(links.length, page).toBeGreaterThan(0);
      for (const [, target] of links)
        expect(existsSync(join(ROOT, dirname(page), target ?? "")), `${page}: ${target}`).toBe(
          true,
        );
    }
  });
});
