/**
 * A user who asks a few times a second while others flood the server, in a thread of its own: how busy the
 * bench is must not look like the server's delay. Its connections are there before the flood comes, as a
 * gateway's are.
 */
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { type FloodResult, runFlood } from "./flood.ts";

const ROLE = "healthy user";
const CONNECTIONS = 4;

export interface HealthyUser {
  readonly port: number;
  readonly user: string;
  readonly paths: readonly string[];
  readonly per_second: number;
  readonly duration_ms: number;
}

/** Resolves when the user is connected; `result` when the time is over. */
export async function startHealthyUser(
  healthy: HealthyUser,
): Promise<{ readonly result: Promise<FloodResult> }> {
  const worker = new Worker(fileURLToPath(import.meta.url), {
    workerData: { role: ROLE, healthy },
  });
  const failed = once(worker, "error").then(([error]) => Promise.reject(error as Error));
  await Promise.race([once(worker, "message"), failed]);
  const message = once(worker, "message") as Promise<[FloodResult]>;
  return { result: Promise.race([message.then(([result]) => result), failed]) };
}

async function ask({ port, user, paths, per_second, duration_ms }: HealthyUser): Promise<void> {
  const result = await runFlood({
    port,
    connections: CONNECTIONS,
    duration_ms,
    path: (n) => paths[n % paths.length] ?? "",
    user: () => user,
    per_second,
    is_polite: false,
    onConnected: () => parentPort?.postMessage("connected"),
  });
  parentPort?.postMessage(result);
}

const given = workerData as { readonly role: string; readonly healthy: HealthyUser } | null;
if (!isMainThread && given?.role === ROLE) await ask(given.healthy);
