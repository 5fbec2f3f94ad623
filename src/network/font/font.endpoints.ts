/**
 * Letters for maps: distance fields of open fonts, 256 code points per file. They contain no network data, so the role
 * alone gives access.
 */
import { join } from "node:path";
import * as v from "valibot";
import { staticFile } from "../../platform/http/answers.ts";
import { checked, endpoint } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { pathText } from "../../platform/http/fields.ts";
import { answerStatic } from "../../platform/http/sending/answer_static.ts";
import { PROJECT_ROOT } from "../../platform/root.ts";
import { makeStaticFile, readStaticFolder, type StaticFile } from "../../platform/static_files.ts";
import { about } from "../../railway/wire.ts";

/** The files that `npm run glyphs` has written, one folder per font. */
const FOLDER = join(PROJECT_ROOT, "src/network/font/letters");
const CACHE = "public, max-age=86400";

/** Fonts by the names that maps ask for. */
const FONTS: ReadonlyMap<string, string> = new Map([
  ["Roboto Condensed", "Roboto Condensed"],
  ["Roboto Medium", "Roboto Medium"],
  ["Roboto Bold", "Roboto Bold"],
  // The railway's own font is not free; its letters are narrow too.
  ["SNCF", "Roboto Condensed"],
]);

/** The last of 256 code points, from the first. */
const RANGE = /^(\d{1,5})-(\d{1,5})\.pbf$/;
/** Code points beyond those that a font has: a file without letters. */
const NO_LETTERS = makeStaticFile("none.pbf", new Uint8Array(0));

const FontParams = v.object({
  fontstack: about(pathText, "Names of fonts, separated by commas; the first that there is counts"),
  file: about(pathText, "`0-255.pbf`, `256-511.pbf`, …"),
});

/** Read when they are first asked for. */
const read = new Map<string, ReadonlyMap<string, StaticFile>>();

export const FONT_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/fonts/:fontstack/:file",
    summary: "Letters of a font for maps, 256 code points a file",
    params: FontParams,
    answer: staticFile("application/x-protobuf"),
    access: checked({ roles: ["infra:read"] }),
    errors: ["FontNotFound"],
    headers: ["etag"],
    handle: async (ctx, { params: { fontstack, file } }) => {
      const names = fontstack.split(",").map((name) => name.trim());
      const font = names.map((name) => FONTS.get(name)).find((name) => name !== undefined);
      if (font === undefined || !isRange(file)) {
        const message = `There are no letters '${file}' of '${fontstack}'`;
        throw new AppError("FontNotFound", message, { fonts: [...FONTS.keys()] });
      }
      const files = read.get(font) ?? readStaticFolder(join(FOLDER, font));
      read.set(font, files);
      return answerStatic(ctx, files.get(file) ?? NO_LETTERS, CACHE);
    },
  }),
];

function isRange(file: string): boolean {
  const [, first = "", last = ""] = RANGE.exec(file) ?? [];
  const start = Number(first);
  return first !== "" && start % 256 === 0 && Number(last) === start + 255 && start < 65_536;
}
