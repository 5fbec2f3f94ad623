/**
 * The pictures of signals and signs (interface.md 12): the signalling systems that have some, and the files of each.
 * They contain no network data, so the role alone gives access.
 */
import * as v from "valibot";
import { okJson, staticFile } from "../../platform/http/answers.ts";
import { checked, endpoint } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { pathText } from "../../platform/http/fields.ts";
import { answerStatic } from "../../platform/http/sending/answer_static.ts";
import { about } from "../../railway/wire.ts";
import { findSprites } from "./sprite_files.ts";
import { SPRITE_SYSTEMS } from "./sprite_systems.ts";

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
