/**
 * Compiles the content that an edit made, after the edit is answered. A request that needs the network waits for it;
 * the record's state then tells whether it can be used. If more edits came meanwhile, only the newest content is
 * compiled next. Then the networks of contents that are no longer used are dropped.
 */
import { given } from "../../platform/given.ts";
import { makeShare } from "../../platform/queues/fair_queue.ts";
import type { Services } from "../../platform/services.ts";
import { listUnused, setFaulty } from "./content.queries.ts";

type Needed = Pick<Services, "db" | "infras" | "log">;

interface Compiling {
  /** The content to compile next; null: none. */
  next: number | null;
  /** Contents that were edited. */
  readonly edited: Set<number>;
}

/** By the servers' networks, then by infrastructure. */
const running = new WeakMap<Services["infras"], Map<number, Compiling>>();

/** `from_content_id` is the content that was edited; null: it is not known. */
export function compileLater(
  services: Needed,
  infra_id: number,
  { content_id, from_content_id }: { content_id: number; from_content_id: number | null },
): void {
  const all = running.get(services.infras) ?? new Map<number, Compiling>();
  running.set(services.infras, all);
  const known = all.get(infra_id);
  const compiling = known ?? { next: null, edited: new Set<number>() };
  compiling.next = content_id;
  if (from_content_id !== null) compiling.edited.add(from_content_id);
  if (known !== undefined) return;
  all.set(infra_id, compiling);
  void compileAll(services, infra_id, all);
}

async function compileAll(
  services: Needed,
  infra_id: number,
  all: Map<number, Compiling>,
): Promise<void> {
  const compiling = given(all.get(infra_id), "it compiles");
  for (let content_id = compiling.next; content_id !== null; content_id = compiling.next) {
    compiling.next = null;
    await compile(services, infra_id, { content_id, edited: compiling.edited });
  }
  all.delete(infra_id);
}

/** A failure is not retried here: the next request that needs the network compiles it. */
async function compile(
  { db, infras, log }: Needed,
  infra_id: number,
  { content_id, edited }: { readonly content_id: number; readonly edited: Set<number> },
): Promise<void> {
  try {
    const signal = new AbortController().signal;
    const loaded = await infras.get(content_id, { signal, share: makeShare(null), infra_id });
    if (loaded !== null) await setFaulty(db, content_id, loaded.kind === "not_compilable");
    // Until a compilation succeeds, former contents stay: the next network is derived from one of them.
    if (loaded?.kind !== "compiled") return;
    const former = [...edited];
    for (const unused of await listUnused(db, former)) infras.evict(unused);
    for (const known of former) edited.delete(known);
  } catch (err) {
    log.warn({ err, content_id }, "an edited network is not compiled yet");
  }
}
