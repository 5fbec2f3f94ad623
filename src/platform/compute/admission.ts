/**
 * The waiting room for requests that run several tasks on the threads, one after the other. If such a request were
 * refused or timed out between two tasks, its work would be wasted; and hundreds of started requests would take the
 * main thread from the few that could finish. So only enough requests run to keep the threads busy, and a started
 * request is always served. The others wait here, in fair shares, before any work is done for them.
 */
import { AdmissionQueue } from "../queues/admission_queue.ts";
import type { Owner } from "../queues/fair_queue.ts";

interface RequestLimits {
  /** Requests that run at once; one owner may have half of them. */
  readonly running_max: number;
  /** Requests that may wait. */
  readonly waiting_max: number;
  /** The longest acceptable wait. */
  readonly target_ms: number;
  /** Injectable, so that tests control the time. */
  readonly now_ms?: () => number;
}

/** Ends a request; further calls do nothing. */
export type Leave = () => void;

interface Waiter {
  readonly owner: Owner;
  readonly resolve: (leave: Leave | null) => void;
}

/** How long a crowd waits before its pace counts; a much shorter interval would see too few ends. */
const INTERVAL_MS = 50;
/**
 * A request that runs longer is waiting for something other than the threads (a slow client's body, a network being
 * compiled), or occupies a thread for long, which the pool's own shares handle. It no longer counts as running.
 */
const HELD_MS = 2000;

export class Admission {
  readonly #options: RequestLimits;
  readonly #waiting: AdmissionQueue<Waiter>;
  /** Requests that are worked on. */
  readonly #running = new Map<Owner, number>();
  #count = 0;

  constructor(options: RequestLimits) {
    this.#options = options;
    const waits = { ...options, interval_ms: INTERVAL_MS };
    this.#waiting = new AdmissionQueue(waits, ({ resolve }) => resolve(null));
  }

  /** Resolves when a request may begin; call the result when it ends. Null: refused, or its client has left. */
  async enter(owner: Owner, signal: AbortSignal): Promise<Leave | null> {
    if (this.#mayStart(owner)) return this.#start(owner);
    const is_full = this.#waiting.count >= this.#options.waiting_max;
    if (this.#waiting.refuses(owner) || (is_full && !this.#waiting.displace(owner))) return null;
    return await new Promise<Leave | null>((resolve) => {
      const ticket = this.#waiting.push(owner, { owner, resolve }, { is_fresh: true });
      const onLeft = (): void => {
        if (this.#waiting.remove(ticket)) resolve(null);
      };
      signal.addEventListener("abort", onLeft, { once: true });
    });
  }

  readonly #mayStart = (owner: Owner): boolean => {
    const { running_max } = this.#options;
    return this.#count < running_max && this.#countOf(owner) < running_max / 2;
  };

  #countOf(owner: Owner): number {
    return this.#running.get(owner) ?? 0;
  }

  #start(owner: Owner): Leave {
    this.#count++;
    this.#running.set(owner, this.#countOf(owner) + 1);
    let has_left = false;
    const leave = (): void => {
      if (has_left) return;
      has_left = true;
      clearTimeout(held);
      this.#count--;
      const left = this.#countOf(owner) - 1;
      if (left > 0) this.#running.set(owner, left);
      else this.#running.delete(owner);
      this.#startNext();
    };
    const held = setTimeout(leave, HELD_MS);
    held.unref();
    return leave;
  }

  #startNext(): void {
    const next = this.#waiting.take(this.#mayStart);
    next?.resolve(this.#start(next.owner));
  }
}
