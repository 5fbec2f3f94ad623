/**
 * Distinguishes builds that may compute different results from equal inputs: by the built files
 * that take part in a computation, and by the runtime's arithmetic.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_ROOT } from "../root.ts";

/** The engine and its tasks, the vocabulary they read, and the code that derives physics from a rolling stock. */
const FOLDERS = ["workers", "src/railway", "src/vehicles"];
const DIGITS = 32;

/** A digest of the build below `dist`, in hexadecimal. */
export function readEngineVersion(dist: string = join(PROJECT_ROOT, "dist")): string {
  const hash = createHash("sha256").update(`${process.versions.v8} ${process.arch}`);
  for (const folder of FOLDERS) {
    const names = readdirSync(join(dist, folder), { recursive: true, encoding: "utf8" });
    for (const name of names.filter((one) => one.endsWith(".js")).sort()) {
      hash.update(`\0${folder}/${name}\0`).update(readFileSync(join(dist, folder, name)));
    }
  }
  return hash.digest("hex").slice(0, DIGITS);
}
