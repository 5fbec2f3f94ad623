/**
 * A real browser for benches and tests: the one that `CHROMIUM_PATH` names, else the package's own with its libraries,
 * unpacked for the occasion, so that every machine has the same (Linux, x64), else a Chromium on the path. The package's
 * has no windows: it takes half the processor time of a whole one, which draws its own frame around each page.
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

/** Null: none can be unpacked, and none is here. */
async function findBrowser(): Promise<Program | null> {
  const named = process.env["CHROMIUM_PATH"];
  if (named !== undefined && named !== "") return { path: named, env: {} };
  if (process.platform === "linux" && process.arch === "x64") return await unpackBrowser();
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const found = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const path = [...found, MAC].find((one) => existsSync(one));
  return path === undefined ? null : { path, env: {} };
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
    // The system's need not be a language that scripts can name (`C`).
    env: { ...process.env, ...found.env, LC_ALL: "en_GB.UTF-8" } as Record<string, string>,
  });
}
