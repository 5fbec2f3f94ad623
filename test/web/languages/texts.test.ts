// Method: the sources of the page searched for the name of each text; catalogues with a mistake each, and messages with
// their words written out; each text of each language told with what its twin is told with, and with hostile values.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import LANGUAGES from "virtual:languages";
import { describe, expect, it } from "vitest";
import {
  CATALOGUES,
  type Catalogue,
  compileCatalogue,
  listFaults,
  pluralForms,
  readCatalogue,
} from "../../../bench/page/text_catalogues.ts";
import { PROJECT_ROOT } from "../../../src/platform/root.ts";
import { translation } from "../../../web/src/language.ts";
import { nameCategory, TEXTS } from "../../../web/src/texts.ts";
import { TOOL_TEXTS } from "../../../web/src/tool_texts.ts";

const FOLDER = join(PROJECT_ROOT, "web/src/languages");
const ENGLISH = { page: { ...TEXTS }, tools: { ...TOOL_TEXTS } };
const OTHERS = await Promise.all(
  Object.entries(LANGUAGES).flatMap(([tag, { load }]) =>
    load === undefined ? [] : [load().then((loaded) => [tag, loaded.default] as const)],
  ),
);
/** Geometric shapes, symbols, dingbats, more arrows, emoji. */
const PICTURE = /[\u25A0-\u27BF\u2B00-\u2BFF\u{1F300}-\u{1FAFF}]/u;
const WRONG = /undefined|NaN|\[object/;
const HOSTILE = "<img src=x onerror=alert(1)> ${1} ‮";

/** All texts by their names: `page.graph.fit`. */
function listTexts(texts: object, place = ""): [string, unknown][] {
  return Object.entries(texts).flatMap(([name, text]: [string, unknown]) => {
    const path = place === "" ? name : `${place}.${name}`;
    const is_room = typeof text === "object" && text !== null;
    return is_room ? listTexts(text, path) : [[path, text]];
  });
}

it("has no text that nobody reads: another language need not translate it", () => {
  const folder = join(PROJECT_ROOT, "web/src");
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/^(?:\w*texts\.ts$|language\.ts$)/.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
  const isRead = (path: string): boolean =>
    new RegExp(`\\b(?:TEXTS|TOOL_TEXTS)\\.${path}\\b`).test(sources);
  const unread = [...Object.entries(TEXTS), ...Object.entries(TOOL_TEXTS)].flatMap(
    ([room, texts]) => {
      if (typeof texts === "string") return isRead(room) ? [] : [room];
      // By a computed name: any of them.
      if (sources.includes(`TEXTS.${room}[`) || sources.includes(`TOOL_TEXTS.${room}[`)) return [];
      return Object.keys(texts).flatMap((name) =>
        isRead(`${room}.${name}`) ? [] : [`${room}.${name}`],
      );
    },
  );
  // The map of categories is read as a whole.
  expect(unread.filter((name) => !name.startsWith("categories."))).toEqual([]);
});

it("draws its icons itself: none is a character of whatever font there is", () => {
  const folder = join(PROJECT_ROOT, "web/src");
  const drawn = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:tsx?|css)$/.test(name))
    .filter((name) => PICTURE.test(readFileSync(join(folder, name), "utf8")));
  expect(drawn).toEqual([]);
});

describe.each(OTHERS)("%s", (_tag, language) => {
  it("has each text of the English ones, and no other", () => {
    const names = (texts: object): string[] => listTexts(texts).map(([name]) => name);
    expect(names(language).sort()).toEqual(names(ENGLISH).sort());
  });

  it("is another language: few texts are the same", () => {
    const english = new Map(listTexts(ENGLISH));
    const same = listTexts(language).filter(
      ([name, text]) => typeof text === "string" && text.length > 14 && text === english.get(name),
    );
    expect(same).toEqual([]);
  });

  it("tells what it is given, whatever it is, as often as a word and never as code", () => {
    const english = new Map(listTexts(ENGLISH));
    for (const [name, text] of listTexts(language)) {
      if (typeof text !== "function") continue;
      const tell = text as (...given: readonly unknown[]) => unknown;
      const twin = english.get(name) as typeof tell;
      for (const given of [HOSTILE, 0, 1, 2, 5000]) {
        const all = Array.from({ length: 4 }, () => given);
        const [own, theirs] = [tell(...all), twin(...all)].map(String);
        expect(WRONG.test(own ?? ""), name).toBe(WRONG.test(theirs ?? ""));
        expect(own?.includes(HOSTILE), name).toBe(theirs?.includes(HOSTILE));
      }
    }
  });

  it("is told from the moment that it is chosen", () => {
    const before = TEXTS.tabs.graph;
    translation.value = language;
    try {
      expect(TEXTS.tabs.graph).toBe(language.page.tabs.graph);
      expect(TOOL_TEXTS.print.heading).toBe(language.tools.print.heading);
      expect(nameCategory("NIGHT_TRAIN")).toBe(language.page.categories.NIGHT_TRAIN);
      expect(nameCategory("own_code")).toBe("Own code");
    } finally {
      translation.value = null;
    }
    expect(TEXTS.tabs.graph).toBe(before);
  });
});

