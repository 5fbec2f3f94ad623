/** Refuses headers that can be read in two ways: about the end of a request, what its sender wants, and its body. */
import { AppError } from "../errors.ts";
import type { HttpRequest } from "../request.ts";

/** Names and values alternate, so this allows 100 lines. */
const HEADER_ITEMS_MAX = 200;
/** Headers that may occur once: of two, proxies and servers could use different ones. */
const SINGLE_HEADERS: ReadonlySet<string> = new Set([
  "host",
  "content-length",
  "content-type",
  "content-encoding",
  "idempotency-key",
  "if-match",
]);

/** Refuses headers that proxies and servers could interpret differently. */
export function checkHeaders({ headers, fault }: HttpRequest): void {
  if (fault !== undefined) throw malformed(fault);
  if (headers.length > HEADER_ITEMS_MAX) {
    throw new AppError("HeadersTooLarge", "There are more than 100 header lines");
  }
  const single = new Set<string>();
  let has_chunks = false;
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] ?? "";
    const value = (headers[i + 1] ?? "").toLowerCase();
    if (SINGLE_HEADERS.has(name)) {
      if (single.has(name)) throw malformed(`There are two lines of ${name}`);
      single.add(name);
    }
    if (name === "content-length") {
      if (!/^\d{1,15}$/.test(value)) throw malformed("Content-Length is no number");
    } else if (name === "transfer-encoding") {
      if (has_chunks || value !== "chunked") throw malformed("Transfer-Encoding is not chunked");
      has_chunks = true;
    } else if (name === "expect" && value !== "100-continue") {
      const message = "Only 100-continue can be expected";
      throw new AppError("ExpectationFailed", message, {}, { connection: "close" });
    }
  }
  if (single.has("content-length") && has_chunks) {
    throw malformed("There are Content-Length and Transfer-Encoding");
  }
}

/** Closes the connection: where the next request starts is unknown. */
function malformed(message: string): AppError {
  return new AppError("MalformedRequest", message, {}, { connection: "close" });
}
