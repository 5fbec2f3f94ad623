/**
 * Jobs of large requests in a queue that all servers take from, on the Valkey that they share. The only
 * importer of BullMQ, which keeps the order, locks a taken job, retries one that failed or whose server
 * died, and announces its end. A job is only a hint to compute something ahead: the server that put it
 * computes it itself if no other server has done so within a bounded time. So no failure here is an error.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type Job, Queue, QueueEvents, Worker } from "bullmq";
import type { Logger } from "pino";
import type { SharedResults } from "./shared_results.ts";
import { openValkey, type ValkeyClient } from "./valkey_client.ts";

export interface JobQueueOptions {
  readonly url: string;
  /** Servers with another engine version use another queue. */
  readonly engine: string;
  readonly log: Pick<Logger, "warn">;
  /** Where the results of jobs go. While that is down, no jobs are put. */
  readonly results: Pick<SharedResults, "is_up">;
  /** An older job is discarded unread: its request has ended. */
  readonly age_ms_max: number;
}

/** How this server runs the jobs of other servers. */
export interface JobServer {
  /** Whether there is room for a job now. */
  readonly mayTake: () => boolean;
  /** Runs a job and stores its results. The job is untrusted: anything with access to the Valkey can write one. */
  readonly run: (job: unknown, signal: AbortSignal) => Promise<void>;
}

const NO_FIGURES = {
  put: 0,
  taken: 0,
  done: 0,
  failed: 0,
  /** Returned to the queue because their server was silent. */
  stalled: 0,
  /** Discarded unread. */
  expired: 0,
  /** From put to taken, and from taken to done, of all jobs taken here. */
  wait_ms: 0,
  run_ms: 0,
};
export type JobFigures = Readonly<typeof NO_FIGURES>;

/** `open`: the end is not known yet; `lost`: it failed, or its end will not be announced. */
export type JobState = "open" | "done" | "lost";

export interface PutJob {
  readonly id: string;
  state: JobState;
  /** Resolves when the state is no longer `open`; never rejects. */
  readonly ended: Promise<void>;
  readonly end: (state: JobState) => void;
}

/** A failed job is retried once, by any server. */
const ATTEMPTS = 2;
/** A command without an answer for this long has failed. */
const COMMAND_MS = 1000;
/** A server that is silent for this long loses its job. */
const LOCK_MS = 3000;
const STALLED_INTERVAL_MS = 1000;
/** Jobs taken at once: one is read while another is computed. */
const TAKEN_MAX = 2;
/** How far the Valkey's clock may be behind. */
const CLOCKS_MS = 60_000;
/** How often a busy server checks for room, and how long it pauses after a failure. */
const BUSY_MS = 20;
const REST_MS = 1000;

export class JobQueue {
  readonly #options: JobQueueOptions;
  /** For commands that need an answer now, and for those that wait; BullMQ opens blocking ones itself. */
  readonly #clients: readonly ValkeyClient[];
  readonly #queue: Queue<unknown, null>;
  readonly #events: QueueEvents;
  readonly #worker: Worker<unknown, null>;
  /** Jobs that this server has put and that have not ended. */
  readonly #open = new Map<string, PutJob>();
  readonly #running = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  #is_ready = false;
  readonly #figures = { ...NO_FIGURES };

