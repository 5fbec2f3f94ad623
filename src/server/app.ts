/**
 * Assembles a whole server from its configuration: database → worker pool → caches → HTTP. `main`
 * runs one; the demo and benches run it in a process of its own.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { makeBootstrapAdmins, readConfiguredRoles } from "../accounts/authn/admins.ts";
import { loadProtocol } from "../edges/mcp/protocol.ts";
import { deleteLeftovers, pruneContents } from "../network/infra/content.queries.ts";
import { fillSearch } from "../network/infra/fill_search.ts";
import { contentSource } from "../network/infra/load_infra.ts";
import { speedLimitTags } from "../network/speed_limit_tag/speed_limit_tags.ts";
import { trustsEverybody } from "../platform/access/open_trust.ts";
import { DerivedCache } from "../platform/compute/derived_cache.ts";
import { EditorThreads } from "../platform/compute/editor_threads.ts";
import { readEngineVersion } from "../platform/compute/engine_version.ts";
import { InfraStore } from "../platform/compute/infra_store.ts";
import type { JobQueue } from "../platform/compute/job_queue.ts";
import { KeptStore } from "../platform/compute/kept_store.ts";
import { type Compute, startCompute } from "../platform/compute/pool.ts";
import { SharedNetworks } from "../platform/compute/shared_networks.ts";
import type { SharedResults } from "../platform/compute/shared_results.ts";
import { ValueFiles } from "../platform/compute/value_files.ts";
import { type Config, ConfigError } from "../platform/config.ts";
import { SLOW_DEADLINE_MS } from "../platform/db/client.ts";
import { type OpenDatabase, openDatabase } from "../platform/db/open.ts";
import { deleteStagedLeftovers } from "../platform/db/staged_text.ts";
import { EventHub } from "../platform/events/event_hub.ts";
import { pruneEvents } from "../platform/events/event_log.ts";
import { RequestFigures } from "../platform/figures.ts";
import { createDispatch } from "../platform/http/dispatch.ts";
import { type HttpServer, startServer } from "../platform/http/server.ts";
import { waitsUpTo } from "../platform/queues/delay_control.ts";
import { PROJECT_ROOT } from "../platform/root.ts";
import { makeMetricsPrinter } from "../platform/service/metrics.ts";
import { describeVersion } from "../platform/service/version.ts";
import type { Services } from "../platform/services.ts";
import { type PageFiles, readPage } from "../platform/static_files.ts";
import { deleteChangeLeftovers } from "../timetable/train/train.queries.ts";
import { deleteOldDays, tickOpenDays } from "../train_runs/operation/operation.queries.ts";
import { trainServer } from "../train_runs/simulation/serve_trains.ts";
import { listServed } from "./endpoints.ts";

export interface App {
  readonly port: number;
  /** Finishes running requests, then stops threads and database; returns how many answers were cut off. */
  stop(): Promise<number>;
}

const WORKER_FILE = join(PROJECT_ROOT, "dist/workers/main.js");
/** Interactive requests that may wait for the threads, and tasks; more are answered 503. */
const TASKS_WAITING_MAX = 1024;
const MIB = 1024 * 1024;
/** Packed layers of the map in memory, which tiles are cut from. */
const MAP_LAYER_BYTES = 1024 * MIB;
/** Tiles of the map in memory. */
const MAP_TILE_BYTES = 256 * MIB;
const CLEANING_INTERVAL_MS = 3_600_000;
/** How long events are kept for clients that lost their stream. */
const EVENTS_KEPT_MS = 3_600_000;
/** The clock of an opened day moves every 15 s; a server that has just died is replaced within a third of that. */
const TICK_MS = 5_000;
/** How often events are pruned within the time for which they are kept. */
const PRUNINGS = 6;

