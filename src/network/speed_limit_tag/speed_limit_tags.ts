/**
 * Speed limit tags and their ordered fallbacks (engine.md 1.7), read once from a JSON file: by
 * default the French set beside this file. A tag that is not in it has no fallback.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { type Config, ConfigError } from "../../platform/config.ts";
import { PROJECT_ROOT } from "../../platform/root.ts";
import { NonBlankText } from "../../railway/scalars.ts";

const TAGS_MAX = 10_000;
const DEFAULT_FILE = join(PROJECT_ROOT, "src/network/speed_limit_tag/speed_limit_tags.json");

const TagsFile = v.pipe(
  v.record(
    NonBlankText,
    v.strictObject({
      fallback_list: v.pipe(v.array(NonBlankText), v.maxLength(TAGS_MAX, "is too long")),
    }),
  ),
  v.check((tags) => Object.keys(tags).length <= TAGS_MAX, "has too many tags"),
);

/** Fallbacks by tag, in the order of the file. */
export type SpeedLimitTags = ReadonlyMap<string, readonly string[]>;

const loaded = new WeakMap<Config, SpeedLimitTags>();

/**
 * The configured tags; reads the file at the first call for a configuration, which is at the start.
 * Throws ConfigError when the file can't be used.
 */
export function speedLimitTags(config: Config): SpeedLimitTags {
  const known = loaded.get(config);
  if (known !== undefined) return known;
  const tags = readTags(config.speed_limit_tags_file ?? DEFAULT_FILE);
  loaded.set(config, tags);
  return tags;
}

/** Fallbacks of a train's tag. */
export function fallbacksOf(tags: SpeedLimitTags, tag: string | null): readonly string[] {
  return tag === null ? [] : (tags.get(tag) ?? []);
}

function readTags(file: string): SpeedLimitTags {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`SPEED_LIMIT_TAGS_FILE: ${file}: ${reason}`);
  }
  const parsed = v.safeParse(TagsFile, content);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const place = v.getDotPath(issue) ?? "the file";
    throw new ConfigError(`SPEED_LIMIT_TAGS_FILE: ${file}: ${place}: ${issue.message}`);
  }
  return new Map(Object.entries(parsed.output).map(([tag, entry]) => [tag, entry.fallback_list]));
}
