/** Opens the configured database: the embedded server or `DATABASE_URL`, migrated. */
import { randomUUID } from "node:crypto";
import type { Config } from "../config.ts";
import { waitsUpTo } from "../queues/delay_control.ts";
import { connect, type Database, type DatabaseOptions, SLOW_DEADLINE_MS } from "./client.ts";
import { startEmbedded } from "./embedded.ts";
import { migrate } from "./migrate.ts";

/** Connections for statements of imports, clones and migrations. */
const SLOW_CONNECTIONS = 2;
/** Statements that may wait for a connection; more are answered 503. */
const QUEUE_MAX = 4096;

export interface OpenDatabase {
  readonly db: Database;
  /** Closes the connections, then stops the embedded server unless others use it. */
  close(): Promise<void>;
}

/** Throws EmbeddedError, MigrationError or DatabaseError, which say what to do. */
export async function openDatabase(
  config: Config,
  log: (message: string) => void,
  onStatement?: (name: string) => void,
): Promise<OpenDatabase> {
  const { url, name, data_dir } = config.database;
  const shared = {
    connections: config.database.connections,
    streams: SLOW_CONNECTIONS,
    queue: QUEUE_MAX,
    waits: waitsUpTo(config.wait_ms),
    deadline_ms: config.database.query_deadline_ms,
    slow_deadline_ms: SLOW_DEADLINE_MS,
    ...(onStatement === undefined ? {} : { onStatement }),
  };
  if (url !== null) {
    const db = connect({ ...shared, target: { url } });
    await migrate(db);
    return { db, close: async () => await db.close() };
  }
  const server = await startEmbedded({ data_dir, is_disposable: false, log });
  const { socket_dir, user } = server;
  // Told apart from other servers on the same PostgreSQL: see `isUsedByOthers`.
  const embedded = { socket_dir, user, application_name: `marey ${randomUUID()}` };
  const maintenance = { ...shared, target: { ...embedded, database: "postgres" } };
  const leave = async (): Promise<void> => {
    if (!(await isUsedByOthers(maintenance))) await server.stop();
  };
  try {
    await createDatabase(maintenance, name);
    const db = connect({ ...shared, target: { ...embedded, database: name } });
    await migrate(db);
    return {
      db,
      close: async () => {
        await db.close();
        await leave();
      },
    };
  } catch (error) {
    await leave();
    throw error;
  }
}

/** Creates a database unless it exists. `name` is a plain name: the configuration has checked it. */
export async function createDatabase(maintenance: DatabaseOptions, name: string): Promise<void> {
  const db = connect(maintenance);
  try {
    const isThere = async (): Promise<boolean> =>
      (await db.run("select 1 as is_there from pg_database where datname = $1", [name])).length > 0;
    if (await isThere()) return;
    try {
      await db.run(`create database ${name}`);
    } catch (error) {
      // Another server that starts was faster.
      if (!(await isThere())) throw error;
    }
  } finally {
    await db.close();
  }
}

/**
 * Other Marey servers may share the embedded PostgreSQL: the last one stops it. This server's own sessions do not
 * count: on a busy machine they are listed for a while after their connections were closed.
 */
async function isUsedByOthers(maintenance: DatabaseOptions): Promise<boolean> {
  const db = connect({ ...maintenance, connections: 1, streams: 1 });
  try {
    const others = await db.run(
      "select 1 as is_there from pg_stat_activity where backend_type = 'client backend' and application_name <> current_setting('application_name')",
    );
    return others.length > 0;
  } catch {
    // PostgreSQL is already gone.
    return false;
  } finally {
    await db.close();
  }
}
