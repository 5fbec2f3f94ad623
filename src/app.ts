/**
 * A whole server put together from its configuration: database → worker pool → caches → HTTP. `main`
 * runs one; demo and benches run it in a process of its own.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { trustsEverybody } from "./access/open_trust.ts";
import { makeBootstrapAdmins, readConfiguredRoles } from "./authn/admins.ts";
import { DerivedCache } from "./compute/derived_cache.ts";
import { createInfraStore } from "./compute/infra_store.ts";
import { startCompute } from "./compute/pool.ts";
import { type Config, ConfigError } from "./config.ts";
import { type OpenDatabase, openDatabase } from "./db/open.ts";
import { listServed } from "./endpoints.ts";
import { createDispatch } from "./http/dispatch.ts";
import { RequestFigures } from "./http/figures.ts";
import { type HttpServer, startServer } from "./http/server.ts";
import { deleteLeftovers } from "./infra/content.queries.ts";
import { fillSearch } from "./infra/fill_search.ts";
import { railjsonLoader } from "./infra/load_infra.ts";
import { PROJECT_ROOT } from "./root.ts";
import { makeMetricsPrinter } from "./service/metrics.ts";
import { describeVersion } from "./service/version.ts";
import type { Services } from "./services.ts";
import { speedLimitTags } from "./speed_limit_tag/speed_limit_tags.ts";

export interface App {
  readonly port: number;
  /** Finishes what runs, then stops threads and database; tells how many answers were cut. */
  stop(): Promise<number>;
}

const WORKER_FILE = join(PROJECT_ROOT, "dist/workers/main.js");
const CLEANING_INTERVAL_MS = 3_600_000;

/** Throws ConfigError, EmbeddedError, MigrationError, DatabaseError or ListenError. */
export async function startApp(config: Config, log: Logger): Promise<App> {
  // A wrong file stops the start, not the first request that needs it.
  speedLimitTags(config);
  const roles = readConfiguredRoles(config);
  if (!existsSync(WORKER_FILE)) throw new ConfigError(`${WORKER_FILE} is missing: npm run build`);
  const opened = await openDatabase(config, (message) => log.info(message));
  const { db } = opened;
  const { threads, queue, waits, memory_mb, task_deadline_ms } = config.workers;
  const compute = startCompute({
    filename: WORKER_FILE,
    threads,
    queue,
    waits,
    memory_mb,
    task_deadline_ms,
    onThreadError: (err) => log.error({ err }, "a worker thread has died"),
  });
  const sources = {
    db,
    compute,
    infras: createInfraStore(compute, railjsonLoader(db), config.caches.infra_bytes),
    derived: new DerivedCache(config.caches.result_bytes),
    figures: new RequestFigures(),
  };
  const printMetrics = makeMetricsPrinter(sources);
  const services: Services = { ...sources, config, log, roles, printMetrics, now_ms: Date.now };
  try {
    await makeBootstrapAdmins(services);
    await clean(services);
    await fillSearch(services);
    const dispatch = createDispatch(services, listServed(config));
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
    const cleaning = setInterval(() => void cleanLater(services), CLEANING_INTERVAL_MS);
    log.info({ version: describeVersion(config) }, `listening on ${config.host}:${server.port}`);
    return { port: server.port, stop: stopper(services, { server, opened, cleaning }) };
  } catch (error) {
    await compute.close();
    await opened.close();
    throw error;
  }
}

interface Running {
  readonly server: HttpServer;
  readonly opened: OpenDatabase;
  readonly cleaning: NodeJS.Timeout;
}

function stopper(
  { config, log, compute, figures }: Services,
  { server, opened, cleaning }: Running,
): () => Promise<number> {
  return async () => {
    clearInterval(cleaning);
    const cut_count = await server.stop(config.limits.drain_ms);
    figures.cut += cut_count;
    if (cut_count > 0) log.warn({ cut_count }, "DRAIN_MS was too short: answers were cut");
    await compute.close();
    await opened.close();
    return cut_count;
  };
}

/** Removes what interrupted imports left and idempotency keys that count for nothing any more. */
async function clean({ db, config }: Services): Promise<void> {
  const slow = { deadline_ms: config.database.import_deadline_ms };
  // What is younger may be an import that another server runs.
  await deleteLeftovers(db, config.limits.request_deadline_ms / 1000, slow);
  await db.query("idempotency/delete_old", [], slow);
}

async function cleanLater(services: Services): Promise<void> {
  try {
    await clean(services);
  } catch (err) {
    services.log.warn({ err }, "cleaning has failed, the next one will do");
  }
}
