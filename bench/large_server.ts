/** A server in a process of its own for benches of large networks. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { residentMemoryMib } from "./servers.ts";

const START_TIMEOUT_MS = 60_000;

export interface ServerPlace {
  readonly data_dir: string;
  /** On this machine, with its port. */
  readonly base_url: string;
}

/** Runs on a server that has just started, and stops it. */
export async function withServer<T>(
  place: ServerPlace,
  work: (pid: number) => Promise<T>,
): Promise<T> {
  const server = await startServer(place);
  try {
    return await work(server.pid ?? 0);
  } finally {
    server.kill("SIGTERM");
    await once(server, "exit");
  }
}

async function startServer({ data_dir, base_url }: ServerPlace): Promise<ChildProcess> {
  const server = spawn(process.execPath, [join(import.meta.dirname, "../src/main.js")], {
    env: {
      ...process.env,
      AUTHORIZATION: "disabled",
      PORT: new URL(base_url).port,
      DATA_DIR: data_dir,
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const end_ms = performance.now() + START_TIMEOUT_MS;
  while (!(await isReady(base_url))) {
    if (server.exitCode !== null || performance.now() > end_ms) {
      throw new Error("the server does not start");
    }
    await new Promise((resume) => setTimeout(resume, 100));
  }
  return server;
}

async function isReady(base_url: string): Promise<boolean> {
  try {
    return (await fetch(`${base_url}/ready`)).ok;
  } catch {
    return false;
  }
}

/** As Linux tells it. */
export function residentMemory(pid: number): string {
  return `${residentMemoryMib(pid).toFixed(0)} MiB`;
}
