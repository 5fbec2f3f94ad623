/** Other people's files in other formats: they stay where they are, and tests without them say so. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_ROOT } from "../../../src/platform/root.ts";

const FOLDER = join(PROJECT_ROOT, "../shared/reference_exchange");

export const HAS_SAMPLES = existsSync(FOLDER);
if (!HAS_SAMPLES)
  console.warn("SKIPPED: samples of formats, ../shared/reference_exchange is not there");

export function readSample(name: string): Uint8Array {
  return readFileSync(join(FOLDER, name));
}
