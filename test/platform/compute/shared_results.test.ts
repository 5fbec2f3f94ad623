// Method: a real Valkey or Redis; what two caches compute is counted, what lies in the server is planted and read by a client of the test's own.
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DerivedCache } from "../../../src/platform/compute/derived_cache.ts";
import { type SharedOptions, SharedResults } from "../../../src/platform/compute/shared_results.ts";
import { packShared, type SharedCodec } from "../../../src/platform/compute/shared_value.ts";
import { scaled } from "../../helpers/pace.ts";
import { until } from "../../helpers/until.ts";
import { has_valkey, ValkeyProcess } from "../../helpers/valkey_process.ts";

const ENGINE = "a".repeat(32);
const OTHER_ENGINE = "b".repeat(32);
const CODEC: SharedCodec<string> = {
  toForm: (value) => ({ head: null, buffers: [Buffer.from(value)] }),
  fromForms: (forms) => forms.map(({ buffers: [bytes] }) => Buffer.from(bytes ?? []).toString()),
};
const nameOf = (key: string, engine = ENGINE): string => `marey:${engine}:${key}`;

let valkey: ValkeyProcess;
const opened: SharedResults[] = [];
const told: string[] = [];

async function open(options: Partial<SharedOptions> = {}): Promise<SharedResults> {
  const shared = new SharedResults({
    url: valkey.url(),
    engine: ENGINE,
    log: {
      info: (text: unknown) => void told.push(String(text)),
      warn: (object: unknown) => void told.push(JSON.stringify(object)),
    },
    lookup_ms: scaled(5000),
    pause_ms: 50,
    ...options,
  });
  opened.push(shared);
  await until(() => shared.is_up);
  return shared;
}

/** A server's cache; a value is its key in capitals, and what was computed is noted. */
function makeCache(shared: SharedResults) {
  const cache = new DerivedCache(1_000_000, { shared });
  const computed: string[] = [];
  const ask = async (keys: readonly string[], signal = new AbortController().signal) =>
    await cache.resolveMany<string, string>(
      keys.map((key) => ({ key, job: key })),
      {
        signal,
        split: (jobs) => jobs.map((job) => [job]),
        compute: async (batch) => {
          computed.push(...batch);
          return batch.map((key) => key.toUpperCase());
        },
        sizeOf: (value) => value.length,
        shared: CODEC,
      },
    );
  return { cache, computed, ask };
}

const settled = async (shared: SharedResults): Promise<void> =>
  await until(() => shared.outstanding_bytes === 0);

