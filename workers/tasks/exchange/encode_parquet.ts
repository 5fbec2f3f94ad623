/** Rows as a row group of a Parquet file, and the end of such a file. Each is made alone, so any thread may do it. */
import { parse } from "csv-parse/sync";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { unguardText } from "../../../src/railway/table_text.ts";

export type ColumnKind = "text" | "integer" | "number" | "time" | "boolean";

export interface ParquetColumn {
  readonly name: string;
  readonly kind: ColumnKind;
}

type Groups = ParquetWriter["row_groups"];

export interface ParquetRows {
  readonly columns: readonly ParquetColumn[];
  /** Without a header. */
  readonly csv: Uint8Array;
  /** Where the group begins in the file; 0: it is the first, which has the file's mark before it. */
  readonly offset: number;
}

export interface ParquetGroup {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What the file's end tells of it. */
  readonly groups: Groups;
}

const TYPES = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  integer: { type: "INT64" },
  number: { type: "DOUBLE" },
  time: { type: "INT64", converted_type: "TIMESTAMP_MILLIS" },
  boolean: { type: "BOOLEAN" },
} as const;

/** A file that goes on at an offset. */
function openFile(
  columns: readonly ParquetColumn[],
  offset: number,
): { writer: ByteWriter; file: ParquetWriter } {
  const writer = new ByteWriter();
  const schema = columns.map(({ name, kind }) => ({
    name,
    ...TYPES[kind],
    repetition_type: "OPTIONAL" as const,
  }));
  const root = { name: "root", num_children: columns.length };
  const file = new ParquetWriter({ writer, schema: [root, ...schema], statistics: false });
  if (offset > 0) {
    writer.index = 0;
    writer.offset = offset;
  }
  return { writer, file };
}

export function encodeParquetRows({ columns, csv, offset }: ParquetRows): ParquetGroup {
  const rows: string[][] = parse(Buffer.from(csv.buffer, csv.byteOffset, csv.length));
  const data = columns.map(({ kind }, at) => rows.map((row) => readField(kind, row[at] ?? "")));
  return encodeColumns({ columns, offset }, data);
}

export type ParquetValue = string | bigint | number | Date | boolean | null;

/** `data`: of each column its values, all equally many. */
export function encodeColumns(
  { columns, offset }: Omit<ParquetRows, "csv">,
  data: readonly (readonly ParquetValue[])[],
): ParquetGroup {
  const { writer, file } = openFile(columns, offset);
  const columnData = columns.map(({ name }, at) => ({
    name,
    data: [...(data[at] ?? [])],
    offsetIndex: false,
  }));
  void file.write({ columnData, rowGroupSize: Math.max(1, data[0]?.length ?? 0) });
  return { bytes: new Uint8Array(writer.getBuffer()), groups: file.row_groups };
}

export function encodeParquetEnd({
  columns,
  groups,
  offset,
}: {
  readonly columns: readonly ParquetColumn[];
  readonly groups: Groups;
  readonly offset: number;
}): Uint8Array<ArrayBuffer> {
  const { writer, file } = openFile(columns, offset);
  file.row_groups = [...groups];
  file.num_rows = groups.reduce((sum, { num_rows }) => sum + num_rows, 0n);
  void file.finish();
  return new Uint8Array(writer.getBuffer());
}

/** An empty field is none. */
function readField(kind: ColumnKind, text: string): ParquetValue {
  if (text === "") return null;
  switch (kind) {
    case "text":
      return unguardText(text);
    case "integer":
      return BigInt(text);
    case "number":
      return Number(text);
    case "time":
      return new Date(text);
    case "boolean":
      return text === "true";
  }
}
