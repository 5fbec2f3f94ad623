/**
 * A text of any length as a value of one statement. The driver copies all values of a statement several times
 * without a break: for 64 MB that blocks every other request for a quarter of a second. So all pieces of a text
 * but the last are sent beforehand, each in its own statement; the last is sent with the statement that needs
 * the text, where the function `staged_text` joins them. Most texts are a single piece.
 */
import { cutText } from "../text_pieces.ts";
import { nextTurn } from "../turns.ts";
import { type Database, type QueryOptions, queryExactlyOne, type SqlValue } from "./client.ts";

export interface SentText<Answer> {
  readonly parts: Iterable<string>;
  readonly signal: AbortSignal;
  /** Runs the statement that needs the text: its values are the parameters of `staged_text`. */
  readonly send: (values: readonly SqlValue[]) => Promise<Answer>;
}

/** Leaves no piece behind, however the statement ends. */
export async function sendText<Answer>(
  db: Database,
  { parts, signal, send }: SentText<Answer>,
): Promise<Answer> {
  let staged_id: number | null = null;
  let staged_count = 0;
  let last: string | null = null;
  try {
    for (const piece of cutText(parts)) {
      if (last !== null) {
        staged_id = await insertPiece(db, [staged_id, staged_count++, last]);
        await nextTurn();
        signal.throwIfAborted();
      }
      last = piece;
    }
    return await send([staged_id, staged_count, last]);
  } finally {
    // A piece that can't be deleted now goes with the leftovers later.
    if (staged_id !== null) {
      await db.query("platform/staged_piece/delete", [staged_id]).catch(() => undefined);
    }
  }
}

async function insertPiece(db: Database, values: readonly SqlValue[]): Promise<number> {
  const row = await queryExactlyOne<{ staged_id: number }>(
    db,
    "platform/staged_piece/insert",
    values,
  );
  return row.staged_id;
}

/** Deletes pieces older than `age_s`, left by servers that died. */
export async function deleteStagedLeftovers(
  db: Database,
  age_s: number,
  options: QueryOptions,
): Promise<void> {
  await db.query("platform/staged_piece/delete_leftovers", [age_s], options);
}