describe.skipIf(!has_valkey)("results that servers share", () => {
  beforeEach(async () => {
    valkey = await ValkeyProcess.start();
    told.length = 0;
  });
  afterEach(async () => {
    for (const shared of opened.splice(0)) shared.close();
    await valkey.close();
  });

  it("are computed by one and used by the other", async () => {
    const [first, second] = [await open(), await open()];
    const keys = Array.from({ length: 250 }, (_, i) => `key${i}`);
    const expected = keys.map((key) => key.toUpperCase());
    const one = makeCache(first);
    expect(await one.ask(keys)).toEqual(expected);
    expect(one.computed).toEqual(keys);
    await settled(first);
    const other = makeCache(second);
    expect(await other.ask([...keys, "new", "key0"])).toEqual([...expected, "NEW", "KEY0"]);
    expect(other.computed).toEqual(["new"]);
    expect(second.figures).toMatchObject({ hits: 250, misses: 1, faults: 0, dropped: 0 });
    // From here on they are in its own cache.
    await valkey.kill();
    expect(await other.ask(keys)).toEqual(expected);
    expect(other.computed).toEqual(["new"]);
  });

  it("are never used when they are anything else", async () => {
    const shared = await open();
    const client = valkey.client();
    const right = packShared("right", CODEC.toForm("planted"), ENGINE);
    const turned = Buffer.from(packShared("turned", CODEC.toForm("planted"), ENGINE));
    turned[turned.length - 1] = (turned.at(-1) ?? 0) ^ 1;
    const future = Buffer.from(packShared("future", CODEC.toForm("planted"), ENGINE));
    future.writeUInt32LE(2, 4);
    const planted: Record<string, Buffer> = {
      right,
      random: randomBytes(1000),
      empty: Buffer.alloc(0),
      truncated: packShared("truncated", CODEC.toForm("planted"), ENGINE).subarray(0, -3),
      foreign: right,
      engine: packShared("engine", CODEC.toForm("planted"), OTHER_ENGINE),
      turned,
      future,
    };
    for (const [key, value] of Object.entries(planted)) await client.set(nameOf(key), value);
    await client.lpush(nameOf("list"), "no text");
    const { ask, computed } = makeCache(shared);
    const keys = [...Object.keys(planted), "list"];
    const wrong = keys.filter((key) => key !== "right");
    const expected = wrong.map((key) => key.toUpperCase());
    // That a right one is used shows that the others were looked at.
    expect(await ask(keys)).toEqual(["planted", ...expected]);
    expect(computed).toEqual(wrong);
    // MGET tells nothing of what is no text.
    expect(shared.figures).toMatchObject({ hits: 1, misses: 8, faults: 7 });
    // What was computed instead has taken their place.
    await settled(shared);
    const again = makeCache(await open());
    expect(await again.ask(keys)).toEqual(["planted", ...expected]);
    expect(again.computed).toEqual([]);
  });

  it("are left alone by another engine, and left to it", async () => {
    const [mine, theirs] = [await open(), await open({ engine: OTHER_ENGINE })];
    await makeCache(mine).ask(["a"]);
    await settled(mine);
    const other = makeCache(theirs);
    await other.ask(["a"]);
    await settled(theirs);
    expect(other.computed).toEqual(["a"]);
    expect(theirs.figures).toMatchObject({ hits: 0, misses: 1, faults: 0 });
    const names = await valkey.client().keys("marey:*");
    expect(names.sort()).toEqual([nameOf("a"), nameOf("a", OTHER_ENGINE)]);
  });

  it("are misses when a value's own reader throws", async () => {
    const shared = await open();
    void shared.store([{ key: "a", value: "x", bytes: 1 }], CODEC);
    await settled(shared);
    const broken: SharedCodec<string> = {
      ...CODEC,
      fromForms: () => {
        throw new Error("unreadable");
      },
    };
    expect(await shared.get(["a"], broken, { signal: new AbortController().signal })).toEqual(
      new Map(),
    );
    expect(shared.figures).toMatchObject({ hits: 0, misses: 1, faults: 1 });
  });

  it("are not waited for: a silent server is a miss, then nobody asks, then it is probed", async () => {
    const shared = await open({ lookup_ms: 20 });
    const { ask, computed } = makeCache(shared);
    valkey.pause();
    const keys = Array.from({ length: 30 }, (_, i) => `k${i}`);
    for (const key of keys) expect(await ask([key])).toEqual([key.toUpperCase()]);
    expect(computed).toEqual(keys);
    expect(shared.is_up).toBe(false);
    expect(shared.open_circuits).toBe(1);
    expect(told).toEqual(["shared results are up", '{"reason":"no answer within 20 ms"}']);
    valkey.resume();
    await until(() => shared.is_up);
    expect(shared.open_circuits).toBe(0);
    expect(told).toHaveLength(3);
  });

  it("are waited for once in a large look-up: the first that is late is the last", async () => {
    const shared = await open({ lookup_ms: 20 });
    const { ask, computed } = makeCache(shared);
    valkey.pause();
    const keys = Array.from({ length: 2000 }, (_, i) => `k${i}`);
    await ask(keys);
    expect(computed).toEqual(keys);
    // One failure, where twenty would have opened the circuit.
    expect(shared.open_circuits).toBe(0);
    valkey.resume();
  });

  it("take only so much memory on their way out; the rest is dropped and counted", async () => {
    const shared = await open({ outstanding_bytes_max: 10_000 });
    valkey.pause();
    const entries = Array.from({ length: 100 }, (_, i) => {
      return { key: `k${i}`, value: "x".repeat(1000), bytes: 1000 };
    });
    void shared.store(entries, CODEC);
    expect(shared.outstanding_bytes).toBe(10_000);
    expect(shared.figures.dropped).toBe(90);
    void shared.store(entries, CODEC);
    expect(shared.figures.dropped).toBe(190);
    valkey.resume();
    await settled(shared);
    expect((await valkey.client().keys("marey:*")).length).toBe(10);
    void shared.store(entries.slice(50, 60), CODEC);
    await settled(shared);
    expect((await valkey.client().keys("marey:*")).length).toBe(20);
  });

  it("are not computed for one who has left during the look-up", async () => {
    const shared = await open();
    const { ask, computed } = makeCache(shared);
    const left = new AbortController();
    const asked = ask(["a"], left.signal);
    left.abort(new Error("left"));
    await expect(asked).rejects.toThrow("left");
    // One who stays asks later, and is alone.
    await ask(["b"]);
    expect(computed).toEqual(["b"]);
  });

  it("are computed once for two who look for them together", async () => {
    const { ask, computed } = makeCache(await open());
    const [one, two] = await Promise.all([ask(["a", "b"]), ask(["b", "c"])]);
    expect([one, two]).toEqual([
      ["A", "B"],
      ["B", "C"],
    ]);
    expect(computed.sort()).toEqual(["a", "b", "c"]);
  });
});
