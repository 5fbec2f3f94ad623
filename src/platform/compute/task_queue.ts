/**
 * The tasks that wait for a thread: interactive tasks before batches, with fair shares by owner within
 * each. Batches do not starve: while one waits, every ninth start is a batch's. So the n-th batch in
 * the order of turns starts after at most 8·n interactive tasks, whatever else arrives. Shares are by
 * count and not by time, so the bound holds for tasks of any length and needs no clock.
 */
import { type AdmissionOptions, AdmissionQueue, type Waiting } from "../queues/admission_queue.ts";
import type { Owner, Ticket } from "../queues/fair_queue.ts";

export type Priority = "interactive" | "batch";

/** Starts of interactive tasks in a row while a batch waits. */
const INTERACTIVE_RUN_MAX = 8;

export class TaskQueue<Task> {
  readonly #queues: Readonly<Record<Priority, AdmissionQueue<Task>>>;
  /** Interactive tasks started since a batch began to wait, or since the last batch. */
  #interactive_run = 0;

  /** `onRefused` gets each task that was removed because it would wait too long, or to make room. */
  constructor(
    options: Readonly<Record<Priority, AdmissionOptions>>,
    onRefused: (task: Task) => void,
  ) {
    this.#queues = {
      interactive: new AdmissionQueue(options.interactive, onRefused),
      batch: new AdmissionQueue(options.batch, onRefused),
    };
  }

  get count(): number {
    return this.#queues.interactive.count + this.#queues.batch.count;
  }

  /** Whether a new request of this owner would wait too long. */
  refuses(owner: Owner, priority: Priority): boolean {
    return this.#queues[priority].refuses(owner);
  }

  push(
    owner: Owner,
    task: Task,
    { priority, is_fresh }: Waiting & { readonly priority: Priority },
  ): Ticket<Task> {
    return this.#queues[priority].push(owner, task, { is_fresh });
  }

  /** The next task to start, from an owner that may start one. */
  take(mayStart?: (owner: Owner) => boolean): Task | null {
    const { interactive, batch } = this.#queues;
    const is_turn_of_batch = this.#interactive_run >= INTERACTIVE_RUN_MAX;
    const first = is_turn_of_batch ? null : interactive.take(mayStart);
    if (first !== null) {
      this.#interactive_run = batch.count === 0 ? 0 : this.#interactive_run + 1;
      return first;
    }
    const second = batch.take(mayStart);
    if (second === null) return interactive.take(mayStart);
    this.#interactive_run = 0;
    return second;
  }

  remove(ticket: Ticket<Task>): void {
    if (!this.#queues.interactive.remove(ticket)) this.#queues.batch.remove(ticket);
  }

  /** Makes room by dropping a task of an owner with more waiting tasks than this one; false if there is none. */
  displace(owner: Owner): boolean {
    return this.#queues.batch.displace(owner) || this.#queues.interactive.displace(owner);
  }

  /** Removes and returns all tasks. */
  clear(): Task[] {
    const tasks: Task[] = [];
    for (let task = this.take(); task !== null; task = this.take()) tasks.push(task);
    return tasks;
  }
}
