/**
 * Refuses changes that a foreign page makes its reader's browser send. Browsers send a form, or a POST without a
 * body, without a preflight (Fetch standard, "CORS-preflight"), and a gateway adds the reader's identity to it.
 */
import { AppError } from "../errors.ts";
import { findHeader, type HttpRequest } from "../request.ts";

/**
 * Throws Forbidden. Requests that don't come from a browser have neither of the two headers.
 * `Sec-Fetch-Site` is preferred: the host that a gateway forwards need not be the page's.
 */
export function checkOrigin(
  { method, headers }: Pick<HttpRequest, "method" | "headers">,
  origins: ReadonlySet<string>,
): void {
  if (method === "GET" || method === "HEAD") return;
  const origin = findHeader(headers, "origin");
  const site = findHeader(headers, "sec-fetch-site");
  if (origin !== undefined && origins.has(origin)) return;
  const is_foreign =
    site === undefined
      ? origin !== undefined && !isOwn(origin, headers)
      : site !== "same-origin" && site !== "none";
  if (!is_foreign) return;
  const message = "A page of another origin may not send changes";
  throw new AppError("Forbidden", message, { origin: origin?.slice(0, 200) ?? null });
}

/** Safe: a page can set neither header without a preflight. */
function isOwn(origin: string, headers: readonly string[]): boolean {
  const host = origin.slice(origin.indexOf("://") + "://".length).toLowerCase();
  return ["host", "x-forwarded-host"].some(
    (name) => findHeader(headers, name)?.toLowerCase() === host,
  );
}
