// Method: the largest legal records of each kind are stored, then each path that reads them is asked for; a built server answers each whole. How long its main thread computes for them is told by the bench `event_loop`.
import { afterAll, beforeAll, expect, it } from "vitest";
import { scaled } from "../../helpers/pace.ts";
import { type ProbedServer, startProbedServer } from "../../helpers/probed_server.ts";
import { fillServer } from "./sent_shapes.ts";
import { makeStoredHostile } from "./stored_hostile.ts";

let server: ProbedServer;
let paths: string[];

beforeAll(async () => {
  server = await startProbedServer();
  paths = await makeStoredHostile(server, await fillServer(server));
}, scaled(200_000));
afterAll(async () => {
  await server.stop();
});

it("a server answers with large stored records, and others meanwhile", async () => {
  expect(paths.length).toBeGreaterThan(40);
  const failed: string[] = [];
  for (const path of paths) {
    const [{ status }, health] = await Promise.all([server.read(path), server.read("/health")]);
    if (status !== 200 || health.status !== 200)
      failed.push(`${path}: ${status}, ${health.status}`);
  }
  expect(failed).toEqual([]);
});
