/**
 * The worker threads. The only importer of piscina, which starts, feeds and replaces threads. The
 * queue in front of it is ours, because piscina has neither fair shares nor priorities nor a
 * deadline for the run time alone (its signal also counts queueing). One task per thread: with
 * more, one task's out-of-memory would kill its neighbours too (decisions.md 4).
 */
import { BroadcastChannel, type MessagePort } from "node:worker_threads";
import { Piscina } from "piscina";
import { OUT_OF_MEMORY } from "../../../workers/railjson/thread_memory.ts";
import type { EvictChannel, EvictMessage } from "../../../workers/tasks/infra_views.ts";
import type { TaskInput, TaskName, TaskOutput } from "../../../workers/tasks.ts";
import type { DelayOptions } from "../queues/delay_control.ts";
import type { Share, Ticket } from "../queues/fair_queue.ts";
import { traced } from "../tracing.ts";
import { Admission, type Leave } from "./admission.ts";
import { ComputeError } from "./errors.ts";
import { type Priority, TaskQueue } from "./task_queue.ts";
import { ThreadShares } from "./thread_shares.ts";

export interface RunOptions {
  /** Share of the request that the task is for. */
  readonly share: Share;
  readonly signal?: AbortSignal;
  /** What moves to the thread instead of being copied; the caller can't use it any more. */
  readonly transfer?: readonly (ArrayBuffer | MessagePort)[];
  /** Interactive tasks (the default) go before batches. */
  readonly priority?: Priority;
}

export interface Compute {
  /** Rejects with ComputeError, or with the signal's reason when the caller has left. */
  run<N extends TaskName>(
    name: N,
    input: TaskInput<N>,
    options: RunOptions,
  ): Promise<TaskOutput<N>>;
  /** Resolves when a request that runs interactive tasks may begin; none of its tasks is refused then. Null: refused. */
  enter(share: Share, signal: AbortSignal): Promise<Leave | null>;
  readonly threads: number;
  /** Tasks waiting or running now. */
  readonly load: number;
  /** Tells every thread to drop its views of a network. */
  evict(key: string): void;
  close(): Promise<void>;
}

export interface PoolOptions {
  /** Built JavaScript whose named exports are the tasks. */
  readonly filename: string;
  readonly threads: number;
  /** Interactive requests that may wait; also the number of waiting tasks at which other new requests are refused. */
  readonly queue: number;
  /** How long new requests may wait. */
  readonly waits: Readonly<Record<Priority, DelayOptions>>;
  readonly task_deadline_ms: number;
  /** JavaScript heap of one thread. */
  readonly memory_mb: number;
  /** Called when an idle thread dies; the death of a busy thread rejects its task. */
  readonly onThreadError: (error: unknown) => void;
}

interface Task {
  readonly share: Share;
  readonly name: string;
  readonly input: unknown;
  readonly transfer: readonly (ArrayBuffer | MessagePort)[];
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly signal: AbortSignal | undefined;
  readonly onAbort: () => void;
}

const EVICT_CHANNEL: EvictChannel = "marey.evict_infra";
/** The young generation's largest share of the heap: a larger one only fills memory before it is collected. */
const MAX_YOUNG_SHARE = 8;
const MAX_YOUNG_MB = 48;
/** Requests run at once per thread: most of the time they wait for rows or the main thread. */
const REQUESTS_OF_THREAD = 16;

/**
 * Piscina loads the tasks with `require`. Node 20 aborts the whole process when a thread is terminated while `require`
 * links a module (`v8::Module::IsGraphAsync`), as a SIGTERM just after the start did. When `require` of modules is
 * disabled, piscina uses `import`, which can be interrupted at any time. Older versions of Node have neither.
 */
const IMPORT_ONLY = ["--experimental-require-module"]
  .filter((flag) => process.allowedNodeEnvironmentFlags.has(flag))
  .map(() => "--no-experimental-require-module");

export function startCompute(options: PoolOptions): Compute {
  return new WorkerPool(options);
}

