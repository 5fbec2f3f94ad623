// Method: the pages that strangers read are taken as they stand: their links, commands, figures and sentences, beside what the repository has.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { FIGURES } from "../bench/figures/figures.ts";
import { type Measured, printPage } from "../bench/figures/print_page.ts";
import { makeDocument } from "../src/platform/openapi/document.ts";
import { PROJECT_ROOT } from "../src/platform/root.ts";
import { ENDPOINTS, TAGS } from "../src/server/endpoints.ts";

const read = (path: string): string => readFileSync(join(PROJECT_ROOT, path), "utf8");
const listPages = (folder: string): string[] =>
  readdirSync(join(PROJECT_ROOT, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name))
    .sort();

const PAGES = [...listPages("."), ...listPages("docs"), "bench/README.md"];
const DOORS = read("docs/README.md");
const sectionOf = (text: string, title: string): string =>
  text.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? "";
const linksOf = (text: string): string[] =>
  [...text.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, target = ""]) => target);

/** All but the benches' page, which is tables. */
const READ = PAGES.filter((page) => page !== "bench/README.md");

/** Without blocks of code, and tables that are written from the code. */
const withoutCode = (text: string): string =>
  text
    .replaceAll(/^```[^]*?^```$/gm, "")
    .replaceAll(/<!-- (\w+):[^]*?<!-- \/\1 -->/g, "")
    .replaceAll(/<!--[^]*?-->/g, "");

