/**
 * Documents (interface.md 4.4): the images of projects and of liveries (those are stored with the livery).
 * A document has no grants. The role and the rights are those of the project or rolling stock that shows
 * it, known only once the document is read. While nothing shows it, only its uploader has access.
 */
import * as v from "valibot";
import { created, file, fileBody, noContent } from "../../platform/http/answers.ts";
import { type Context, checked, endpoint } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { bodyId, pathId } from "../../platform/http/fields.ts";
import { userDeleted } from "../../platform/http/resource_errors.ts";
import { findImageType } from "../../platform/image_file.ts";
import {
  type DocumentOwnership,
  deleteDocument,
  getDocumentContent,
  getDocumentOwnership,
  insertDocument,
} from "./document.queries.ts";

const DocumentParams = v.object({ document_key: pathId });

/** Content types that clients send if they do not know the type. */
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
    summary: "A stored image: of a project, or of a livery of a rolling stock",
    params: DocumentParams,
    answer: file,
    access: checked({
      roles: [],
      levels: { project: "Reader", rolling_stock_collection: "Reader" },
    }),
    errors: ["Forbidden", "DocumentNotFound"],
    foresee: foreseeDocument("read"),
    handle: async (ctx, { params: { document_key } }) => {
      await checkDocument(ctx, document_key, "read");
      const content = await getDocumentContent(ctx.services.db, document_key, ctx.signal);
      if (content === null) throw documentNotFound(document_key);
      ctx.setHeader("content-security-policy", policyOf(content.content_type));
      return content;
    },
  }),
  endpoint({
    method: "delete",
    path: "/documents/:document_key",
    summary: "Delete a stored image; the project or livery that shows it has none then",
    params: DocumentParams,
    answer: noContent,
    access: checked({
      roles: [],
      levels: { project: "Writer", rolling_stock_collection: "Writer" },
    }),
    errors: ["Forbidden", "DocumentNotFound", "RollingStockIsLocked"],
    foresee: foreseeDocument("write"),
    handle: async (ctx, { params: { document_key } }) => {
      const shown = await checkDocument(ctx, document_key, "write");
      if (shown.is_locked === true) {
        const { stock_id: rolling_stock_id } = shown;
        const message = `Rolling stock '${rolling_stock_id}' is locked`;
        throw new AppError("RollingStockIsLocked", message, { rolling_stock_id });
      }
      if (!(await deleteDocument(ctx.services.db, document_key, shown))) {
        throw documentNotFound(document_key);
      }
    },
  }),
];

type Act = "read" | "write";

function foreseeDocument(act: Act) {
  return async (
    ctx: Context,
    { params: { document_key } }: { readonly params: { readonly document_key: number } },
  ): Promise<void> => {
    await checkDocument(ctx, document_key, act);
  };
}

/**
 * Requires the role and the level on whatever shows a document: a project, or the collection of the
 * rolling stock whose livery it belongs to. If nothing shows it, only the uploader may go on.
 */
async function checkDocument(
  ctx: Context,
  document_key: number,
  act: Act,
): Promise<DocumentOwnership> {
  // Without either role, the caller does not even learn whether the document exists.
  if (!ctx.hasRole(`rolling-stock:${act}`)) ctx.requireRole(`operational-studies:${act}`);
  const found = await getDocumentOwnership(ctx.services.db, document_key);
  if (found === null) throw documentNotFound(document_key);
  const { project_id, collection_id } = found;
  ctx.requireRole(collection_id === null ? `operational-studies:${act}` : `rolling-stock:${act}`);
  await ctx.require({
    project: project_id === null ? [] : [project_id],
    rolling_stock_collection: collection_id === null ? [] : [collection_id],
  });
  const is_foreign = ctx.viewer_id !== null && found.created_by !== ctx.viewer_id;
  if (project_id === null && collection_id === null && is_foreign) {
    throw new AppError("Forbidden", "This document belongs to someone else", {
      resource_type: "document",
      resource_id: document_key,
      required: "Owner",
      effective: null,
    });
  }
  return found;
}

/** A document may not load anything; our own SVGs contain their pictures. */
function policyOf(content_type: string): string {
  const pictures = content_type === "image/svg+xml" ? "; img-src data:" : "";
  return `default-src 'none'${pictures}`;
}

/** The type of the bytes. Throws UnsupportedMediaType unless it is an image of the declared type. */
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
