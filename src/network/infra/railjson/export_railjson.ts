/**
 * A network as RailJSON text, streamed: objects are read page by page and go out as they are stored, at
 * the consumer's pace. Nothing is parsed, only one page is in memory whatever the network's size, and no
 * connection waits for a slow reader. A content never changes, so many statements read the same document.
 */
import type { Database } from "../../../platform/db/client.ts";
import { OBJECT_TYPES } from "../../../railway/object_types.ts";
import type { Content } from "../content.queries.ts";

const PAGE_OBJECTS = 4000;
/** Stored text per page; a page has at least one object. */
const PAGE_BYTES = 2 * 1024 * 1024;

/** Consecutive objects of one list. */
export interface ObjectsRow {
  /** Place in `OBJECT_TYPES`. */
  readonly object_type: number;
  /** Of the last object. */
  readonly ordinal: number;
  readonly count: number;
  /** Their texts, joined by commas. */
  readonly railjson: string;
}

interface ExportOptions {
  readonly signal?: AbortSignal | undefined;
  /** Whether tracks say in which direction they are usually used. */
  readonly has_usual?: boolean;
}

/**
 * `usual_direction` of a track, with the comma beside it. Within a text its quotes would be escaped, so it is the key
 * wherever it stands.
 */
const USUAL_DIRECTION = /([{,])\s*"usual_direction"\s*:\s*"[A-Z_]+"\s*(,?)/g;

/** Without what earlier versions of this server, and other programs, do not know. */
function withoutUsual(railjson: string): string {
  return railjson.replace(USUAL_DIRECTION, (_found, before: string, after: string) =>
    before === "{" ? "{" : after,
  );
}

/**
 * The document in UTF-8. Throws when the content was deleted meanwhile, so that the connection ends and
 * an incomplete document does not look complete.
 */
export async function* exportRailjson(
  db: Database,
  source: Content,
  { signal, has_usual = true }: ExportOptions = {},
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  yield encoder.encode(`{"version":${JSON.stringify(source.railjson_version)}`);
  let open_list = -1;
  for await (const { object_type, railjson } of readObjectRows(db, source, signal)) {
    const before = object_type === open_list ? "," : startLists(open_list, object_type);
    open_list = object_type;
    yield encoder.encode(before + (has_usual ? railjson : withoutUsual(railjson)));
  }
  yield encoder.encode(`${startLists(open_list, OBJECT_TYPES.length)}}`);
}

/** All objects of a content. Throws when it was deleted meanwhile. */
export async function* readObjectRows(
  db: Database,
  source: Content,
  signal?: AbortSignal,
): AsyncGenerator<ObjectsRow> {
  let read_count = 0;
  for await (const rows of pageObjects(db, source)) {
    signal?.throwIfAborted();
    for (const row of rows) {
      yield row;
      read_count += row.count;
    }
  }
  if (read_count !== source.object_count) throw new Error("the content was deleted meanwhile");
}

type ObjectPlace = Pick<ObjectsRow, "object_type" | "ordinal">;

/** The objects of a content after a place, in the order of a document. */
export async function* pageObjects(
  db: Database,
  { rows_of, steps }: Content,
  start: ObjectPlace = { object_type: -1, ordinal: 0 },
): AsyncGenerator<readonly ObjectsRow[]> {
  let after = start;
  for (;;) {
    const { object_type, ordinal } = after;
    const values = [rows_of, object_type, ordinal, PAGE_OBJECTS, PAGE_BYTES, steps];
    const rows = await db.query<ObjectsRow>("network/infra_object/page", values);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last;
  }
}

/** Ends list `from`, writes the empty lists between, and opens list `to` if there is one. */
function startLists(from: number, to: number): string {
  let text = from >= 0 ? "]" : "";
  for (const [i, { key }] of OBJECT_TYPES.entries()) {
    if (i > from && i <= to) text += `,"${key}":[${i < to ? "]" : ""}`;
  }
  return text;
}
