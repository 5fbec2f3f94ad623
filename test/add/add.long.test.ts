// Method: a copy of the repository, to which an endpoint with a table, a setting and a task, a result of one
// train, two small resources, a field of a train, a column of a format and a rule of the engine are added by CONTRIBUTING.md's table alone; the gates of `npm test` say yes. Then one step after the other is undone, and the
// gate that should says no.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AddedRow } from "./added_row.ts";
import { COLLECTION, listRemarkFiles, listRemarkRows, REMARK_EVENT, TIMETABLE } from "./remarks.ts";
import {
  BOUND,
  BOUNDED,
  BRAKING_TEST,
  CHANGE_TESTS,
  CHANGES,
  DEFAULT,
  DRAWN,
  ENTRY,
  FIELD_TESTS,
  GERMAN,
  GROUP,
  PRINTED,
  READ,
} from "./rules.ts";
import { listNewFiles, REQUEST, ROOM, SETTING, TASK } from "./timetable_probe.ts";

const ROOT = join(import.meta.dirname, "../..");
const LEFT_OUT = new Set(["node_modules", "dist", ".git", ".marey", "coverage"]);
/** Written by the two commands of CONTRIBUTING.md's table. */
const GENERATED = [
  "docs/operating.md",
  "docs/access.md",
  "docs/exchange.md",
  "sql/schema.sql",
] as const;
const KEY = "POST /timetable/:timetable_id/probes";
const REMARK_KEY = "POST /timetable/:timetable_id/remarks";
const REMARK_ROWS: readonly AddedRow[] = [...listRemarkRows(TIMETABLE), REMARK_EVENT];
const NOTE_KEY = "POST /rolling_stock_collection/:rolling_stock_collection_id/notes";
const NOTE_ROWS = listRemarkRows(COLLECTION);
/** All that is added to files that are there. */
const ADDED: readonly AddedRow[] = [...ROOM, SETTING, TASK, REQUEST, ...REMARK_ROWS, ...NOTE_ROWS];
const ROWS = [...ADDED, ...CHANGES.flatMap(([, , rows]) => rows), ...CHANGE_TESTS];
const ENERGY_KEY = "GET /train_schedule/:train_schedule_id/energy";

let copy: string;
const read = (file: string): string => readFileSync(join(copy, file), "utf8");

function write(file: string, text: string): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  writeFileSync(join(copy, file), text);
}

function addRow({ file, before, row }: AddedRow): void {
  const text = read(file);
  const in_line = text.indexOf(`\n${before}`);
  const at = text.startsWith(before) ? 0 : in_line < 0 ? text.indexOf(before) : in_line + 1;
  if (at < 0) throw new Error(`${file} has no '${before}'`);
  write(file, text.slice(0, at) + row + text.slice(at));
}

interface Ended {
  readonly is_good: boolean;
  readonly output: string;
}

/** Runs a program of the copy. */
const run = (program: string, ...args: readonly string[]): Ended => runIn(".", program, ...args);

