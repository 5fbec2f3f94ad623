/** Errors of conflicts (interface.md 11.1). */
import type { TaskOutput } from "../../../workers/tasks.ts";
import { AppError } from "../../platform/http/errors.ts";

type ConflictFault = Exclude<TaskOutput<"list_conflicts">, { readonly kind: "success" }>;

/** The result of a task. Throws if there are too many conflicts to list. */
export function unlessTooMany<Success extends { readonly kind: "success" }>(
  outcome: Success | ConflictFault,
): Success {
  if (outcome.kind === "success") return outcome;
  const message = "Trains and works have too many conflicts to list";
  const { members_max } = outcome;
  throw new AppError("TimetableTooManyConflicts", message, { members_max });
}
