// Method: every form of the setting as the client library reads it; faults, none of which may tell the password; a real Valkey or Redis on a socket and a port, with a password and a database.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis, type RedisOptions } from "ioredis";
import { describe, expect, it } from "vitest";
import { JobQueue } from "../../src/platform/compute/job_queue.ts";
import { SharedResults } from "../../src/platform/compute/shared_results.ts";
import { openValkey } from "../../src/platform/compute/valkey_client.ts";
import { ConfigError, readConfig } from "../../src/platform/config.ts";
import { splitCluster } from "../../src/platform/valkey_url.ts";
import { scaled } from "../helpers/pace.ts";
import { until } from "../helpers/until.ts";
import { has_valkey, ValkeyProcess } from "../helpers/valkey_process.ts";

function readOptions(text: string): RedisOptions {
  const { valkey_url } = readConfig({ VALKEY_URL: text });
  if (valkey_url === null) throw new Error("there is none");
  const client = new Redis(valkey_url, { lazyConnect: true });
  client.disconnect();
  return client.options;
}

function faultOf(text: string): string {
  try {
    readConfig({ VALKEY_URL: text });
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error(`${text} was taken`);
}

describe("the setting VALKEY_URL", () => {
  it.each<[string, RedisOptions]>([
    ["redis://cache", { host: "cache", port: 6379, db: 0 }],
    ["redis://cache:7000/", { host: "cache", port: 7000, db: 0 }],
    ["valkey://cache:7000/3", { host: "cache", port: 7000, db: 3 }],
    ["redis://[::1]:7000/15", { host: "::1", port: 7000, db: 15 }],
    ["redis://:s3cret@10.0.0.1", { host: "10.0.0.1", username: "", password: "s3cret" }],
    [
      "redis://marey:s%40cr%2Fe%23t,%3F@cache:7000/2",
      { host: "cache", port: 7000, username: "marey", password: "s@cr/e#t,?", db: 2 },
    ],
    ["redis://marey:a,b@cache", { host: "cache", password: "a,b" }],
    [
      "rediss://marey:s3cret@cache:7000/2",
      { host: "cache", port: 7000, db: 2, tls: true as never },
    ],
    ["valkeys://cache", { host: "cache", tls: true as never }],
    ["unix:///run/valkey/valkey.sock", { path: "/run/valkey/valkey.sock", db: 0 }],
    [
      "unix://marey:s%40+%26c@/run/a%20b.sock?db=2",
      { path: "/run/a b.sock", db: 2, username: "marey", password: "s@+&c" },
    ],
    ["unix://:s3cret@/run/v.sock", { path: "/run/v.sock", password: "s3cret" }],
  ])("takes %s", (text, options) => {
    const read = readOptions(text);
    expect(read).toMatchObject(options);
    if (!("tls" in options)) expect(read.tls ?? null).toBeNull();
    if (!("password" in options)) expect(read.password ?? "").toMatch(/^(s3cret)?$/);
  });

  it("empty means none", () => {
    expect(readConfig({ VALKEY_URL: "" }).valkey_url).toBeNull();
  });

  it.each<[string, string, readonly string[]]>([
    ["redis+cluster://a", "redis+cluster://a", ["redis://a"]],
    [
      "redis+cluster://a:7000,10.0.0.2,[::1]:7002/0",
      "redis+cluster://a:7000,10.0.0.2,[::1]:7002",
      ["redis://a:7000", "redis://10.0.0.2", "redis://[::1]:7002"],
    ],
    [
      "valkeys+cluster://marey:s%40,cret@a:7000,b/",
      "rediss+cluster://marey:s%40,cret@a:7000,b",
      ["rediss://marey:s%40,cret@a:7000", "rediss://marey:s%40,cret@b"],
    ],
    ["valkey+cluster://:s3cret@a", "redis+cluster://:s3cret@a", ["redis://:s3cret@a"]],
  ])("takes %s", (text, url, nodes) => {
    expect(readConfig({ VALKEY_URL: text }).valkey_url).toBe(url);
    expect(splitCluster(url)?.map(({ href }) => href)).toEqual(nodes);
  });

  it("what is no cluster's is one server's", () => {
    for (const url of ["redis://cache", "rediss://:a,b@cache", "/run/v.sock?db=0"]) {
      expect(splitCluster(url)).toBeNull();
    }
  });

  it("a client of a cluster has its nodes, login and TLS", () => {
    const url = readConfig({ VALKEY_URL: "rediss+cluster://marey:s%40@a:7000,[::1]" }).valkey_url;
    const client = openValkey(url ?? "", { lazyConnect: true });
    client.disconnect();
    expect(client).toMatchObject({
      startupNodes: [
        { host: "a", port: 7000 },
        { host: "::1", port: 6379 },
      ],
      options: { redisOptions: { username: "marey", password: "s@", tls: {} } },
    });
  });

  const ONE =
    /one server, or nodes of a cluster as redis\+cluster:\/\/host:port,host:port; sentinels are not/;
  const ENCODED = /percent-encoded/;
  const FORMS = /redis:\/\/host/;
  it.each([
    ["redis://:s3cret@a:6379,b:6379,c:6379", ONE],
    ["redis://:s3cret@a,b/0", ONE],
    ["redis://a:6379,redis://b:6379", ONE],
    ["redis://:s3cret@a,:s3cret@b", ENCODED],
    ["redis://:s3c@ret@cache", ENCODED],
    ["redis-sentinel://:s3cret@a:26379/mymaster", ONE],
    ["redis+sentinel://a:26379", ONE],
    ["redis-cluster://:s3cret@a:6379", ONE],
    ["redis+cluster://:s3cret@a,:s3cret@b", ENCODED],
    ["redis+cluster://:pa/s3cret@a,b", ENCODED],
    ["redis+cluster://:pa#s3cret@a,b", ENCODED],
    ["redis+cluster://:pa?s3cret@a,b", ENCODED],
    ["redis+cluster://:s3cret%zz@a,b", ENCODED],
    ["redis+cluster://a,b#s3cret", ENCODED],
    ["redis+cluster://s3cret@a,b", /a password behind the user's name/],
    ["redis+cluster://:s3cret@a:7000,b/3", /no database other than 0: a cluster has one/],
    ["redis+cluster://:s3cret@a/cache", /no database other than 0: a cluster has one/],
    ["redis+cluster://a,b?db=s3cret", /no options/],
    ["redis+cluster://:s3cret@", FORMS],
    ["redis+cluster://a,,b", FORMS],
    ["redis+cluster://:s3cret@a:99999,b", FORMS],
    ["redis+cluster://a,redis+cluster://b", FORMS],
    ["unix+cluster:///run/s3cret.sock", ONE],
    ["redis://:pa/s3cret@cache", ENCODED],
    ["redis://:pa#s3cret@cache", ENCODED],
    ["redis://:pa?s3cret@cache", ENCODED],
    ["redis://:s3cret%zz@cache", ENCODED],
    ["unix://:s3cret%zz@/run/v.sock", ENCODED],
    ["unix:///run/v.sock#s3cret", ENCODED],
    ["redis://s3cret@cache", /a password behind the user's name/],
    ["unix://s3cret@/run/v.sock", /a password behind the user's name/],
    ["redis://:s3cret@cache/results", /a database by its number/],
    ["redis://cache/1/s3cret", /a database by its number/],
    ["unix:///run/v.sock?db=s3cret", /a database by its number/],
    ["redis://cache?enableOfflineQueue=s3cret", /no options/],
    ["unix:///run/v.sock?password=s3cret", /no options/],
    ["redis://:s3cret@", ENCODED],
    ["redis:///2", /redis:\/\/host/],
    ["redis://cache:99999", /redis:\/\/host/],
    ["REDISS://:s3cret@cache", /redis:\/\/host/],
    ["http://:s3cret@cache", /redis:\/\/host/],
    ["cache:6379", /redis:\/\/host/],
    ["/run/s3cret.sock", /redis:\/\/host/],
    ["unix://run/s3cret.sock", /redis:\/\/host/],
  ])("refuses %s", (text, message) => {
    const fault = faultOf(text);
    expect(fault).toMatch(/^VALKEY_URL: must /);
    expect(fault).toMatch(message);
    expect(fault).not.toContain("s3cret");
  });
});

describe.skipIf(!has_valkey)("servers share results and work", () => {
  it("through a port and through a socket, with a password and in a database", async () => {
    const folder = mkdtempSync(join(tmpdir(), "marey-valkey-"));
    const socket = join(folder, "valkey.sock");
    const login = ["--requirepass", "s3cret"];
    const valkey = await ValkeyProcess.start(["--unixsocket", socket, ...login]);
    try {
      for (const [form, database] of [
        [`redis://default:s3cret@127.0.0.1:${valkey.port}/3`, 3],
        [`unix://:s3cret@${socket}?db=2`, 2],
      ] as const) {
        const url = readConfig({ VALKEY_URL: form }).valkey_url ?? "";
        const log = { info: () => undefined, warn: () => undefined };
        const common = { url, engine: "e".repeat(32), log };
        const shared = new SharedResults({ ...common, lookup_ms: scaled(5000) });
        const work = new JobQueue({ ...common, results: shared, age_ms_max: 60_000 });
        await until(() => shared.is_up && work.is_up);
        expect(await work.put([{}])).toHaveLength(1);
        const client = valkey.client("s3cret");
        await client.select(database);
        expect(await client.keys("{marey}:work-*:wait")).toHaveLength(1);
        await work.close();
        shared.close();
      }
    } finally {
      await valkey.close();
      rmSync(folder, { recursive: true });
    }
  });
});
