/**
 * The only reader of the environment: every setting is read and validated once, into a frozen
 * `Config`. A wrong value stops the start with the setting's name.
 */
import * as v from "valibot";
import { type Limits, REQUEST_LIMITS } from "./limits.ts";
import { isSetting, SETTINGS, type SettingTree, type Values } from "./settings.ts";

type Environment = Readonly<Record<string, string | undefined>>;

type Settings = Values<typeof SETTINGS>;

export type Config = Settings & { readonly limits: Limits };

/** A setting that can't be used; the message names it. */
export class ConfigError extends Error {}

/** For URL and headers. The 4 KiB of uWebSockets.js would answer 431 to 600 ids or to a large cookie. */
export const HEAD_BYTES_MAX = 65_536;

/** Passes on settings that a library reads from the environment when it is imported. */
export function setLibrarySettings(): void {
  process.env["UWS_HTTP_MAX_HEADERS_SIZE"] = String(HEAD_BYTES_MAX);
}

/** Reads and validates the settings; throws ConfigError naming the first wrong one. */
export function readConfig(env: Environment = process.env): Config {
  // `Settings` is the type of what this tree produces.
  const settings = readTree(SETTINGS, env) as Settings;
  return Object.freeze({
    ...settings,
    limits: Object.freeze({ ...REQUEST_LIMITS, ...settings.limits }),
  });
}

function readTree(tree: SettingTree, env: Environment): unknown {
  if (isSetting(tree)) {
    const parsed = v.safeParse(tree.schema, env[tree.name] ?? tree.default, { abortEarly: true });
    if (parsed.success) return parsed.output;
    throw new ConfigError(`${tree.name}: ${parsed.issues[0].message}`);
  }
  const values = Object.entries(tree).map(([name, part]) => [name, readTree(part, env)] as const);
  return Object.freeze(Object.fromEntries(values));
}
