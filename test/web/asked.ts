/** What the sources of the page ask of the server. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_ROOT } from "../../src/platform/root.ts";

const CALL = /\bapi\.(GET|POST|PUT|PATCH|DELETE)\("([^"]+)"/g;
const STREAM = /\bfollow\(`([^`?]+)/g;

/** `GET /timetable/{timetable_id}`. */
export interface Asked {
  readonly calls: readonly string[];
  /** Streams of events. */
  readonly streams: readonly string[];
}

export function listAsked(): Asked {
  const folder = join(PROJECT_ROOT, "web/src");
  const texts = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"));
  return {
    calls: texts.flatMap((text) =>
      [...text.matchAll(CALL)].map(([, method = "", path = ""]) => `${method} ${path}`),
    ),
    streams: texts.flatMap((text) =>
      [...text.matchAll(STREAM)].map(([, path = ""]) => `GET ${path.replaceAll("$", "")}`),
    ),
  };
}
