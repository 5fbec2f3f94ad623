// Method: 20,000 seeded races between readers and a revocation on two server processes of one database, which share results where there is a Valkey or Redis, over HTTP with several connections each.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../helpers/server_process.ts";
import { has_valkey, ValkeyProcess } from "../../helpers/valkey_process.ts";
import { type RaceServer, runRaces } from "./races.ts";
import { openWorld, ROLES_TEXT, type Sent, type World } from "./world.ts";

const MAIN = join(import.meta.dirname, "../../../dist/src/main.js");
const RACES = Number(process.env["RACES"] ?? 20_000);
const SLOTS = 8;
const CONNECTIONS = 16;
const LIMIT_MS = 25 * 60_000;

let world: World;
let folder: string;
let valkey: ValkeyProcess | null = null;
const children: ChildProcess[] = [];
const agents: Agent[] = [];
const servers: RaceServer[] = [];

/** A server process on the world's database. */
async function startServer(): Promise<RaceServer> {
  const port = await freePort();
  const { socket_dir, user, database } = world.database.target;
  const child = spawn(process.execPath, [MAIN], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      PORT: String(port),
      DATABASE_URL: `postgres:///${database}`,
      PGHOST: socket_dir,
      PGUSER: user,
      DATABASE_CONNECTIONS: "8",
      AUTHORIZATION: "enforce",
      MISSING_CHECK: "abort",
      APPLICATION_ROLES_FILE: join(folder, "roles.json"),
      LOG_LEVEL: "error",
      VALKEY_URL: valkey?.url() ?? "",
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  children.push(child);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  agents.push(agent);
  const server: RaceServer = {
    send: async (identity, sent) => await send(agent, port, identity, sent),
  };
  await ready(server);
  return server;
}

async function ready(server: RaceServer): Promise<void> {
  for (let i = 0; i < 400; i++) {
    try {
      if ((await server.send("anybody", { method: "GET", path: "/ready" })).status === 200) return;
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the server does not answer");
}

async function send(
  agent: Agent,
  port: number,
  identity: string,
  { method, path, body }: Sent,
): ReturnType<RaceServer["send"]> {
  const headers: Record<string, string> = { "x-remote-user-identity": identity };
  if (body !== undefined) headers["content-type"] = "application/json";
  const sent = request({ host: "127.0.0.1", port, agent, method, path, headers });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  return await new Promise((resolve, reject) => {
    sent.on("error", reject);
    sent.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("error", reject);
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
  });
}

beforeAll(async () => {
  expect(existsSync(MAIN), "npm run build comes first").toBe(true);
  folder = mkdtempSync(join(tmpdir(), "marey-races-"));
  writeFileSync(join(folder, "roles.json"), ROLES_TEXT);
  world = await openWorld();
  if (has_valkey) valkey = await ValkeyProcess.start();
  servers.push(await startServer(), await startServer());
});
afterAll(async () => {
  for (const agent of agents) agent.destroy();
  for (const child of children) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  await valkey?.close();
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("after the 2xx of a revocation", () => {
  it(`no request that starts later succeeds on either process, in ${RACES} races`, async () => {
    const seed = Number(process.env["SEED"] ?? 1);
    const started_ms = performance.now();
    const report = await runRaces({
      world,
      servers,
      races: RACES,
      slots: SLOTS,
      seed,
      limit_ms: LIMIT_MS,
    });
    const took_s = (performance.now() - started_ms) / 1000;
    const { races, allowed, overlapping, refused } = report;
    console.info(
      `${races} races of seed ${seed} in ${took_s.toFixed(0)} s: ${allowed} requests before, ${overlapping} across, ${refused} after`,
    );
    expect(report.failures).toEqual([]);
    expect(races).toBe(RACES);
    expect(overlapping).toBeGreaterThan(RACES);
    if (!has_valkey) return;
    for (const server of servers) {
      const { text } = await server.send("anybody", { method: "GET", path: "/metrics" });
      expect(Number(/^marey_shared_hits (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
    }
  });
});
