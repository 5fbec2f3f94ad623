/**
 * Documents (interface.md 4.4): the images of projects. A document has no grants: while no project shows
 * it, only its uploader has access; then the project's grants count, which are known only after the
 * document is read.
 */
import * as v from "valibot";
import { created, file, fileBody, noContent } from "../../platform/http/answers.ts";
import { type Context, checked, endpoint } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { bodyId, pathId } from "../../platform/http/fields.ts";
import { userDeleted } from "../../platform/http/resource_errors.ts";
import {
  type DocumentOwnership,
  deleteDocument,
  getDocumentContent,
  getDocumentOwnership,
  insertDocument,
} from "./document.queries.ts";
import { findImageType } from "./image_type.ts";

const DocumentParams = v.object({ document_key: pathId });

/** What clients send for an unknown type. */
const UNSAID_TYPES = new Set(["", "application/octet-stream"]);
const SHOWN_TYPE_LENGTH_MAX = 100;

export const DOCUMENT_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/documents",
    summary: "Store an image (PNG, JPEG, GIF or WebP)",
    body: fileBody,
    answer: created(v.strictObject({ document_key: bodyId })),
    creates: "studies/document/insert",
    access: checked({ roles: ["operational-studies:write"] }),
    errors: ["UnsupportedMediaType"],
    constraints: { document_created_by_fkey: userDeleted },
    links: {
      parameters: { document_key: "$response.body#/document_key" },
      to: ["GET /documents/:document_key", "DELETE /documents/:document_key"],
    },
    handle: async (ctx, { body }) => {
      const image = { content_type: readImageType(ctx, body), bytes: body };
      const created_by = ctx.user?.id ?? null;
      return { document_key: await insertDocument(ctx.services.db, image, created_by) };
    },
  }),
  endpoint({
    method: "get",
    path: "/documents/:document_key",
    summary: "A stored image",
    params: DocumentParams,
    answer: file,
    access: checked({ roles: ["operational-studies:read"], levels: { project: "Reader" } }),
    errors: ["DocumentNotFound"],
    foresee: foreseeDocument,
    handle: async (ctx, { params: { document_key } }) => {
      await checkDocument(ctx, document_key);
      const content = await getDocumentContent(ctx.services.db, document_key);
      if (content === null) throw documentNotFound(document_key);
      ctx.setHeader("content-security-policy", "default-src 'none'");
      return content;
    },
  }),
  endpoint({
    method: "delete",
    path: "/documents/:document_key",
    summary: "Delete a stored image; the project that shows it has none then",
    params: DocumentParams,
    answer: noContent,
    access: checked({ roles: ["operational-studies:write"], levels: { project: "Writer" } }),
    errors: ["DocumentNotFound"],
    foresee: foreseeDocument,
    handle: async (ctx, { params: { document_key } }) => {
      const { project_id } = await checkDocument(ctx, document_key);
      if (!(await deleteDocument(ctx.services.db, document_key, project_id))) {
        throw documentNotFound(document_key);
      }
    },
  }),
];

async function foreseeDocument(
  ctx: Context,
  { params: { document_key } }: { readonly params: { readonly document_key: number } },
): Promise<void> {
  await checkDocument(ctx, document_key);
}

/** Requires the level on the project that shows a document; without a project only the uploader may go on. */
async function checkDocument(ctx: Context, document_key: number): Promise<DocumentOwnership> {
  const found = await getDocumentOwnership(ctx.services.db, document_key);
  if (found === null) throw documentNotFound(document_key);
  await ctx.require({ project: found.project_id === null ? [] : [found.project_id] });
  const is_foreign = ctx.viewer_id !== null && found.created_by !== ctx.viewer_id;
  if (found.project_id === null && is_foreign) {
    throw new AppError("Forbidden", "This document belongs to someone else", {
      resource_type: "document",
      resource_id: document_key,
      required: "Owner",
      effective: null,
    });
  }
  return found;
}

/** The type of the bytes. Throws UnsupportedMediaType unless it is an image and the declared one. */
function readImageType(ctx: Context, bytes: Uint8Array): string {
  const said = ctx.header("content_type") ?? ctx.header("content-type") ?? "";
  const said_type = (said.split(";")[0] ?? "").trim().toLowerCase().replace("/jpg", "/jpeg");
  const found = findImageType(bytes);
  if (found !== null && (said_type === found || UNSAID_TYPES.has(said_type))) return found;
  throw new AppError(
    "UnsupportedMediaType",
    "A document must be a PNG, JPEG, GIF or WebP image of the content type that is said",
    { content_type: said.slice(0, SHOWN_TYPE_LENGTH_MAX), found },
  );
}

function documentNotFound(document_key: number): AppError {
  return new AppError("DocumentNotFound", `Document '${document_key}', could not be found`, {
    document_key,
  });
}
