/** Rules of the numbers of a paced train's trains (interface.md 9.2). */
import { pacedRules } from "./paced_rules.ts";
import type { ValidationRule } from "./valid_forms.ts";

export const NUMBERING_RULES: readonly ValidationRule[] = [
  ...[null, 1, "4001", [], {}].flatMap((numbering) =>
    pacedRules(`numbering is a rule, which ${JSON.stringify(numbering)} is not`, {
      change: { numbering },
      path: typeof numbering === "object" && numbering !== null ? "/numbering/first" : "/numbering",
    }),
  ),
  ...(
    [
      ["first", [undefined, -1, 1.5, "1", null, 1_000_000_000]],
      ["step", [undefined, 0, -2, 0.5, "2", null, 1_000_000_000]],
      ["suffix", [null, 1, "x".repeat(33), "\0"]],
      ["prefix", ["x"]],
    ] as const
  ).flatMap(([field, values]) =>
    values.flatMap((value) =>
      pacedRules(`numbering.${field} is not ${JSON.stringify(value)}`, {
        change: { numbering: { first: 4001, step: 2, [field]: value } },
        path: `/numbering/${field}`,
      }),
    ),
  ),
];