function runIn(folder: string, program: string, ...args: readonly string[]): Ended {
  try {
    const output = execFileSync(process.execPath, [join(copy, program), ...args], {
      cwd: join(copy, folder),
      encoding: "utf8",
      // The sources of the copy are tested, which change; its build does not.
      env: { ...process.env, TESTED: "" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    return { is_good: true, output };
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    return { is_good: false, output: `${stdout}\n${stderr}` };
  }
}

const compile = (...args: readonly string[]): Ended =>
  run("node_modules/typescript/bin/tsc", ...args);
const TEXTS = "dist/bench/page/text_types.js";
const findUnused = (): Ended => run("node_modules/knip/bin/knip.js");

/** The tests of the repository that look at every endpoint, and the new one. */
const TEST_FILES = [
  "test/tidy.test.ts",
  "test/accounts/authz/matrix.test.ts",
  "test/accounts/authz/vanishing.test.ts",
  "test/platform/access/levels_table.test.ts",
  "test/platform/events/noted_changes.test.ts",
  "test/platform/openapi/document.test.ts",
  "test/platform/openapi/descriptions.test.ts",
  "test/platform/sql/constraints.test.ts",
  "test/platform/sql/migrate.test.ts",
  "test/platform/sql/queries.test.ts",
  "test/timetable/change_groups.test.ts",
  "test/timetable/remark.test.ts",
  "test/timetable/timetable_probe.test.ts",
  "test/train_runs/energy_report.test.ts",
  "test/vehicles/note.test.ts",
  "test/workers/engine/physics/braking_bound.test.ts",
  "test/workers/exchange/tables.test.ts",
];
const TITLES = [
  "the tree",
  "the table of requests",
  "the table of required roles",
  "the API document",
  "request examples are there",
  "has a description",
  "the schema",
  "constraints that endpoints name",
  "every constraint of the database",
  `is about or its caller is deleted ${KEY}`,
  "query files",
  "A probe on a timetable",
  "An energy report",
  ENERGY_KEY,
  "probes",
  "A remark is written",
  REMARK_KEY,
  "a table that is told",
  "A note is written",
  NOTE_KEY,
  "a change group",
  "No train brakes harder",
  "comes back equal as csv",
  "is drawn with several values",
  "has every column in docs",
];

interface TestReport {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** Titles of the tests that ran, and of those of them that failed. */
function test(): { readonly ran: string[]; readonly failed: string[] } {
  const file = join(copy, "report.json");
  const options = ["--reporter=json", `--outputFile=${file}`, "-t", TITLES.join("|")];
  const { output } = run("node_modules/vitest/vitest.mjs", "run", ...TEST_FILES, ...options);
  const { testResults } = JSON.parse(readFileSync(file, "utf8")) as TestReport;
  rmSync(file);
  const all = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "passed" || status === "failed");
  if (all.length === 0) throw new Error(output);
  return {
    ran: all.map(({ fullName }) => fullName),
    failed: all.filter(({ status }) => status === "failed").map(({ fullName }) => fullName),
  };
}

/** Runs `gate` while some files are as `change` leaves them; null: the file is not there. */
function withChanged<Result>(
  changes: Readonly<Record<string, (text: string) => string | null>>,
  gate: () => Result,
): Result {
  const kept = Object.keys(changes).map((file) => [file, read(file)] as const);
  for (const [file, text] of kept) {
    const changed = changes[file]?.(text) ?? null;
    if (changed === null) rmSync(join(copy, file));
    else if (changed === text) throw new Error(`${file}: nothing was changed`);
    else write(file, changed);
  }
  try {
    return gate();
  } finally {
    for (const [file, text] of kept) write(file, text);
  }
}

const without =
  ({ row }: { readonly row: string }) =>
  (text: string): string =>
    text.replace(row, "");
/** Also without what it needs of other files, which is no error. */
const withoutBound = (text: string): string =>
  text.replace(BOUNDED.row, "").replace(/^import .*BRAKING_MAX_M_S2.*\n/m, "");
const asBefore = (file: string) => (): string => readFileSync(join(ROOT, file), "utf8");

let files: Readonly<Record<string, string>>;
let remark_files: typeof files;
let note_files: typeof files;
const file = (ending: string): string =>
  Object.keys(files).find((name) => name.endsWith(ending)) ?? ending;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "marey-add-"));
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) });
  mkdirSync(join(copy, "node_modules"));
  for (const name of readdirSync(join(ROOT, "node_modules"))) {
    // The client is a part of the copy: its types are made anew.
    const target = name === "marey-client" ? "../web/client" : join(ROOT, "node_modules", name);
    symlinkSync(target, join(copy, "node_modules", name));
  }
  const client = "web/client/node_modules";
  symlinkSync(join(ROOT, client), join(copy, client));
  const next = readdirSync(join(copy, "sql/migrations")).length + 1;
  const [probe = "", remark = "", note = ""] = [next, next + 1, next + 2].map((n) =>
    String(n).padStart(4, "0"),
  );
  remark_files = listRemarkFiles(remark, TIMETABLE);
  note_files = listRemarkFiles(note, COLLECTION);
  files = { ...listNewFiles(probe), ...remark_files, ...note_files, ...BRAKING_TEST };
  for (const [name, text] of Object.entries(files)) write(name, text);
  for (const row of ROWS) addRow(row);
  // npm run format, build, schema, tables
  const formatted = run(
    "node_modules/@biomejs/biome/bin/biome",
    "check",
    "--write",
    "src",
    "workers",
    "test",
    "web/src",
  );
  const built = compile();
  const shown = run("dist/src/platform/db/schema.js");
  const told = run("dist/src/server/tables.js");
  const documented = run("dist/src/server/openapi.js");
  const typed = runIn(
    "dist",
    "web/client/node_modules/openapi-typescript/bin/cli.js",
    "openapi.json",
    "--default-non-nullable=false",
    "--output",
    "../web/client/openapi.d.ts",
  );
  const texts = run(TEXTS);
  const client_built = run("node_modules/typescript/bin/tsc", "-p", "web/client");
  for (const { is_good, output } of [
    formatted,
    built,
    shown,
    told,
    documented,
    typed,
    texts,
    client_built,
  ]) {
    if (!is_good) throw new Error(output);
  }
});
afterAll(() => {
  rmSync(copy, { recursive: true, force: true });
});

