/** Files in other programs' formats: answers with a report of what was left out, and errors for unreadable files. */
import type { SourceFault } from "../../../workers/exchange/source_fault.ts";
import type { Context, TypedStream } from "./endpoint.ts";
import { AppError, type ErrorName } from "./errors.ts";
import { withinMemory } from "./failures.ts";

const PIECE_BYTES = 256 * 1024;
/** Length of the report in a header; further rows are left out. */
const REPORT_LENGTH_MAX = 4000;

/** Includes the position in the file, if it is known. */
export function unreadableFile(error: ErrorName, { reason, line, column }: SourceFault): AppError {
  const place = line === null ? "" : ` (line ${line}, column ${column ?? 1})`;
  const context = { reason, line, column };
  return new AppError(error, `The file can't be read: ${reason}${place}`, context);
}

/** Answers with a file made by a thread. Throws AppError if the memory is too small. */
export async function answerFile(
  ctx: Pick<Context, "setHeader">,
  content_type: string,
  work: Promise<{ readonly bytes: Uint8Array; readonly report: readonly object[] }>,
): Promise<TypedStream> {
  const { bytes, report } = await withinMemory(work);
  ctx.setHeader("x-exchange-report", printReport(report));
  return { content_type, pieces: cut(bytes) };
}

/** As a header holds it; its last rows are left out where it would be too long. */
export function printReport(rows: readonly object[]): string {
  const kept = [...rows];
  while (kept.length > 0 && printAscii(kept).length > REPORT_LENGTH_MAX) kept.pop();
  return printAscii(kept);
}

/** JSON that a header can hold. */
function printAscii(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[^\x20-\x7e]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

async function* cut(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
