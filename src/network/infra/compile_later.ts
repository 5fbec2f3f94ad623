/**
 * Compiles what edits make of a network, after they are answered: a request that needs the compiled network waits for
 * it, and the infrastructure's state tells then whether it can be used. Of a network that is edited meanwhile the newest
 * content comes next.
 */
import { makeShare } from "../../platform/queues/fair_queue.ts";
import type { Services } from "../../platform/services.ts";
import { setFaulty } from "./content.queries.ts";

type Needed = Pick<Services, "db" | "infras" | "log">;

/** By the databases of their servers: infrastructure → the content that comes next; null: none. */
const running = new WeakMap<object, Map<number, number | null>>();

export function compileLater(services: Needed, infra_id: number, content_id: number): void {
  const next = running.get(services.db) ?? new Map<number, number | null>();
  running.set(services.db, next);
  const is_running = next.has(infra_id);
  next.set(infra_id, content_id);
  if (!is_running) void compileAll(services, infra_id, next);
}

async function compileAll(
  services: Needed,
  infra_id: number,
  next: Map<number, number | null>,
): Promise<void> {
  for (;;) {
    const content_id = next.get(infra_id) ?? null;
    if (content_id === null) break;
    next.set(infra_id, null);
    await compile(services, content_id);
  }
  next.delete(infra_id);
}

/** A failure is not tried again here: the next request that needs the network compiles it. */
async function compile({ db, infras, log }: Needed, content_id: number): Promise<void> {
  try {
    const signal = new AbortController().signal;
    const loaded = await infras.get(content_id, { signal, share: makeShare(null) });
    if (loaded !== null) await setFaulty(db, content_id, loaded.kind === "not_compilable");
  } catch (err) {
    log.warn({ err, content_id }, "an edited network is not compiled yet");
  }
}
