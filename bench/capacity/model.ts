/**
 * Servers that share work, as `compute_together.ts` does it, in a simulation: jobs of a hundred trains, the
 * asking server from the end, the others from the front whenever nothing waits for their threads.
 */
import { makeResource, type Process, type Resource, Simulation } from "./simulation.ts";

/** What things cost, in ms of the resource that does them. */
export interface Costs {
  /** A thread, for a train that nobody has computed. */
  readonly cold_train_ms: number;
  /** The main thread: reading a train and making its keys; taking its results from the Valkey; storing them. */
  readonly prepare_ms: number;
  readonly collect_ms: number;
  readonly store_ms: number;
  /** A core of PostgreSQL: a statement, and a train in it. */
  readonly statement_ms: number;
  readonly record_ms: number;
  /** The Valkey: an operation, and a MiB. */
  readonly operation_ms: number;
  readonly mib_ms: number;
  readonly train_bytes: number;
}

export interface Plant {
  readonly servers: number;
  /** Threads of each. */
  readonly threads: number;
  readonly database_cores: number;
  /** Cores that all share, as on one machine; null: enough. */
  readonly cores: number | null;
}

export interface Request {
  readonly at_ms: number;
  readonly server: number;
  readonly trains: number;
  /** Of these, not computed yet; the rest is in this server's memory or in the Valkey. */
  readonly cold: number;
}

export interface Outcome {
  readonly end_ms: number;
  /** Durations of the requests, ascending. */
  readonly took_ms: readonly number[];
  /** Share of the time in use, by resource; of servers the one in use the most. */
  readonly use: Readonly<Record<string, number>>;
}

interface Node {
  readonly main: Resource;
  readonly threads: Resource;
}

interface Work {
  readonly node: Node;
  /** Jobs that nobody has taken: trains of each. */
  readonly jobs: number[];
  open: number;
  onDone: () => void;
}

/** Read and computed at once of a timetable. */
const PAGE_TRAINS = 1000;
const JOB_TRAINS = 100;
const TASK_TRAINS = 20;
const SHARE_TRAINS = 256;
const LANES = 2;
/** Statements of a job besides its trains: network, profiles, stocks. */
const JOB_STATEMENTS = 4;
/** Put, take, done, told. */
const JOB_OPERATIONS = 6;
const BUSY_MS = 20;
const MIB = 1024 * 1024;

export function simulate(plant: Plant, costs: Costs, requests: readonly Request[]): Outcome {
  return new Model(plant, costs).run(requests);
}

class Model {
  readonly #plant: Plant;
  readonly #costs: Costs;
  readonly #simulation = new Simulation();
  readonly #nodes: readonly Node[];
  readonly #database: Resource;
  readonly #valkey = makeResource("Valkey", 1);
  readonly #cores: readonly Resource[];
  readonly #queue: Work[] = [];
  readonly #idle: (() => void)[] = [];

