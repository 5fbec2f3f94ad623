/**
 * Load that takes no for an answer: GET requests in a closed loop (each connection asks again at once, or when
 * it was told to) or in an open one (so many a second, whether answers come or not), counted by status.
 */
import { connect, type Socket } from "node:net";

export interface Flood {
  readonly port: number;
  readonly connections: number;
  readonly duration_ms: number;
  /** Path and caller of the n-th request. */
  readonly path: (n: number) => string;
  readonly user: (n: number) => string;
  /** Requests a second over all connections; null: a closed loop. */
  readonly per_second: number | null;
  /** In a closed loop clients wait after a 503 for its `Retry-After`. */
  readonly is_polite: boolean;
  /** Called when all connections are open, before the first request. */
  readonly onConnected?: () => void;
}

export interface FloodResult {
  /** Answers by status. */
  readonly counts: ReadonlyMap<number, number>;
  /** 2xx a second, of those that came before the time was over. */
  readonly goodput: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  /** 99th percentile of the time until a 503. */
  readonly refused_p99_ms: number;
  /** Requests of an open loop for which no connection was free. */
  readonly unsent: number;
}

const STATUS_AT = 9;
const TICK_MS = 5;

/** One connection: at most one request in flight. */
class Client {
  readonly #socket: Socket;
  #expected = 0;
  #received = "";
  #onAnswer: ((status: number, retry_s: number) => void) | null = null;

  constructor(port: number) {
    this.#socket = connect(port, "127.0.0.1");
    this.#socket.setNoDelay(true);
    this.#socket.setEncoding("latin1");
    this.#socket.on("error", () => this.#answer(0, 0));
    this.#socket.on("close", () => this.#answer(0, 0));
    this.#socket.on("data", (chunk: string) => this.#onData(chunk));
  }

  /** Resolves when the connection is there, or can't be made. */
  get connected(): Promise<void> {
    if (!this.#socket.connecting) return Promise.resolve();
    return new Promise((resolve) => {
      this.#socket.once("connect", resolve);
      this.#socket.once("close", resolve);
    });
  }

  /** Status 0: the connection has ended. */
  ask(path: string, user: string): Promise<{ status: number; retry_s: number }> {
    if (this.#socket.destroyed) return Promise.resolve({ status: 0, retry_s: 1 });
    const answered = new Promise<{ status: number; retry_s: number }>((resolve) => {
      this.#onAnswer = (status, retry_s) => resolve({ status, retry_s });
    });
    this.#socket.write(
      `GET ${path} HTTP/1.1\r\nhost: x\r\nx-remote-user-identity: ${user}\r\n\r\n`,
    );
    return answered;
  }

  close(): void {
    this.#socket.destroy();
  }

  #onData(chunk: string): void {
    this.#received += chunk;
    if (this.#expected === 0) {
      const end = this.#received.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = /content-length: (\d+)/i.exec(this.#received)?.[1] ?? "0";
      this.#expected = end + 4 + Number(length);
    }
    if (this.#received.length < this.#expected) return;
    const head = this.#received.slice(0, 1000);
    this.#received = "";
    this.#expected = 0;
    const retry_s = Number(/retry-after: (\d+)/i.exec(head)?.[1] ?? 0);
    this.#answer(Number(head.slice(STATUS_AT, STATUS_AT + 3)), retry_s);
  }

  #answer(status: number, retry_s: number): void {
    const tell = this.#onAnswer;
    this.#onAnswer = null;
    tell?.(status, retry_s);
  }
}

export async function runFlood(flood: Flood): Promise<FloodResult> {
  const { port, connections, duration_ms, path, user, per_second, is_polite } = flood;
  const clients = Array.from({ length: connections }, () => new Client(port));
  await Promise.all(clients.map((client) => client.connected));
  flood.onConnected?.();
  const counts = new Map<number, number>();
  const latencies_ms: number[] = [];
  const refused_ms: number[] = [];
  let n = 0;
  let unsent = 0;
  let good_count = 0;
  const askOne = async (client: Client): Promise<number> => {
    const at = n++;
    const sent_ms = performance.now();
    const { status, retry_s } = await client.ask(path(at), user(at));
    counts.set(status, (counts.get(status) ?? 0) + 1);
    if (status === 503) refused_ms.push(performance.now() - sent_ms);
    if (status >= 200 && status < 300) {
      const answered_ms = performance.now();
      latencies_ms.push(answered_ms - sent_ms);
      // What is held back at the end is no time that the server was asked in.
      if (answered_ms <= end_ms) good_count++;
    }
    return status === 503 ? retry_s * 1000 : 0;
  };
  const started_ms = performance.now();
  const end_ms = started_ms + duration_ms;
  if (per_second === null) {
    await Promise.all(
      clients.map(async (client) => {
        while (performance.now() < end_ms) {
          const pause_ms = await askOne(client);
          if (is_polite && pause_ms > 0)
            await pause(Math.min(pause_ms, end_ms - performance.now()));
        }
      }),
    );
  } else {
    const free = [...clients];
    const running = new Set<Promise<void>>();
    let due = 0;
    while (performance.now() < end_ms) {
      const asked_until = ((performance.now() - started_ms) / 1000) * per_second;
      for (; due < asked_until; due++) {
        const client = free.pop();
        if (client === undefined) unsent++;
        else {
          const one = askOne(client).then(() => {
            free.push(client);
            running.delete(one);
          });
          running.add(one);
        }
      }
      await pause(TICK_MS);
    }
    await Promise.all(running);
  }
  for (const client of clients) client.close();
  const answered = latencies_ms.sort((a, b) => a - b);
  const refused = refused_ms.sort((a, b) => a - b);
  return {
    counts,
    goodput: (good_count * 1000) / duration_ms,
    p50_ms: quantile(answered, 0.5),
    p99_ms: quantile(answered, 0.99),
    refused_p99_ms: quantile(refused, 0.99),
    unsent,
  };
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
