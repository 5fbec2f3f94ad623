/** The server's process: settings, start, signals, end. */
import { setTimeout as wait } from "node:timers/promises";
import { type Logger, pino } from "pino";
import { type Config, ConfigError, readConfig } from "./platform/config.ts";
import { EmbeddedError } from "./platform/db/binaries.ts";
import { isDriverSocketError } from "./platform/db/client.ts";
import { DatabaseError } from "./platform/db/errors.ts";
import { MigrationError } from "./platform/db/migrate.ts";
import { ListenError } from "./platform/http/front.ts";
import { setTracing, type Tracing } from "./platform/tracing.ts";
import { type App, startApp } from "./server/app.ts";

/** Failures to start that need no stack trace: the message says what to do. */
const EXPLAINED = [ConfigError, EmbeddedError, MigrationError, DatabaseError, ListenError];

/** To send the last spans. */
const SPANS_MS = 2000;
/** Stopped as asked, but some running requests were cut. */
const EXIT_CUT = 2;

async function main(): Promise<void> {
  const config = readConfig();
  const log = pino({ level: config.log_level });
  process.on("uncaughtException", (err) => {
    if (isDriverSocketError(err)) {
      log.warn("a database connection died while it was written to");
      return;
    }
    log.fatal({ err }, "uncaught: ending");
    process.exit(1);
  });
  if (config.authorization === "disabled") {
    log.warn(
      "AUTHORIZATION=disabled: EVERY REQUEST MAY DO EVERYTHING. Never let others reach this.",
    );
  }
  let app: App | null = null;
  let tracing: Tracing | null = null;
  let is_stopping = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (is_stopping || app === null) process.exit(is_stopping ? 1 : 0);
    is_stopping = true;
    log.info(`${signal}: finishing what runs`);
    stop(app, tracing).then(
      (cut_count) => process.exit(cut_count === 0 ? 0 : EXIT_CUT),
      (err: unknown) => {
        log.fatal({ err }, "could not stop cleanly");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  tracing = await openTracing(config, log);
  setTracing(tracing);
  app = await startApp(config, log);
}

/** Returns how many answers were cut. Spans that a collector does not take in time are lost. */
async function stop(app: App, tracing: Tracing | null): Promise<number> {
  const cut_count = await app.stop();
  const flushed = tracing?.close().catch(() => undefined);
  await Promise.race([flushed, wait(SPANS_MS)]);
  return cut_count;
}

/** Nothing of it is loaded unless it is asked for. */
async function openTracing({ traces_endpoint }: Config, log: Logger): Promise<Tracing | null> {
  if (traces_endpoint === null) return null;
  const module = await import("./platform/open_tracing.ts");
  return module.openTracing(log);
}

main().catch((error: unknown) => {
  const is_explained = EXPLAINED.some((kind) => error instanceof kind);
  const output = is_explained && error instanceof Error ? error.message : error;
  process.stderr.write(
    `marey can't start: ${output instanceof Error ? output.stack : String(output)}\n`,
  );
  process.exit(1);
});
