/**
 * The page's texts: one folder of catalogues (JSON) for each language. A catalogue is checked against the
 * English one and made into a module, in which a text without parameters is a string and one with some a function.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compileMessage, listPieces, type Piece, parseMessage } from "./text_messages.ts";

/** What the first view shows, and what is loaded with the tools that are opened from it. */
export const CATALOGUES = ["page", "tools"] as const;
export type CatalogueName = (typeof CATALOGUES)[number];

/** Rooms of texts by name. `name(a, b)` takes parameters; `@name` tells translators about `name`. */
export interface Catalogue {
  readonly [key: string]: string | readonly string[] | Catalogue;
}

export interface Language {
  readonly tag: string;
  /** In the language itself. */
  readonly name: string;
  /** For times and numbers, if the browser names no country. */
  readonly locale: string;
}

const KEY = /^(\w+)(?:\(([\w, ]+)\))?$/;
const MARKUP = /<[a-z/!]|&#?\w+;/i;

export function readLanguages(folder: string): readonly Language[] {
  return JSON.parse(readFileSync(join(folder, "languages.json"), "utf8")) as Language[];
}

export function catalogueFile(folder: string, tag: string, name: CatalogueName): string {
  return join(folder, tag, `${name}.json`);
}

/** Throws with what is wrong with it. */
export function readCatalogue(folder: string, tag: string, name: CatalogueName): Catalogue {
  const [own, english] = [tag, "en"].map((one) => {
    return JSON.parse(readFileSync(catalogueFile(folder, one, name), "utf8")) as Catalogue;
  }) as [Catalogue, Catalogue];
  const faults = listFaults(own, english, tag);
  if (faults.length === 0) return own;
  throw new Error([`languages/${tag}/${name}.json:`, ...faults].join("\n  "));
}

/** A text or a list of texts by the names of its rooms and its key. */
function listTexts(catalogue: Catalogue, place = ""): [string, string | readonly string[]][] {
  return Object.entries(catalogue).flatMap(([key, value]): ReturnType<typeof listTexts> => {
    if (key.startsWith("@")) return [];
    const path = `${place}${key}`;
    return isRoom(value) ? listTexts(value, `${path}.`) : [[path, value]];
  });
}

function isRoom(value: Catalogue[string]): value is Catalogue {
  return typeof value === "object" && !Array.isArray(value);
}

/** What is wrong with a catalogue beside the English one. */
export function listFaults(own: Catalogue, english: Catalogue, tag: string): readonly string[] {
  const [texts, twins] = [new Map(listTexts(own)), new Map(listTexts(english))];
  return [
    ...[...twins.keys()].filter((path) => !texts.has(path)).map((path) => `${path} is missing`),
    ...[...texts].flatMap(([path, text]) => {
      const twin = twins.get(path);
      if (twin === undefined) return [`${path} is no text of the English catalogue`];
      return listTextFaults(path, text, { twin, tag }).map((fault) => `${path}: ${fault}`);
    }),
  ];
}

function listTextFaults(
  path: string,
  text: string | readonly string[],
  { twin, tag }: { readonly twin: string | readonly string[]; readonly tag: string },
): readonly string[] {
  const [, , parameters = ""] = KEY.exec(path.slice(path.lastIndexOf(".") + 1)) ?? [];
  const texts = [text].flat();
  if (texts.length !== [twin].flat().length) return ["has another number of texts"];
  if (texts.some((one) => MARKUP.test(one))) return ["has markup"];
  if (Array.isArray(text)) return [];
  try {
    const pieces = listPieces(parseMessage(String(text)));
    const used = new Set(pieces.flatMap((piece) => (typeof piece === "string" ? [] : piece.name)));
    const given = parameters.split(",").flatMap((name) => name.trim() || []);
    return [
      ...given.filter((name) => !used.has(name)).map((name) => `does not tell {${name}}`),
      ...[...used].filter((name) => !given.includes(name)).map((name) => `is not given {${name}}`),
      ...pieces.flatMap((piece) => listFormFaults(piece, tag)),
    ];
  } catch (error) {
    return [String(error)];
  }
}

/** The forms of a language that whole numbers take, up to some thousands. */
export function pluralForms(tag: string): ReadonlySet<string> {
  const rules = new Intl.PluralRules(tag);
  return new Set(Array.from({ length: 2000 }, (_, n) => rules.select(n)));
}

function listFormFaults(piece: Piece, tag: string): readonly string[] {
  if (typeof piece === "string" || piece.kind !== "plural") return [];
  const told = [...piece.forms.keys()].filter((form) => !form.startsWith("="));
  const forms = pluralForms(tag);
  return [
    ...[...forms].filter((form) => !told.includes(form)).map((form) => `has no form "${form}"`),
    ...told.filter((form) => !forms.has(form)).map((form) => `"${form}" is no form of ${tag}`),
  ];
}

/** The module of a catalogue. */
export function compileCatalogue(catalogue: Catalogue, tag: string): string {
  const rule = `let rules;const rule=(n)=>(rules??=new Intl.PluralRules("${tag}")).select(n)`;
  return `${rule};export default ${compileRoom(catalogue)};`;
}

function compileRoom(room: Catalogue): string {
  const entries = Object.entries(room).flatMap(([key, value]) => {
    const [, name, parameters] = KEY.exec(key) ?? [];
    if (name === undefined) return [];
    if (isRoom(value)) return [`${name}:${compileRoom(value)}`];
    if (parameters === undefined) return [`${name}:${JSON.stringify(value)}`];
    return [`${name}:(${parameters})=>${compileMessage(parseMessage(String(value)))}`];
  });
  return `{${entries.join(",")}}`;
}

/** The type of what a catalogue has in every language; the first one is the English one. */
export function declareCatalogue(languages: readonly Catalogue[]): string {
  const members = Object.entries(languages[0] ?? {}).flatMap(([key, value]) => {
    const [, name, parameters] = KEY.exec(key) ?? [];
    if (name === undefined) return [];
    const values = languages.flatMap((one) => one[key] ?? []);
    if (isRoom(value)) return [`readonly ${name}: ${declareCatalogue(values.filter(isRoom))};`];
    if (typeof value !== "string") return [`readonly ${name}: readonly string[];`];
    if (parameters === undefined) return [`readonly ${name}: string;`];
    return [`readonly ${name}: (${declareParameters(parameters, values.map(String))}) => string;`];
  });
  return `{\n${members.join("\n")}\n}`;
}

/** One that any language counts is a number; one with a form for "none" may be missing. */
function declareParameters(parameters: string, texts: readonly string[]): string {
  const pieces = texts.flatMap((text) => listPieces(parseMessage(text)));
  const names = parameters.split(",").map((name) => name.trim());
  let is_last = true;
  const declared = names.reverse().map((name) => {
    const own = pieces.filter((piece) => typeof piece !== "string" && piece.name === name);
    const isOf = (kind: string): boolean =>
      own.some((piece) => typeof piece !== "string" && piece.kind === kind);
    const can_miss = own.some(
      (piece) => typeof piece !== "string" && piece.kind === "select" && piece.forms.has("none"),
    );
    is_last &&= can_miss;
    const type = isOf("plural") ? "number" : isOf("select") ? "string" : "string | number";
    return `${name}${is_last ? "?" : ""}: ${type}${can_miss ? " | null | undefined" : ""}`;
  });
  return declared.reverse().join(", ");
}
