/** The value of `/version`: the setting, else git's description of the sources, else nothing. */
import { execFileSync } from "node:child_process";
import type { Config } from "../config.ts";
import { PROJECT_ROOT } from "../root.ts";

const GIT_TIMEOUT_MS = 2000;

const known = new WeakMap<Config, string | null>();

/** Asks git once per configuration, at the start. */
export function describeVersion(config: Config): string | null {
  let version = known.get(config);
  if (version === undefined) {
    version = config.git_describe ?? askGit();
    known.set(config, version);
  }
  return version;
}

function askGit(): string | null {
  try {
    const args = ["describe", "--always", "--tags", "--dirty"];
    const answer = execFileSync("git", args, {
      cwd: PROJECT_ROOT,
      encoding: "utf8",
      timeout: GIT_TIMEOUT_MS,
      stdio: ["ignore", "pipe", "ignore"],
    });
    return answer.trim() || null;
  } catch {
    // No git, or no repository: a packaged copy.
    return null;
  }
}
