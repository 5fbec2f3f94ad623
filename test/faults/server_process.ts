/** The built server as processes of their own, several on one database, to be killed and stopped. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { scaled } from "../helpers/pace.ts";
import { freePort } from "../helpers/server_process.ts";

/** Where a build lies. */
const DIST = join(PROJECT_ROOT, "dist");
const READY_MS = scaled(30_000);

export class ServerProcess {
  readonly port: number;
  readonly #env: Readonly<Record<string, string>>;
  #child: ChildProcess | null = null;
  #output = "";
  #dist = DIST;

  private constructor(port: number, env: Readonly<Record<string, string>>) {
    this.port = port;
    this.#env = env;
  }

  /** Starts one and waits until it can do its work. */
  static async start(
    env: Readonly<Record<string, string>>,
    dist: string = DIST,
  ): Promise<ServerProcess> {
    const server = new ServerProcess(await freePort(), env);
    server.#dist = dist;
    server.launch();
    await server.ready();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The last of what it has written. */
  get output(): string {
    return this.#output;
  }

  launch(): void {
    const child = spawn(process.execPath, [join(this.#dist, "src/main.js")], {
      env: { PATH: process.env["PATH"], PORT: String(this.port), ...this.#env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const collect = (chunk: Buffer): void => {
      this.#output = (this.#output + chunk.toString()).slice(-10_000);
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    this.#child = child;
  }

  async ready(): Promise<void> {
    const end_ms = performance.now() + READY_MS;
    while (performance.now() < end_ms) {
      const signal = AbortSignal.timeout(scaled(1000));
      const answer = await fetch(`${this.url}/ready`, { signal }).catch(() => null);
      if (answer?.ok === true) return;
      // It could not start while the database was away.
      if (this.#child?.exitCode !== null) this.launch();
      await wait(100);
    }
    throw new Error(`the server is not ready: ${this.#output}`);
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  /** Dies without warning and comes again. */
  async restart(): Promise<void> {
    await this.kill();
    this.launch();
  }

  /** Stopped as a deployment stops it, and started with another build; tells the exit code. */
  async update(dist: string): Promise<number | null> {
    const code = await this.stop();
    this.#dist = dist;
    this.launch();
    await this.ready();
    return code;
  }

  /** Ends as a deployment ends it; tells the exit code. */
  async stop(): Promise<number | null> {
    return await this.#end("SIGTERM");
  }

  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return null;
    const exit = once(child, "exit");
    child.kill(signal);
    const [code] = (await exit) as [number | null];
    return code;
  }

  /** Resident memory. */
  memory_mb(): number {
    const status = readFileSync(`/proc/${this.#child?.pid ?? 0}/status`, "utf8");
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1024;
  }
}
