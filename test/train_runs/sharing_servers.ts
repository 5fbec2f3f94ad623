/**
 * Three built servers of one thread each that share what they compute, on one database and one Valkey, beside
 * one that shares nothing and judges them; a timetable whose trains share no run, and one request for all of them.
 */
import { setTimeout as wait } from "node:timers/promises";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import { ServerProcess } from "../faults/server_process.ts";
import { scaled } from "../helpers/pace.ts";
import { settingsOn } from "../helpers/server_process.ts";
import { startTestDatabase } from "../helpers/test_database.ts";
import { ValkeyProcess } from "../helpers/valkey_process.ts";

const POLL_MS = 20;
const PATIENCE_MS = 20_000;

/** Waits for what comes by itself; throws, with its name, when it does not. */
export async function until(what: string, is: () => Promise<boolean>): Promise<void> {
  const end_ms = performance.now() + scaled(PATIENCE_MS);
  while (!(await is())) {
    if (performance.now() > end_ms) throw new Error(`still waiting: ${what}`);
    await wait(POLL_MS);
  }
}

interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send(
  url: string,
  method: string,
  path: string,
  { body, headers = {} }: Sent = {},
): Promise<string> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...sent,
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
  return text;
}

interface SharedWork {
  readonly up: number;
  readonly taken: number;
  readonly done: number;
}

/** Figures of one moment. */
export async function workOf({ url }: ServerProcess): Promise<SharedWork> {
  const text = await send(url, "GET", "/metrics");
  const read = (name: string): number =>
    Number(new RegExp(`^marey_work_${name} (\\d+)$`, "m").exec(text)?.[1]);
  return { up: read("up"), taken: read("taken"), done: read("done") };
}

export async function readiness({ url }: ServerProcess): Promise<unknown> {
  return (JSON.parse(await send(url, "GET", "/ready")) as { readonly shared?: unknown }).shared;
}

interface Parts {
  readonly valkey: ValkeyProcess;
  readonly judge: ServerProcess;
  readonly servers: readonly [ServerProcess, ServerProcess, ServerProcess];
}

export class SharingServers {
  readonly valkey: ValkeyProcess;
  readonly servers: Parts["servers"];
  readonly #judge: ServerProcess;
  readonly #train_count: number;
  readonly #network: ReturnType<typeof generateNetwork>;
  readonly #stocks: number[] = [];
  #forgotten_count = 0;
  #path = "";
  #resolution_path = "";

  private constructor({ valkey, servers, judge }: Parts, train_count: number) {
    this.valkey = valkey;
    this.servers = servers;
    this.#judge = judge;
    this.#train_count = train_count;
    this.#network = generateNetwork({ ...TINY_OPTIONS, train_count });
  }

  /** Does something with servers that have each computed nothing of so many trains; `VALKEY_URL`: they share there. */
  static async run(
    train_count: number,
    work: (sharing: SharingServers) => Promise<void>,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const database = await startTestDatabase();
    const valkey = await ValkeyProcess.start();
    const { VALKEY_URL: shared_url = valkey.url(), ...others } = settings;
    const started: ServerProcess[] = [];
    try {
      const start = async (url: string): Promise<ServerProcess> => {
        const server = await ServerProcess.start({
          ...settingsOn(database.target),
          VALKEY_URL: url,
          ...others,
        });
        started.push(server);
        return server;
      };
      const judge = await start("");
      const startSharing = async (): Promise<ServerProcess> => await start(shared_url);
      const servers = [await startSharing(), await startSharing(), await startSharing()] as const;
      const sharing = new SharingServers({ valkey, judge, servers }, train_count);
      await sharing.#store();
      await work(sharing);
    } finally {
      for (const server of started) await server.kill();
      await valkey.close();
      await database.close();
    }
  }

  async #store(): Promise<void> {
    const { url } = this.#judge;
    const { railjson, rolling_stocks, train_schedules } = this.#network;
    const post = async <T>(path: string, body?: unknown): Promise<T> =>
      JSON.parse(await send(url, "POST", path, { body })) as T;
    const { infra } = await post<{ infra: number }>("/infra/railjson?name=x", railjson);
    for (const stock of rolling_stocks) {
      this.#stocks.push((await post<{ id: number }>("/rolling_stock", stock)).id);
    }
    const { timetable_id } = await post<{ timetable_id: number }>("/timetable");
    const trains = train_schedules.map((train, i) => ({
      ...train,
      margins: { boundaries: [], values: [`${(1 + i / this.#train_count).toFixed(5)}%`] },
    }));
    await post(`/timetable/${timetable_id}/train_schedules`, trains);
    this.#resolution_path = `/timetable/${timetable_id}/resolution?infra_id=${infra}`;
    this.#path = `/timetable/${timetable_id}/simulations_summary?infra_id=${infra}`;
  }

  /** Other stocks: what was computed of the trains counts no more. */
  async forget(): Promise<void> {
    this.#forgotten_count++;
    for (const [i, id] of this.#stocks.entries()) {
      const stock = this.#network.rolling_stocks[i];
      if (stock === undefined) throw new Error("a stock is gone");
      const body = { ...stock, mass: stock.mass + this.#forgotten_count };
      await send(this.#judge.url, "PATCH", `/rolling_stock/${id}`, { body });
    }
  }

  /** Until all of them can share again. */
  async untilUp(): Promise<void> {
    for (const server of this.servers) {
      await until("it can share", async () => (await workOf(server)).up === 1);
    }
  }

  /** One line a train, and two more. */
  async ask({ url }: ServerProcess, headers: Sent["headers"] = {}): Promise<string> {
    return await send(url, "GET", this.#path, { headers });
  }

  /** What a server that shares nothing answers. */
  async askJudge(): Promise<string> {
    return await this.ask(this.#judge);
  }

  /** Proposes what resolves all conflicts; the search ends by itself. */
  async resolve({ url }: ServerProcess): Promise<string> {
    return await send(url, "POST", this.#resolution_path, { body: { deadline: "PT120S" } });
  }

  async resolveAlone(): Promise<string> {
    return await this.resolve(this.#judge);
  }
}
