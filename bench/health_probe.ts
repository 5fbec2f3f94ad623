/**
 * Asks `/health` every few milliseconds on a connection of its own and keeps the longest wait. In a thread
 * of its own: what the bench itself does must not look like the server's delay.
 */
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

const PROBE_INTERVAL_MS = 5;
const ROLE = "probe of /health";

export interface Probe {
  readonly longest_ms: number;
  readonly count: number;
}

/** Probes a server while `work` runs; rejects when anything but 200 comes back. */
export async function probeWhile<T>(
  base_url: string,
  work: () => Promise<T>,
): Promise<{ value: T; probe: Probe }> {
  const worker = new Worker(fileURLToPath(import.meta.url), {
    workerData: { role: ROLE, base_url },
  });
  const failed = once(worker, "error").then(([error]) => Promise.reject(error as Error));
  const probed = once(worker, "message") as Promise<[Probe]>;
  try {
    const value = await Promise.race([work(), failed]);
    worker.postMessage("stop");
    const [probe] = await probed;
    return { value, probe };
  } catch (error) {
    // Else the probe would fail on a server that is being stopped, and hide why.
    await worker.terminate();
    throw error;
  }
}

async function probeHealth(base_url: string): Promise<void> {
  let longest_ms = 0;
  let count = 0;
  let is_asked_to_stop = false;
  parentPort?.once("message", () => {
    is_asked_to_stop = true;
  });
  while (!is_asked_to_stop) {
    const start_ms = performance.now();
    const response = await fetch(`${base_url}/health`);
    await response.text();
    if (response.status !== 200) throw new Error(`/health answers ${response.status}`);
    if (count > 0) longest_ms = Math.max(longest_ms, performance.now() - start_ms);
    count++;
    await new Promise((resume) => setTimeout(resume, PROBE_INTERVAL_MS));
  }
  parentPort?.postMessage({ longest_ms, count } satisfies Probe);
  parentPort?.close();
}

const given = workerData as { readonly role: string; readonly base_url: string } | null;
if (!isMainThread && given?.role === ROLE) await probeHealth(given.base_url);
