// Method: two servers on one database, ten editors of one network that never pause for five minutes (MINUTES sets how many), each with objects of its own, and one object that all count up by If-Match. After each answer the other server tells the same; at the end the network has what each editor was answered, nothing else, and a fresh import of it tells the same.
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { create, remove, replace } from "../helpers/edit_operations.ts";
import { scaled } from "../helpers/pace.ts";
import { freePort, ready, ServerProcesses, settingsOn } from "../helpers/server_process.ts";
import { startTestDatabase, type TestDatabase } from "../helpers/test_database.ts";
import { TINY_RAILJSON } from "../helpers/tiny_railjson.ts";
import { makeRandom, type Random, wholeBetween } from "../workers/engine/seeded.ts";

const EDITORS = 10;
const MINUTES = Number(process.env["MINUTES"] ?? 5);
/** Objects that one editor has at once. */
const OWN_MAX = 20;
const COUNTER = "counter";

type Json = Record<string, unknown>;

let processes: ServerProcesses;
let database: TestDatabase;
const urls: string[] = [];
beforeAll(async () => {
  processes = new ServerProcesses();
  database = await startTestDatabase();
  for (let i = 0; i < 2; i++) {
    const port = await freePort();
    processes.run({ ...settingsOn(database.target), PORT: String(port) });
    await ready(port);
    urls.push(`http://127.0.0.1:${port}`);
  }
});
afterAll(async () => {
  processes.close();
  await database.close();
});

async function ask(server: number, path: string, body?: unknown, headers = {}) {
  const init: RequestInit =
    body === undefined
      ? {}
      : {
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
          body: JSON.stringify(body),
        };
  const answer = await fetch(`${urls[server % 2]}${path}`, init);
  const text = await answer.text();
  return { status: answer.status, text, etag: answer.headers.get("etag") ?? "" };
}

const detector = (id: string, position: number): Json => ({ id, track: "A", position });
const move = (obj_id: string, position: number): Json =>
  replace("Detector", obj_id, "/position", position);

class Editor {
  /** By id, what the server has answered last. */
  readonly own = new Map<string, number>();
  edit_count = 0;
  counted = 0;
  readonly #place: number;
  readonly #infra: number;
  readonly #random: Random;

  constructor(place: number, infra: number) {
    this.#place = place;
    this.#infra = infra;
    this.#random = makeRandom(place);
  }

  async work(end_ms: number): Promise<void> {
    while (performance.now() < end_ms) {
      if (wholeBetween(this.#random, 0, 4) === 0) await this.#count();
      else await this.#edit();
    }
  }

  async #edit(): Promise<void> {
    const known = [...this.own.keys()];
    const kind = wholeBetween(this.#random, 0, 3);
    const id = known[wholeBetween(this.#random, 0, Math.max(0, known.length - 1))];
    const position = wholeBetween(this.#random, 0, 400_000) / 1000;
    if (id === undefined || (kind === 0 && known.length < OWN_MAX)) {
      const made = `${this.#place} ${this.edit_count}`;
      const railjson = detector(made, position);
      await this.#send([create(railjson)]);
      this.own.set(made, position);
    } else if (kind === 1) {
      await this.#send([remove(id)]);
      this.own.delete(id);
    } else {
      await this.#send([move(id, position)]);
      this.own.set(id, position);
      const other = await ask(this.#place + 1, `/infra/${this.#infra}/objects/Detector`, [id]);
      expect(JSON.parse(other.text)[0].railjson.position, other.text).toBe(position);
    }
  }

  async #send(operations: readonly Json[]): Promise<void> {
    const { status, text } = await ask(this.#place, `/infra/${this.#infra}`, operations);
    expect(status, text).toBe(200);
    this.edit_count++;
  }

  /** One up, on the version that was read. */
  async #count(): Promise<void> {
    const path = `/infra/${this.#infra}`;
    for (;;) {
      const { etag } = await ask(this.#place, path);
      const [counter] = JSON.parse(
        (await ask(this.#place, `${path}/objects/Detector`, [COUNTER])).text,
      );
      const next = [move(COUNTER, counter.railjson.position + 1)];
      const { status, text } = await ask(this.#place, path, next, { "if-match": etag });
      if (status === 200) break;
      expect(status, text).toBe(412);
      await wait(wholeBetween(this.#random, 0, 20 * EDITORS));
    }
    this.edit_count++;
    this.counted++;
  }
}

it(
  "ten editors on two servers lose nothing",
  async () => {
    const long = { ...TINY_RAILJSON, detectors: [detector(COUNTER, 0)] };
    const made = await ask(0, "/infra/railjson?name=edited", long);
    const { infra } = JSON.parse(made.text) as { infra: number };
    const editors = Array.from({ length: EDITORS }, (_, place) => new Editor(place, infra));
    const end_ms = performance.now() + MINUTES * 60_000;
    await Promise.all(editors.map(async (editor) => await editor.work(end_ms)));
    const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
    const counted = sum(editors.map((editor) => editor.counted));
    const edit_count = sum(editors.map((editor) => editor.edit_count));
    const wanted = new Map([[COUNTER, counted], ...editors.flatMap(({ own }) => [...own])]);
    for (const server of [0, 1]) {
      const { detectors } = JSON.parse((await ask(server, `/infra/${infra}/railjson`)).text);
      const found = detectors.map(({ id, position }: Json) => [id, position]);
      expect(new Map(found)).toEqual(wanted);
      expect(found.length).toBe(wanted.size);
      const { version } = JSON.parse((await ask(server, `/infra/${infra}`)).text);
      expect(Number(version)).toBe(edit_count + 1);
    }
    const document = JSON.parse((await ask(0, `/infra/${infra}/railjson`)).text);
    const again = await ask(1, "/infra/railjson?name=fresh", document);
    const { infra: fresh } = JSON.parse(again.text) as { infra: number };
    for (const tail of ["railjson", "errors?page_size=100", "attached/A", "auto_fixes"]) {
      const tell = async (id: number) => (await ask(0, `/infra/${id}/${tail}`)).text;
      expect(JSON.parse(await tell(infra)), tail).toEqual(JSON.parse(await tell(fresh)));
    }
    console.log(JSON.stringify({ minutes: MINUTES, edit_count, counted }));
    expect(counted).toBeGreaterThan(0);
  },
  MINUTES * 60_000 + scaled(120_000),
);