describe("what is added by CONTRIBUTING.md's table", () => {
  it("touches the files that the table names, and no other", () => {
    const table = /^\| to add \|[^]*?\n\n/m.exec(
      readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8"),
    )?.[0];
    const named = [...(table ?? "").matchAll(/`([^`]*[./][^`]*)`/g)].map(([, text = ""]) => text);
    const patterns = named.map((name) => {
      const pattern = name.replaceAll(".", "\\.").replaceAll(/<\w+>|NNNN|what\b/g, "\\w+");
      return new RegExp(`^${pattern.endsWith("/") ? `${pattern}.*` : pattern}$`);
    });
    const touched = [...Object.keys(files), ...ROWS.map((row) => row.file)];
    expect(touched.filter((name) => !patterns.some((pattern) => pattern.test(name)))).toEqual([]);
    const countFiles = (added: object, rows: readonly AddedRow[]): number =>
      new Set([...Object.keys(added), ...rows.map((row) => row.file)]).size;
    expect(countFiles(remark_files, REMARK_ROWS)).toBe(8);
    expect(countFiles(note_files, NOTE_ROWS)).toBe(7);
    for (const [name, count, rows] of CHANGES) expect(countFiles({}, rows), name).toBe(count);
    for (const name of GENERATED) expect(read(name), name).not.toBe(asBefore(name)());
  });

  it("satisfies every gate, and is in the API document", () => {
    expect(findUnused()).toMatchObject({ is_good: true });
    expect(compile("-p", "web")).toEqual({ is_good: true, output: "" });
    const { paths, components } = JSON.parse(read("dist/openapi.json")) as {
      paths: Record<string, unknown>;
      components: { schemas: Record<string, unknown> };
    };
    expect(Object.keys(paths)).toContain("/timetable/{timetable_id}/probes");
    expect(Object.keys(components.schemas)).toContain("TimetableProbe");
    expect(Object.keys(paths)).toContain("/paced_train/{paced_train_id}/energy");
    // The event of remarks, which the page reads out of the document.
    expect(JSON.stringify(components.schemas["TimetableEvent"])).toContain('"remarks"');
    expect(read("sql/schema.sql")).toContain("note_timetable_records('remarks')");
    const { ran, failed } = test();
    expect(failed).toEqual([]);
    // The rights of the new endpoint are tried as everybody's.
    expect(ran.filter((title) => title.includes(KEY)).length).toBeGreaterThan(3);
    expect(ran.filter((title) => title.includes(ENERGY_KEY)).length).toBeGreaterThan(3);
    expect(ran.filter((title) => title.startsWith("A probe on a timetable"))).toHaveLength(1);
    expect(ran.filter((title) => title.startsWith("An energy report"))).toHaveLength(1);
    for (const key of [REMARK_KEY, NOTE_KEY]) {
      expect(ran.filter((title) => title.includes(key)).length).toBeGreaterThan(3);
    }
    for (const title of ["A remark is written", "A note is written", "No train brakes harder"]) {
      expect(ran.filter((one) => one.startsWith(title))).toHaveLength(1);
    }
    expect(ran.filter((one) => one.includes("a change group with a value"))).toContainEqual(
      expect.stringContaining("crew"),
    );
    expect(ran.some((title) => title.includes(`is what ${REMARK_KEY} has changed`))).toBe(true);
  });
});

