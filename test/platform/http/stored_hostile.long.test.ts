// Method: the largest legal records of each kind are stored, then each path that reads them is asked for; a server in its own process reports the longest time that its main thread computed without a break.
import { afterAll, beforeAll, expect, it } from "vitest";
import { scaled } from "../../helpers/pace.ts";
import { type ProbedServer, startProbedServer } from "../../helpers/probed_server.ts";
import { makeStoredHostile } from "./stored_hostile.ts";
import { calibrate, fillServer, measureRead } from "./stretches.ts";

let server: ProbedServer;
let paths: string[];

beforeAll(async () => {
  server = await startProbedServer();
  paths = await makeStoredHostile(server, await fillServer(server));
}, scaled(200_000));
afterAll(async () => {
  await server.stop();
});

it("the main thread of a server goes on with others while it answers with large stored records", async () => {
  expect(paths.length).toBeGreaterThan(40);
  const too_long: string[] = [];
  for (const path of paths) {
    const bound_ms = calibrate();
    const { stretch_ms, status } = await measureRead(server, path);
    if (stretch_ms < bound_ms && status === 200) continue;
    too_long.push(`${path}: ${status}, ${Math.round(stretch_ms)} of ${Math.round(bound_ms)} ms`);
  }
  expect(too_long).toEqual([]);
});
