/** A real Valkey or Redis server on loopback, for tests that share results; without one they are skipped aloud. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createConnection } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { Redis } from "ioredis";
import { scaled } from "./pace.ts";
import { freePort } from "./server_process.ts";

const PROGRAM =
  ["valkey-server", "redis-server"].find((name) => spawnSync(name, ["--version"]).status === 0) ??
  null;

export const has_valkey = PROGRAM !== null;

if (!has_valkey) {
  console.error("SKIPPED: no valkey-server and no redis-server on PATH, no results were shared");
}

export class ValkeyProcess {
  readonly port: number;
  readonly #clients: Redis[] = [];
  #child: ChildProcess | null = null;

  private constructor(port: number) {
    this.port = port;
  }

  static async start(options: readonly string[] = [], port?: number): Promise<ValkeyProcess> {
    const made = new ValkeyProcess(port ?? (await freePort()));
    await made.start(options);
    return made;
  }

  url(password = ""): string {
    return `redis://${password === "" ? "" : `:${password}@`}127.0.0.1:${this.port}`;
  }

  /** Starts empty, at the port of before. */
  async start(options: readonly string[] = []): Promise<void> {
    const args = ["--port", String(this.port), "--bind", "127.0.0.1", "--save", ""];
    const common = [...args, "--appendonly", "no", "--dir", "/tmp", ...options];
    this.#child = spawn(PROGRAM ?? "", common, { stdio: "ignore" });
    const end_ms = performance.now() + scaled(10_000);
    while (!(await accepts(this.port))) {
      if (performance.now() > end_ms) throw new Error("the Valkey server does not start");
      await wait(20);
    }
  }

  /** A client of the test's own, for what a server does not do. */
  client(password = ""): Redis {
    const client = new Redis(this.url(password));
    client.on("error", () => undefined);
    this.#clients.push(client);
    return client;
  }

  pause(): void {
    this.#child?.kill("SIGSTOP");
  }

  resume(): void {
    this.#child?.kill("SIGCONT");
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }

  async close(): Promise<void> {
    for (const client of this.#clients) client.disconnect();
    await this.kill();
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = createConnection(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
