/** The built server as a process of its own, on an embedded database that its successors find again. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { frontOfRun } from "./fronts.ts";
import { scaled } from "./pace.ts";
import { PATIENT_SETTINGS } from "./patient_waits.ts";
import type { TestDatabase } from "./test_database.ts";

const MAIN = join(import.meta.dirname, "../../dist/src/main.js");
const READY_MS = scaled(30_000);

export interface ServerRun {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly exit: Promise<number | null>;
}

export class ServerProcesses {
  readonly folder: string;
  readonly #started: ChildProcess[] = [];

  constructor() {
    if (!existsSync(MAIN)) throw new Error("npm run build comes first");
    this.folder = mkdtempSync(join(tmpdir(), "marey-process-"));
    chmodSync(this.folder, 0o755);
  }

  run(env: Readonly<Record<string, string>>): ServerRun {
    const child = spawn(process.execPath, [MAIN], {
      cwd: this.folder,
      env: {
        PATH: process.env["PATH"],
        DATA_DIR: join(this.folder, "postgres"),
        ...PATIENT_SETTINGS,
        ...frontOfRun(),
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#started.push(child);
    let output = "";
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    const exit = once(child, "exit").then(([code]) => code as number | null);
    return { child, output: () => output, exit };
  }

  close(): void {
    for (const child of this.#started) child.kill("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Settings of a small server on a test's own database; everybody may do everything. */
export function settingsOn({
  socket_dir,
  user,
  database,
}: TestDatabase["target"]): Readonly<Record<string, string>> {
  return {
    DATABASE_URL: `postgres:///${database}`,
    PGHOST: socket_dir,
    PGUSER: user,
    AUTHORIZATION: "disabled",
    LOG_LEVEL: "error",
    WORKER_THREADS: "1",
    ...PATIENT_SETTINGS,
  };
}

/** Below those that the system gives to connections: what others connect meanwhile takes none of them. */
const PORTS = { first: 10_000, count: 20_000 };
/** Processes begin far from each other, those with neighbouring ids too (the golden section of the count). */
let next_port = process.pid * 12_361;

/** A port to listen on soon, one of the first `count`; none of them is told twice. */
export async function freePort(count = PORTS.count): Promise<number> {
  for (;;) {
    const port = PORTS.first + (next_port++ % count);
    if (await isFree(port)) return port;
  }
}

export async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  const listening = once(server, "listening").then(() => true);
  if (!(await listening.catch(() => false))) return false;
  server.close();
  await once(server, "close");
  return true;
}

export async function ready(port: number): Promise<void> {
  const end_ms = performance.now() + READY_MS;
  while (performance.now() < end_ms) {
    try {
      if ((await fetch(`http://127.0.0.1:${port}/ready`)).ok) return;
    } catch {
      // Not listening yet.
    }
    await wait(50);
  }
  throw new Error("not ready");
}
