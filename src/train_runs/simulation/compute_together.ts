/**
 * Results of stored trains; all servers help to compute them if many are missing. The trains are cut into jobs
 * in a queue of all servers. The requesting server works from the end of the queue and takes each job back
 * before computing it. Others work from the front and store their results in the shared level, where the
 * requesting server collects them. Whatever others have begun but not finished in time, whatever failed, and
 * results that can't be found are computed here: the answer is complete and correct without the others.
 */
import { type Lookup, TooMuchMissing } from "../../platform/compute/derived_cache.ts";
import type { JobQueue, PutJob } from "../../platform/compute/job_queue.ts";
import { given } from "../../platform/given.ts";
import type { Services } from "../../platform/services.ts";
import { currentTraceparent } from "../../platform/tracing.ts";
import type { Departure } from "../../timetable/train_schedule/departures.ts";
import type { KnownStocks } from "../../vehicles/rolling_stock/request_stocks.ts";
import { type ComputedTrain, computeDepartures } from "./compute_trains.ts";
import type { SimulationSetup } from "./setup.ts";
import type { RecordRef, TrainJob } from "./train_job.ts";

/** A departure of a train that other servers can read too; those of one record share the `record` object. */
export interface StoredDeparture extends Departure {
  readonly record: RecordRef;
}

/** Distinct trains per job: at most about a second's work for a thread. */
const JOB_TRAINS = 100;
/** Jobs that the requesting server computes at once: one is prepared while the threads work on the other. */
const LANES = 2;
/** How long to wait for silent servers once this one has nothing left to do. */
const PATIENCE_MS = 2000;
/** For results that are known to be stored. */
const COLLECTING: Lookup = { lookup_ms: 1000 };
/** Larger groups make jobs for more servers. */
const TIMES_LARGER = 5;

/** Factor by which groups are larger if other servers can help. */
export function timesLarger({ job_queue }: Pick<Services, "job_queue">): number {
  return job_queue === null ? 1 : TIMES_LARGER;
}

/** One result per departure, in order, as from `computeDepartures`; all of one kind. */
export async function computeStored(
  setup: SimulationSetup,
  departures: readonly StoredDeparture[],
  stocks: KnownStocks,
): Promise<ComputedTrain[]> {
  const { job_queue: queue, config } = setup.services;
  const missing_max = config.share_trains;
  if (queue === null || !queue.is_up || departures.length <= missing_max) {
    return await computeDepartures(setup, departures, stocks);
  }
  try {
    return await computeDepartures({ ...setup, lookup: { missing_max } }, departures, stocks);
  } catch (error) {
    if (!(error instanceof TooMuchMissing)) throw error;
  }
  const chunks = splitByRecord(departures);
  const jobs = await queue.put(chunks.map((chunk) => toJob(setup, chunk)));
  if (jobs === null) return await computeDepartures(setup, departures, stocks);
  return await new JointJobs(setup, { stocks, chunks, jobs, queue }).run();
}

interface Shared {
  readonly stocks: KnownStocks;
  readonly chunks: readonly (readonly StoredDeparture[])[];
  /** One per chunk. */
  readonly jobs: readonly PutJob[];
  readonly queue: JobQueue;
}

class JointJobs {
  readonly #setup: SimulationSetup;
  readonly #shared: Shared;
  /** Results of chunks that are computed or collected here. */
  readonly #begun = new Map<PutJob, Promise<ComputedTrain[]>>();

  constructor(setup: SimulationSetup, shared: Shared) {
    this.#setup = setup;
    this.#shared = shared;
  }

  async run(): Promise<ComputedTrain[]> {
    const { jobs, queue } = this.#shared;
    try {
      for (const job of jobs) void this.#collect(job);
      await this.#inLanes(async (job) => {
        if (await queue.takeBack(job)) await this.#begin(job);
      });
      await this.#waitForOthers();
      await this.#inLanes(async (job) => await this.#begin(job));
      return (await Promise.all(jobs.map(async (job) => await this.#begin(job)))).flat();
    } finally {
      queue.withdraw(jobs);
    }
  }

  /** Collects a job's results as soon as another server has finished it. */
  async #collect(job: PutJob): Promise<void> {
    await job.ended;
    if (job.state === "done") await this.#begin(job, COLLECTING).catch(() => undefined);
  }

  /** The results of a job's chunk; started only once. */
  #begin(job: PutJob, lookup: Lookup = {}): Promise<ComputedTrain[]> {
    const known = this.#begun.get(job);
    if (known !== undefined) return known;
    const { chunks, jobs, stocks } = this.#shared;
    const chunk = chunks[jobs.indexOf(job)] ?? [];
    const begun = computeDepartures({ ...this.#setup, lookup }, chunk, stocks);
    // Handled by the callers that await it.
    begun.catch(() => undefined);
    this.#begun.set(job, begun);
    return begun;
  }

  /** Runs `run` for each job not begun here, last one first. */
  async #inLanes(run: (job: PutJob) => Promise<unknown>): Promise<void> {
    const todo = [...this.#shared.jobs];
    const runLane = async (): Promise<void> => {
      for (let job = todo.pop(); job !== undefined; job = todo.pop()) {
        this.#setup.signal.throwIfAborted();
        if (!this.#begun.has(job)) await run(job);
      }
    };
    await Promise.all(Array.from({ length: LANES }, runLane));
  }

  /** Waits until all jobs have ended, or none has ended for a while. */
  async #waitForOthers(): Promise<void> {
    const { signal } = this.#setup;
    for (;;) {
      const open = this.#shared.jobs.filter(({ state }) => state === "open");
      if (open.length === 0) return;
      const has_heard = await isInTime(Promise.race(open.map(({ ended }) => ended)), signal);
      signal.throwIfAborted();
      if (!has_heard) return;
    }
  }
}

/** Whether a promise resolves within the patience, and before the signal. */
async function isInTime(happens: Promise<unknown>, signal: AbortSignal): Promise<boolean> {
  let stop: () => void = () => undefined;
  const stopped = new Promise<boolean>((resolve) => {
    stop = () => resolve(false);
  });
  const timer = setTimeout(stop, PATIENCE_MS);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([happens.then(() => true), stopped]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

/** Cuts between records, so that each job has enough distinct trains. */
function splitByRecord(departures: readonly StoredDeparture[]): StoredDeparture[][] {
  const chunks: StoredDeparture[][] = [];
  let chunk: StoredDeparture[] = [];
  const trains = new Set<Departure["train"]>();
  for (const departure of departures) {
    const is_new = chunk.at(-1)?.record !== departure.record;
    if (chunk.length === 0 || (is_new && trains.size >= JOB_TRAINS)) {
      chunk = [];
      chunks.push(chunk);
      trains.clear();
    }
    chunk.push(departure);
    trains.add(departure.train);
  }
  return chunks;
}

function toJob(
  { infra, parameters }: SimulationSetup,
  chunk: readonly StoredDeparture[],
): TrainJob {
  const { kind } = given(chunk[0], "a job has a train").record;
  const ids = [...new Set(chunk.map(({ record }) => record.id))];
  const traceparent = currentTraceparent();
  return { parameters, infra_digest: infra.digest, kind, ids, traceparent };
}
