/**
 * Two servers on one durable database and three editors of one network that never pause, while servers and the database
 * are killed. Each batch has an id and creates so many detectors, and is sent again under its key until it is answered. Once it
 * is answered, the other server tells it from the same content. After each kill every batch is whole or absent.
 */
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import { Durable } from "../faults/durable.ts";
import { FAULTS, heal, type World } from "../faults/run_faults.ts";
import type { ServerProcess } from "../faults/server_process.ts";
import { TINY_RAILJSON } from "../helpers/tiny_railjson.ts";
import { makeRandom, type Random, wholeBetween } from "../workers/engine/seeded.ts";

const EDITORS = 3;
const BATCH = 20;
const RETRY_MS = 50;

type Json = Record<string, unknown>;

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Asks until somebody answers: a server may be away. */
async function ask(
  server: () => ServerProcess,
  path: string,
  init: RequestInit = {},
): Promise<Answer> {
  for (;;) {
    try {
      const answer = await fetch(server().url + path, init);
      const text = await answer.text();
      if (answer.status < 500) return { status: answer.status, text };
    } catch {
      // It was killed meanwhile.
    }
    await wait(RETRY_MS);
  }
}

const post = (body: unknown, headers = {}): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});

const idsOf = (batch: string): string[] => Array.from({ length: BATCH }, (_, i) => `${batch}.${i}`);

interface KillOptions {
  readonly kills: number;
  readonly seed: number;
}

interface KilledEdits {
  readonly kills: number;
  /** Batches that were answered. */
  readonly batches: number;
}

class Editing {
  readonly answered = new Set<string>();
  readonly #servers: readonly ServerProcess[];
  readonly #infra: number;
  #is_stopped = false;

  constructor(servers: readonly ServerProcess[], infra: number) {
    this.#servers = servers;
    this.#infra = infra;
  }

  stop(): void {
    this.#is_stopped = true;
  }

  async edit(editor: number): Promise<void> {
    for (let n = 0; !this.#is_stopped; n++) {
      const batch = `${editor}-${n}`;
      const operations = idsOf(batch).map((id, i) => ({
        operation_type: "CREATE",
        obj_type: "Detector",
        railjson: { id, track: n % 2 === 0 ? "A" : "nowhere", position: i },
      }));
      const sent = post(operations, { "idempotency-key": batch });
      // Another server each time that it is sent.
      let turn = editor;
      const anyServer = (): ServerProcess => this.#server(turn++);
      const { status, text } = await ask(anyServer, `/infra/${this.#infra}`, sent);
      expect(status, text).toBe(200);
      this.answered.add(batch);
      await this.#readElsewhere(batch, n, turn);
    }
  }

  #server(turn: number): ServerProcess {
    const server = this.#servers[turn % this.#servers.length];
    if (server === undefined) throw new Error("no server");
    return server;
  }

  /** All that another server tells is told from a content with the batch. */
  async #readElsewhere(batch: string, n: number, turn: number): Promise<void> {
    const [id = ""] = idsOf(batch);
    const other = (): ServerProcess => this.#server(turn);
    const path = `/infra/${this.#infra}`;
    const objects = await ask(other, `${path}/objects/Detector`, post(idsOf(batch)));
    expect(objects.status, objects.text).toBe(200);
    const errors = await ask(other, `${path}/errors?object_id=${id}`);
    expect(JSON.parse(errors.text).count, batch).toBe(n % 2);
    const attached = await ask(other, `${path}/attached/A`);
    expect(JSON.parse(attached.text).Detector.includes(id), batch).toBe(n % 2 === 0);
  }

  /** As the database has them now. */
  async expectWhole(): Promise<readonly string[]> {
    const { text } = await ask(() => this.#server(0), `/infra/${this.#infra}/railjson`);
    const counts = new Map<string, number>();
    for (const { id } of JSON.parse(text).detectors as { id: string }[]) {
      const [batch = "", place] = id.split(".");
      if (place !== undefined) counts.set(batch, (counts.get(batch) ?? 0) + 1);
    }
    for (const [batch, count] of counts) expect(count, batch).toBe(BATCH);
    return [...counts.keys()];
  }
}

/** Of both kinds, at any moment. */
async function kill(world: World, random: Random): Promise<void> {
  await wait(wholeBetween(random, 50, 800));
  const name = wholeBetween(random, 0, 2) === 0 ? "the database is killed" : "a server is killed";
  await FAULTS[name](world);
}

/** What stands at the end is a network like any other. */
async function expectFresh(server: ServerProcess, infra: number): Promise<void> {
  const read = async (id: number, tail: string): Promise<unknown> =>
    JSON.parse((await ask(() => server, `/infra/${id}/${tail}`)).text);
  const railjson = await read(infra, "railjson");
  const imported = await ask(() => server, "/infra/railjson?name=fresh", post(railjson));
  const { infra: fresh } = JSON.parse(imported.text) as { infra: number };
  for (const tail of ["railjson", "errors?page_size=100", "attached/A", "auto_fixes"]) {
    expect(await read(infra, tail), tail).toEqual(await read(fresh, tail));
  }
}

/** Batches are whole or absent while servers and the database are killed, and both servers tell the same. */
export async function testKilledEdits(options: KillOptions): Promise<void> {
  const durable = await Durable.open();
  try {
    const told = await killEditors(durable, options);
    console.log(JSON.stringify(told));
    expect(told.batches).toBeGreaterThan(0);
  } finally {
    await durable.close();
  }
}

async function killEditors(durable: Durable, { kills, seed }: KillOptions): Promise<KilledEdits> {
  const random = makeRandom(seed);
  const [first] = [await durable.start(), await durable.start()];
  const { servers, embedded, db } = durable;
  const world: World = { random, servers, embedded, db, disk: null };
  const made = await ask(() => first, "/infra/railjson?name=edited", post(TINY_RAILJSON));
  const { infra } = JSON.parse(made.text) as { infra: number } & Json;
  const editing = new Editing(servers, infra);
  const editors = Array.from({ length: EDITORS }, async (_, editor) => editing.edit(editor));
  const running = Promise.all(editors);
  // What fails is told where it is waited for.
  running.catch(() => undefined);
  for (let killed = 0; killed < kills; killed++) {
    await kill(world, random);
    await heal(world);
    await editing.expectWhole();
  }
  editing.stop();
  await running;
  const stored = await editing.expectWhole();
  expect(new Set(stored)).toEqual(editing.answered);
  await expectFresh(first, infra);
  return { kills, batches: editing.answered.size };
}