/** Throws ConfigError, EmbeddedError, MigrationError, DatabaseError or ListenError. */
export async function startApp(config: Config, log: Logger): Promise<App> {
  // Read first, so that a wrong file stops the start and not the first request that needs it.
  speedLimitTags(config);
  const { services, opened } = await openServices(config, log);
  try {
    await makeBootstrapAdmins(services);
    await clean(services);
    await fillSearch(services);
    const dispatch = createDispatch(services, listServed(config));
    // Now, and not while the first message waits.
    if (config.mcp) await loadProtocol();
    if (config.authorization === "enforce" && trustsEverybody(config.trusted_proxies)) {
      log.warn(
        "TRUSTED_PROXIES is everybody: ANY CLIENT CAN BE ANYONE. Name the gateway's address.",
      );
    }
    const server = await startServer({
      config,
      dispatch,
      onError: (err) => {
        services.figures.cut++;
        log.error({ err }, "an answer was cut");
      },
    });
    warnOfCuts(config, server, log);
    services.job_queue?.serve(trainServer(services));
    const cleaning = repeat(services, clean, CLEANING_INTERVAL_MS);
    const pruning = repeat(services, prune, EVENTS_KEPT_MS / PRUNINGS);
    const ticking = repeat(services, async ({ db }) => tickOpenDays(db), TICK_MS);
    log.info(
      { version: describeVersion(config) },
      `listening on ${config.host}:${server.port}, HTTP by ${server.front}`,
    );
    return {
      port: server.port,
      stop: stopper(services, { server, opened, repeated: [cleaning, pruning, ticking] }),
    };
  } catch (error) {
    await closeServices(services, opened);
    throw error;
  }
}

/** Warns if the front trims non-ASCII bytes off identities and other machines can connect. */
function warnOfCuts({ host, identity_encoding }: Config, server: HttpServer, log: Logger): void {
  const is_own = /^(?:127\.[\d.]+|::1|localhost)$/.test(host);
  if (is_own || identity_encoding !== "" || !server.cuts_headers) return;
  log.warn(
    "IDENTITY_ENCODING is not set: IDENTITIES THAT ARE NOT ASCII MAY BE TAKEN FOR OTHERS (`rooté` for `root`)." +
      " With IDENTITY_ENCODING=percent the gateway encodes them, with `none` it lets none through; HTTP_FRONT=node refuses them.",
  );
}

/** The page is an optional part of the build: the API works without it. */
function openPage({ page }: Config, log: Logger): PageFiles | null {
  if (!page) return null;
  const files = readPage();
  if (files === null) log.warn("dist/web is missing: no page at / (npm run build makes it)");
  return files;
}

async function openServices(
  config: Config,
  log: Logger,
): Promise<{ readonly services: Services; readonly opened: OpenDatabase }> {
  const roles = readConfiguredRoles(config);
  if (!existsSync(WORKER_FILE)) throw new ConfigError(`${WORKER_FILE} is missing: npm run build`);
  const opened = await openDatabase(config, (message) => log.info(message));
  const { db } = opened;
  const { threads, batch_wait_ms, memory_mb, task_deadline_ms } = config.workers;
  const startThreads = (count: number): Compute =>
    startCompute({
      filename: WORKER_FILE,
      threads: count,
      queue: TASKS_WAITING_MAX,
      waits: { interactive: waitsUpTo(config.wait_ms), batch: waitsUpTo(batch_wait_ms) },
      memory_mb,
      task_deadline_ms,
      onThreadError: (err) => log.error({ err }, "a worker thread has died"),
    });
  const compute = startThreads(threads);
  const editors = new EditorThreads(threads, () => startThreads(1));
  const level = await openShared(config, log);
  const shared = level?.results ?? null;
  const job_queue = level?.job_queue ?? null;
  const sources = {
    db,
    compute,
    editors,
    infras: new InfraStore(compute, {
      bytes_max: config.caches.infra_bytes,
      source: contentSource(db, editors),
      networks: openNetworks(config, log, shared),
    }),
    derived: new DerivedCache(config.caches.result_bytes / 2, { shared }),
    map_layers: new DerivedCache(MAP_LAYER_BYTES),
    map_tiles: new DerivedCache(MAP_TILE_BYTES),
    kept: new KeptStore(config.caches.result_bytes / 2),
    shared,
    job_queue,
    events: new EventHub({
      db,
      log,
      roles,
      stream_bytes_max: config.limits.event_stream_bytes,
      told_bytes_max: config.limits.events_told_bytes,
    }),
    figures: new RequestFigures(),
    page: openPage(config, log),
  };
  const printMetrics = makeMetricsPrinter(sources);
  const services: Services = { ...sources, config, log, roles, printMetrics, now_ms: Date.now };
  return { services, opened };
}

