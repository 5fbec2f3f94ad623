/**
 * `npm run glyphs`: writes the letters of open fonts (Roboto, Apache 2.0) for maps beside the endpoint that serves them,
 * a folder a font. What it writes is committed.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fontkit from "fontkit";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { drawRange, type Font } from "./glyph_range.ts";

const SOURCE = join(PROJECT_ROOT, "node_modules/roboto-fontface/fonts");
const FOLDER = join(PROJECT_ROOT, "src/network/font/letters");
const FONTS = {
  "Roboto Condensed": "roboto-condensed/Roboto-Condensed-Regular.woff",
  "Roboto Medium": "roboto/Roboto-Medium.woff",
  "Roboto Bold": "roboto/Roboto-Bold.woff",
};
/** Latin, its extensions, and punctuation. */
const RANGES = [0, 256, 8192];

rmSync(FOLDER, { recursive: true, force: true });
for (const [name, file] of Object.entries(FONTS)) {
  // A file of one font is one.
  const font = fontkit.create(readFileSync(join(SOURCE, file))) as unknown as Font;
  const folder = join(FOLDER, name);
  mkdirSync(folder, { recursive: true });
  for (const first of RANGES) {
    writeFileSync(join(folder, `${first}-${first + 255}.pbf`), drawRange(name, font, first));
  }
}
