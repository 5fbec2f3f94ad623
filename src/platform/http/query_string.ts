/**
 * Query strings: `a=1&b=2`, `ids[]=1&ids[]=2`, `ids[0]=1`; brackets are not part of the name.
 * `infra` and `infra_id` are one parameter (interface.md 12). Only this file knows: schemas call it
 * `infra_id`, texts for people call it `infra`.
 */
import type { RawQuery } from "./endpoint.ts";
import { AppError } from "./errors.ts";

const BRACKETS = /\[\d{0,9}\]$/;
const EMPTY: RawQuery = Object.freeze(Object.create(null));

/** Throws InvalidQuery if an escape is malformed, not UTF-8, or NUL. */
export function parseQuery(text: string): RawQuery {
  if (text === "") return EMPTY;
  // No prototype, so that no name is special.
  const query: Record<string, string[]> = Object.create(null);
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const at = pair.indexOf("=");
    const name = decode(at < 0 ? pair : pair.slice(0, at)).replace(BRACKETS, "");
    const value = decode(at < 0 ? "" : pair.slice(at + 1));
    const values = query[name];
    if (values === undefined) query[name] = [value];
    else values.push(value);
  }
  const { infra } = query as { infra?: string[] }; // typed as a property to avoid an index access
  if (infra !== undefined) query["infra_id"] ??= infra;
  return query;
}

/** The spelling of a parameter in texts for people. */
export function shownName(name: string): string {
  return name === "infra_id" ? "infra" : name;
}

function decode(text: string): string {
  if (!text.includes("%") && !text.includes("+")) return text;
  const decoded = decodeEscapes(text.replaceAll("+", " "));
  if (decoded === null) {
    throw new AppError("InvalidQuery", "The query has a malformed escape", {
      escape: text.slice(0, 100),
    });
  }
  return decoded;
}

/** Null if an escape is malformed, not UTF-8, or NUL (which PostgreSQL's texts can't hold). */
export function decodeEscapes(text: string): string | null {
  try {
    const decoded = decodeURIComponent(text);
    return decoded.includes("\0") ? null : decoded;
  } catch {
    return null;
  }
}