async function closeServices(
  { job_queue, shared, compute, editors }: Services,
  opened: OpenDatabase,
): Promise<void> {
  await job_queue?.close();
  shared?.close();
  await Promise.all([compute.close(), editors.close()]);
  await opened.close();
}

/** What several servers share. */
interface SharedLevel {
  readonly results: SharedResults;
  readonly job_queue: JobQueue;
}

/** Its modules are only loaded if servers share a Valkey. */
async function openShared(
  { valkey_url: url, limits }: Config,
  log: Logger,
): Promise<SharedLevel | null> {
  if (url === null) return null;
  const { SharedResults } = await import("../platform/compute/shared_results.ts");
  const { JobQueue } = await import("../platform/compute/job_queue.ts");
  const common = { url, engine: readEngineVersion(), log };
  const results = new SharedResults(common);
  const age_ms_max = limits.request_deadline_ms;
  const job_queue = new JobQueue({ ...common, results, age_ms_max });
  return { results, job_queue };
}

/** Compiled networks for starting servers: shared by all servers, else this server's own files. */
function openNetworks(
  { caches, database }: Config,
  log: Logger,
  shared: SharedResults | null,
): SharedNetworks | null {
  if (shared !== null) return new SharedNetworks(shared);
  if (caches.network_files_bytes === 0) return null;
  const folder = join(database.data_dir, "networks");
  const options = {
    folder,
    bytes_max: caches.network_files_bytes,
    engine: readEngineVersion(),
    log,
  };
  return new SharedNetworks(new ValueFiles(options));
}

interface Running {
  readonly server: HttpServer;
  readonly opened: OpenDatabase;
  readonly repeated: readonly NodeJS.Timeout[];
}

function stopper(services: Services, { server, opened, repeated }: Running): () => Promise<number> {
  const { config, log, figures, events } = services;
  return async () => {
    for (const timer of repeated) clearInterval(timer);
    events.drain();
    const cut_count = await server.stop(config.limits.drain_ms);
    figures.cut += cut_count;
    if (cut_count > 0) log.warn({ cut_count }, "DRAIN_MS was too short: answers were cut");
    await closeServices(services, opened);
    return cut_count;
  };
}

/** Removes leftovers of interrupted imports, and expired idempotency keys. */
async function clean({ db, config }: Services): Promise<void> {
  const slow = { deadline_ms: SLOW_DEADLINE_MS };
  // Younger ones may belong to an import that another server is running.
  const age_s = config.limits.request_deadline_ms / 1000;
  await deleteLeftovers(db, age_s, slow);
  await pruneContents(db, age_s, slow);
  await deleteStagedLeftovers(db, age_s, slow);
  await deleteChangeLeftovers(db, slow);
  await deleteOldDays(db, config.operation_retention_days, slow);
  await db.query("platform/idempotency/delete_old", [], slow);
}

async function prune({ db }: Services): Promise<void> {
  await pruneEvents(db, EVENTS_KEPT_MS);
}

function repeat(
  services: Services,
  job: (services: Services) => Promise<void>,
  interval_ms: number,
): NodeJS.Timeout {
  return setInterval(() => {
    job(services).catch((err: unknown) => {
      services.log.warn({ err }, "cleaning has failed, the next one will do");
    });
  }, interval_ms);
}
