/**
 * The pictures of signals and signs (interface.md 12): the signalling systems that have some, and the files of each.
 * They contain no network data, so the role alone gives access.
 */

import { join } from "node:path";
import * as v from "valibot";
import { okJson, staticFile } from "../../platform/http/answers.ts";
import { checked, endpoint } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { pathText } from "../../platform/http/fields.ts";
import { answerStatic } from "../../platform/http/sending/answer_static.ts";
import { PROJECT_ROOT } from "../../platform/root.ts";
import { readStaticFolder, type StaticFile } from "../../platform/static_files.ts";
import { about } from "../../railway/wire.ts";
import { SPRITE_SYSTEMS } from "./sprite_systems.ts";

/* The files of pictures, as `npm run sprites` has written them: a folder for each system, and one for maps without. */

const FOLDER = join(PROJECT_ROOT, "src/network/sprite/pictures");
/** Masts, buffer stops and signs. */
const DEFAULT_SHEET = "default";
const FOLDERS: readonly string[] = [...SPRITE_SYSTEMS, DEFAULT_SHEET];

/** Read when they are first asked for. */
const read = new Map<string, ReadonlyMap<string, StaticFile>>();

/** The files of a system by name; null: there is none. */
function findSprites(system: string): ReadonlyMap<string, StaticFile> | null {
  if (!FOLDERS.includes(system)) return null;
  const files = read.get(system) ?? readStaticFolder(join(FOLDER, system));
  read.set(system, files);
  return files;
}

/** A day: names stay the same from version to version. */
const CACHE = "public, max-age=86400";

const SpriteParams = v.object({
  system: about(pathText, "Name of a signalling system; `default` has masts and signs"),
  file: about(
    pathText,
    "`sprites.json`, `sprites.png`, the same with `@2x` or `@3x`, `<name>.svg`",
  ),
});

export const SPRITE_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/sprites/signaling_systems",
    summary: "The signalling systems whose signals have pictures",
    answer: okJson(v.array(v.pipe(v.string(), v.description("Name of a signalling system")))),
    access: checked({ roles: ["infra:read"] }),
    handle: async () => [...SPRITE_SYSTEMS],
  }),
  endpoint({
    method: "get",
    path: "/sprites/:system/:file",
    summary: "A picture of a signal, or all of a system with their index",
    params: SpriteParams,
    answer: staticFile("application/json", "image/png", "image/svg+xml"),
    access: checked({ roles: ["infra:read"] }),
    errors: ["SpriteSystemNotFound", "SpriteFileNotFound"],
    headers: ["etag"],
    handle: async (ctx, { params: { system, file } }) => {
      const files = findSprites(system);
      if (files === null) {
        const message = `There are no pictures of the signalling system '${system}'`;
        throw new AppError("SpriteSystemNotFound", message, { signaling_system: system });
      }
      const found = files.get(file);
      if (found === undefined) {
        throw new AppError("SpriteFileNotFound", `There is no picture '${file}'`, { file });
      }
      return answerStatic(ctx, found, CACHE);
    },
  }),
];
