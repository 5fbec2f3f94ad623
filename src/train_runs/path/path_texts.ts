/** Prints found paths with names. A worker does it: the main thread has a path only as packed numbers. */
import type { FoundPath } from "../../../workers/tasks/types.ts";
import type { Location } from "../../railway/waypoint.schemas.ts";
import { type FailureKeys, type PathFailure, type PathKeys, printFailure } from "./path_answer.ts";
import { type ComputeSetup, runTask } from "./setup.ts";

/** The success answer as JSON text, with properties along the path. */
export async function describePath(
  setup: ComputeSetup,
  path: FoundPath,
  props: readonly string[] = [],
): Promise<string> {
  return runTask(setup, "describe_path", { path, props });
}

/** The keys of a failure, with the path without constraints if there is one. */
export async function describeFailure(
  setup: ComputeSetup,
  failure: PathFailure,
  items: readonly Location[],
): Promise<FailureKeys> {
  return printFailure(failure, { items, relaxed: await describeRelaxedPath(setup, failure) });
}

/** The path without constraints; null if the failure has another cause. */
export async function describeRelaxedPath(
  setup: ComputeSetup,
  failure: PathFailure,
): Promise<PathKeys | null> {
  if (failure.kind !== "incompatible_constraints") return null;
  const text = await describePath(setup, failure.relaxed_path);
  // Parses the worker's text again, which is rare enough.
  const { status: _, ...keys } = JSON.parse(text) as PathKeys;
  return keys;
}
