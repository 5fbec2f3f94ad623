// Method: browsers by their lists of languages, also such as systems without settings give them; what is then printed.
import { afterEach, expect, it, vi } from "vitest";
import { locale, printNumber } from "../../../web/src/graph/zone.ts";
import { chooseLanguage, language, openReader } from "../../../web/src/state/asked/reader.ts";

afterEach(async () => {
  // Other files read their texts in English.
  await openWith([]);
  vi.unstubAllGlobals();
});

async function openWith(languages: readonly string[]): Promise<string> {
  vi.stubGlobal("navigator", { languages });
  vi.stubGlobal("document", { baseURI: "https://marey.test/", documentElement: { lang: "" } });
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  await openReader();
  return `${language.value} ${locale.value} ${printNumber(1.5, 1)}`;
}

it("writes numbers in the manner of a browser's country, and of one without a valid locale in the language's", async () => {
  expect(await openWith(["fr-CH", "en-US"])).toBe("fr fr-CH 1,5");
  expect(await openWith(["en-US@posix"])).toBe("en en-GB 1.5");
  expect(await openWith(["de_DE.UTF-8"])).toBe("de de-DE 1,5");
  expect(await openWith(["C"])).toBe("en en-GB 1.5");
  expect(await openWith([])).toBe("en en-GB 1.5");
  // The valid one of two.
  expect(await openWith(["en-US@posix", "en-IE"])).toBe("en en-IE 1.5");
  await chooseLanguage("de");
  expect(locale.value).toBe("de-DE");
});
