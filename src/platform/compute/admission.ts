/**
 * Where requests wait that take several tasks of the threads, one after the other. Refused or late between
 * two of them, a request would have cost work for nothing, and hundreds that have all begun take the main
 * thread from the few that could end. So only as many are worked on as keep the threads busy, and what
 * has begun is served; the others wait here, before anything is done for them, in fair shares.
 */
import { AdmissionQueue } from "../queues/admission_queue.ts";
import type { Owner } from "../queues/fair_queue.ts";

interface RequestLimits {
  /** Requests that are worked on at once; half of them may be one owner's. */
  readonly running_max: number;
  /** Requests that may wait. */
  readonly waiting_max: number;
  /** A longer wait is too long. */
  readonly target_ms: number;
  /** A parameter so that tests own time. */
  readonly now_ms?: () => number;
}

/** Ends a request; once more does nothing. */
export type Leave = () => void;

interface Waiter {
  readonly owner: Owner;
  readonly resolve: (leave: Leave | null) => void;
}

/** How long a crowd waits until its pace counts; much shorter, and the pace would be of few ends. */
const INTERVAL_MS = 50;
/**
 * A request that takes longer waits for something else than the threads (a slow client's body, a network that
 * is compiled), or takes one for long, which the pool's own shares are for: others do not wait for its end.
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

  /** Resolves when a request may begin; it must leave at its end. Null: refused, or its client has left. */
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
