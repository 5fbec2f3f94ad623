// Method: a real cluster of three Valkeys or Redises; what two clients share through it is counted and listed node by node, nodes are killed, stopped and started again empty, one after another and all at once.
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { type SharedOptions, SharedResults } from "../../../src/platform/compute/shared_results.ts";
import type { SharedCodec } from "../../../src/platform/compute/shared_value.ts";
import { type PutJob, WorkQueue } from "../../../src/platform/compute/work_queue.ts";
import { readConfig } from "../../../src/platform/config.ts";
import { scaled } from "../../helpers/pace.ts";
import { until } from "../../helpers/until.ts";
import { ValkeyCluster } from "../../helpers/valkey_cluster.ts";
import { has_valkey, ValkeyProcess } from "../../helpers/valkey_process.ts";

const ENGINE = "c".repeat(32);
const CODEC: SharedCodec<string> = {
  toForm: (value) => ({ head: null, buffers: [Buffer.from(value)] }),
  fromForms: (forms) => forms.map(({ buffers: [bytes] }) => Buffer.from(bytes ?? []).toString()),
};
const KEYS = Array.from({ length: 250 }, (_, i) => `key${i}`);
const ENTRIES = KEYS.map((key) => ({ key, value: key.toUpperCase(), bytes: 10 }));
const EXPECTED = new Map(ENTRIES.map(({ key, value }) => [key, value]));
const signal = new AbortController().signal;

const told: string[] = [];
const closing: (() => unknown)[] = [];
const log = {
  info: (text: unknown) => void told.push(String(text)),
  warn: (object: unknown) => void told.push(JSON.stringify(object)),
};

async function startCluster(
  ...settings: Parameters<typeof ValkeyCluster.start>
): Promise<ValkeyCluster> {
  const cluster = await ValkeyCluster.start(...settings);
  closing.push(async () => await cluster.close());
  return cluster;
}

function make(url: string, options: Partial<SharedOptions> = {}): SharedResults {
  const common = { url, engine: ENGINE, log, lookup_ms: scaled(5000), pause_ms: 50 };
  const shared = new SharedResults({ ...common, ...options });
  closing.push(() => shared.close());
  return shared;
}

async function open(url: string, options: Partial<SharedOptions> = {}): Promise<SharedResults> {
  const shared = make(url, options);
  await until(() => shared.is_up);
  return shared;
}

async function openQueue(url: string, results: SharedResults): Promise<WorkQueue> {
  const work = new WorkQueue({ url, engine: ENGINE, log, results, age_ms_max: 60_000 });
  closing.push(async () => await work.close());
  await until(() => work.is_up);
  return work;
}

const get = async (
  shared: SharedResults,
  keys: readonly string[] = KEYS,
): Promise<ReadonlyMap<string, string>> => await shared.get(keys, CODEC, { signal });

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  told.length = 0;
});

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

  it("one of whose nodes stands still costs ten waits, and is asked again when that goes on", async () => {
    const cluster = await startCluster();
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
    expect(told[0]).toMatch(/WRONGPASS|NOAUTH/);
    expect(told[0]).not.toContain("wr0ng");
    make(`redis+cluster://:right@${at}`);
    await until(() => told.length === 2);
    expect(told[1]).toContain("cluster support disabled");
  });
});