class WorkerPool implements Compute {
  readonly threads: number;
  readonly #options: PoolOptions;
  readonly #waiting: TaskQueue<Task>;
  readonly #tickets = new Map<Task, Ticket<Task>>();
  readonly #admission: Admission;
  readonly #shares: ThreadShares;
  readonly #running = new Map<Task, AbortController>();
  readonly #evictions = new BroadcastChannel(EVICT_CHANNEL);
  #piscina: Piscina;
  #is_closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.threads = options.threads;
    this.#waiting = new TaskQueue(options.waits, (task) => {
      this.#tickets.delete(task);
      settle(task, () => task.reject(full()));
    });
    this.#admission = new Admission({
      target_ms: options.waits.interactive.target_ms,
      running_max: options.threads * REQUESTS_OF_THREAD,
      waiting_max: options.queue,
    });
    this.#shares = new ThreadShares(options.threads);
    this.#evictions.unref();
    this.#piscina = this.#start();
  }

  get load(): number {
    return this.#waiting.count + this.#running.size;
  }

  run<N extends TaskName>(
    name: N,
    input: TaskInput<N>,
    options: RunOptions,
  ): Promise<TaskOutput<N>> {
    return traced({ kind: "task", name }, () => this.#enqueue(name, input, options));
  }

  async enter(share: Share, signal: AbortSignal): Promise<Leave | null> {
    const leave = await this.#admission.enter(share.owner, signal);
    share.has_task = leave !== null;
    return leave;
  }

  #enqueue<N extends TaskName>(
    name: N,
    input: TaskInput<N>,
    { share, signal, transfer = [], priority = "interactive" }: RunOptions,
  ): Promise<TaskOutput<N>> {
    return new Promise<TaskOutput<N>>((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.#is_closed) throw new ComputeError("overloaded", "the worker pool is closed");
      const is_fresh = !share.has_task;
      if (is_fresh) this.#admit(share, priority);
      const task: Task = {
        share,
        name,
        input,
        transfer,
        signal,
        reject,
        // Safe: this is the task's own return value, with the type from the task table.
        resolve: (value) => resolve(value as TaskOutput<N>),
        onAbort: () => this.#cancel(task),
      };
      signal?.addEventListener("abort", task.onAbort, { once: true });
      share.has_task = true;
      const ticket = this.#waiting.push(share.owner, task, { priority, is_fresh });
      if (ticket.link.chain !== null) this.#tickets.set(task, ticket);
      this.#shares.see(share.owner, performance.now());
      this.#startNext();
    });
  }

  /**
   * Throws for a new request that would wait too long. A request that has begun is never refused: its work
   * so far would be lost. If the queue is full, a new request's task of the owner with the most is dropped.
   */
  #admit(share: Share, priority: Priority): void {
    if (this.#waiting.refuses(share.owner, priority)) throw full();
    if (this.#waiting.count < this.#options.queue) return;
    if (!this.#waiting.displace(share.owner)) throw full();
  }

  evict(key: string): void {
    const message: EvictMessage = { evict: key };
    this.#evictions.postMessage(message);
  }

  async close(): Promise<void> {
    this.#is_closed = true;
    const closed = new ComputeError("overloaded", "the worker pool is closed");
    for (const task of this.#waiting.clear()) settle(task, () => task.reject(closed));
    this.#tickets.clear();
    for (const task of this.#running.keys()) settle(task, () => task.reject(closed));
    this.#evictions.close();
    await this.#piscina.destroy();
  }

  #start(): Piscina {
    const { filename, threads, memory_mb, onThreadError } = this.#options;
    const piscina = new Piscina({
      filename,
      minThreads: threads,
      maxThreads: threads,
      idleTimeout: Number.POSITIVE_INFINITY,
      concurrentTasksPerWorker: 1,
      // Keeps the threads' event loop running between tasks, so that evictions arrive.
      atomics: "disabled",
      recordTiming: false,
      execArgv: IMPORT_ONLY,
      resourceLimits: {
        maxOldGenerationSizeMb: memory_mb,
        maxYoungGenerationSizeMb: Math.min(
          MAX_YOUNG_MB,
          Math.max(16, Math.floor(memory_mb / MAX_YOUNG_SHARE)),
        ),
      },
    });
    piscina.on("error", onThreadError);
    return piscina;
  }

  #startNext(): void {
    const now_ms = performance.now();
    while (this.#running.size < this.threads && !this.#is_closed) {
      const task = this.#waiting.take((owner) => this.#shares.mayStart(owner, now_ms));
      if (task === null) return;
      this.#tickets.delete(task);
      this.#shares.onStart(task.share.owner, now_ms);
      void this.#execute(task, now_ms);
    }
  }

  /** Never rejects: the outcome goes to the task's caller. */
  async #execute(task: Task, started_ms: number): Promise<void> {
    const stop = new AbortController();
    this.#running.set(task, stop);
    const { task_deadline_ms } = this.#options;
    let is_overdue = false;
    // At most one task per thread is handed over, so this measures run time only.
    const timer = setTimeout(() => {
      is_overdue = true;
      stop.abort();
    }, task_deadline_ms);
    try {
      const transferList = [...task.transfer];
      const { name } = task;
      const value = await this.#piscina.run(task.input, {
        name,
        transferList,
        signal: stop.signal,
      });
      settle(task, () => task.resolve(value));
    } catch (error) {
      const overdue = (): ComputeError =>
        new ComputeError("deadline", `task ${task.name} ran longer than ${task_deadline_ms} ms`);
      settle(task, () => task.reject(is_overdue ? overdue() : toComputeError(task.name, error)));
      this.#restartIfDead();
    } finally {
      clearTimeout(timer);
      this.#running.delete(task);
      this.#shares.onEnd(task.share.owner, started_ms, performance.now());
      this.#startNext();
    }
  }

  /** The caller has left: a waiting task is dropped, a running one is terminated with its thread. */
  #cancel(task: Task): void {
    const ticket = this.#tickets.get(task);
    if (ticket !== undefined) {
      this.#waiting.remove(ticket);
      this.#tickets.delete(task);
    }
    task.reject(task.signal?.reason);
    this.#running.get(task)?.abort();
  }

  /** Piscina starts no more threads after one that died while starting. */
  #restartIfDead(): void {
    if (this.#is_closed || this.#piscina.threads.length > 0) return;
    void this.#piscina.destroy();
    this.#piscina = this.#start();
  }
}

function full(): ComputeError {
  return new ComputeError("overloaded", "too many tasks wait for a thread");
}

function settle(task: Task, tell: () => void): void {
  task.signal?.removeEventListener("abort", task.onAbort);
  tell();
}

function toComputeError(name: string, error: unknown): ComputeError {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && "code" in error ? error.code : "";
  const has_crashed =
    code === "ERR_WORKER_OUT_OF_MEMORY" ||
    message === OUT_OF_MEMORY ||
    /^worker exited with code|^Terminating worker thread/.test(message);
  return new ComputeError(has_crashed ? "crashed" : "failed", `task ${name}: ${message}`, error);
}
