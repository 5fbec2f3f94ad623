/**
 * The account that the embedded server runs under, and where its files are. PostgreSQL refuses to
 * run as root, so root hands it to another account. If that account can't enter a private home
 * folder, binaries and data go to a system folder.
 */
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { EmbeddedError } from "./binaries.ts";

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Accounts that root may run the server as, best first. */
const SERVER_ACCOUNTS = ["postgres", "nobody"];
const OTHERS_MAY_ENTER = 0o001;

/** The account to drop to, or null when this process is not root. */
export function findServerAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const name of SERVER_ACCOUNTS) {
    const user = users.find((fields) => fields[0] === name);
    if (user !== undefined) return { uid: Number(user[2]), gid: Number(user[3]) };
  }
  throw new EmbeddedError(
    "PostgreSQL can't run as root and there is no account 'postgres' or 'nobody': start as another user",
  );
}

/** Whether every folder down to `path` lets other accounts in. */
export function othersCanEnter(path: string): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    try {
      if ((statSync(folder).mode & OTHERS_MAY_ENTER) === 0) return false;
    } catch {
      // It does not exist yet: we will make it, so its parents decide.
    }
    if (folder === dirname(folder)) return true;
  }
}

/** A short name for a folder, where paths must stay short. */
export function hashOf(path: string): string {
  return createHash("sha256").update(resolve(path)).digest("hex").slice(0, 16);
}

const LOCATION = "location.txt";
const OWNER = "data_dir.txt";

/** Makes a system folder for the files of `data_dir`; each of the two has a file that points to the other. */
export function makeSystemStateDir(data_dir: string): string {
  const name = hashOf(data_dir);
  for (const parent of ["/var/lib/marey", join(tmpdir(), "marey")]) {
    const folder = join(parent, name);
    try {
      mkdirSync(folder, { recursive: true });
      chmodSync(parent, 0o755);
      mkdirSync(data_dir, { recursive: true });
      writeFileSync(join(data_dir, LOCATION), `${folder}\n`);
      writeFileSync(join(folder, OWNER), `${data_dir}\n`);
      return folder;
    } catch {
      // The system folder is read-only: try the temporary one.
    }
  }
  throw new EmbeddedError(`no folder for the embedded PostgreSQL: tried /var/lib and ${tmpdir()}`);
}

/**
 * The system folders beside `folder` that belong to a temporary `data_dir` which is gone. All
 * others are kept: a disk that is away for a moment has not lost its database.
 */
export function listAbandoned(folder: string): string[] {
  const parent = dirname(folder);
  return readdirSync(parent)
    .map((name) => join(parent, name))
    .filter((one) => {
      let data_dir: string;
      try {
        data_dir = readFileSync(join(one, OWNER), "utf8").trim();
      } catch {
        return false;
      }
      return data_dir.startsWith(join(tmpdir(), "/")) && !existsSync(join(data_dir, LOCATION));
    });
}

/** Makes a folder that only its owner may enter. */
export function makePrivateDir(folder: string, owner: Account | null): void {
  mkdirSync(folder, { recursive: true });
  if (owner !== null) chownSync(folder, owner.uid, owner.gid);
  chmodSync(folder, 0o700);
}
