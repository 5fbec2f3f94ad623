/**
 * ETag and If-Match (RFC 9110, 13.1.1) of records with a revision: two planners must not overwrite
 * each other's changes unknowingly. Without If-Match the last write wins.
 */
import type { Context } from "./endpoint.ts";
import { AppError } from "./errors.ts";

/** The suffix is that of a compressed answer (compression.ts): the record is the same. */
const ETAG = /^"(0|[1-9]\d{0,15})(?:-br|-gzip)?"$/;

/** Sets the ETag to the record's revision. */
export function setETag(ctx: Context, revision: number): void {
  ctx.setHeader("etag", printETag(revision));
}

export function printETag(revision: number): string {
  return `"${revision}"`;
}

/** The revision in one of our own strong tags; null for any other text. */
export function parseETag(tag: string): number | null {
  const revision = Number(ETAG.exec(tag)?.[1]);
  return Number.isSafeInteger(revision) ? revision : null;
}

/**
 * The revision that the client wants to change; null: any. Throws InvalidHeader for anything but
 * `*` or a single strong tag of ours.
 */
export function readIfMatch(ctx: Context): number | null {
  const header = ctx.header("if-match");
  if (header === undefined || header.trim() === "*") return null;
  const revision = parseETag(header.trim());
  if (revision === null) {
    throw new AppError("InvalidHeader", 'If-Match must be one tag such as "3", or *', {
      header: "if-match",
    });
  }
  return revision;
}

/** For a change of a record whose revision is no longer the one the client wants to change. */
export function preconditionFailed(message: string, current: number): AppError {
  return new AppError("PreconditionFailed", message, { current });
}
