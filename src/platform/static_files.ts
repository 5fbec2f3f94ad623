/**
 * Static files, read into memory at start. Those made at build come with their Brotli and gzip
 * forms (`name.br`, `name.gz`).
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { PROJECT_ROOT } from "./root.ts";

/** File ending → content type; files of other endings are not served. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
  ".woff": "font/woff",
  ".pbf": "application/x-protobuf",
};

export interface StaticFile {
  readonly content_type: string;
  /** Digest of the content: the same on every server of a build. */
  readonly tag: string;
  readonly bytes: Uint8Array;
  /** Null: not made at build. */
  readonly br: Uint8Array | null;
  readonly gzip: Uint8Array | null;
}

export function makeStaticFile(
  name: string,
  bytes: Uint8Array,
  coded: Pick<StaticFile, "br" | "gzip"> = { br: null, gzip: null },
): StaticFile {
  const content_type = CONTENT_TYPES[extname(name)];
  if (content_type === undefined) throw new Error(`${name} has no known content type`);
  const tag = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
  return { content_type, tag, bytes, ...coded };
}

/** The planner's page: made from `web/` by the build. */
export interface PageFiles {
  readonly index: StaticFile;
  /** By name; the names change with the contents. */
  readonly assets: ReadonlyMap<string, StaticFile>;
}

const PAGE_FOLDER = join(PROJECT_ROOT, "dist/web");

/** The page's files; null when it was not built. */
export function readPage(folder = PAGE_FOLDER): PageFiles | null {
  const index = join(folder, "index.html");
  if (!existsSync(index)) return null;
  return { index: readStaticFile(index), assets: readStaticFolder(join(folder, "assets")) };
}

/** The files of a folder by name, without those of subfolders. */
export function readStaticFolder(folder: string): ReadonlyMap<string, StaticFile> {
  const names = readdirSync(folder).filter((name) => extname(name) in CONTENT_TYPES);
  return new Map(names.map((name) => [name, readStaticFile(join(folder, name))]));
}

/** A file with its compressed forms. */
export function readStaticFile(path: string): StaticFile {
  const readForm = (ending: string): Uint8Array | null =>
    existsSync(path + ending) ? readFileSync(path + ending) : null;
  return makeStaticFile(path, readFileSync(path), { br: readForm(".br"), gzip: readForm(".gz") });
}
