/**
 * Planners who ask for computed trains without a pause, whatever happens to the servers. What the answers are is
 * known beforehand, from a server that shares nothing; so many different ones that no cache holds them all.
 */
import { setTimeout as wait } from "node:timers/promises";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import { makeRandom, wholeBetween } from "../workers/engine/seeded.ts";
import { BATCH_TRAINS, type Ledger } from "./ledger.ts";
import type { ServerProcess } from "./server_process.ts";

const TIMETABLES = 8;
const BATCHES = 5;
const RETRY_MS = 200;
/** Of statuses that are no answer while a server or the database is away. */
const EXCUSED = new Set([503, 504]);

export class Planners {
  readonly wrong: string[] = [];
  /** Whole answers. */
  count = 0;
  readonly #answers = new Map<string, string>();
  /** Goes up whenever servers or the database break or are whole again. */
  #epoch = 0;
  #are_whole = true;
  #is_over = false;

  /** Stores the trains, of which the ledger knows, and asks for all answers. */
  async prepare(judge: ServerProcess, ledger: Ledger): Promise<void> {
    const train_count = BATCHES * BATCH_TRAINS;
    const network = generateNetwork({ ...TINY_OPTIONS, train_count });
    const post = async <T>(path: string, body?: unknown): Promise<T> =>
      await postJson<T>(judge.url + path, body);
    const { infra } = await post<{ infra: number }>("/infra/railjson?name=x", network.railjson);
    for (const stock of network.rolling_stocks) await post("/rolling_stock", stock);
    for (let i = 0; i < TIMETABLES; i++) {
      const { timetable_id } = await post<{ timetable_id: number }>("/timetable", {});
      for (let j = 0; j < train_count; j += BATCH_TRAINS) {
        const name = `op-planned-${i}-${j}`;
        const batch = network.train_schedules.slice(j, j + BATCH_TRAINS).map((train, k) => ({
          ...train,
          train_name: name,
          margins: { boundaries: [], values: [`${(1 + i + (j + k) / 1000).toFixed(5)}%`] },
        }));
        const path = `/timetable/${timetable_id}/train_schedules`;
        const ids = (await post<{ id: number }[]>(path, batch)).map(({ id }) => id);
        ledger.creations.push({ name, kind: "trains", is_keyed: false, told: "done", ids });
      }
      for (const what of ["simulations_summary", "conflicts"]) {
        const path = `/timetable/${timetable_id}/${what}?infra_id=${infra}`;
        const answer = await fetch(judge.url + path);
        if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
        this.#answers.set(path, await answer.text());
      }
    }
  }

  /** From now on, or until the next call, what is asked must be answered, or may fail. */
  expectWhole(are_whole: boolean): void {
    this.#epoch++;
    this.#are_whole = are_whole;
  }

  /** One planner a server, until `stop`. */
  async run(servers: readonly ServerProcess[]): Promise<void> {
    await Promise.all(servers.map(async (server, i) => await this.#runOne(server, i)));
  }

  stop(): void {
    this.#is_over = true;
  }

  /** Everything once. */
  async askAll(server: ServerProcess): Promise<void> {
    for (const path of this.#answers.keys()) await this.#compare(server, path);
  }

  async #runOne(server: ServerProcess, seed: number): Promise<void> {
    const random = makeRandom(seed);
    const paths = [...this.#answers.keys()];
    while (!this.#is_over) {
      const path = paths[wholeBetween(random, 0, paths.length - 1)] ?? "";
      if (!(await this.#compare(server, path))) await wait(RETRY_MS);
    }
  }

  /** Whether it was answered. */
  async #compare({ url }: ServerProcess, path: string): Promise<boolean> {
    const began = { epoch: this.#epoch, are_whole: this.#are_whole };
    const answer = await fetch(url + path)
      .then(async (one) => ({ status: one.status, text: await one.text() }))
      .catch((error: unknown) => ({ status: 0, text: String(error) }));
    const { status, text } = answer;
    if (status === 200) {
      this.count++;
      if (text !== this.#answers.get(path)) this.wrong.push(`${path}: another answer`);
      return true;
    }
    const must_answer = began.are_whole && began.epoch === this.#epoch;
    const is_excused = !must_answer && (status === 0 || EXCUSED.has(status));
    if (!is_excused) this.wrong.push(`${path}: ${status} ${text.slice(0, 300)}`);
    return false;
  }
}

async function postJson<T>(url: string, body: unknown): Promise<T> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text.slice(0, 200)}`);
  return JSON.parse(text) as T;
}
