/**
 * The API document and a page to read it on. Both are files: the document made at build, and those of
 * swagger-ui-dist. Nothing is loaded from elsewhere; the page's policy forbids it.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { about } from "../../railway/wire.ts";
import { file, noBody, text } from "../http/answers.ts";
import { type Endpoint, endpoint, publicAccess } from "../http/endpoint.ts";
import { NoParams, NoQuery } from "../http/fields.ts";
import { PROJECT_ROOT } from "../root.ts";

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

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

/** File of the page → content type. */
const TYPES = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "favicon-32x32.png": "image/png",
  "start.js": "text/javascript; charset=utf-8",
} as const;
type FileName = keyof typeof TYPES;

const FileParams = v.object({
  file: about(
    v.picklist(
      ["swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png", "start.js"],
      "is no file of this page",
    ),
    "Name of a file of the page",
  ),
});

const read = new Map<string, Uint8Array>();

/** A file of the project or of a package, read once. */
function readOnce(path: () => string, name: string): Uint8Array {
  let bytes = read.get(name);
  if (bytes === undefined) {
    bytes = readFileSync(path());
    read.set(name, bytes);
  }
  return bytes;
}

function readPageFile(name: FileName): Uint8Array {
  if (name === "start.js") return new TextEncoder().encode(START);
  return readOnce(() => {
    const manifest = createRequire(import.meta.url).resolve("swagger-ui-dist/package.json");
    return join(dirname(manifest), name);
  }, name);
}

export const DOCS_ENDPOINTS: readonly Endpoint[] = [
  endpoint({
    method: "get",
    path: "/openapi.json",
    summary: "This document",
    params: NoParams,
    query: NoQuery,
    body: noBody,
    answer: text("application/json"),
    access: publicAccess,
    handle: async () =>
      new TextDecoder().decode(
        readOnce(() => join(PROJECT_ROOT, "dist/openapi.json"), "openapi.json"),
      ),
  }),
  endpoint({
    method: "get",
    path: "/docs",
    summary: "A page to read this document on",
    params: NoParams,
    query: NoQuery,
    body: noBody,
    answer: text("text/html; charset=utf-8"),
    access: publicAccess,
    handle: async (ctx) => {
      ctx.setHeader("content-security-policy", POLICY);
      ctx.setHeader("x-content-type-options", "nosniff");
      ctx.setHeader("referrer-policy", "no-referrer");
      return PAGE;
    },
  }),
  endpoint({
    method: "get",
    path: "/docs/:file",
    summary: "A file of that page",
    params: FileParams,
    query: NoQuery,
    body: noBody,
    answer: file,
    access: publicAccess,
    handle: async (ctx, { params: { file: name } }) => {
      ctx.setHeader("x-content-type-options", "nosniff");
      ctx.setHeader("cache-control", "public, max-age=3600");
      return { content_type: TYPES[name], bytes: readPageFile(name) };
    },
  }),
];
