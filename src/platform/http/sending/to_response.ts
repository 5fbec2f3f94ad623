/** What a handler gives, as the answer that its endpoint declares. */
import { acceptsEvents, acceptsLines, LINES_TYPE } from "../answers.ts";
import type {
  Answer,
  Context,
  Endpoint,
  FileContent,
  JsonText,
  StaticAnswer,
  TypedStream,
} from "../endpoint.ts";
import type { HttpResponse } from "../request.ts";

export type StreamKind = Extract<Answer<unknown>, { readonly kind: "stream" }>["slots"];

/** Which slots limit the answers that are streamed; null: the answer is not streamed. */
export function slotsOf(answer: Answer<unknown>, ctx: Pick<Context, "header">): StreamKind | null {
  if (answer.kind === "stream") return answer.slots;
  if (answer.kind !== "json_or_lines") return null;
  if (answer.events !== null && acceptsEvents(ctx)) return "events";
  return acceptsLines(ctx) ? "exports" : null;
}

export function isLines({ answer }: Endpoint, result: unknown): boolean {
  if (answer.kind !== "json_or_lines") return false;
  return Symbol.asyncIterator in (result as object) || "pieces" in (result as object);
}

export function toResponse(
  endpoint: Endpoint,
  result: unknown,
  extra_headers: readonly string[],
): HttpResponse {
  const { answer } = endpoint;
  const { status } = answer;
  // `endpoint()` has checked that the handler's result fits the kind of answer.
  switch (answer.kind) {
    case "no_content":
      return { status, headers: extra_headers, body: "" };
    case "json_text":
    case "json_or_lines": {
      const others =
        answer.kind === "json_text" ? extra_headers : [...extra_headers, "vary", "accept"];
      if ("bytes" in (result as object)) return toFile(status, result, others);
      if (isLines(endpoint, result)) return toStream(status, { result, type: LINES_TYPE }, others);
      const headers = ["content-type", "application/json", ...others];
      return { status, headers, body: (result as JsonText).json };
    }
    case "json_or_nothing":
      if (result === null) return { status: answer.nothing, headers: extra_headers, body: "" };
      return toJson(status, result, extra_headers);
    case "json":
      return toJson(status, result, extra_headers);
    case "file":
      return toFile(status, result, extra_headers);
    case "static_file": {
      const { headers, ...file } = result as StaticAnswer;
      return { ...file, headers: [...headers, ...extra_headers] };
    }
    case "text": {
      const headers = ["content-type", answer.content_type, ...extra_headers];
      return { status, headers, body: result as string };
    }
    case "stream":
      return toStream(status, { result, type: answer.content_type }, extra_headers);
  }
}

/** `type`: of a stream that does not say it by itself. */
function toStream(
  status: number,
  { result, type }: { readonly result: unknown; readonly type: string },
  extra_headers: readonly string[],
): HttpResponse {
  const whole = result as AsyncIterable<Uint8Array> | TypedStream;
  const { content_type, pieces } =
    "pieces" in whole ? whole : { content_type: type, pieces: whole };
  return { status, headers: ["content-type", content_type, ...extra_headers], body: pieces };
}

function toFile(status: number, result: unknown, extra_headers: readonly string[]): HttpResponse {
  const { content_type, bytes } = result as FileContent;
  return { status, headers: ["content-type", content_type, ...extra_headers], body: bytes };
}

function toJson(status: number, result: unknown, extra_headers: readonly string[]): HttpResponse {
  const headers = ["content-type", "application/json", ...extra_headers];
  return { status, headers, body: JSON.stringify(result) };
}
