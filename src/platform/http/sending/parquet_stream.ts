/** A table as Parquet, made of its CSV by row groups on a thread: as little waits in memory as of the CSV. */

import * as v from "valibot";
import type { AnswerTableName } from "../../../../workers/tasks/exchange/encode_answer.ts";
import type {
  ColumnKind,
  ParquetColumn,
  ParquetGroup,
} from "../../../../workers/tasks/exchange/encode_parquet.ts";
import { about } from "../../../railway/wire.ts";
import type { Context, FileContent, JsonText, TypedStream } from "../endpoint.ts";
import { queryOneOf } from "../fields.ts";

export const PARQUET_TYPE = "application/vnd.apache.parquet";

/** Of an answer that is JSON otherwise. */
export const answer_format = v.optional(about(queryOneOf(["json", "parquet"]), "Of the answer"), [
  "json",
]);

/** An answer of bounded size as it is, or its items as the rows of a table. */
export async function asAsked(
  { services: { compute }, share, signal }: Context,
  { json }: JsonText,
  { format, table }: { readonly format: "json" | "parquet"; readonly table: AnswerTableName },
): Promise<JsonText | FileContent> {
  if (format === "json") return { json };
  const how = { share, signal, priority: "batch" } as const;
  const bytes = await compute.run("encode_answer", { table, json }, how);
  return { content_type: PARQUET_TYPE, bytes };
}

/** Of CSV: large enough for columns to be packed well, small enough to wait in memory. */
const GROUP_BYTES = 1024 * 1024;

/** By the column's name; others are texts. */
type Kinds = Readonly<Record<string, ColumnKind>>;

/** `csv` comes in pieces of whole lines, the header as the first. */
export function asParquet(ctx: Context, kinds: Kinds, csv: AsyncIterable<Uint8Array>): TypedStream {
  return { content_type: PARQUET_TYPE, pieces: encodeParquet(ctx, kinds, csv) };
}

async function* encodeParquet(
  { services: { compute }, share, signal }: Context,
  kinds: Kinds,
  csv: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const how = { share, signal, priority: "batch" } as const;
  const groups: ParquetGroup["groups"][number][] = [];
  let columns: readonly ParquetColumn[] = [];
  let offset = 0;
  for await (const { header, rows } of joinPieces(csv)) {
    columns = header.split(",").map((name) => ({ name, kind: kinds[name] ?? "text" }));
    if (rows.length === 0) continue;
    const made = await compute.run("encode_parquet_rows", { columns, csv: rows, offset }, how);
    groups.push(...made.groups);
    offset += made.bytes.length;
    yield made.bytes;
  }
  yield await compute.run("encode_parquet_end", { columns, groups, offset }, how);
}

interface Rows {
  readonly header: string;
  readonly rows: Uint8Array;
}

/** As few large pieces; at least one, which may be empty. */
async function* joinPieces(csv: AsyncIterable<Uint8Array>): AsyncGenerator<Rows> {
  let header: string | null = null;
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  const take = (): Rows => {
    const rows = Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
    return { header: header ?? "", rows };
  };
  for await (const piece of csv) {
    if (header === null) {
      header = new TextDecoder().decode(piece).trimEnd();
      continue;
    }
    waiting.push(piece);
    bytes += piece.length;
    if (bytes >= GROUP_BYTES) yield take();
  }
  yield take();
}
