// Method: PostgreSQL on a file system that is really full; every request of the server, each judged by whether it writes when there is room.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ResourceType } from "../../src/platform/access/levels.ts";
import { connect, type Database } from "../../src/platform/db/client.ts";
import { type EmbeddedServer, startEmbedded } from "../../src/platform/db/embedded.ts";
import { migrate } from "../../src/platform/db/migrate.ts";
import type { Prepared } from "../accounts/authz/request_makers.ts";
import { byTitle, type EndpointCase, listCases } from "../accounts/authz/requests.ts";
import { type Caller, ROLES, World } from "../accounts/authz/world.ts";
import { makeInThreadCompute } from "../helpers/in_thread_compute.ts";
import { type CallResult, makeServices } from "../helpers/services.ts";
import { connectForTest } from "../helpers/test_database.ts";
import { mountSmallDisk, type SmallDisk } from "./small_disk.ts";

/** A day: once the disk is full no write gets through by luck. */
const NEVER_MS = 86_400_000;

const disk = mountSmallDisk(160);
if (disk === null)
  console.warn("SKIPPED: only root can mount the small disk of full_disk.e2e.test.ts");

interface Ready {
  readonly prepared: Prepared;
  readonly who: Caller;
}

let server: EmbeddedServer;
let db: Database;
let world: World;
let small: SmallDisk;
/** Queries of the request that is being asked. */
let sent: string[] = [];
/** What each case needs, made while there was room. */
const ready = new Map<string, Ready>();
const writing = new Set<string>();

function openWorldOn(database: Database): World {
  const compute = makeInThreadCompute();
  const services = makeServices({
    db: database,
    env: { AUTHORIZATION: "enforce" },
    services: { compute, roles: ROLES },
  });
  const target = { socket_dir: server.socket_dir, user: server.user, database: "postgres" };
  const statements = new Map<string, number>();
  const close = async (): Promise<void> => await database.close();
  return new World({ db: database, target, statements, close }, { services, compute });
}

function connectTo(storage_retry_ms: number): Database {
  const { socket_dir, user } = server;
  return connect({
    ...connectForTest({ socket_dir, user, database: "postgres" }),
    storage_retry_ms,
    onStatement: (name) => void sent.push(name),
  });
}

async function prepare({ make, endpoint: { access } }: EndpointCase): Promise<Ready> {
  const prepared = await make(world);
  const checked = access.kind === "checked" ? access : null;
  const roles = new Set([...(checked?.roles ?? []), ...(prepared.roles ?? [])]);
  const who = await world.caller([...roles]);
  for (const [type, ids] of Object.entries(prepared.about)) {
    // The keys are resource types.
    for (const id of ids ?? []) await world.grant(type as ResourceType, id, who.id, "Owner");
  }
  return { prepared, who };
}

async function ask({ endpoint }: EndpointCase, { prepared, who }: Ready): Promise<CallResult> {
  sent = [];
  const request = prepared.request(prepared.names);
  return await world.send(who, { ...request, method: endpoint.method.toUpperCase() });
}

/** Events can wait for their places: who looks on is told later. */
function changes(name: string): boolean {
  return name !== "run" && !name.startsWith("platform/event/") && db.isWrite(name);
}

const postmaster = (): string =>
  readFileSync(join(server.folder, "data/postmaster.pid"), "utf8").split("\n")[0] ?? "";

/** The sessions of the server, without the one that looks. */
async function listSessions(): Promise<number[]> {
  const rows = await db.run<{ pid: number }>(
    `select pid from pg_stat_activity
     where application_name like 'marey%' and backend_type = 'client backend' order by pid`,
  );
  return rows.map(({ pid }) => pid);
}

/** The write-ahead log keeps its room: PostgreSQL itself stops where it can't go on with that. */
async function fillUp(): Promise<void> {
  await db.run("select pg_switch_wal()");
  await db.run("checkpoint");
  small.fill();
}

/** On a busy machine the database would make room by itself meanwhile: it does so every five minutes. */
async function keepRoom(): Promise<void> {
  await db.run("alter system set checkpoint_timeout = '1d'");
  await db.run("alter system set autovacuum = off");
  await db.run("select pg_reload_conf()");
}

/** An image too large for what room is left in the tables. */
async function storeImage(): Promise<CallResult> {
  const body = Buffer.concat([Buffer.from("GIF89a"), crypto.getRandomValues(Buffer.alloc(60_000))]);
  const headers = { "content-type": "image/gif" };
  return await world.send(world.owner, { method: "POST", path: "/documents", body, headers });
}

