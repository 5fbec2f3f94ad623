/**
 * `/metrics` in Prometheus' text form. The only importer of prom-client; the figures themselves are
 * plain numbers kept where they arise and collected when someone asks.
 */
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Services } from "../services.ts";

export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

const registries = new WeakMap<Services, Registry>();

/** All figures of a running server. */
export async function printMetrics(services: Services): Promise<string> {
  let registry = registries.get(services);
  if (registry === undefined) {
    registry = makeRegistry(services);
    registries.set(services, registry);
  }
  return await registry.metrics();
}

function makeRegistry(services: Services): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addRequests(registry, services);
  const gauge = (name: string, help: string, read: () => number): void => {
    const made: Gauge = new Gauge({
      name: `marey_${name}`,
      help,
      registers: [registry],
      collect: () => made.set(read()),
    });
  };
  const { db, compute, derived, infras, figures } = services;
  gauge("requests_running", "Requests being answered", () => figures.running);
  gauge("statements_running", "Statements that wait or run", () => db.load);
  gauge("tasks_running", "Worker tasks that wait or run", () => compute.load);
  gauge("worker_threads", "Worker threads", () => compute.threads);
  gauge("derived_cache_bytes", "Paths and simulations in memory", () => derived.figures.bytes);
  gauge("derived_cache_entries", "Paths and simulations", () => derived.figures.entries);
  gauge("derived_cache_hits", "Results found in the cache", () => derived.figures.hits);
  gauge("derived_cache_misses", "Results computed", () => derived.figures.misses);
  gauge("infra_cache_bytes", "Compiled networks in memory", () => infras.bytes);
  return registry;
}

function addRequests(registry: Registry, { figures }: Services): void {
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
