// Method: the API document's error types of all operations that the page's sources call, and the engine's own names,
// each asked for its words in each language.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import GERMAN from "virtual:texts/de";
import FRENCH from "virtual:texts/fr";
import { afterEach, describe, expect, it } from "vitest";
import { ERRORS } from "../../../src/platform/http/errors.ts";
import { makeDocument } from "../../../src/platform/openapi/document.ts";
import { PROJECT_ROOT } from "../../../src/platform/root.ts";
import { ENDPOINTS, TAGS } from "../../../src/server/endpoints.ts";
import { TOLD_BY_STATUS, tellError, tellNoRun } from "../../../web/src/api/fault_words.ts";
import { translation } from "../../../web/src/language.ts";
import { TOOL_TEXTS } from "../../../web/src/tool_texts.ts";
import { listAsked } from "../asked.ts";

/** Parts of an API document, as far as they are looked into. */
type Json = { readonly [name: string]: Json };

const document = makeDocument(ENDPOINTS, TAGS) as unknown as Json;

function follow(schema: Json): Json {
  const { $ref } = schema as { readonly $ref?: unknown };
  if (typeof $ref !== "string") return schema;
  return $ref
    .slice(2)
    .split("/")
    .reduce((one: Json | undefined, name) => one?.[name], document) as Json;
}

/** Types that answers of an operation may have. */
function listTypes(operation: string): string[] {
  const [method = "", path = ""] = operation.split(" ");
  const responses = document["paths"]?.[path]?.[method.toLowerCase()]?.["responses"];
  return Object.entries(responses ?? {}).flatMap(([status, response]) =>
    Number(status) < 400 ? [] : listNames(follow(response)),
  );
}

/** Members of the enumerations of all properties `type`. */
function listNames(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const named = (schema as Json)["properties"]?.["type"] as
    | { readonly enum?: readonly string[]; readonly const?: string }
    | undefined;
  const own = [...(named?.enum ?? []), ...(named?.const === undefined ? [] : [named.const])];
  return [...own, ...Object.values(schema).flatMap(listNames)];
}

const { calls, streams } = listAsked();
const MET = [...new Set([...calls, ...streams].flatMap(listTypes))].sort();

const KNOWN = new Set(Object.values(ERRORS).map(({ type }): string => type));

/** Names that the engine gives to what it can't do. */
function listEngineNames(): string[] {
  const folders = ["workers", "src/train_runs"].map((name) => join(PROJECT_ROOT, name));
  const texts = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => readFileSync(join(folder, name), "utf8")),
  );
  const found = texts.flatMap((text) => text.match(/(?<=")core:[a-z_]+(?=")/g) ?? []);
  return [...new Set(found)].sort();
}

afterEach(() => {
  translation.value = null;
});

describe.each([
  ["English", null],
  ["French", FRENCH],
  ["German", GERMAN],
] as const)("in %s", (_name, language) => {
  it("each error that the page's requests may meet has words, with the server's text as a detail", () => {
    translation.value = language;
    expect(MET.length).toBeGreaterThan(60);
    expect(MET.filter((type) => !KNOWN.has(type))).toEqual([]);
    const wordless = MET.filter((type) => {
      const words = tellError({ type, message: "the detail" });
      return words === null ? !TOLD_BY_STATUS.has(type) : !words.endsWith("(the detail)");
    });
    expect(wordless).toEqual([]);
  });

  it("a start that leads away from the operating days is told as that", () => {
    translation.value = language;
    for (const message of [
      "/changes/0/shift: leads out of 0 to 6 days after its operating day",
      "/changes/1/train/days/day_offset: must be at most 6",
    ]) {
      const words = tellError({ type: "editoast:request:InvalidBody", message });
      expect(words).toBe(`${TOOL_TEXTS.variant.too_early} (${message})`);
    }
  });

  it("an error of a type that is new has none, and is told as the server tells it", () => {
    translation.value = language;
    for (const type of ["editoast:new:Kind", "toString", ""]) {
      expect(tellError({ type, message: "the detail" })).toBe(null);
    }
  });

  it("each reason for which a train has no run has words", () => {
    translation.value = language;
    const names = listEngineNames();
    const words = new Set(Object.values(TOOL_TEXTS.no_run));
    expect(names.length).toBeGreaterThan(15);
    // Those of requests at short notice are refusals.
    const wordless = names.filter(
      (type) => !words.has(tellNoRun(type)) && tellError({ type, message: "" }) === null,
    );
    expect(wordless).toEqual([]);
    const of_paths = MET_BY_PATHS.filter((name) => !words.has(tellNoRun(name)));
    expect(of_paths).toEqual([]);
    expect(tellNoRun("core:quite_new")).toBe("quite new");
  });
});

/** As answers of paths name them. */
const MET_BY_PATHS = [...listMembers("error_type"), ...listMembers("failed_status")];

function listMembers(name: string): readonly string[] {
  const found = [
    ...JSON.stringify(document["components"]?.["schemas"]?.["PathfindingResult"]).matchAll(
      new RegExp(`"${name}":\\{[^{}]*"enum":\\[([^\\]]*)\\]`, "g"),
    ),
  ];
  const members = found.flatMap(([, list = ""]) => JSON.parse(`[${list}]`) as string[]);
  if (members.length === 0) throw new Error(`no members of ${name}`);
  return members;
}
