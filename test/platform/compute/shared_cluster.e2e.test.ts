// Method: a real cluster of three Valkeys or Redises that loses a node, which comes back empty or whose replica takes its place; what clients find there is compared with what they stored, and counted.
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import type { PutJob } from "../../../src/platform/compute/job_queue.ts";
import { scaled } from "../../helpers/pace.ts";
import { until } from "../../helpers/until.ts";
import { has_valkey } from "../../helpers/valkey_process.ts";
import {
  CODEC,
  closeAll,
  ENTRIES,
  EXPECTED,
  get,
  KEYS,
  open,
  openQueue,
  startCluster,
} from "./cluster_sharing.ts";

afterEach(closeAll);

describe.skipIf(!has_valkey)("a cluster", () => {
  it("that has lost a node is asked for what the others have, then not at all, until it is whole", async () => {
    const cluster = await startCluster();
    const shared = await open(cluster.url);
    const [asking, helping] = [
      await openQueue(cluster.url, shared),
      await openQueue(cluster.url, shared),
    ];
    helping.serve({ mayTake: () => true, run: async () => undefined });
    await shared.store(ENTRIES, CODEC);
    // Where the queue is.
    const lists = await Promise.all(
      cluster.nodes.map(async (node) => await node.client().keys("{marey}:*")),
    );
    const i = lists.findIndex(({ length }) => length > 0);
    const node = cluster.nodes[i];
    const lost = (await node?.client().keys("marey:*:key*"))?.length ?? 0;
    expect(lost).toBeGreaterThan(50);
    await node?.kill();
    // Its neighbours do not know it yet, or do already.
    const found = await get(shared);
    expect([0, KEYS.length - lost]).toContain(found.size);
    for (const [key, value] of found) expect(value).toBe(EXPECTED.get(key));
    let refused_count = 0;
    while (shared.is_up) {
      await get(shared);
      refused_count++;
      await wait(10);
    }
    expect(refused_count).toBeGreaterThan(0);
    expect(await get(shared)).toEqual(new Map());
    expect(await asking.put([{}])).toBeNull();
    await cluster.restart(i);
    await cluster.untilWhole();
    await until(() => shared.is_up && asking.is_up);
    // Whoever first asks an emptied node for something is sent away, and connects to it.
    const storeAndGet = async (): Promise<ReadonlyMap<string, string>> => {
      await shared.store(ENTRIES, CODEC);
      return await get(shared);
    };
    await expect.poll(storeAndGet, { timeout: scaled(10_000) }).toEqual(EXPECTED);
    let jobs: readonly PutJob[] | null = null;
    while (jobs === null) {
      await wait(10);
      jobs = await asking.put([{}]);
    }
    for (const job of jobs) await job.ended;
    expect(jobs.map(({ state }) => state)).toEqual(["done"]);
  });

  it("is connected to a node that comes back before anybody asks it", async () => {
    const cluster = await startCluster();
    const shared = await open(cluster.url);
    const [node] = cluster.nodes;
    await node?.kill();
    await cluster.restart(0);
    await cluster.untilWhole();
    const countConnections = async (): Promise<number> => {
      const lines = String(await node?.client().client("LIST")).split("\n");
      return lines.filter((line) => line.includes(" cmd=ping ")).length;
    };
    // To read and to write.
    await expect.poll(countConnections, { timeout: scaled(20_000) }).toBe(2);
    expect(await shared.store(ENTRIES, CODEC)).toBe(true);
    expect(await get(shared)).toEqual(EXPECTED);
  });

  it("is used on when a replica has taken a node's place, with what that had", async () => {
    const cluster = await startCluster();
    const [node] = cluster.nodes;
    if (node === undefined) throw new Error("no node");
    const shared = await open(cluster.url);
    await shared.store(ENTRIES, CODEC);
    await cluster.addReplica(node);
    await node.kill();
    // The others elect it within some seconds.
    const isAllThere = async (): Promise<boolean> => (await get(shared)).size === KEYS.length;
    await expect.poll(isAllThere, { timeout: scaled(20_000), interval: 50 }).toBe(true);
    expect(await get(shared)).toEqual(EXPECTED);
    const storeAll = async (): Promise<boolean> => await shared.store(ENTRIES, CODEC);
    await expect.poll(storeAll, { timeout: scaled(20_000) }).toBe(true);
    expect(shared.is_up).toBe(true);
  });
});