/** As GitHub makes them. */
function anchorsOf(text: string): Set<string> {
  const headings = [...withoutCode(text).matchAll(/^#+ (.*)$/gm)];
  return new Set(
    headings.map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

/** Where the section of an anchor begins; -1: there is none. */
function findAnchor(text: string, anchor: string): number {
  const headings = [...text.matchAll(/^#+ .*$/gm)];
  return headings.find(([heading]) => anchorsOf(heading).has(anchor))?.index ?? -1;
}

/**
 * Blocks of shell commands, by page. README's are run by newcomer.e2e.test.ts, own_data_walk.test.ts and the CI, which runs
 * that of CONTRIBUTING.md too. Those of docs are run by own_data_walk.test.ts and readme.e2e.test.ts.
 */
const RUN_BLOCKS = {
  "CONTRIBUTING.md": 1,
  "README.md": 4,
  "docs/exchange.md": 4,
  "docs/first_calls.md": 1,
  "docs/operating.md": 3,
  "docs/operations.md": 12,
};

/** Characters: twice 45 lines of 100. */
const TWO_SCREENS = 9000;
/** What answers each of the ten questions of docs/README.md. */
const ANSWERS = [
  /plans railway timetables/,
  /npm ci && npm run demo/,
  /## When you should take another one/,
  /Answers beside the reference/,
  /"New train": from, to, start, then "Store"/,
  /OpenStreetMap\]/,
  /PostgreSQL 15 or newer/,
  /curl '/,
  /stable within a major version/,
  /Do not open an issue/,
];

interface Sentence {
  readonly text: string;
  readonly words: number;
}

/** Sentences of running text, lists and cells of tables; code and addresses count as one word. */
function sentencesOf(page: string): Sentence[] {
  const blocks = withoutCode(page).split(/\n\s*\n|^#.*$|^\s*[-*] |^\s*\d+\. |\|/m);
  return blocks.flatMap((block) =>
    block
      .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replaceAll(/`[^`]*`|<https?:[^>]*>/g, "code")
      .split(/(?<=[.!?:]["”)]?)\s+/)
      .map((text) => ({
        text: text.trim(),
        words: text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
      }))
      .filter(({ words }) => words > 0),
  );
}

const Manifest = v.looseObject({
  version: v.string(),
  scripts: v.record(v.string(), v.string()),
});
const manifest = v.parse(Manifest, JSON.parse(read("package.json")));

describe("the version", () => {
  it("is the same wherever it stands", () => {
    const [, changed] = /^## (\S+) /m.exec(read("CHANGELOG.md")) ?? [];
    const { softwareVersion } = v.parse(
      v.looseObject({ softwareVersion: v.string() }),
      parse(read("publiccode.yml")),
    );
    const { info } = makeDocument(ENDPOINTS, TAGS) as { info: { version: string } };
    expect([changed, softwareVersion, info.version]).toEqual(Array(3).fill(manifest.version));
  });
});

describe("forms", () => {
  it("of issues are whole", () => {
    const folder = ".github/ISSUE_TEMPLATE";
    const files = readdirSync(join(PROJECT_ROOT, folder)).filter((name) => name !== "config.yml");
    expect(files.length).toBeGreaterThan(2);
    const Form = v.strictObject({
      name: v.string(),
      description: v.string(),
      labels: v.array(v.string()),
      body: v.array(
        v.strictObject({
          type: v.picklist(["textarea", "input"]),
          id: v.pipe(v.string(), v.regex(/^[a-z]+$/)),
          attributes: v.strictObject({ label: v.string(), description: v.optional(v.string()) }),
          validations: v.optional(v.strictObject({ required: v.boolean() })),
        }),
      ),
    });
    for (const name of files) v.parse(Form, parse(read(join(folder, name))));
  });

  it("of catalogues have what their standard requires", () => {
    const Catalogue = v.looseObject({
      publiccodeYmlVersion: v.string(),
      name: v.literal("Marey"),
      url: v.pipe(v.string(), v.url()),
      platforms: v.array(v.string()),
      developmentStatus: v.picklist(["concept", "development", "beta", "stable", "obsolete"]),
      softwareType: v.literal("standalone/web"),
      description: v.object({
        en: v.looseObject({
          shortDescription: v.pipe(v.string(), v.maxLength(150)),
          longDescription: v.pipe(v.string(), v.minLength(150), v.maxLength(10_000)),
          features: v.array(v.pipe(v.string(), v.maxLength(100))),
        }),
      }),
      legal: v.object({ license: v.literal("MIT") }),
      maintenance: v.object({
        type: v.literal("community"),
        contacts: v.array(v.object({ name: v.string() })),
      }),
      localisation: v.object({
        localisationReady: v.literal(true),
        availableLanguages: v.array(v.string()),
      }),
    });
    const { localisation } = v.parse(Catalogue, parse(read("publiccode.yml")));
    const languages = readdirSync(join(PROJECT_ROOT, "web/src/languages"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect([...localisation.availableLanguages].sort()).toEqual(languages.sort());
  });
});

describe("README", () => {
  it("has at most 120 lines", () => {
    expect(read("README.md").split("\n").length - 1).toBeLessThanOrEqual(120);
  });

  it("has one command that runs it and one that tests it, which the CI runs", () => {
    const commands = [...read("README.md").matchAll(/^```sh\n(npm ci && .*)\n```$/gm)].map(
      ([, command]) => command,
    );
    expect(commands).toEqual(["npm ci && npm run demo", "npm ci && npm test"]);
    expect(read(".ci/run")).toMatch(/^npm ci && npm test && /m);
  });

  it("shows no figure that docs/figures.md has not", () => {
    const values = (text: string): string[] =>
      [...text.matchAll(/^\| ([^|]*\d[^|]*) \| /gm)].map(([, value = ""]) => value);
    const known = values(read("docs/figures.md"));
    const shown = values(sectionOf(read("README.md"), "What is measured"));
    expect(shown.length).toBeGreaterThan(2);
    expect(shown.filter((value) => !known.includes(value))).toEqual([]);
    const again = [...read("README.md").matchAll(/npm run figures -- (\w+)/g)].map(([, n]) => n);
    expect(again.filter((name) => FIGURES.every((figure) => figure.name !== name))).toEqual([]);
  });
});

describe("docs/figures.md", () => {
  it("is what the measurements have written", () => {
    const measured = JSON.parse(read("bench/figures/measured.json")) as Record<string, Measured>;
    expect(read("docs/figures.md")).toBe(printPage(measured));
  });
});

describe("the pages", () => {
  it("stand behind one of two doors, each once", () => {
    const inside = linksOf(sectionOf(DOORS, "Inside"));
    const behind = [...linksOf(sectionOf(DOORS, "Using")), ...inside].map((name) =>
      join("docs", name),
    );
    expect(behind.filter((page) => !existsSync(join(PROJECT_ROOT, page)))).toEqual([]);
    expect(new Set(behind).size).toBe(behind.length);
    const own = listPages("docs").filter((page) => page !== "docs/README.md");
    expect(own.filter((page) => !behind.includes(page))).toEqual([]);
  });

  it.each(PAGES)("%s links to what is there, headings included", (page) => {
    const lost = linksOf(withoutCode(read(page))).filter((target) => {
      const [file = "", anchor] = target.split("#");
      const path = file === "" ? page : relative(".", join(dirname(page), file));
      if (!existsSync(join(PROJECT_ROOT, path))) return true;
      return anchor !== undefined && path.endsWith(".md") && !anchorsOf(read(path)).has(anchor);
    });
    expect(lost).toEqual([]);
  });

  it.each(PAGES)("%s names commands that there are", (page) => {
    const text = read(page);
    const scripts = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = ""]) => name);
    expect(scripts.filter((name) => manifest.scripts[name] === undefined)).toEqual([]);
    const files = [...text.matchAll(/node (dist\/[\w/]+)\.js/g)].map(([, name = ""]) => name);
    const sources = files.map((name) => `${name.replace(/^dist\//, "")}.ts`);
    expect(sources.filter((name) => !existsSync(join(PROJECT_ROOT, name)))).toEqual([]);
  });

  it("have no block of shell commands that no test runs", () => {
    const counted = PAGES.map((page) => [page, read(page).match(/^```sh$/gm)?.length ?? 0]);
    expect(counted.filter(([, count]) => count !== 0)).toEqual(Object.entries(RUN_BLOCKS));
  });

  it.each(READ)("%s has sentences of at most 25 words", (page) => {
    const sentences = sentencesOf(read(page));
    expect(sentences.length).toBeGreaterThan(5);
    expect(sentences.filter(({ words }) => words > 25).map(({ text }) => text)).toEqual([]);
  });

  it("answer ten questions within two screens of where they begin", () => {
    const rows = sectionOf(DOORS, "Ten questions").matchAll(
      /^\| ([^|]*\?) \| .* \| .*\]\(([^)]+)\) \|$/gm,
    );
    const asked = [...rows];
    expect(asked).toHaveLength(ANSWERS.length);
    for (const [i, [, question, target = ""]] of asked.entries()) {
      const [file = "", anchor] = target.split("#");
      const text = read(join("docs", file));
      const begin = anchor === undefined ? 0 : findAnchor(text, anchor);
      expect(begin, question).toBeGreaterThanOrEqual(0);
      expect(text.slice(begin, begin + TWO_SCREENS), question).toMatch(ANSWERS[i] ?? /$^/);
    }
  });
});
