/**
 * Records of the operational studies as the database prints them: JSON text for one viewer, with
 * the revision for the ETag. A viewer who may only see the name gets no revision.
 */
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { preconditionFailed, setETag } from "../../platform/http/preconditions.ts";

export interface StoredRecord {
  /** Null if the viewer may not read the record. */
  readonly revision: number | null;
  readonly json: string;
}

/** How a change ended; no text if the record was not at the expected revision. */
export interface ChangedRecord {
  /** The revision found, or the new one. */
  readonly revision: number;
  readonly json: string | null;
}

/** Users of a change: the new record's owner (null: none), and the viewer of the answer (null: sees everything). */
export interface Author {
  readonly owner_id: number | null;
  readonly viewer_id: number | null;
}

/** The users of the request. */
export function authorOf(ctx: Context): Author {
  return { owner_id: ctx.user?.id ?? null, viewer_id: ctx.viewer_id };
}

/** Answers a record with its ETag. */
export function answerStored(ctx: Context, { revision, json }: StoredRecord): JsonText {
  if (revision !== null) setETag(ctx, revision);
  return { json };
}

/** Answers a changed record with its ETag. Throws PreconditionFailed if nothing was changed. */
export function answerChanged(ctx: Context, { revision, json }: ChangedRecord): JsonText {
  if (json === null) {
    throw preconditionFailed(`The record has changed, it is at revision ${revision}`, revision);
  }
  return answerStored(ctx, { revision, json });
}
