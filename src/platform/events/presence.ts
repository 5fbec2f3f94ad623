/**
 * Who watches a resource, on all servers: each server tells the others of its own watchers when they change and again
 * every 15 s, through the channel that announces events, and forgets a server that has been silent for longer than two
 * of these. Nothing is stored.
 */
import { randomUUID } from "node:crypto";
import type { Database } from "../db/client.ts";

const AGAIN_MS = 15_000;
const SILENT_MS = 40_000;
/** An announcement takes at most 8000 bytes. */
const ANNOUNCED_MAX = 500;
/** Told by name. */
const NAMED_MAX = 50;

interface Elsewhere {
  readonly ids: readonly number[];
  readonly heard_ms: number;
}

export class Presence {
  readonly #db: Database;
  readonly #own = randomUUID();
  /** By resource and server. */
  readonly #elsewhere = new Map<string, Map<string, Elsewhere>>();
  /** Resources whose watchers may have changed. */
  readonly #stirred = new Set<string>();
  #announced_ms = -Infinity;

  constructor(db: Database) {
    this.#db = db;
  }

  stir(key: string): void {
    this.#stirred.add(key);
  }

  /** What another server has announced: `server resource id,id`. */
  hear(text: string): void {
    const [server = "", key, ids = ""] = text.split(" ");
    if (key === undefined || server === this.#own) return;
    const servers = this.#elsewhere.get(key) ?? new Map<string, Elsewhere>();
    const heard = { ids: ids.split(",").map(Number).filter(Boolean), heard_ms: performance.now() };
    if (servers.get(server)?.ids.join() !== heard.ids.join()) this.stir(key);
    this.#elsewhere.set(key, servers.set(server, heard));
  }

  /** Announces those who watch here, and returns the lines of the event for each resource that may have changed. */
  async listChanged(
    here: ReadonlyMap<string, ReadonlySet<number>>,
  ): Promise<ReadonlyMap<string, string>> {
    const now_ms = performance.now();
    this.#forgetSilent(now_ms);
    const changed = [...this.#stirred];
    this.#stirred.clear();
    const is_due = now_ms > this.#announced_ms + AGAIN_MS;
    if (is_due) this.#announced_ms = now_ms;
    const announced = is_due ? [...new Set([...changed, ...here.keys()])] : changed;
    if (announced.length === 0) return new Map();
    const texts = announced.map((key) => {
      const ids = [...(here.get(key) ?? [])].slice(0, ANNOUNCED_MAX);
      return `${this.#own} ${key} ${ids.join(",")}`;
    });
    // Where a disk is full nothing can be announced: the others hear of it the next time.
    await this.#db.query("platform/event/announce_watchers", [texts]).catch(() => undefined);
    const asked = changed.filter((key) => here.has(key));
    if (asked.length === 0) return new Map();
    const ids_of = new Map(asked.map((key) => [key, this.#idsOf(key, here.get(key) ?? new Set())]));
    const all = [...new Set([...ids_of.values()].flatMap((ids) => [...ids].slice(0, NAMED_MAX)))];
    const users = await this.#db.query<{ id: number; name: string }>(
      "platform/event/list_watchers",
      [all],
    );
    return new Map(
      [...ids_of].map(([key, ids]) => {
        const named = users.filter(({ id }) => ids.has(id)).slice(0, NAMED_MAX);
        return [key, JSON.stringify({ users: named, count: ids.size })];
      }),
    );
  }

  #idsOf(key: string, here: ReadonlySet<number>): ReadonlySet<number> {
    const others = [...(this.#elsewhere.get(key)?.values() ?? [])].flatMap(({ ids }) => ids);
    return new Set([...here, ...others]);
  }

  #forgetSilent(now_ms: number): void {
    for (const [key, servers] of this.#elsewhere) {
      for (const [server, { heard_ms }] of servers) {
        if (now_ms < heard_ms + SILENT_MS) continue;
        servers.delete(server);
        this.stir(key);
      }
      if (servers.size === 0) this.#elsewhere.delete(key);
    }
  }
}
