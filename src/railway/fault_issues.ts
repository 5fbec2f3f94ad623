/** Faults found in a body by our own rules, in the validator's form. */
import type * as v from "valibot";

/** One broken rule and its place in the body. */
export interface ReferenceFault {
  readonly path: readonly (string | number)[];
  readonly reason: string;
}

type AddIssue = (info: { message: string; path?: [v.IssuePathItem, ...v.IssuePathItem[]] }) => void;

/** More than any answer lists: thousands of unknown ids are not reported one by one. */
const FAULTS_MAX = 20;

/** Adds the first faults of `root`; their paths consist of keys that the schema has checked. */
export function addFaults(
  root: unknown,
  faults: readonly ReferenceFault[],
  addIssue: AddIssue,
): void {
  for (const { path, reason } of faults.slice(0, FAULTS_MAX)) {
    const [first, ...rest] = toIssuePath(root, path);
    if (first !== undefined) addIssue({ message: reason, path: [first, ...rest] });
  }
}

/** A path in valibot's form: every step with the value that it starts from. */
function toIssuePath(root: unknown, path: readonly (string | number)[]): v.IssuePathItem[] {
  let input = root;
  return path.map((key) => {
    // Safe: only our own rules make these paths, from keys that the schema has just checked.
    const value = (input as Record<string | number, unknown>)[key];
    const item = { type: "unknown", origin: "value", input, key, value } as const;
    input = value;
    return item;
  });
}
