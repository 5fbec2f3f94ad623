/** A file system of a few megabytes that can be filled up: only root may mount one. */
import { execFileSync } from "node:child_process";
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface SmallDisk {
  readonly folder: string;
  /** Leaves no byte. */
  fill(): void;
  free(): void;
  close(): void;
}

/** Null where this process may not mount. */
export function mountSmallDisk(size_mb: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), "marey-disk-"));
  try {
    const options = ["-t", "tmpfs", "-o", `size=${size_mb}m`, "tmpfs", folder];
    execFileSync("mount", options, { stdio: "ignore" });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  // The account that the database runs under must get in.
  chmodSync(folder, 0o755);
  const filler = join(folder, "filler");
  return {
    folder,
    fill: () => fillUp(filler),
    free: () => rmSync(filler, { force: true }),
    close: () => {
      execFileSync("umount", ["--lazy", folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

function fillUp(filler: string): void {
  const file = openSync(filler, "a");
  try {
    for (let size = 1 << 20; size >= 512; size /= 2) {
      const piece = new Uint8Array(size);
      while (writes(file, piece));
    }
  } finally {
    closeSync(file);
  }
}

function writes(file: number, piece: Uint8Array): boolean {
  try {
    return writeSync(file, piece) > 0;
  } catch {
    return false;
  }
}
