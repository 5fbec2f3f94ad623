/** Answers as assistants get them: never longer than they can read, and what was left out is told. */
import type { HttpResponse } from "../../platform/http/request.ts";
import { findHeader } from "../../platform/http/request.ts";

/** Characters of a tool's answer. */
export const ANSWER_MAX = 60_000;
/** Bytes that are read of an endpoint's answer: more are not parsed on the main thread. */
const READ_MAX = 1_000_000;

export interface Read {
  readonly status: number;
  /** JSON, or text where the answer is something else or too long to be parsed. */
  readonly value: unknown;
  /** The whole answer, or its beginning. */
  readonly text: string;
}

export async function readAnswer({ status, headers, body, onEnd }: HttpResponse): Promise<Read> {
  const { text, is_whole } = await readText(body);
  onEnd?.({ bytes: text.length, is_whole });
  const type = findHeader(headers, "content-type") ?? "";
  if (type.startsWith("application/x-ndjson")) {
    const lines = text.split("\n").slice(0, -1);
    return { status, text, value: lines.map((line) => JSON.parse(line) as unknown) };
  }
  if (!/json|^text\//.test(type)) return { status, text: "", value: `${type} can't be shown` };
  if (!type.startsWith("application/json") || !is_whole) return { status, text, value: text };
  return { status, text, value: JSON.parse(text) as unknown };
}

async function readText(
  body: HttpResponse["body"],
): Promise<{ readonly text: string; readonly is_whole: boolean }> {
  const decoder = new TextDecoder();
  if (typeof body === "string" || body instanceof Uint8Array) {
    const text =
      typeof body === "string"
        ? body.slice(0, READ_MAX)
        : decoder.decode(body.subarray(0, READ_MAX));
    return { text, is_whole: body.length <= READ_MAX };
  }
  let text = "";
  // Leaving the loop ends the stream, and frees its place.
  for await (const piece of body) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > READ_MAX) return { text, is_whole: false };
  }
  return { text, is_whole: true };
}

/** Items that are kept of every list, from many to few. */
const KEPT = [1_000, 200, 50, 10, 3];

/** A value whose JSON is at most `ANSWER_MAX` long. */
export function bounded(value: unknown): unknown {
  if (JSON.stringify(value).length <= ANSWER_MAX) return value;
  if (typeof value !== "string") {
    for (const kept of KEPT) {
      const cut = cutLists(value, kept);
      if (JSON.stringify(cut).length <= ANSWER_MAX) return cut;
    }
  }
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `${text.slice(0, ANSWER_MAX / 2)} … cut: ask for less`;
}

function cutLists(value: unknown, kept: number): unknown {
  if (Array.isArray(value)) {
    const items = value.slice(0, kept).map((item: unknown) => cutLists(item, kept));
    return value.length > kept ? [...items, `… ${value.length - kept} more: ask for less`] : items;
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cutLists(one, kept)]));
}
