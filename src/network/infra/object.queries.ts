/** Objects of a network and the boxes of its lines in the database: one wrapper per query file. */
import { type Database, queryExactlyOne } from "../../platform/db/client.ts";

/** Objects of one type by their ids. */
export interface ObjectChoice {
  /** Place in `OBJECT_TYPES`. */
  readonly type_code: number;
  /** JSON path from an object to the tracks that it lies on; null: they are not needed. */
  readonly track_path: string | null;
  readonly ids: readonly string[];
}

export interface ChosenObjects {
  readonly bytes: number;
  /** The first id that does not exist; null when all exist. */
  readonly missing_id: string | null;
  /** JSON arrays, objects in the order of the ids; null when they are too large together. */
  readonly objects: string | null;
  readonly tracks: string | null;
}

export async function readObjects(
  db: Database,
  content_id: number,
  { type_code, track_path, ids }: ObjectChoice,
  bytes_max: number,
): Promise<ChosenObjects> {
  const values = [content_id, type_code, ids, track_path, bytes_max];
  return await queryExactlyOne(db, "network/infra_object/list_with_tracks", values);
}

/** Degrees. */
export interface LineBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Null when the network has no such line. */
export async function getLineBox(
  db: Database,
  infra_id: number,
  line_code: number,
): Promise<LineBox | null> {
  return db.queryOne("network/infra_line/get_box", [infra_id, line_code]);
}
