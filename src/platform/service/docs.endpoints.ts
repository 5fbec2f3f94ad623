/**
 * The API document and a page to read it on. Both are files: the document is made at build, the
 * page is swagger-ui-dist. Nothing is loaded from other sites; the page's policy forbids it.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { about } from "../../railway/wire.ts";
import { staticFile, text } from "../http/answers.ts";
import { endpoint, publicAccess } from "../http/endpoint.ts";
import { answerStatic } from "../http/sending/answer_static.ts";
import { PROJECT_ROOT } from "../root.ts";
import { makeStaticFile, readStaticFile, type StaticFile } from "../static_files.ts";

/** Addresses are relative, so that the page works behind a gateway's prefix too. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Marey API</title>
<link rel="icon" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="page"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

const START = `SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#page",
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  displayOperationId: true,
  filter: true,
  validatorUrl: null,
});
`;

const FileParams = v.object({
  file: about(
    v.picklist(
      ["swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png", "start.js"],
      "is no file of this page",
    ),
    "Name of a file of the page",
  ),
});

/** Not immutable: the names stay the same from version to version. */
const CACHE = "public, max-age=3600";

/** Files of the package and of this page, each made at its first request. */
const files = new Map<string, StaticFile>();

function findFile(name: string): StaticFile {
  const file = files.get(name) ?? makeFile(name);
  files.set(name, file);
  return file;
}

function makeFile(name: string): StaticFile {
  if (name === "index.html") return makeStaticFile(name, new TextEncoder().encode(PAGE));
  if (name === "start.js") return makeStaticFile(name, new TextEncoder().encode(START));
  const manifest = createRequire(import.meta.url).resolve("swagger-ui-dist/package.json");
  return readStaticFile(join(dirname(manifest), name));
}

let document: string | null = null;

export const DOCS_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/openapi.json",
    summary: "This document",
    answer: text("application/json"),
    access: publicAccess,
    handle: async () => {
      document ??= readFileSync(join(PROJECT_ROOT, "dist/openapi.json"), "utf8");
      return document;
    },
  }),
  endpoint({
    method: "get",
    path: "/docs",
    summary: "A page to read this document on",
    answer: staticFile("text/html"),
    access: publicAccess,
    headers: ["etag"],
    handle: async (ctx) => answerStatic(ctx, findFile("index.html"), "no-cache"),
  }),
  endpoint({
    method: "get",
    path: "/docs/:file",
    summary: "A file of that page",
    params: FileParams,
    answer: staticFile("text/css", "text/javascript", "image/png"),
    access: publicAccess,
    headers: ["etag"],
    handle: async (ctx, { params: { file } }) => answerStatic(ctx, findFile(file), CACHE),
  }),
];
