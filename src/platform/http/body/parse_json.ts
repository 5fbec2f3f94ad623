/**
 * JSON bodies: bytes to a value, in turns if they are large. A leading byte order mark is skipped.
 * Of duplicate keys the last one counts. `__proto__` is an ordinary key, which no schema accepts.
 */
import { doInTurns, type InTurns } from "../../turns.ts";
import { AppError } from "../errors.ts";
import {
  BODY_LIMITS,
  cutJson,
  type JsonLimits,
  type LargeValue,
  type Piece,
} from "./json_pieces.ts";

/** A parsed text. */
export interface ParsedJson {
  readonly value: unknown;
  /** The lists and objects in it that are too large to process at once. */
  readonly large: ReadonlySet<unknown>;
}

const REASON_MAX = 200;
const NOTHING_LARGE: ReadonlySet<unknown> = new Set();

// Only a leading mark may be skipped, so that is done by hand: elsewhere it is not white space.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Parses in turns. Throws InvalidJson or BodyTooComplex. */
export async function parseJson(
  bytes: Uint8Array,
  signal?: Pick<AbortSignal, "throwIfAborted">,
): Promise<ParsedJson> {
  return await doInTurns(parseInPieces(skipMark(bytes)), signal);
}

function skipMark(bytes: Uint8Array): Uint8Array {
  const has_mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return has_mark ? bytes.subarray(3) : bytes;
}

/** The same, for callers that already run in turns. */
export function* parseInPieces(
  bytes: Uint8Array,
  limits: JsonLimits = BODY_LIMITS,
): InTurns<ParsedJson> {
  const cut = yield* cutJson(bytes, limits);
  switch (cut.kind) {
    case "malformed":
      throw invalidJson(cut.reason);
    case "too_complex": {
      const { what, count_max } = cut;
      const message = `The body has more than ${count_max} ${what}`;
      throw new AppError("BodyTooComplex", message, { what, count_max });
    }
    case "cut": {
      if (cut.root === null) {
        return { value: parseText(decode(bytes), 0), large: NOTHING_LARGE };
      }
      const large = new Set<unknown>();
      return { value: yield* build(cut.root, { bytes, large }), large };
    }
  }
}

interface Building {
  readonly bytes: Uint8Array;
  readonly large: Set<unknown>;
}

function* build({ is_list, pieces }: LargeValue, building: Building): InTurns<unknown> {
  const built = is_list ? yield* buildList(pieces, building) : yield* buildObject(pieces, building);
  building.large.add(built);
  return built;
}

function* buildList(pieces: readonly Piece[], building: Building): InTurns<unknown[]> {
  const list: unknown[] = [];
  for (const piece of pieces) {
    const { start, end, value } = piece;
    // nothing may precede a large item
    const run = parseText(`[${decode(building.bytes.subarray(start, end))}]`, start) as unknown[];
    if (value === null) checkNotEmpty(run.length, piece, pieces);
    else if (run.length > 0) throw invalidJson(`byte ${value.start} is unexpected`);
    for (const item of run) list.push(item);
    yield;
    if (value !== null) list.push(yield* build(value, building));
  }
  return list;
}

function* buildObject(
  pieces: readonly Piece[],
  building: Building,
): InTurns<Readonly<Record<string, unknown>>> {
  const object: Record<string, unknown> = {};
  for (const piece of pieces) {
    const { start, end, value } = piece;
    const text = decode(building.bytes.subarray(start, end));
    const run = parseText(value === null ? `{${text}}` : `{${text}[]}`, start) as object;
    const keys = Object.keys(run);
    checkNotEmpty(keys.length, piece, pieces);
    yield;
    if (value === null) for (const [key, one] of Object.entries(run)) setKey(object, key, one);
    else setKey(object, keys[0] ?? "", yield* build(value, building));
  }
  return object;
}

/** Refuses a pair of commas with nothing in between, which the cut would otherwise hide. */
function checkNotEmpty(count: number, { start }: Piece, pieces: readonly Piece[]): void {
  if (count === 0 && pieces.length > 1) throw invalidJson(`byte ${start} is unexpected`);
}

function setKey(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") object[key] = value;
  else {
    const own = { value, configurable: true, enumerable: true, writable: true };
    Object.defineProperty(object, key, own);
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalidJson("is not UTF-8");
  }
}

/** `start`: offset of the piece's first byte, 0 for the whole text. */
function parseText(text: string, start: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, REASON_MAX) : "can't be parsed";
    throw invalidJson(start === 0 ? reason : `${reason} (behind byte ${start})`);
  }
}

function invalidJson(reason: string): AppError {
  return new AppError("InvalidJson", `The body is no valid JSON: ${reason}`, { reason });
}
