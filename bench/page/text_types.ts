/** Writes `dist/texts.d.ts`, the types of the page's texts: a text that code names and no catalogue has is a type error. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { CATALOGUES, declareCatalogue, readCatalogue, readLanguages } from "./text_catalogues.ts";

const FOLDER = join(PROJECT_ROOT, "web/src/languages");
const NAMES = { page: "PageTexts", tools: "ToolTexts" } as const;

const languages = readLanguages(FOLDER);
// A text that is missing in any language stops the build here.
const texts = CATALOGUES.map((name) => {
  const all = languages.map(({ tag }) => readCatalogue(FOLDER, tag, name));
  return `export type ${NAMES[name]} = ${declareCatalogue(all)};\n`;
});
const tags = languages.map(({ tag }) => `"${tag}"`).join(" | ");
writeFileSync(
  join(PROJECT_ROOT, "dist/texts.d.ts"),
  `export type Language = ${tags};\n${texts.join("")}`,
);
