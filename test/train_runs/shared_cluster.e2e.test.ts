// Method: three built servers share what they compute through a real cluster of Valkeys or Redises; a node of it is killed with work of a request in the queue, all of it stands still; every answer is compared with that of a server that shares nothing.
import { describe, expect, it } from "vitest";
import { ValkeyCluster } from "../helpers/valkey_cluster.ts";
import { has_valkey } from "../helpers/valkey_process.ts";
import { readiness, SharingServers, until, workOf } from "./sharing_servers.ts";

const TRAINS = 400;
async function countDone({ servers }: SharingServers): Promise<number> {
  const works = await Promise.all(servers.map(workOf));
  return works.reduce((sum, { done }) => sum + done, 0);
}

/** A large request for what nobody has computed, of each server in turn. */
async function askCold(sharing: SharingServers, i = 0): Promise<void> {
  await sharing.forget();
  const server = sharing.servers[i % sharing.servers.length] ?? sharing.servers[0];
  expect(await sharing.ask(server)).toBe(await sharing.askJudge());
}

/** Whether others take a job depends on who is free first: requests are made until one does. */
async function shareWork(sharing: SharingServers): Promise<void> {
  const before = await countDone(sharing);
  let i = 0;
  await until("work is shared", async () => {
    await askCold(sharing, i++);
    return (await countDone(sharing)) > before;
  });
}

/** A server gives sharing up after failures in a row: it is asked until it has met them. */
async function untilDown(sharing: SharingServers): Promise<void> {
  for (const [i, server] of sharing.servers.entries()) {
    await until("it tells that sharing is down", async () => {
      await askCold(sharing, i);
      return (await readiness(server)) === "down";
    });
  }
}

describe.skipIf(!has_valkey)("servers that share through a cluster", () => {
  it("answer as one does: from each other's results, with each other's work, and while nodes are away", async () => {
    const cluster = await ValkeyCluster.start();
    try {
      const settings = { VALKEY_URL: cluster.url };
      await SharingServers.run(TRAINS, async (sharing) => await share(sharing, cluster), settings);
    } finally {
      await cluster.close();
    }
  });
});

async function share(sharing: SharingServers, cluster: ValkeyCluster): Promise<void> {
  await sharing.untilUp();
  await shareWork(sharing);
  expect((await cluster.keys("marey:*:simulation:*")).node_count).toBe(3);
  // The node of the queue is lost in the middle of a request.
  const lists = await Promise.all(
    cluster.nodes.map(async (node) => await node.client().keys("{marey}:*")),
  );
  const i = lists.findIndex(({ length }) => length > 0);
  expect(i).toBeGreaterThanOrEqual(0);
  await sharing.forget();
  const before = await countDone(sharing);
  let has_ended = false;
  const asked = sharing.ask(sharing.servers[0]).finally(() => {
    has_ended = true;
  });
  while (!has_ended && (await countDone(sharing)) === before);
  await cluster.nodes[i]?.kill();
  expect(await asked).toBe(await sharing.askJudge());
  await untilDown(sharing);
  await cluster.restart(i);
  await cluster.untilWhole();
  await sharing.untilUp();
  await shareWork(sharing);
  for (const node of cluster.nodes) node.pause();
  await untilDown(sharing);
  for (const node of cluster.nodes) node.resume();
  await sharing.untilUp();
  await shareWork(sharing);
}
