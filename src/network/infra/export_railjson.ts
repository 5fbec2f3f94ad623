/**
 * A network as RailJSON text, streamed: objects are read page by page and go out as they are stored, at
 * the consumer's pace. Nothing is parsed, only one page is in memory whatever the network's size, and no
 * connection waits for a slow reader. A content never changes, so many statements read the same document.
 */
import type { Database } from "../../platform/db/client.ts";
import { OBJECT_TYPES } from "../../railway/object_types.ts";
import type { Content } from "./content.queries.ts";

/** Size of a piece; large enough for few writes, small enough for many exports. */
const CHUNK_CHARACTERS = 64 * 1024;

const PAGE_OBJECTS = 500;
/** Of stored text; a page has at least one object. */
const PAGE_BYTES = 1024 * 1024;

interface ObjectRow {
  readonly object_type: number;
  readonly ordinal: number;
  readonly railjson: string;
}

/**
 * The document in UTF-8. Throws when the content was deleted meanwhile, so that the connection ends and
 * an incomplete document does not look complete.
 */
export async function* exportRailjson(
  db: Database,
  source: Content,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let text = `{"version":${JSON.stringify(source.railjson_version)}`;
  let open_list = -1;
  let sent_count = 0;
  for await (const rows of pageObjects(db, source)) {
    signal?.throwIfAborted();
    for (const { object_type, railjson } of rows) {
      if (object_type === open_list) text += ",";
      else {
        text += startLists(open_list, object_type);
        open_list = object_type;
      }
      text += railjson;
      if (text.length < CHUNK_CHARACTERS) continue;
      yield encoder.encode(text);
      text = "";
    }
    sent_count += rows.length;
  }
  if (sent_count !== source.object_count) throw new Error("the content was deleted meanwhile");
  yield encoder.encode(`${text}${startLists(open_list, OBJECT_TYPES.length)}}`);
}

type ObjectPlace = Pick<ObjectRow, "object_type" | "ordinal">;

/** The objects of a content after a place, in the order of a document. */
export async function* pageObjects(
  db: Database,
  { rows_of, steps }: Content,
  start: ObjectPlace = { object_type: -1, ordinal: 0 },
): AsyncGenerator<readonly ObjectRow[]> {
  let after = start;
  for (;;) {
    const { object_type, ordinal } = after;
    const values = [rows_of, object_type, ordinal, PAGE_OBJECTS, PAGE_BYTES, steps];
    const rows = await db.query<ObjectRow>("network/infra_object/page", values);
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
