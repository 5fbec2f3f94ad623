/** The font of printed files, and the texts in them. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

export const FONT = new Uint8Array(
  readFileSync(
    createRequire(import.meta.url).resolve("roboto-fontface/fonts/roboto/Roboto-Regular.woff"),
  ),
);

/** All texts of a file, by the letters that its glyphs stand for. */
export function readTexts(pdf: string): string[] {
  const letters = new Map<string, string>();
  for (const [, first = "", list = ""] of pdf.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)) {
    for (const [i, [, code = ""]] of [...list.matchAll(/<(\w+)>/g)].entries()) {
      const glyph = (Number.parseInt(first, 16) + i).toString(16).padStart(4, "0");
      const units = code.match(/.{4}/g) ?? [];
      letters.set(
        glyph,
        units.map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join(""),
      );
    }
  }
  return [...pdf.matchAll(/\[((?:<\w*>[^\]<]*)+)\] TJ/g)].map(([, shown = ""]) =>
    [...shown.matchAll(/<(\w*)>/g)]
      .flatMap(([, glyphs = ""]) => glyphs.match(/.{4}/g) ?? [])
      .map((glyph) => letters.get(glyph) ?? "?")
      .join(""),
  );
}