  constructor(options: JobQueueOptions) {
    this.#options = options;
    const { url, engine } = options;
    // The braces (a hash tag) keep all keys of the queue on one node of a cluster.
    const common = { prefix: "{marey}", skipVersionCheck: true };
    const prompt = openValkey(url, {
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      commandTimeout: COMMAND_MS,
    });
    const patient = openValkey(url, { maxRetriesPerRequest: null });
    this.#clients = [prompt, patient];
    const name = `work-${engine}`;
    this.#queue = new Queue(name, {
      ...common,
      connection: prompt,
      streams: { events: { maxLen: 10_000 } },
    });
    this.#events = new QueueEvents(name, {
      ...common,
      connection: patient,
      // Reading from the stream's current end would miss ends told while a cluster's node was away.
      lastEventId: String(Date.now() - CLOCKS_MS),
    });
    this.#worker = new Worker(name, null, {
      ...common,
      connection: patient,
      autorun: false,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_INTERVAL_MS,
    });
    this.#listen();
  }

  #listen(): void {
    // Problems of the Valkey are already logged by the shared results.
    const ignore = (): void => undefined;
    for (const client of this.#clients) client.on("error", ignore);
    this.#queue.on("error", ignore);
    this.#worker.on("error", ignore);
    this.#events.on("error", ignore);
    this.#events.on("completed", ({ jobId }) => this.#open.get(jobId)?.end("done"));
    this.#events.on("failed", ({ jobId, failedReason: reason }) => {
      const job = this.#open.get(jobId);
      if (job === undefined) return;
      this.#options.log.warn({ reason }, "shared work has failed twice: it is done here");
      job.end("lost");
    });
    this.#events.on("ioredis:close", () => {
      this.#is_ready = false;
      this.#giveUp();
    });
    this.#worker.on("stalled", () => this.#figures.stalled++);
    void this.#watch();
  }

  /** Ends of jobs are heard from the first connection on, and again after each reconnection. */
  async #watch(): Promise<void> {
    try {
      const client = await this.#events.client;
      client.on("ready", () => {
        this.#is_ready = true;
      });
      this.#is_ready = client.status === "ready";
    } catch {
      // Closed before it was open.
    }
  }

  /** From now on no end of a job will be announced. */
  #giveUp(): void {
    for (const job of this.#open.values()) job.end("lost");
  }

  get figures(): JobFigures {
    return this.#figures;
  }

  /** Whether jobs can be put and their ends heard. */
  get is_up(): boolean {
    return this.#is_ready && this.#options.results.is_up && !this.#closing.signal.aborted;
  }

  /** Puts jobs; null: they could not be put. */
  async put(jobs: readonly unknown[]): Promise<readonly PutJob[] | null> {
    if (!this.is_up) return null;
    const made = jobs.map(() => this.#openJob());
    const sent = made.map(({ id: jobId }, i) => ({
      name: "job",
      data: jobs[i],
      opts: { jobId, attempts: ATTEMPTS, removeOnComplete: true, removeOnFail: true },
    }));
    const is_put = await succeeds(this.#queue.addBulk(sent));
    if (!is_put) {
      this.withdraw(made);
      return null;
    }
    this.#figures.put += made.length;
    return made;
  }

  #openJob(): PutJob {
    let resolve: () => void = () => undefined;
    const ended = new Promise<void>((told) => {
      resolve = told;
    });
    const job: PutJob = {
      id: randomUUID(),
      state: "open",
      ended,
      end: (state) => {
        if (!this.#open.delete(job.id)) return;
        job.state = state;
        resolve();
      },
    };
    this.#open.set(job.id, job);
    return job;
  }

  /** Takes a job back; true: no other server has started it. */
  async takeBack(job: PutJob): Promise<boolean> {
    if (job.state !== "open") return job.state === "lost";
    let removed = 0;
    const has_answered = await succeeds(
      this.#queue.remove(job.id).then((count) => {
        removed = count;
      }),
    );
    if (has_answered && removed === 0) return false;
    if (has_answered) job.end("lost");
    else this.#giveUp();
    return true;
  }

  /** The results are no longer needed: waiting jobs are removed, running ones end by themselves. */
  withdraw(jobs: readonly PutJob[]): void {
    for (const job of jobs) {
      if (job.state !== "open") continue;
      job.end("lost");
      void succeeds(this.#queue.remove(job.id));
    }
  }

  /** From now on takes jobs whenever there is room and no job of this server's own is in the queue. */
  serve(server: JobServer): void {
    void this.#serve(server);
  }

  async #serve({ mayTake, run }: JobServer): Promise<void> {
    const { signal } = this.#closing;
    let is_watching = false;
    while (!signal.aborted) {
      if (this.#running.size >= TAKEN_MAX || this.#open.size > 0 || !mayTake()) {
        await wait(BUSY_MS);
        continue;
      }
      try {
        if (!is_watching) await this.#worker.startStalledCheckTimer();
        is_watching = true;
        const token = randomUUID();
        const job = await this.#worker.getNextJob(token, { block: true });
        if (job === undefined) continue;
        const running = this.#run({ job, token }, run);
        this.#running.add(running);
        void running.then(() => this.#running.delete(running));
      } catch {
        // The job was unreadable, or the Valkey is away.
        await wait(REST_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** Never rejects: if this fails, the server that put the job computes it when it hears of no end. */
  async #run(
    { job, token }: { readonly job: Job<unknown, null>; readonly token: string },
    run: JobServer["run"],
  ): Promise<void> {
    const own = this.#open.get(job.id ?? "");
    if (own !== undefined) {
      // This server's own job: its request computes it.
      own.end("lost");
      await succeeds(job.moveToCompleted(null, token, false));
      return;
    }
    const figures = this.#figures;
    const started_ms = Date.now();
    // The servers' clocks differ a little.
    const age_ms = Math.max(0, started_ms - job.timestamp);
    const renewing = setInterval(() => void succeeds(job.extendLock(token, LOCK_MS)), LOCK_MS / 3);
    try {
      if (!(age_ms <= this.#options.age_ms_max)) figures.expired++;
      else {
        figures.taken++;
        figures.wait_ms += age_ms;
        await run(job.data, this.#closing.signal);
        figures.done++;
        figures.run_ms += Date.now() - started_ms;
      }
      await succeeds(job.moveToCompleted(null, token, false));
    } catch (error) {
      figures.failed++;
      const reason = error instanceof Error ? error : new Error(String(error));
      await succeeds(job.moveToFailed(reason, token, false));
    } finally {
      clearInterval(renewing);
    }
  }

  /** Returns the running jobs, without waiting for a Valkey that is away. */
  async close(): Promise<void> {
    this.#closing.abort(new Error("the server is closing"));
    this.#giveUp();
    await Promise.race([Promise.all(this.#running), wait(COMMAND_MS)]);
    const closed = [this.#worker.close(true), this.#events.close(), this.#queue.close()];
    await Promise.race([Promise.allSettled(closed), wait(COMMAND_MS)]);
    for (const client of this.#clients) client.disconnect();
  }
}

/** Whether a command was answered. Never rejects. */
async function succeeds(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch {
    return false;
  }
}
