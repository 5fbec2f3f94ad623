/**
 * `Idempotency-Key`: repeating a request with its key within a day gives the first answer; a different request
 * with the key is refused. An endpoint declares its creating statement (`creates`), and that same statement
 * keeps its answer under the key: a lost connection can't separate the two, and no handler can forget it.
 */
import { createHash, type Hash } from "node:crypto";
import type { AnswerKey, Database, QueryOptions, SqlValue } from "../db/client.ts";
import { DatabaseError } from "../db/errors.ts";
import type { Context } from "./endpoint.ts";
import { AppError } from "./errors.ts";

const KEY = /^[\x21-\x7e]{1,255}$/;
/** Takes a millisecond or two; hashing a body of 250 MB at once would block all requests. */
const SLICE_BYTES = 1 << 20;

/** The request's key, or null without one. Throws InvalidHeader. */
export function readIdempotencyKey(ctx: Pick<Context, "header">): string | null {
  const key = ctx.header("idempotency-key");
  if (key === undefined) return null;
  if (KEY.test(key)) return key;
  throw new AppError("InvalidHeader", "Idempotency-Key must be 1 to 255 visible ASCII characters", {
    header: "idempotency-key",
  });
}

interface KeyOf {
  /** 0 without an identity. */
  readonly user_id: number;
  readonly key: string;
  /** Parsed values of the URL, so that its spelling does not matter. */
  readonly target: unknown;
}

/** A creation requested under a key. */
export class KeyedCreation {
  /** The query that creates. */
  readonly query: string;
  readonly #of: KeyOf;
  /** Hash of what makes two requests the same: the creation, its target, and every byte of the body. */
  readonly #hash: Hash;
  #key: AnswerKey | null = null;
  #first: object | null = null;
  #has_run = false;

  constructor(query: string, of: KeyOf) {
    this.query = query;
    this.#of = of;
    this.#hash = createHash("sha256").update(`${query}\n${JSON.stringify(of.target)}\n`);
  }

  /** Hashes the body in turns, between other requests. */
  async addBody(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      if (at > 0) await new Promise((resume) => setImmediate(resume));
      signal.throwIfAborted();
      this.#hash.update(bytes.subarray(at, at + SLICE_BYTES));
    }
  }

  #takeKey(): AnswerKey {
    const { user_id, key } = this.#of;
    this.#key ??= { user_id, key, body_hash: this.#hash.digest("base64url") };
    return this.#key;
  }

  /** The row that the first request returned, or null. */
  get first(): object | null {
    return this.#first;
  }

  get has_run(): boolean {
    return this.#has_run || this.#first !== null;
  }

  /** Looks for the first answer. Throws IdempotencyKeyReused if the key belongs to a different request. */
  async find(db: Database): Promise<object | null> {
    const { user_id, key, body_hash } = this.#takeKey();
    type Row = { body_hash: string; answer: string };
    const known = await db.queryOne<Row>("platform/idempotency/find", [user_id, key]);
    if (known === null) return null;
    if (known.body_hash !== body_hash) {
      throw new AppError(
        "IdempotencyKeyReused",
        "This idempotency key was used with another request",
      );
    }
    // A row as the database printed it.
    this.#first = JSON.parse(known.answer) as object;
    return this.#first;
  }

  /** Creates the record, or returns the one created first. */
  async run(
    db: Database,
    values: readonly SqlValue[],
    options: QueryOptions | undefined,
  ): Promise<object[]> {
    if (this.#first !== null) return [this.#first];
    this.#has_run = true;
    try {
      const rows = await db.query(this.query, values, { ...options, kept_under: this.#takeKey() });
      return isRefusal(rows) ? ((await this.#findFaster(db)) ?? rows) : rows;
    } catch (error) {
      const is_refused = error instanceof DatabaseError && error.kind === "constraint";
      const rows = is_refused ? await this.#findFaster(db) : null;
      if (rows === null) throw error;
      return rows;
    }
  }

  /** The same request, sent concurrently, may have finished first and caused the failure. */
  async #findFaster(db: Database): Promise<object[] | null> {
    const first = await this.find(db);
    return first === null ? null : [first];
  }
}

/** SQL functions that refuse by themselves return an `outcome`. */
function isRefusal(rows: readonly object[]): boolean {
  const [row] = rows;
  return row === undefined || "outcome" in row;
}
