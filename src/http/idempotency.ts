/**
 * `Idempotency-Key`: the same key and body within a day gives the first answer, another body is
 * refused. The key is checked and written by the mutation's own statement (table `idempotency`), so
 * that a lost connection can't come between the key and the change.
 */
import { createHash } from "node:crypto";
import { doInTurns, type Work } from "../turns.ts";
import type { Context } from "./endpoint.ts";
import { AppError } from "./errors.ts";

/** What the mutation's statement checks and writes. */
export interface IdempotencyKey {
  readonly key: string;
  /** Whose key it is; 0 without an identity. */
  readonly user_id: number;
  readonly body_hash: string;
}

/** SHA-256 of the texts of a request's records, to be handed to `readIdempotencyKey` as its body. */
export async function digestRecords(
  records: readonly { readonly record: string }[],
): Promise<string> {
  return await doInTurns(digest(records));
}

function* digest(records: readonly { readonly record: string }[]): Work<string> {
  const hash = createHash("sha256");
  for (const { record } of records) {
    hash.update(record).update("\n");
    yield;
  }
  return hash.digest("base64url");
}

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * The request's key, or null without one. `operation` names the mutation and its target: it counts
 * as a part of the body. Throws InvalidHeader.
 */
export function readIdempotencyKey(
  ctx: Context,
  operation: string,
  body: unknown,
): IdempotencyKey | null {
  const key = ctx.header("idempotency-key");
  if (key === undefined) return null;
  if (!KEY.test(key)) {
    throw new AppError(
      "InvalidHeader",
      "Idempotency-Key must be 1 to 255 visible ASCII characters",
      { header: "idempotency-key" },
    );
  }
  const body_hash = createHash("sha256")
    .update(operation)
    .update("\n")
    .update(JSON.stringify(body))
    .digest("base64url");
  return { key, user_id: ctx.user?.id ?? 0, body_hash };
}
