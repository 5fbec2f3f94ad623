/**
 * Wrong rules: each is one place of the source, changed. The files beside this one say them as diffs: under
 * `@ source | tests` stands what goes wrong, and below it the lines that are there (` `, `-`) and those that the
 * wrong rule has (` `, `+`). They may begin and end within a line of the source, where they occur exactly once.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_ROOT } from "../../src/platform/root.ts";

export interface Mutant {
  /** What goes wrong. */
  readonly rule: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** Test files that are there to catch it. */
  readonly tests: readonly string[];
}

function readMutants(name: string): readonly Mutant[] {
  const text = readFileSync(join(PROJECT_ROOT, "test/mutants", `${name}.txt`), "utf8");
  return text.split("\n@ ").flatMap((section) => {
    const [, file = "", tests = "", rules = ""] = /^(.*) \| (.*)\n([^]*)$/.exec(section) ?? [];
    const found = [...rules.matchAll(/^([^-+ \n].*)\n((?:[-+ ].*\n|[-+]\n)+)/gm)];
    return found.map(([, rule = "", diff = ""]) => {
      const lines = diff.trimEnd().split("\n");
      const without = (mark: string): string =>
        lines.flatMap((line) => (line.startsWith(mark) ? [] : [line.slice(1)])).join("\n");
      return { rule, file, find: without("+"), replace: without("-"), tests: tests.split(" ") };
    });
  });
}

export const GROUPS: Readonly<Record<string, readonly Mutant[]>> = {
  "SQL rules": readMutants("sql_rules"),
  "order of checks": readMutants("check_order"),
  "caches and versions": readMutants("caches_and_versions"),
  "list filters": readMutants("list_filters"),
  "live answers": readMutants("live_answers"),
  changes: readMutants("change_rules"),
  resolutions: readMutants("resolution_rules"),
};
