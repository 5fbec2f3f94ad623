// Method: built servers as processes of their own on one database and one real Valkey or Redis: what one leaves there is listed and must be what another, and its own successor, looks for.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEngineVersion } from "../../../src/platform/compute/engine_version.ts";
import { PROJECT_ROOT } from "../../../src/platform/root.ts";
import { ServerProcess } from "../../faults/server_process.ts";
import { settingsOn } from "../../helpers/server_process.ts";
import { startTestDatabase, type TestDatabase } from "../../helpers/test_database.ts";
import { has_valkey, ValkeyProcess } from "../../helpers/valkey_process.ts";
import { type Ask, storeTrains, type TrainRequest } from "./train_requests.ts";

const DIST = join(PROJECT_ROOT, "dist");

beforeAll(() => {
  expect(existsSync(join(DIST, "src/main.js")), "npm run build comes first").toBe(true);
});

/** Waits for what is sure to come; the test's own deadline is the bound. */
async function poll(isThere: () => Promise<boolean>): Promise<void> {
  while (!(await isThere())) await wait(20);
}

describe.skipIf(!has_valkey)("results of one process", () => {
  let database: TestDatabase;
  let valkey: ValkeyProcess;
  const servers: ServerProcess[] = [];
  beforeAll(async () => {
    database = await startTestDatabase();
    valkey = await ValkeyProcess.start();
  });
  afterAll(async () => {
    for (const server of servers) await server.kill();
    await valkey.close();
    await database.close();
  });

  async function start(): Promise<ServerProcess> {
    const settings = { ...settingsOn(database.target), VALKEY_URL: valkey.url() };
    const server = await ServerProcess.start(settings);
    servers.push(server);
    await poll(async () => {
      const answer = await askAt(server)({ method: "GET", path: "/ready" });
      return (JSON.parse(answer) as { readonly shared?: string }).shared === "up";
    });
    return server;
  }

  const askAt =
    ({ url }: ServerProcess): Ask =>
    async ({ method, path, body }) => {
      const headers = { "content-type": "application/json" };
      const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) };
      const answer = await fetch(`${url}${path}`, { method, ...sent });
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
      return await answer.text();
    };

  async function askAll(
    server: ServerProcess,
    asked: readonly TrainRequest[],
  ): Promise<readonly string[]> {
    const answers: string[] = [];
    for (const one of asked) answers.push(await askAt(server)(one));
    return answers;
  }

  async function figureOf(server: ServerProcess, name: string): Promise<number> {
    const text = await askAt(server)({ method: "GET", path: "/metrics" });
    return Number(new RegExp(`^marey_shared_${name} (\\d+)$`, "m").exec(text)?.[1]);
  }

  const listKeys = async (): Promise<string[]> =>
    (await valkey.client().keys("marey:*")).filter((key) => !key.endsWith(":probe")).sort();

  it("are found by a second one and by one that starts later, under equal keys", async () => {
    const [first, second] = await Promise.all([start(), start()]);
    const asked = await storeTrains(askAt(first));
    const answers = await askAll(first, asked);
    const computed_count = await figureOf(first, "misses");
    expect(computed_count).toBeGreaterThan(10);
    const isPart = (key: string): boolean => key.includes(":network_part:");
    await poll(async () => {
      return (await listKeys()).filter((key) => !isPart(key)).length >= computed_count;
    });
    const keys = await listKeys();
    const form = new RegExp(
      `^marey:${readEngineVersion()}:(path|simulation|network|network_part):[\\w-]{43}$`,
    );
    expect(keys.filter((key) => !form.test(key))).toEqual([]);
    expect(await askAll(second, asked)).toEqual(answers);
    // A busy machine may be late with all look-ups of a server: then another one starts.
    const findLater = async (): Promise<void> => {
      for (let hits = 0; hits === 0; ) {
        const later = await start();
        expect(await askAll(later, asked)).toEqual(answers);
        expect(await figureOf(later, "faults")).toBe(0);
        hits = await figureOf(later, "hits");
      }
    };
    if ((await figureOf(second, "hits")) === 0) await findLater();
    expect(await first.stop()).toBe(0);
    await findLater();
    // Whatever they did not find in time they have stored under the same keys.
    expect(await listKeys()).toEqual(keys);
  });
});

describe("a server without VALKEY_URL", () => {
  function listLoaded(module: string): string {
    const script = `
      import { createRequire } from "node:module";
      await import(${JSON.stringify(join(DIST, module))});
      const loaded = Object.keys(createRequire(import.meta.url).cache);
      console.log(loaded.filter((name) => name.includes("ioredis")).length);`;
    return execFileSync(process.execPath, ["--input-type=module", "-e", script]).toString().trim();
  }

  it("loads no client", () => {
    expect(listLoaded("src/server/app.js")).toBe("0");
    // The count sees one where there is one.
    expect(Number(listLoaded("src/platform/compute/shared_results.js"))).toBeGreaterThan(0);
  });
});

describe("the version of the engine", () => {
  it("is another after each change of what computes, and of nothing else", () => {
    const folder = mkdtempSync(join(tmpdir(), "marey-engine-"));
    for (const part of ["workers", "src"]) {
      cpSync(join(DIST, part), join(folder, part), { recursive: true });
    }
    const version = readEngineVersion(folder);
    expect(version).toMatch(/^[0-9a-f]{32}$/);
    expect(version).toBe(readEngineVersion());
    writeFileSync(join(folder, "src/server/app.js"), "// other", { flag: "a" });
    expect(readEngineVersion(folder)).toBe(version);
    const seen = new Set([version]);
    for (const file of [
      "workers/engine/units.js",
      "workers/tasks/path/find_paths.js",
      "src/railway/iso8601.js",
      "src/vehicles/rolling_stock/records.js",
    ]) {
      expect(existsSync(join(folder, file)), file).toBe(true);
      writeFileSync(join(folder, file), "// other", { flag: "a" });
      seen.add(readEngineVersion(folder));
    }
    expect(seen.size).toBe(5);
    rmSync(folder, { recursive: true, force: true });
  });
});
