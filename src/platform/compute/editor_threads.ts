/**
 * Threads beside the pool for editing networks as objects. What a thread has already read of a network is worth
 * more than a free thread, so each infrastructure always uses the same one. Threads start when first needed.
 */
import type { Compute } from "./pool.ts";

/** More infrastructures than this, edited at once, share threads. */
const THREADS_MAX = 4;

export interface Editors {
  /** The thread of an infrastructure. */
  of(infra_id: number): Compute;
  close(): Promise<void>;
}

export class EditorThreads implements Editors {
  readonly #start: () => Compute;
  readonly #count: number;
  readonly #started = new Map<number, Compute>();

  /** `start` makes a pool of one thread. */
  constructor(threads: number, start: () => Compute) {
    this.#start = start;
    this.#count = Math.min(threads, THREADS_MAX);
  }

  of(infra_id: number): Compute {
    const index = infra_id % this.#count;
    const known = this.#started.get(index);
    if (known !== undefined) return known;
    const thread = this.#start();
    this.#started.set(index, thread);
    return thread;
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.#started.values(), (thread) => thread.close()));
  }
}
