/**
 * Values as files, for a server that restarts without a Valkey. Each is written whole or not at all, and is read
 * only if it is undamaged and of this key and engine. The least recently read files make room for new ones.
 */
import { constants } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, statfs, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { hashText } from "./keys.ts";
import type { SharedResults } from "./shared_results.ts";
import { packShared, type SharedForm, unpackShared } from "./shared_value.ts";

export interface ValueFilesOptions {
  readonly folder: string;
  /** Limit for all files together; as much must stay free on the disk. */
  readonly bytes_max: number;
  /** As `packShared` takes it. */
  readonly engine: string;
  readonly log: Logger;
}

interface KeptFile {
  readonly path: string;
  readonly bytes: number;
  readonly used_ms: number;
}

/** Accessible to their owner only. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** Share of the limit that is freed at once, so that not every new value has to list all files. */
const ROOM_SHARE = 0.25;

export class ValueFiles implements Pick<SharedResults, "get" | "store"> {
  readonly #options: ValueFilesOptions;
  /** Size of all files; null: not listed yet. */
  #bytes: number | null = null;
  #is_told = false;
  #written_count = 0;

  constructor(options: ValueFilesOptions) {
    this.#options = options;
  }

  /** The stored values of the keys (each once). Rejects only with the signal's reason. */
  readonly get: SharedResults["get"] = async (keys, codec, { signal }) => {
    const found: string[] = [];
    const forms: SharedForm[] = [];
    for (const key of keys) {
      signal.throwIfAborted();
      const form = await this.#read(key);
      if (form === null) continue;
      found.push(key);
      forms.push(form);
    }
    const values = codec.fromForms(forms);
    return new Map(values.map((value, i) => [found[i] ?? "", value]));
  };

  /** False if one of them can't be stored; this is logged once. */
  readonly store: SharedResults["store"] = async (entries, codec) => {
    try {
      for (const { key, value } of entries) {
        const packed = packShared(key, codec.toForm(value), this.#options.engine);
        if (!(await this.#write(key, packed))) return false;
      }
      return true;
    } catch (err) {
      if (!this.#is_told)
        this.#options.log.warn({ err }, "compiled networks can't be kept as files");
      this.#is_told = true;
      return false;
    }
  };

  async #read(key: string): Promise<SharedForm | null> {
    const path = this.#pathOf(key);
    const packed = await readRegular(path).catch(() => null);
    if (packed === null) return null;
    const form = unpackShared(key, packed, this.#options.engine);
    const now = new Date();
    // Failures do no harm: a file that can't be touched only looks older than it is.
    await (form === null ? rm(path, { force: true }) : utimes(path, now, now)).catch(() => null);
    return form;
  }

  async #write(key: string, packed: Buffer): Promise<boolean> {
    const { folder } = this.#options;
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    const path = this.#pathOf(key);
    if (!(await this.#makeRoom(path, packed.length))) return false;
    const unfinished = `${path}.${process.pid}.${this.#written_count++}`;
    try {
      const file = await open(unfinished, "wx", FILE_MODE);
      try {
        await file.writeFile(packed);
      } finally {
        await file.close();
      }
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    return true;
  }

  /** Removes the least recently read files, and leftovers of killed servers; false if that does not free enough. */
  async #makeRoom(path: string, bytes: number): Promise<boolean> {
    const { folder, bytes_max } = this.#options;
    const disk = await statfs(folder);
    if (bytes > bytes_max || disk.bavail * disk.bsize < bytes_max) return false;
    this.#bytes ??= sizeOf(await this.#list());
    // A file of the same name is replaced.
    this.#bytes -= (await stat(path).catch(() => null))?.size ?? 0;
    if (this.#bytes + bytes > bytes_max) {
      const files = (await this.#list()).filter((file) => file.path !== path);
      let kept = sizeOf(files);
      for (const file of files.sort((one, other) => one.used_ms - other.used_ms)) {
        if (kept + bytes <= bytes_max * (1 - ROOM_SHARE)) break;
        await rm(file.path, { force: true });
        kept -= file.bytes;
      }
      this.#bytes = kept;
    }
    this.#bytes += bytes;
    return true;
  }

  async #list(): Promise<KeptFile[]> {
    const { folder } = this.#options;
    const files: KeptFile[] = [];
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      // Another server may have removed it.
      const found = await stat(path).catch(() => null);
      if (found?.isFile()) files.push({ path, bytes: found.size, used_ms: found.mtimeMs });
    }
    return files;
  }

  #pathOf(key: string): string {
    return join(this.#options.folder, hashText(key));
  }
}

function sizeOf(files: readonly KeptFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Null: not a regular file (opening a pipe would wait for its writer). */
async function readRegular(path: string): Promise<Buffer | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return (await file.stat()).isFile() ? await file.readFile() : null;
  } finally {
    await file.close();
  }
}
