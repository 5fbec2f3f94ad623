/** Validation of bodies, in turns if they are large, and their faults as JSON pointers. */
import * as v from "valibot";
import type { DeflatedTexts } from "../../../../workers/railjson/deflated_texts.ts";
import { IN_WORDS } from "../../../railway/reasons.ts";
import { textInflater } from "../../compute/inflate_texts.ts";
import { doInTurns, type InTurns } from "../../turns.ts";
import { AppError, type BodyFault } from "../errors.ts";
import { shownName } from "../query_string.ts";
import { type ParsedJson, parseInPieces } from "./parse_json.ts";
import { runSchema } from "./validate_in_turns.ts";

const FAULTS_MAX = 20;
const POINTER_MAX = 300;

/** Validates a body. Throws InvalidBody with its first 20 faults; `message` has the first. */
export async function validateBody<B>(
  schema: v.GenericSchema<unknown, B>,
  { value, large }: ParsedJson,
  signal?: Pick<AbortSignal, "throwIfAborted">,
): Promise<B> {
  const work = runSchema(schema, value, { large, faults_max: FAULTS_MAX });
  const outcome = await doInTurns(work, signal);
  if (outcome.ok) return outcome.value;
  throw invalidBody(outcome.issues.slice(0, FAULTS_MAX).map(toFault));
}

/** How `readItems` converts each item, and where the list is in the body. */
export interface ItemReader<Item, Value> {
  readonly item: v.GenericSchema<unknown, Item>;
  /** JSON pointer of the list. */
  readonly pointer: string;
  readonly convert: (item: Item, index: number) => InTurns<Value>;
}

/**
 * Parses and validates the JSON texts of a list's items one by one. Throws InvalidBody with the first
 * 20 faults, or what `convert` throws.
 */
export function* readItems<Item, Value>(
  texts: Iterable<Uint8Array>,
  { item, pointer, convert }: ItemReader<Item, Value>,
): InTurns<Value[]> {
  const values: Value[] = [];
  const faults: BodyFault[] = [];
  let i = 0;
  for (const text of texts) {
    const { value, large } = yield* parseInPieces(text);
    const outcome = yield* runSchema(item, value, { large, faults_max: FAULTS_MAX });
    if (outcome.ok) values.push(yield* convert(outcome.value, i));
    else {
      for (const issue of outcome.issues.slice(0, FAULTS_MAX - faults.length)) {
        const { path, reason } = toFault(issue);
        faults.push({ path: `${pointer}/${i}${path}`, reason });
      }
      if (faults.length === FAULTS_MAX) break;
    }
    i++;
    yield;
  }
  if (faults.length > 0) throw invalidBody(faults);
  return values;
}

/** Texts of a worker, one at a time. Throws BodyTooComplex if one has more bytes than `count_max`. */
export function* listTexts(
  texts: DeflatedTexts,
  size: { readonly what: string; readonly count_max: number },
): Generator<Uint8Array> {
  const { offsets } = texts;
  const read = textInflater(texts);
  for (let i = 0; i + 1 < offsets.length; i++) {
    if ((offsets[i + 1] ?? 0) - (offsets[i] ?? 0) > size.count_max) throw bodyTooComplex(size);
    yield read(i);
  }
}

export function bodyTooComplex(size: {
  readonly what: string;
  readonly count_max: number;
}): AppError {
  const message = `The body has more than ${size.count_max} ${size.what}`;
  return new AppError("BodyTooComplex", message, size);
}

/** The error of a body with at least one fault. */
export function invalidBody(faults: readonly BodyFault[]): AppError {
  const { path = "", reason = "is invalid" } = faults[0] ?? {};
  const where = path === "" ? "The body" : path;
  return new AppError("InvalidBody", `${where}: ${reason}`, { path, reason, faults });
}

function toFault(issue: v.BaseIssue<unknown>): BodyFault {
  return { path: toPointer(issue), reason: issue.message.slice(0, POINTER_MAX) };
}

/** RFC 6901. */
function toPointer({ path }: v.BaseIssue<unknown>): string {
  const keys = (path ?? []).map(({ key }) => String(key).slice(0, POINTER_MAX));
  const pointer = keys.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  return pointer.slice(0, POINTER_MAX);
}

/** Validates path parameters or a query. Throws the given error with the first fault. */
export function validateText<T>(
  schema: v.GenericSchema<unknown, T>,
  given: unknown,
  error_name: "InvalidPathParameter" | "InvalidQuery",
): T {
  const parsed = v.safeParse(schema, given, { ...IN_WORDS, abortEarly: true });
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const parameter = shownName(v.getDotPath(issue) ?? "");
  const reason = issue.message.slice(0, POINTER_MAX);
  throw new AppError(error_name, `${parameter === "" ? "the request" : parameter}: ${reason}`, {
    parameter,
    reason,
  });
}
