/** Task: finds the paths of a batch of requests on one network, one outcome per request, in order. */
import type { BlockPath } from "../../engine/path/block_path.ts";
import type { PathFinder } from "../../engine/path/find_path.ts";
import { packPath } from "../../engine/path/train_path.ts";
import { viewPathFinder } from "../infra_views.ts";
import type {
  FoundPath,
  InfraRef,
  PathOutcome,
  PathRequest,
  PathRequestMessage,
} from "../types.ts";
import { PATHFINDING_TIMEOUT, resolveItems } from "./path_items.ts";

export interface FindPathsInput {
  readonly infra: InfraRef;
  readonly requests: readonly PathRequest[];
}

/** The same input with requests as messages. */
export type FindMessagesInput = Omit<FindPathsInput, "requests"> & {
  readonly requests: readonly PathRequestMessage[];
};

/** Reads each request's message, then finds all paths. */
export function findMessages({ infra, requests }: FindMessagesInput): PathOutcome[] {
  const read = requests.map(({ items_json, stock }): PathRequest => {
    const items: PathRequest["items"] = JSON.parse(items_json);
    return { items, stock };
  });
  return findPaths({ infra, requests: read });
}

/** Resolves the waypoints of each request and searches for its path. */
export function findPaths({ infra, requests }: FindPathsInput): PathOutcome[] {
  const finder = viewPathFinder(infra);
  return requests.map((request) => findPath(finder, request));
}

function findPath(finder: PathFinder, { items, stock }: PathRequest): PathOutcome {
  const resolved = resolveItems(finder.infra, items);
  if (!resolved.ok) return resolved.error;
  const outcome = finder.find(resolved.value, stock);
  switch (outcome.kind) {
    case "success":
      return { kind: "success", path: toFoundPath(outcome.path) };
    case "incompatible_constraints":
      return { kind: outcome.kind, relaxed_path: toFoundPath(outcome.path), ...outcome.ranges };
    case "fault":
      return { kind: "internal_error", error: { ...outcome.fault, context: {} } };
    case "work_limit":
      return PATHFINDING_TIMEOUT;
    case "not_enough_path_items":
    case "not_found_in_blocks":
      return outcome;
  }
}

function toFoundPath(path: BlockPath): FoundPath {
  const { length_mm, itemPositions_mm } = path;
  return { packed: packPath(path), length_mm, item_positions_mm: itemPositions_mm };
}
