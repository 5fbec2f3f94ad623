// Method: a real cluster of three Valkeys or Redises; what two clients share through it is counted and listed node by node, one node and all of them are stopped, and killed and started again empty.
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { readConfig } from "../../../src/platform/config.ts";
import { until } from "../../helpers/until.ts";
import { has_valkey, ValkeyProcess } from "../../helpers/valkey_process.ts";
import {
  CODEC,
  closeAll,
  closing,
  ENGINE,
  ENTRIES,
  EXPECTED,
  get,
  KEYS,
  make,
  open,
  openQueue,
  startCluster,
  told,
} from "./cluster_sharing.ts";

afterEach(closeAll);

describe.skipIf(!has_valkey)("a cluster", () => {
  it("keeps results on all its nodes, and work on one; what is there of a batch is found at once", async () => {
    const cluster = await startCluster({
      login: "default:s3%2Ccret",
      options: ["--requirepass", "s3,cret"],
    });
    const url = readConfig({ VALKEY_URL: cluster.url }).valkey_url ?? "";
    const [first, second] = [await open(url), await open(url)];
    expect(await first.store(ENTRIES, CODEC)).toBe(true);
    expect(first.figures.dropped).toBe(0);
    const { names, node_count } = await cluster.keys("marey:*:key*");
    expect(names).toEqual(KEYS.map((key) => `marey:${ENGINE}:${key}`).sort());
    expect(node_count).toBe(3);
    expect(await get(second, [...KEYS, "new"])).toEqual(EXPECTED);
    expect(second.figures).toMatchObject({ hits: 250, misses: 1, faults: 0 });
    // Where something else lies there is no value, and nothing has failed.
    const client = cluster.client();
    await client.del(`marey:${ENGINE}:key0`);
    await client.lpush(`marey:${ENGINE}:key0`, "no text");
    expect(await get(second, ["key0", "key1"])).toEqual(new Map([["key1", "KEY1"]]));
    expect(await get(second, ["key0"])).toEqual(new Map());

    const [asking, helping] = [await openQueue(url, first), await openQueue(url, second)];
    const done: unknown[] = [];
    const jobs = await asking.put([{ a: 1 }, { a: 2 }]);
    expect((await cluster.keys("{marey}:*")).node_count).toBe(1);
    helping.serve({ mayTake: () => true, run: async (job) => void done.push(job) });
    for (const job of jobs ?? []) await job.ended;
    expect(jobs?.map(({ state }) => state)).toEqual(["done", "done"]);
    expect(done).toEqual([{ a: 1 }, { a: 2 }]);
    expect((await cluster.keys("{marey}:*:????????-*")).names).toEqual([]);
  });

  it("one of whose nodes stands still costs ten waits, and is asked again when that goes on", async () => {
    // Its neighbours do not give it up while it stands still.
    const cluster = await startCluster({ options: ["--cluster-node-timeout", "600000"] });
    const shared = await open(cluster.url, { lookup_ms: 20 });
    await shared.store(ENTRIES, CODEC);
    const [node] = cluster.nodes;
    const lost = (await node?.client().keys("marey:*:key*"))?.length ?? 0;
    node?.pause();
    const group = KEYS.slice(0, 100);
    let late_count = 0;
    while (shared.open_circuits === 0 && late_count < 100) {
      const found = await get(shared, group);
      for (const [key, value] of found) expect(value).toBe(EXPECTED.get(key));
      late_count++;
    }
    expect(late_count).toBe(10);
    expect(lost).toBeGreaterThan(50);
    expect(told.at(-1)).toContain("no answer within 20 ms");
    // A probe of one key would find it well.
    for (let i = 0; i < 20; i++) {
      await wait(20);
      expect(shared.is_up).toBe(false);
    }
    node?.resume();
    await until(() => shared.is_up);
  });

  it("that is gone or silent as a whole is like a server that is", async () => {
    const cluster = await startCluster();
    const shared = await open(cluster.url, { lookup_ms: 20 });
    for (const node of cluster.nodes) node.pause();
    for (let i = 0; i < 10; i++) expect(await get(shared)).toEqual(new Map());
    expect(shared.open_circuits).toBe(1);
    for (const node of cluster.nodes) node.resume();
    await until(() => shared.is_up);
    for (const node of cluster.nodes) await node.kill();
    await until(() => !shared.is_up);
    expect(shared.open_circuits).toBe(0);
    expect(await get(shared)).toEqual(new Map());
    expect(await shared.store(ENTRIES, CODEC)).toBe(false);
    expect(shared.outstanding_bytes).toBe(0);
    for (const i of cluster.nodes.keys()) await cluster.restart(i);
    await until(() => shared.is_up);
    expect(await get(shared)).toEqual(new Map());
  });

  it("is told from a server, and by whom it is refused, without the password", async () => {
    const valkey = await ValkeyProcess.start(["--requirepass", "right"]);
    closing.push(async () => await valkey.close());
    const at = `127.0.0.1:${valkey.port}`;
    make(`redis+cluster://:wr0ng@${at}`);
    await until(() => told.length === 1);
    expect(told[0]).toMatch(/no node of the cluster answers: (WRONGPASS|NOAUTH)/);
    expect(told[0]).not.toContain("wr0ng");
    make(`redis+cluster://:right@${at}`);
    await until(() => told.length === 2);
    expect(told[1]).toContain("cluster support disabled");
  });
});
