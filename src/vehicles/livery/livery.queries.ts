/** Liveries in the database: one wrapper per query file. */
import type { Database } from "../../platform/db/client.ts";
import { sendText } from "../../platform/db/staged_text.ts";
import { LIVERIES_MAX } from "../rolling_stock/livery.schemas.ts";
import { COMPOUND_TYPE } from "./compound_picture.ts";

/** A rolling stock and the collection whose rights were checked. */
export interface HomeOfStock {
  readonly stock_id: number;
  readonly home_id: number;
}

export type CreateOutcome =
  | { readonly outcome: "created"; readonly json: string }
  | { readonly outcome: "locked"; readonly json: null }
  | { readonly outcome: "full"; readonly json: null };

/** Null if the stock is not in the collection. */
export async function insertLivery(
  db: Database,
  { stock_id, home_id }: HomeOfStock,
  made: {
    readonly name: string;
    readonly picture: Iterable<string>;
    readonly signal: AbortSignal;
  },
): Promise<CreateOutcome | null> {
  return await sendText(db, {
    parts: made.picture,
    signal: made.signal,
    send: (text) =>
      db.queryOne<CreateOutcome>("vehicles/livery/insert", [
        stock_id,
        home_id,
        made.name,
        LIVERIES_MAX,
        COMPOUND_TYPE,
        ...text,
      ]),
  });
}

/** Null if the stock is not in the collection. */
export async function deleteLivery(
  db: Database,
  { stock_id, home_id }: HomeOfStock,
  livery_id: number,
): Promise<"deleted" | "locked" | "absent" | null> {
  const row = await db.queryOne<{ outcome: "deleted" | "locked" | "absent" }>(
    "vehicles/livery/delete",
    [stock_id, home_id, livery_id],
  );
  return row?.outcome ?? null;
}