describe("what is left out", () => {
  it("in the room's list is unused code", () => {
    const { is_good, output } = withChanged(
      { "src/timetable/endpoints.ts": asBefore("src/timetable/endpoints.ts") },
      findUnused,
    );
    expect(is_good).toBe(false);
    expect(output).toContain("timetable_probe.endpoints.ts");
  });

  it.each([
    ["the row of the task", TASK, "count_words"],
    ["the row of the setting", SETTING, "probe_words"],
    ["a field's default", DEFAULT, "crew"],
    ["its schema", ENTRY, "crew"],
    ["what a column prints", PRINTED, "initial_speed_m_s"],
    ["the number of a rule", BOUND, "BRAKING_MAX_M_S2"],
  ] as const)("%s does not compile", (_title, row, name) => {
    const { is_good, output } = withChanged({ [row.file]: without(row) }, () =>
      compile("--noEmit", "-p", "tsconfig.build.json"),
    );
    expect(is_good).toBe(false);
    expect(output).toContain(name);
  });

  it("of a rule is unused code: its number", () => {
    const { is_good, output } = withChanged({ [BOUNDED.file]: withoutBound }, findUnused);
    expect(is_good).toBe(false);
    expect(output).toContain("BRAKING_MAX_M_S2");
  });

  it("in one language stops the build: a field's name", () => {
    const { is_good, output } = withChanged({ [GERMAN.file]: without(GERMAN) }, () => run(TEXTS));
    expect(is_good).toBe(false);
    expect(output).toContain("crew");
  });

  it("of a field, a column and a rule fails the test of each", () => {
    const { failed } = withChanged(
      {
        [GROUP.file]: without(GROUP),
        [READ.file]: without(READ),
        [BOUNDED.file]: withoutBound,
        "docs/exchange.md": asBefore("docs/exchange.md"),
      },
      test,
    );
    for (const title of [
      "with a value gives it to the train and leaves the rest: crew",
      "No train brakes harder",
      "comes back equal as csv",
      "has every column in docs/exchange.md",
    ]) {
      expect(failed).toContainEqual(expect.stringContaining(title));
    }
    const untried = withChanged(
      {
        [DRAWN.file]: without(DRAWN),
        [FIELD_TESTS[0].file]: (text) =>
          FIELD_TESTS.reduce((left, row) => without(row)(left), text),
      },
      test,
    );
    expect(untried.failed.sort()).toEqual([
      expect.stringContaining("is there for every field of a train"),
      expect.stringContaining("is drawn with several values"),
    ]);
  });

  it.each([
    ["access", / {4}access: [^]*?\}\),\n/],
    ["creates", / {4}creates: .*\n/],
  ] as const)("of the endpoint: %s does not compile", (name, declaration) => {
    const { is_good, output } = withChanged(
      { [file(".endpoints.ts")]: (text) => text.replace(declaration, "") },
      () => compile("--noEmit", "-p", "tsconfig.build.json"),
    );
    expect(is_good).toBe(false);
    expect(output).toContain(`Property '${name}' is missing`);
  });

  it("of names, examples, meanings, constraints, tables and requests fails the test of each", () => {
    const { failed } = withChanged(
      {
        [file(".schemas.ts")]: (text) =>
          text
            .replace(", TimetableProbe }", " }")
            .replace('about(Count, "Words of its text")', "Count"),
        [file(".endpoints.ts")]: (text) =>
          text
            .replace(/, \{ text: "Platform[^}]*\}/, "")
            .replace(/ {4}constraints: \{[^]*?\n {4}\},\n/, ""),
        "docs/operating.md": asBefore("docs/operating.md"),
        "docs/access.md": asBefore("docs/access.md"),
        "sql/schema.sql": asBefore("sql/schema.sql"),
        [REQUEST.file]: without(REQUEST),
      },
      test,
    );
    const titles = [
      "names the schemas of every resource",
      "are there for every operation with a JSON body",
      `are valid: ${KEY}`,
      // the document was built before
      "is built as the sources make it",
      "has a description: property by property",
      "prints the settings in docs/operating.md as the configuration has them",
      "says of every endpoint what it declares",
      "names every endpoint once",
      "is the one that sql/schema.sql shows",
      "is declared by the endpoint whose requests can break it",
      "the table of requests has every endpoint of the server",
    ];
    const unforeseen = failed.filter((one) => !titles.some((title) => one.includes(title)));
    expect(unforeseen).toEqual([]);
    const silent = titles.filter((title) => !failed.some((one) => one.includes(title)));
    expect(silent).toEqual([]);
  });

  it("of what tells it: an event that no row declares fails the test of what is told", () => {
    const { failed } = withChanged(
      {
        [REMARK_EVENT.file]: without(REMARK_EVENT),
        [file("_remark.sql")]: (text) =>
          `${text}
create function note_planted() returns trigger language plpgsql as $$
begin
  insert into new_event (about_type, about_id, name, data)
  values ('timetable', new.timetable_id, 'remarks', '{}');
  return null;
end
$$;
create trigger note_planted after insert on remark for each row execute function note_planted();
`,
      },
      test,
    );
    const seen = (title: string): boolean => failed.some((one) => one.includes(title));
    expect(seen(`is what ${REMARK_KEY} has changed`)).toBe(true);
    expect(seen("is declared, or one that is looked at, and no other writes events")).toBe(true);
  });

  it("of the table fails the test of its query and of its constraint", () => {
    const { failed } = withChanged({ [file("_timetable_probe.sql")]: () => null }, test);
    expect(failed.some((one) => one.includes("timetable/timetable_probe/insert"))).toBe(true);
    expect(failed.some((one) => one.includes("constraints that endpoints name"))).toBe(true);
  });
});
