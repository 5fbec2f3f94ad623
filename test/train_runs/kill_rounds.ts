/**
 * Three built servers that share work, on one database and one Valkey: one of them is killed while it does
 * work of a large request that another has been asked for, and comes again.
 */
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import { ServerProcess } from "../faults/server_process.ts";
import { startTestDatabase } from "../helpers/test_database.ts";
import { ValkeyProcess } from "../helpers/valkey_process.ts";

const POLL_MS = 5;
const SERVERS = 3;

export interface KillRounds {
  readonly trains: number;
  readonly rounds: number;
}

/** What a round has shown. */
export interface KillRound {
  /** Whether the server had work in hands when it was killed. */
  readonly had_work: boolean;
  /** By how much the answer took longer than one without a kill. */
  readonly later_ms: number;
}

interface Timed {
  readonly had_work: boolean;
  readonly took_ms: number;
}

async function send(url: string, method: string, path: string, body?: unknown): Promise<string> {
  const headers = { "content-type": "application/json" };
  const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) };
  const answer = await fetch(`${url}${path}`, { method, ...sent });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
  return text;
}

async function workOf({
  url,
}: ServerProcess): Promise<{ up: number; taken: number; done: number }> {
  const text = await send(url, "GET", "/metrics");
  const read = (name: string): number =>
    Number(new RegExp(`^marey_work_${name} (\\d+)$`, "m").exec(text)?.[1]);
  return { up: read("up"), taken: read("taken"), done: read("done") };
}

class KillWorld {
  readonly #servers: readonly ServerProcess[];
  /** Shares nothing. */
  readonly #judge: ServerProcess;
  readonly #train_count: number;
  readonly #network: ReturnType<typeof generateNetwork>;
  #stocks: number[] = [];
  #path = "";

  constructor(servers: readonly ServerProcess[], judge: ServerProcess, train_count: number) {
    this.#servers = servers;
    this.#judge = judge;
    this.#train_count = train_count;
    this.#network = generateNetwork({ ...TINY_OPTIONS, train_count });
  }

  async store(): Promise<void> {
    const { url } = this.#judge;
    const { railjson, rolling_stocks, train_schedules } = this.#network;
    const post = async <T>(path: string, body?: unknown): Promise<T> =>
      JSON.parse(await send(url, "POST", path, body)) as T;
    const { infra } = await post<{ infra: number }>("/infra/railjson?name=x", railjson);
    for (const stock of rolling_stocks) {
      this.#stocks.push((await post<{ id: number }>("/rolling_stock", stock)).id);
    }
    const { timetable_id } = await post<{ timetable_id: number }>("/timetable");
    // No train shares a run with another.
    const trains = train_schedules.map((train, i) => ({
      ...train,
      margins: { boundaries: [], values: [`${(1 + i / this.#train_count).toFixed(5)}%`] },
    }));
    await post(`/timetable/${timetable_id}/train_schedules`, trains);
    this.#path = `/timetable/${timetable_id}/simulations_summary?infra_id=${infra}`;
  }

  /** Other stocks: what was computed of the trains counts no more. */
  async #forget(round: number): Promise<void> {
    for (const [i, id] of this.#stocks.entries()) {
      const stock = this.#network.rolling_stocks[i];
      if (stock === undefined) throw new Error("a stock is gone");
      const changed = { ...stock, mass: stock.mass + 1 + round };
      await send(this.#judge.url, "PATCH", `/rolling_stock/${id}`, changed);
    }
  }

  /** Asks the first server; null: nobody is killed. */
  async run(round: number, victim: ServerProcess | null): Promise<Timed> {
    await this.#forget(round);
    for (const server of this.#servers) {
      while ((await workOf(server)).up !== 1) await wait(POLL_MS);
    }
    const [asked] = this.#servers;
    if (asked === undefined) throw new Error("there are three servers");
    const before = victim === null ? null : await workOf(victim);
    const started_ms = performance.now();
    let has_ended = false;
    const answer = send(asked.url, "GET", this.#path).finally(() => {
      has_ended = true;
    });
    let had_work = false;
    while (victim !== null && !has_ended && !had_work) {
      const { taken, done } = await workOf(victim);
      had_work = taken > done && taken !== before?.taken;
    }
    await victim?.kill();
    const text = await answer;
    const took_ms = performance.now() - started_ms;
    expect(text).toBe(await send(this.#judge.url, "GET", this.#path));
    expect(text.split("\n")).toHaveLength(this.#train_count + 2);
    victim?.launch();
    await victim?.ready();
    return { had_work, took_ms };
  }
}

/** Each answer is compared with that of a server that shares nothing. */
export async function killInRounds({ trains, rounds }: KillRounds): Promise<KillRound[]> {
  const database = await startTestDatabase();
  const valkey = await ValkeyProcess.start();
  const { socket_dir, user, database: name } = database.target;
  const env = {
    DATABASE_URL: `postgres:///${name}`,
    PGHOST: socket_dir,
    PGUSER: user,
    AUTHORIZATION: "disabled",
    LOG_LEVEL: "error",
    WORKER_THREADS: "1",
  };
  const started: ServerProcess[] = [];
  try {
    const judge = await ServerProcess.start(env);
    started.push(judge);
    const servers: ServerProcess[] = [];
    for (let i = 0; i < SERVERS; i++) {
      const server = await ServerProcess.start({ ...env, VALKEY_URL: valkey.url() });
      started.push(server);
      servers.push(server);
    }
    const world = new KillWorld(servers, judge, trains);
    await world.store();
    // The first one has a network to compile and cold threads: beside it no delay would show.
    await world.run(rounds, null);
    const undisturbed = await world.run(rounds + 1, null);
    const shown: KillRound[] = [];
    for (let round = 0; round < rounds; round++) {
      const victim = servers[1 + (round % (SERVERS - 1))] ?? null;
      const { had_work, took_ms } = await world.run(round, victim);
      shown.push({ had_work, later_ms: took_ms - undisturbed.took_ms });
    }
    return shown;
  } finally {
    for (const server of started) await server.kill();
    await valkey.close();
    await database.close();
  }
}
