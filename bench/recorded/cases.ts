/**
 * Reads recorded cases of the reference engine (the README beside them describes their form). They live
 * outside the project, in `../shared`, and may be missing: callers say so loudly.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface RecordedCase {
  readonly name: string;
  /** File name within the folder of cases. */
  readonly file: string;
  readonly op: string;
  readonly infra: string;
  // The recorded bodies differ by operation: each kind reads the fields of its own.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly request: any;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly response: any;
  readonly http_status: number;
}

/** `name` is the folder in `../shared` beside the repository, seen from its root. */
export function findReference(name: string): string {
  return join(process.cwd(), "..", "shared", name);
}

export function hasReference(folder: string): boolean {
  return existsSync(join(folder, "cases"));
}

/** All cases of a reference folder, by file name. */
export function readCases(folder: string): RecordedCase[] {
  const files = readdirSync(join(folder, "cases")).filter((file) => file.endsWith(".json"));
  return files.sort().map((file) => ({
    ...JSON.parse(readFileSync(join(folder, "cases", file), "utf8")),
    file,
  }));
}

/** Text of a network's RailJSON document; networks that folders share lie in the first one. */
export function readNetwork(folder: string, name: string): Uint8Array<ArrayBuffer> {
  const own = join(folder, "infras", name, "infra.json");
  const shared = join(folder, "..", "reference", "infras", name, "infra.json");
  return new Uint8Array(readFileSync(existsSync(own) ? own : shared));
}