describe.skipIf(disk === null)("a full disk", () => {
  beforeAll(async () => {
    if (disk === null) return;
    small = disk;
    server = await startEmbedded({
      data_dir: join(small.folder, "postgres"),
      is_disposable: false,
      log: () => undefined,
    });
    db = connectTo(NEVER_MS);
    await keepRoom();
    await migrate(db);
    world = openWorldOn(db);
    await world.open();
    for (const one of listCases()) {
      const { status, text } = await ask(one, await prepare(one));
      expect(status, `${one.title}: ${text}`).toBe(one.endpoint.answer.status);
      if (sent.some(changes)) writing.add(one.title);
      ready.set(one.title, await prepare(one));
    }
    await fillUp();
    const refused = await storeImage();
    expect(refused.json.type, refused.text).toBe("editoast:StorageFull");
  });
  afterAll(async () => {
    await db.close();
    await server.stop();
    small.close();
  });

  it("is told from what reads and what writes", () => {
    expect(writing.size).toBeGreaterThan(50);
    expect(ready.size - writing.size).toBeGreaterThan(60);
    for (const title of writing) expect(title).not.toMatch(/^GET /);
  });

  it.each(byTitle(listCases()))("leaves %s as it should be", async (title, one) => {
    const given = ready.get(title);
    if (given === undefined) throw new Error("nothing was prepared");
    const answer = await ask(one, given);
    if (!writing.has(title)) {
      const { kind, status } = one.endpoint.answer;
      // What there is one of for all was deleted by the case of its deletion.
      expect(kind === "json_or_nothing" ? [status, 204] : [status], answer.text).toContain(
        answer.status,
      );
      return;
    }
    expect(answer, answer.text).toMatchObject({
      status: 503,
      json: { type: "editoast:StorageFull", context: { outcome: "none" } },
    });
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  });

  it("keeps nobody from reading who comes under a new name, and a new user out", async () => {
    const named = {
      method: "GET",
      path: "/authn/me",
      headers: { "x-remote-user-name": "New Name" },
    };
    expect((await world.send(world.owner, named)).status).toBe(200);
    const stranger = { id: 0, identity: "a/stranger" };
    const answer = await world.send(stranger, { method: "GET", path: "/authn/me" });
    expect(answer.json).toMatchObject({ status: 503, type: "editoast:StorageFull" });
  });

  it("is told by /ready, costs no connection, and is over when there is room, without a restart", async () => {
    const patient = world;
    const { owner } = patient;
    const hasty = connectTo(0);
    world = openWorldOn(hasty);
    world.owner = owner;
    try {
      const path = "/ready";
      const pid = postmaster();
      await storeImage();
      const before = await listSessions();
      for (let i = 0; i < 20; i++) {
        // Each asks the disk.
        const refused = await storeImage();
        expect(refused.json).toMatchObject({
          type: "editoast:StorageFull",
          context: { outcome: "none" },
        });
        const { status, json } = await world.send(null, { method: "GET", path });
        expect([status, json.storage]).toEqual([200, "full"]);
      }
      const after = await listSessions();
      expect(before.filter((one) => !after.includes(one))).toEqual([]);
      small.free();
      expect((await world.send(null, { method: "GET", path })).json.storage).toBe("ok");
      expect((await storeImage()).status).toBe(201);
      expect(postmaster()).toBe(pid);
    } finally {
      await hasty.close();
      world = patient;
    }
  });

  it("that was filled while the server writes answers all or nothing", async () => {
    const hasty = connectTo(0);
    const patient = world;
    world = openWorldOn(hasty);
    world.owner = patient.owner;
    try {
      const keys: number[] = [];
      let refused = 0;
      for (let i = 0; i < 200 && refused < 5; i++) {
        if (i === 20) await fillUp();
        const answer = await storeImage();
        if (answer.status === 201) keys.push(answer.json.document_key);
        else {
          expect(answer.json).toMatchObject({
            type: "editoast:StorageFull",
            context: { outcome: "none" },
          });
          refused++;
        }
        await wait(1);
      }
      expect(refused).toBeGreaterThan(0);
      small.free();
      const [row] = await hasty.run<{ count: number }>(
        "select count(*) as count from document where id = any($1::bigint[])",
        [keys],
      );
      expect(row?.count).toBe(keys.length);
    } finally {
      await hasty.close();
      world = patient;
    }
  });
});