  constructor(plant: Plant, costs: Costs) {
    this.#plant = plant;
    this.#costs = costs;
    this.#database = makeResource("PostgreSQL", plant.database_cores);
    this.#cores = plant.cores === null ? [] : [makeResource("cores", plant.cores)];
    this.#nodes = Array.from({ length: plant.servers }, () => ({
      main: makeResource("main thread", 1),
      threads: makeResource("threads", plant.threads),
    }));
  }

  run(requests: readonly Request[]): Outcome {
    const took_ms: number[] = [];
    let end_ms = 0;
    for (const node of this.#nodes) {
      for (let i = 0; i < LANES; i++) this.#simulation.start(this.#help(node));
    }
    for (const request of requests) {
      this.#simulation.start(this.#answer(request), () => {
        end_ms = this.#simulation.now_ms;
        took_ms.push(end_ms - request.at_ms);
      });
    }
    this.#simulation.run();
    took_ms.sort((a, b) => a - b);
    return { end_ms, took_ms, use: this.#listUse(end_ms) };
  }

  #listUse(end_ms: number): Record<string, number> {
    const nodes = this.#nodes.flatMap(({ main, threads }) => [main, threads]);
    const use: Record<string, number> = {};
    for (const { name, used_ms, places } of [...nodes, this.#database, this.#valkey]) {
      use[name] = Math.max(use[name] ?? 0, used_ms / places / end_ms);
    }
    return use;
  }

  *#answer({ at_ms, server, trains, cold }: Request): Process {
    yield { on: [], ms: at_ms };
    const node = this.#nodes[server];
    if (node === undefined) throw new Error("there is no such server");
    for (let first = 0; first < trains; first += PAGE_TRAINS) {
      const cold_count = Math.min(PAGE_TRAINS, Math.max(0, cold - first));
      yield* this.#answerPage(node, Math.min(PAGE_TRAINS, trains - first), cold_count);
    }
  }

  *#answerPage(node: Node, trains: number, cold: number): Process {
    yield* this.#read(node, trains);
    // The balancer sends anybody anywhere: what this server has had itself it needs not collect.
    yield* this.#collect(node, (trains - cold) * (1 - 1 / this.#plant.servers));
    const work: Work = { node, jobs: cutIntoJobs(cold), open: 0, onDone: () => undefined };
    work.open = work.jobs.length;
    if (work.open === 0) return;
    if (cold > SHARE_TRAINS && this.#plant.servers > 1) {
      this.#queue.push(work);
      for (const wake of this.#idle.splice(0)) wake();
    }
    yield { all: Array.from({ length: LANES }, () => this.#lane(work)) };
    if (work.open > 0) yield { until: (go) => (work.onDone = go) };
  }

  *#lane(work: Work): Process {
    for (let trains = work.jobs.pop(); trains !== undefined; trains = work.jobs.pop()) {
      yield* this.#compute(work.node, trains);
      this.#end(work);
    }
  }

  /** A server that looks for work of others, for ever. */
  *#help(node: Node): Process {
    for (;;) {
      const work = this.#queue.find((one) => one.node !== node && one.jobs.length > 0);
      if (work === undefined) {
        while (this.#queue[0]?.jobs.length === 0) this.#queue.shift();
        yield { until: (go) => void this.#idle.push(go) };
      } else if (node.threads.waiting.length > 0) yield { on: [], ms: BUSY_MS };
      else {
        const trains = work.jobs.shift() ?? 0;
        yield { on: [this.#valkey], ms: JOB_OPERATIONS * this.#costs.operation_ms };
        yield { on: this.#with(this.#database), ms: JOB_STATEMENTS * this.#costs.statement_ms };
        yield* this.#read(node, trains);
        yield* this.#compute(node, trains);
        this.#simulation.start(this.#handOver(work, trains));
      }
    }
  }

  *#handOver(work: Work, trains: number): Process {
    yield* this.#collect(work.node, trains);
    this.#end(work);
  }

  #end(work: Work): void {
    work.open--;
    if (work.open === 0) work.onDone();
  }

  *#read({ main }: Node, trains: number): Process {
    const { statement_ms, record_ms, prepare_ms } = this.#costs;
    yield { on: this.#with(this.#database), ms: statement_ms + trains * record_ms };
    yield { on: this.#with(main), ms: trains * prepare_ms };
  }

  /** On all threads, and stored. */
  *#compute({ main, threads }: Node, trains: number): Process {
    const size = Math.max(1, Math.min(TASK_TRAINS, Math.ceil(trains / threads.places)));
    const tasks = Array.from({ length: Math.ceil(trains / size) }, (_, i) =>
      this.#task(threads, Math.min(size, trains - i * size)),
    );
    yield { all: tasks };
    yield { on: this.#with(main), ms: trains * this.#costs.store_ms };
    yield* this.#transfer(trains);
  }

  *#task(threads: Resource, trains: number): Process {
    yield { on: this.#with(threads), ms: trains * this.#costs.cold_train_ms };
  }

  *#collect({ main }: Node, trains: number): Process {
    if (trains === 0) return;
    yield* this.#transfer(trains);
    yield { on: this.#with(main), ms: trains * this.#costs.collect_ms };
  }

  *#transfer(trains: number): Process {
    const { operation_ms, mib_ms, train_bytes } = this.#costs;
    const ms = operation_ms + ((trains * train_bytes) / MIB) * mib_ms;
    yield { on: this.#with(this.#valkey), ms };
  }

  /** Whatever works needs a core too where they are few. */
  #with(resource: Resource): Resource[] {
    return [resource, ...this.#cores];
  }
}

function cutIntoJobs(trains: number): number[] {
  const jobs: number[] = [];
  for (let left = trains; left > 0; left -= JOB_TRAINS) jobs.push(Math.min(left, JOB_TRAINS));
  return jobs;
}
