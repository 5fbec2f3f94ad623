/**
 * `npm run sprites`: writes the pictures of signals and signs to src/network/sprite/pictures/, a folder a system: each drawing as SVG, and
 * sheets of all of them at three resolutions with their indexes; of signs the sheets alone. Run it after a change of a drawing; what it writes is
 * committed.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Resvg } from "@resvg/resvg-js";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { type Drawing, toSvg } from "./shapes.ts";
import { layOut } from "./sheet.ts";
import { SIGNALS } from "./signals.ts";
import { DEFAULT_SHEET } from "./signs.ts";

const FOLDER = join(PROJECT_ROOT, "src/network/sprite/pictures");
const RATIOS = [1, 2, 3];

function writeSheets(system: string, drawings: readonly Drawing[]): void {
  const folder = join(FOLDER, system);
  mkdirSync(folder, { recursive: true });
  for (const ratio of RATIOS) {
    const name = ratio === 1 ? "sprites" : `sprites@${ratio}x`;
    const { svg, index } = layOut(drawings, ratio);
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(index)}\n`);
    const picture = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
    writeFileSync(join(folder, `${name}.png`), picture.asPng());
  }
}

rmSync(FOLDER, { recursive: true, force: true });
for (const [system, drawings] of Object.entries(SIGNALS)) {
  writeSheets(system, drawings);
  for (const drawing of drawings) {
    writeFileSync(join(FOLDER, system, `${drawing.name}.svg`), toSvg(drawing));
  }
}
writeSheets("default", DEFAULT_SHEET);
