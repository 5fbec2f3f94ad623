// Method: the sources of the page searched for the name of each text; each text of each language told with what its twin is
// told with, and with hostile values.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { translation } from "../../web/src/language.ts";
import { FRENCH } from "../../web/src/languages/french.ts";
import { GERMAN } from "../../web/src/languages/german.ts";
import { LATER } from "../../web/src/later_texts.ts";
import { nameCategory, TEXTS } from "../../web/src/texts.ts";

const LANGUAGES = { French: FRENCH, German: GERMAN };
const ENGLISH = { texts: { ...TEXTS }, later: { ...LATER } };
/** Geometric shapes, symbols, dingbats, more arrows, emoji. */
const PICTURE = /[\u25A0-\u27BF\u2B00-\u2BFF\u{1F300}-\u{1FAFF}]/u;
const WRONG = /undefined|NaN|\[object/;
const HOSTILE = "<img src=x onerror=alert(1)> ${1} ‮";

/** All texts by their names: `texts.graph.fit`. */
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
    .filter((name) => /\.tsx?$/.test(name) && !/^(?:\w*texts\.ts$|languages\b)/.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
  const isRead = (path: string): boolean =>
    new RegExp(`\\b(?:TEXTS|LATER)\\.${path}\\b`).test(sources);
  const unread = [...Object.entries(TEXTS), ...Object.entries(LATER)].flatMap(([room, texts]) => {
    if (typeof texts === "string") return isRead(room) ? [] : [room];
    // By a computed name: any of them.
    if (sources.includes(`TEXTS.${room}[`) || sources.includes(`LATER.${room}[`)) return [];
    return Object.keys(texts).flatMap((name) =>
      isRead(`${room}.${name}`) ? [] : [`${room}.${name}`],
    );
  });
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

describe.each(Object.entries(LANGUAGES))("%s", (_name, language) => {
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
      // What is told wrong things tells wrong things; one takes a list of words.
      const counts = name === "later.guide.role" ? [] : [0, 1, 2, 5000];
      for (const given of [HOSTILE, ...counts]) {
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
      expect(TEXTS.tabs.graph).toBe(language.texts.tabs.graph);
      expect(LATER.print.heading).toBe(language.later.print.heading);
      expect(nameCategory("NIGHT_TRAIN")).toBe(language.texts.categories.NIGHT_TRAIN);
      expect(nameCategory("own_code")).toBe("Own code");
    } finally {
      translation.value = null;
    }
    expect(TEXTS.tabs.graph).toBe(before);
  });
});

it("keeps names that are written from right to left to themselves: what stands around them stays in order", () => {
  const name = "שלום";
  expect(LATER.move.undo(9, name)).toBe(`Undo (9): \u2068${name}\u2069`);
  expect(LATER.move.undo(9, "\u202emarf")).toBe("Undo (9): \u2068\u202emarf\u2069");
  expect(LATER.move.undo(9, "Zürich")).toBe("Undo (9): Zürich");
  expect(LATER.move.undo).toBe(LATER.move.undo);
});
