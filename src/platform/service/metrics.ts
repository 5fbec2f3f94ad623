/**
 * `/metrics` in Prometheus' text form. The only importer of prom-client; the figures themselves are
 * plain numbers, kept where they arise and collected on demand.
 */
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { JobQueue } from "../compute/job_queue.ts";
import type { SharedResults } from "../compute/shared_results.ts";
import type { EventHub } from "../events/event_hub.ts";
import type { RequestFigures } from "../figures.ts";
import type { Services } from "../services.ts";
import { spanFigures } from "../tracing.ts";

export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

type AddGauge = (name: string, help: string, read: () => number) => void;

/** The parts of a server that provide its figures. */
type Sources = Pick<
  Services,
  | "db"
  | "compute"
  | "derived"
  | "kept"
  | "infras"
  | "map_layers"
  | "map_tiles"
  | "figures"
  | "events"
  | "shared"
  | "job_queue"
>;

/** Figures of the process, shared by the servers in it. */
let process_registry: Registry | null = null;

/** Made once per server. Prints all figures, starting with those of the process. */
export function makeMetricsPrinter(sources: Sources): () => Promise<string> {
  const registry = makeRegistry(sources);
  return async () => {
    if (process_registry === null) {
      process_registry = new Registry();
      collectDefaultMetrics({ register: process_registry });
    }
    return (await process_registry.metrics()) + (await registry.metrics());
  };
}

function makeRegistry(sources: Sources): Registry {
  const { db, compute, derived, kept, infras, figures, events, shared, job_queue } = sources;
  const registry = new Registry();
  addRequests(registry, figures);
  const gauge: AddGauge = (name, help, read) => {
    const made: Gauge = new Gauge({
      name: `marey_${name}`,
      help,
      registers: [registry],
      collect: () => made.set(read()),
    });
  };
  gauge("requests_running", "Requests being answered", () => figures.running);
  const cut: Counter = new Counter({
    name: "marey_answers_cut_total",
    help: "Answers that the server broke off",
    registers: [registry],
    collect: () => {
      cut.reset();
      cut.inc(figures.cut);
    },
  });
  gauge("statements_running", "Statements that wait or run", () => db.load);
  gauge("tasks_running", "Worker tasks that wait or run", () => compute.load);
  gauge("worker_threads", "Worker threads", () => compute.threads);
  gauge("derived_cache_bytes", "Paths and simulations in memory", () => derived.figures.bytes);
  gauge("derived_cache_entries", "Paths and simulations", () => derived.figures.entries);
  gauge("derived_cache_hits", "Results found in the cache", () => derived.figures.hits);
  gauge("derived_cache_misses", "Results computed", () => derived.figures.misses);
  const kept_of = "Kept conflicts, lists of stocks and electrical profiles";
  gauge("occupancy_bytes", `${kept_of} in memory`, () => kept.figures.bytes);
  gauge("occupancy_entries", kept_of, () => kept.figures.entries);
  gauge("infra_cache_bytes", "Compiled networks in memory", () => infras.bytes);
  const { map_layers, map_tiles } = sources;
  gauge("map_layer_bytes", "Packed layers of the map in memory", () => map_layers.figures.bytes);
  gauge("map_tile_bytes", "Tiles of the map in memory", () => map_tiles.figures.bytes);
  gauge("map_tile_hits", "Tiles found in the cache", () => map_tiles.figures.hits);
  gauge("map_tile_misses", "Tiles cut", () => map_tiles.figures.misses);
  addEvents(gauge, events);
  if (shared !== null) addShared(gauge, shared);
  if (job_queue !== null) addJobs(gauge, job_queue);
  if (spanFigures() !== null) addSpans(gauge);
  return registry;
}

function addEvents(gauge: AddGauge, events: EventHub): void {
  gauge("event_streams", "Streams of events", () => events.stream_count);
  gauge("events_read", "Events read from the database", () => events.figures.read);
  gauge("events_told", "Events told to streams", () => events.figures.told);
  gauge("event_delay_seconds", "Summed over events read: from writing to telling", () => {
    return events.figures.delay_ms / 1000;
  });
}

function addShared(gauge: AddGauge, shared: SharedResults): void {
  gauge("shared_up", "Whether results can be shared", () => Number(shared.is_up));
  gauge("shared_circuits_open", "Ways to the shared results that rest: look-ups, stores", () => {
    return shared.open_circuits;
  });
  gauge("shared_hits", "Results of other servers used", () => shared.figures.hits);
  gauge("shared_misses", "Results asked for in vain", () => shared.figures.misses);
  gauge("shared_faults", "Shared values not what they should be", () => shared.figures.faults);
  gauge("shared_dropped", "Results that were not stored", () => shared.figures.dropped);
  gauge("shared_read_bytes", "Bytes of shared results read", () => shared.figures.read_bytes);
  gauge("shared_written_bytes", "Bytes stored", () => shared.figures.written_bytes);
}

function addJobs(gauge: AddGauge, jobs: JobQueue): void {
  gauge("work_up", "Whether work can be shared", () => Number(jobs.is_up));
  gauge("work_put", "Jobs that this server has put", () => jobs.figures.put);
  gauge("work_taken", "Jobs taken", () => jobs.figures.taken);
  gauge("work_done", "Jobs done", () => jobs.figures.done);
  gauge("work_failed", "Jobs that have failed here", () => jobs.figures.failed);
  gauge("work_stalled", "Jobs of silent servers given back", () => jobs.figures.stalled);
  gauge("work_expired", "Jobs thrown away unread", () => jobs.figures.expired);
  gauge("work_wait_seconds", "Waits of the jobs taken", () => jobs.figures.wait_ms / 1000);
  gauge("work_run_seconds", "Run times of the jobs done", () => jobs.figures.run_ms / 1000);
}

function addSpans(gauge: AddGauge): void {
  gauge("spans_ended", "Spans for the collector", () => spanFigures()?.ended ?? 0);
  gauge("spans_sent", "Spans that it took", () => spanFigures()?.sent ?? 0);
}

function addRequests(registry: Registry, figures: RequestFigures): void {
  const labelNames = ["method", "route", "status"] as const;
  const requests: Counter = new Counter({
    name: "marey_requests_total",
    help: "Answered requests",
    labelNames,
    registers: [registry],
    collect: () => {
      requests.reset();
      for (const { method, route, counts } of figures.list()) {
        for (const [status, count] of counts) requests.inc({ method, route, status }, count);
      }
    },
  });
  const seconds: Counter = new Counter({
    name: "marey_request_seconds_total",
    help: "Time between a request's arrival and its answer",
    labelNames: ["method", "route"] as const,
    registers: [registry],
    collect: () => {
      seconds.reset();
      for (const { method, route, seconds: sum } of figures.list()) {
        seconds.inc({ method, route }, sum);
      }
    },
  });
}
