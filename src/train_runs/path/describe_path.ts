/** Names of a found path, made by a worker: the main thread knows a path only as packed numbers. */
import type { FoundPath } from "../../../workers/tasks/types.ts";
import type { ComputeScope } from "../../platform/compute/scope.ts";
import type { Location } from "../../railway/waypoint.schemas.ts";
import { type FailureKeys, type PathFailure, type PathKeys, printFailure } from "./path_answer.ts";

/** The success answer as JSON text. */
export async function describePath(scope: ComputeScope, path: FoundPath): Promise<string> {
  const { infra, services, signal, share, priority } = scope;
  return services.compute.run("describe_path", { infra, path }, { share, signal, priority });
}

/** The keys of a failure, with the path without constraints where there is one. */
export async function describeFailure(
  scope: ComputeScope,
  failure: PathFailure,
  items: readonly Location[],
): Promise<FailureKeys> {
  return printFailure(failure, { items, relaxed: await describeRelaxedPath(scope, failure) });
}

/** The path without constraints; null when constraints are not what fails. */
export async function describeRelaxedPath(
  scope: ComputeScope,
  failure: PathFailure,
): Promise<PathKeys | null> {
  if (failure.kind !== "incompatible_constraints") return null;
  const text = await describePath(scope, failure.relaxed_path);
  // Printed by a worker; rare enough to be parsed again.
  const { status: _, ...keys } = JSON.parse(text) as PathKeys;
  return keys;
}
