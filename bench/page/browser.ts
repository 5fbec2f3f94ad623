/**
 * A real browser for benches and tests: the one that `CHROMIUM_PATH` names, else a Chromium on the path, else the package's
 * own with its libraries, unpacked for the occasion: a machine needs none of them installed (Linux, x64).
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type { Browser } from "playwright-core";
import { chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** No GPU, no sandbox (containers and root have none), nothing in the background. */
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"];

interface Program {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Null: none is here, and none can be unpacked. */
async function findBrowser(): Promise<Program | null> {
  const named = process.env["CHROMIUM_PATH"];
  if (named !== undefined && named !== "") return { path: named, env: {} };
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const found = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const path = [...found, MAC].find((one) => existsSync(one));
  if (path !== undefined) return { path, env: {} };
  return process.platform === "linux" && process.arch === "x64" ? await unpackBrowser() : null;
}

/** About 200 MB in the system's folder for temporary files, kept for the next time. */
async function unpackBrowser(): Promise<Program> {
  const { default: packed, inflate } = await import("@sparticuz/chromium");
  const manifest = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const bin = join(dirname(manifest), "../../bin");
  const libraries = await inflate(join(bin, "al2023.tar.br"));
  const fonts = await inflate(join(bin, "fonts.tar.br"));
  const path = await packed.executablePath();
  return {
    path,
    env: {
      LD_LIBRARY_PATH: join(libraries, "lib"),
      FONTCONFIG_PATH: fonts,
      HOME: tmpdir(),
    },
  };
}

/** Null, and said: there is no browser for this machine. */
export async function launchBrowser(): Promise<Browser | null> {
  const found = await findBrowser();
  if (found === null) {
    console.warn("no browser for this machine: CHROMIUM_PATH can name one; its tests are skipped");
    return null;
  }
  return await chromium.launch({
    executablePath: found.path,
    args: FLAGS,
    env: { ...process.env, ...found.env } as Record<string, string>,
  });
}
