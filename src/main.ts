/** The server's process: settings, start, signals, end. */
import { pino } from "pino";
import { ConfigError, readConfig, setLibrarySettings } from "./platform/config.ts";
import { EmbeddedError } from "./platform/db/binaries.ts";
import { isDriverSocketError } from "./platform/db/client.ts";
import { DatabaseError } from "./platform/db/errors.ts";
import { MigrationError } from "./platform/db/migrate.ts";
import { ListenError } from "./platform/http/server.ts";
import { type App, startApp } from "./server/app.ts";

/** Failures to start that need no stack trace: the message says what to do. */
const EXPLAINED = [ConfigError, EmbeddedError, MigrationError, DatabaseError, ListenError];

/** Stopped as asked, but some running requests were cut. */
const EXIT_CUT = 2;

async function main(): Promise<void> {
  setLibrarySettings();
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
  let is_stopping = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (is_stopping || app === null) process.exit(is_stopping ? 1 : 0);
    is_stopping = true;
    log.info(`${signal}: finishing what runs`);
    app.stop().then(
      (cut_count) => process.exit(cut_count === 0 ? 0 : EXIT_CUT),
      (err: unknown) => {
        log.fatal({ err }, "could not stop cleanly");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  app = await startApp(config, log);
}

main().catch((error: unknown) => {
  const is_explained = EXPLAINED.some((kind) => error instanceof kind);
  const output = is_explained && error instanceof Error ? error.message : error;
  process.stderr.write(
    `marey can't start: ${output instanceof Error ? output.stack : String(output)}\n`,
  );
  process.exit(1);
});