describe("catalogues", () => {
  it.each(["en", ...OTHERS.map(([tag]) => tag)])("of %s are whole", (tag) => {
    for (const name of CATALOGUES) expect(() => readCatalogue(FOLDER, tag, name)).not.toThrow();
  });

  const room = (key: string, text: string): Catalogue => ({ room: { [key]: text } });
  const COUNTED = "{n, plural, one {# train} other {# trains}}";

  it.each([
    ["a missing text", {}, room("a", "x"), ["room.a is missing"]],
    ["a surplus text", room("a", "x"), {}, ["room.a is no text of the English catalogue"]],
    [
      "another parameter",
      room("a(n)", "{m}"),
      room("a(n)", "{n}"),
      ["room.a(n): does not tell {n}", "room.a(n): is not given {m}"],
    ],
    [
      "other parameters",
      room("a(m)", "{m}"),
      room("a(n)", "{n}"),
      ["room.a(n) is missing", "room.a(m) is no text of the English catalogue"],
    ],
    [
      "a missing form",
      room("a(n)", "{n, plural, other {#}}"),
      room("a(n)", COUNTED),
      ['room.a(n): has no form "one"'],
    ],
    [
      "a form of another language",
      room("a(n)", "{n, plural, one {#} few {#} other {#}}"),
      room("a(n)", COUNTED),
      ['room.a(n): "few" is no form of fr'],
    ],
    ["a tag", room("a", "<b>x"), room("a", "x"), ["room.a: has markup"]],
    ["an entity", room("a", "x&nbsp;y"), room("a", "x"), ["room.a: has markup"]],
    ["an open brace", room("a", "{n"), room("a", "x"), [/can't be read/]],
    ["a closing brace", room("a", "n}"), room("a", "x"), [/without "\{"/]],
    ["an open form", room("a(n)", "{n, plural, other {#}"), room("a(n)", "{n}"), [/without "\}"/]],
    ["no other form", room("a(n)", "{n, select, x {y}}"), room("a(n)", "{n}"), [/no form "other"/]],
  ])("with %s are told", (_title, own, english, faults) => {
    expect(listFaults(own, english, "fr")).toEqual(
      faults.map((one) => (typeof one === "string" ? one : expect.stringMatching(one))),
    );
  });

  it("know the forms of each language", () => {
    expect([...pluralForms("en")].sort()).toEqual(["one", "other"]);
    expect([...pluralForms("pl")].sort()).toEqual(["few", "many", "one"]);
  });

  it("are told as they are written", async () => {
    const told = async (tag: string, parameters: string, text: string): Promise<unknown> => {
      const code = compileCatalogue({ [`a(${parameters})`]: text, "@a": "not told" }, tag);
      const { default: texts } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
      expect(Object.keys(texts)).toEqual(["a"]);
      return texts.a;
    };
    const tell = async (
      tag: string,
      text: string,
      ...given: readonly unknown[]
    ): Promise<unknown> =>
      ((await told(tag, "a, b", text)) as (...all: readonly unknown[]) => unknown)(...given);
    expect(await tell("en", "it's {a} of {b}: `${a}`", 1, "x")).toBe("it's 1 of x: `$1`");
    const counted = "{a, plural, =0 {none} one {# train} other {{b} and # trains}} # \\";
    for (const [n, words] of [
      [0, "none"],
      [1, "1 train"],
      [2, "x and 2 trains"],
    ] as const) {
      expect(await tell("en", counted, n, "x")).toBe(`${words} # \\`);
    }
    expect(await tell("fr", "{a, plural, one {singulier} other {pluriel}}", 0)).toBe("singulier");
    expect(await tell("en", "{a, plural, one {singular} other {plural}}", 0)).toBe("plural");
    const chosen = "{a, select, none {nobody} me {I} other {{a}}}!";
    for (const [who, word] of [
      [null, "nobody"],
      [undefined, "nobody"],
      ["", "nobody"],
      ["me", "I"],
      ["Ada", "Ada"],
    ]) {
      expect(await tell("en", chosen, who)).toBe(`${word}!`);
    }
  });
});

it("keeps names that are written from right to left to themselves: what stands around them stays in order", () => {
  const name = "שלום";
  expect(TOOL_TEXTS.move.undo(9, name)).toBe(`Undo (9): \u2068${name}\u2069`);
  expect(TOOL_TEXTS.move.undo(9, "\u202emarf")).toBe("Undo (9): \u2068\u202emarf\u2069");
  expect(TOOL_TEXTS.move.undo(9, "Zürich")).toBe("Undo (9): Zürich");
  expect(TOOL_TEXTS.move.undo).toBe(TOOL_TEXTS.move.undo);
});
