/**
 * The planner's page: files that the build makes from `web/`. They are the same for all users;
 * their data come from the other endpoints, with the caller's identity.
 */
import * as v from "valibot";
import { Text } from "../../railway/scalars.ts";
import { about } from "../../railway/wire.ts";
import { okJson, staticFile } from "../http/answers.ts";
import { endpoint, publicAccess } from "../http/endpoint.ts";
import { AppError } from "../http/errors.ts";
import { answerStatic } from "../http/sending/answer_static.ts";
import type { StaticFile } from "../static_files.ts";

const FileParams = v.object({ file: about(Text, "Name of a file of the page") });

const BaseMap = v.object({
  style: about(v.nullable(Text), "URL of a MapLibre style; null: nothing"),
});

/** Safe, since the name contains a digest of the content. */
const FOREVER = "public, max-age=31536000, immutable";

/** Throws RouteNotFound for a file that is not in this build. */
function found(file: StaticFile | undefined): StaticFile {
  if (file === undefined) throw new AppError("RouteNotFound", "There is nothing at this path");
  return file;
}

export const PAGE_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/",
    summary: "The planner's page: train graph, trains, map",
    answer: staticFile("text/html"),
    access: publicAccess,
    errors: ["RouteNotFound"],
    headers: ["etag"],
    handle: async (ctx) => {
      const { page, config } = ctx.services;
      return answerStatic(ctx, found(page?.index), "no-cache", config.base_map?.origins);
    },
  }),
  endpoint({
    method: "get",
    path: "/base_map",
    summary: "What lies below networks on the page's map",
    answer: okJson(BaseMap),
    access: publicAccess,
    handle: async ({ services: { config } }) => ({ style: config.base_map?.style ?? null }),
  }),
  endpoint({
    method: "get",
    path: "/assets/:file",
    summary: "A file of the planner's page",
    params: FileParams,
    answer: staticFile("text/css", "text/javascript", "image/svg+xml", "image/png", "font/woff"),
    access: publicAccess,
    errors: ["RouteNotFound"],
    headers: ["etag"],
    handle: async (ctx, { params: { file } }) =>
      answerStatic(ctx, found(ctx.services.page?.assets.get(file)), FOREVER),
  }),
];
