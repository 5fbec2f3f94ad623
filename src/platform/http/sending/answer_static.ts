/** Answers with the server's own files; 304 to a client that already has one (RFC 9110, 13.1.2). */
import type { StaticFile } from "../../static_files.ts";
import type { Context, StaticAnswer } from "../endpoint.ts";
import { chooseCoding } from "./compression.ts";

/** What `/docs` and the page may load: their own files, nothing inline; only the base map from `origins`. */
function policyWith(origins: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' data: blob:", ...origins].join(" "),
    ["connect-src 'self'", ...origins].join(" "),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** An entity tag in a list, without its weak mark, which is irrelevant here. */
const TAG = /"[\x21\x23-\x7e\x80-\xff]*"/g;

/** The answer in the coding that the client prefers; 304 when it has the content. */
export function answerStatic(
  ctx: Pick<Context, "header">,
  file: StaticFile,
  cache_control: string,
  origins: readonly string[] = [],
): StaticAnswer {
  const headers = ["cache-control", cache_control, "referrer-policy", "no-referrer"];
  const is_page = file.content_type.startsWith("text/html");
  if (is_page) headers.push("content-security-policy", policyWith(origins));
  const offered = (["br", "gzip"] as const).filter((name) => file[name] !== null);
  const coding = chooseCoding([ctx.header("accept-encoding") ?? ""], offered);
  const body = coding === null ? null : file[coding];
  if (offered.length > 0) headers.push("vary", "accept-encoding");
  // Each coding is a different sequence of bytes, so it has its own strong tag.
  const etag = body === null ? `"${file.tag}"` : `"${file.tag}-${coding}"`;
  headers.push("etag", etag);
  if (isKnown(etag, ctx.header("if-none-match") ?? "")) return { status: 304, headers, body: "" };
  headers.push("content-type", file.content_type);
  if (body === null || coding === null) return { status: 200, headers, body: file.bytes };
  return { status: 200, headers: [...headers, "content-encoding", coding], body };
}

function isKnown(etag: string, if_none_match: string): boolean {
  return if_none_match.trim() === "*" || new Set(if_none_match.match(TAG)).has(etag);
}
