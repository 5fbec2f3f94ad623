/**
 * What tells builds apart that may compute otherwise from equal inputs: the built files that make a result
 * of its inputs, and the runtime's arithmetic.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_ROOT } from "../root.ts";

/** The engine and its tasks, the words that they read, and what makes physics of a stored rolling stock. */
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
