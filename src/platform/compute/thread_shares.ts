/**
 * Keeps one thread free from an owner that fills all others with long tasks. Fair turns alone do
 * not help a newcomer when no thread ends its task for a minute. So an owner that holds all threads
 * but one does not get the last one if, within the last minute, it ran long tasks and other owners
 * were active. A lone owner may have all threads, and so may short tasks at any time. Long tasks
 * are only known once they have run; with a single thread none can be kept free.
 */
import type { Owner } from "../queues/fair_queue.ts";

/** A task that runs longer than this is long. */
const LONG_MS = 2_000;
/** How long owners and their long tasks are remembered. */
const MEMORY_MS = 60_000;

interface Seen {
  readonly owner: Owner;
  at_ms: number;
}

export class ThreadShares {
  readonly #threads: number;
  /** Start times of each owner's running tasks. */
  readonly #starts_ms = new Map<Owner, number[]>();
  /** When each owner's last long task ended. */
  readonly #long_ms = new Map<Owner, number>();
  /** The two owners seen last. */
  #last: Seen | null = null;
  #last_but_one: Seen | null = null;

  constructor(threads: number) {
    this.#threads = threads;
  }

  /** A task of this owner has arrived. */
  see(owner: Owner, now_ms: number): void {
    if (this.#last !== null && this.#last.owner === owner) {
      this.#last.at_ms = now_ms;
      return;
    }
    this.#last_but_one = this.#last;
    this.#last = { owner, at_ms: now_ms };
  }

  mayStart(owner: Owner, now_ms: number): boolean {
    const starts_ms = this.#starts_ms.get(owner) ?? [];
    if (this.#threads === 1 || starts_ms.length < this.#threads - 1) return true;
    const other = this.#last?.owner === owner ? this.#last_but_one : this.#last;
    if (other === null || now_ms - other.at_ms > MEMORY_MS) return true;
    const long_ms = this.#long_ms.get(owner);
    if (long_ms !== undefined && now_ms - long_ms <= MEMORY_MS) return false;
    return starts_ms.every((start_ms) => now_ms - start_ms <= LONG_MS);
  }

  onStart(owner: Owner, now_ms: number): void {
    const starts_ms = this.#starts_ms.get(owner);
    if (starts_ms === undefined) this.#starts_ms.set(owner, [now_ms]);
    else starts_ms.push(now_ms);
  }

  onEnd(owner: Owner, start_ms: number, now_ms: number): void {
    const starts_ms = this.#starts_ms.get(owner) ?? [];
    starts_ms.splice(starts_ms.indexOf(start_ms), 1);
    if (starts_ms.length === 0) this.#starts_ms.delete(owner);
    for (const [known, at_ms] of this.#long_ms) {
      // The map is in the order of ends: all later ones are newer.
      if (now_ms - at_ms <= MEMORY_MS) break;
      this.#long_ms.delete(known);
    }
    if (now_ms - start_ms <= LONG_MS) return;
    this.#long_ms.delete(owner);
    this.#long_ms.set(owner, now_ms);
  }
}
