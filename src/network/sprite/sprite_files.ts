/** The files of pictures, as `npm run sprites` has written them: a folder for each system, and one for maps without. */
import { join } from "node:path";
import { PROJECT_ROOT } from "../../platform/root.ts";
import { readStaticFolder, type StaticFile } from "../../platform/static_files.ts";
import { SPRITE_SYSTEMS } from "./sprite_systems.ts";

const FOLDER = join(PROJECT_ROOT, "src/network/sprite/pictures");
/** Masts, buffer stops and signs. */
const DEFAULT_SHEET = "default";
const FOLDERS: readonly string[] = [...SPRITE_SYSTEMS, DEFAULT_SHEET];

/** Read when they are first asked for. */
const read = new Map<string, ReadonlyMap<string, StaticFile>>();

/** The files of a system by name; null: there is none. */
export function findSprites(system: string): ReadonlyMap<string, StaticFile> | null {
  if (!FOLDERS.includes(system)) return null;
  const files = read.get(system) ?? readStaticFolder(join(FOLDER, system));
  read.set(system, files);
  return files;
}
