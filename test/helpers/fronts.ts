/**
 * Tests of what goes over a socket run on each front of HTTP: once with all other tests, on the one that is
 * chosen where nothing is said, and once more on Node's.
 */
import type { TestProjectInlineConfiguration } from "vitest/config";
import type { HttpServer } from "../../src/platform/http/server.ts";

/** The project of those that run a second time. */
export const BY_NODE = "HTTP by Node";
/** Run on both. */
const OF_HTTP = [
  "test/accounts/authz/races",
  "test/edges/compat/flow",
  "test/edges/compat/x_remote_user",
  "test/platform/events/hostile_streams",
  "test/platform/events/streams",
  "test/platform/events/stopping",
  "test/platform/http/{compression,drain,every_body,kept_connections,metrics,page,process}",
  "test/platform/http/{raw_sockets,refusal_pace,request_log,server,slow_readers,stored_hostile}",
  "test/readme",
];

/** The projects of a run of the files with an ending. */
export function onEachFront(
  ending: string,
  more: readonly string[] = [],
): TestProjectInlineConfiguration[] {
  return [
    { extends: true, test: { name: "all", include: [`test/**/*.${ending}`, ...more] } },
    {
      extends: true,
      test: {
        name: BY_NODE,
        include: OF_HTTP.map((path) => `${path}.${ending}`),
        env: { HTTP_FRONT: "node" },
      },
    },
  ];
}

/** The setting that a test's servers get, unless it names another one. */
export function frontOfRun(): { readonly HTTP_FRONT: string } {
  return { HTTP_FRONT: process.env["HTTP_FRONT"] ?? "auto" };
}

/** For what the two do differently. */
export function isByNode({ front }: HttpServer): boolean {
  return front === "Node";
}
