/** The demo's own database, dropped before each run: on the embedded PostgreSQL or a given server. */
import type { Config } from "../../src/platform/config.ts";
import {
  connect,
  type Database,
  type DatabaseTarget,
  SLOW_DEADLINE_MS,
} from "../../src/platform/db/client.ts";
import { startEmbedded } from "../../src/platform/db/embedded.ts";

export const DEMO_DATABASE = "marey_demo";

const DROP = `drop database if exists ${DEMO_DATABASE} with (force)`;
const COUNT_OTHERS = `
  select count(*)::int as client_count from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid()`;

/** Drops the demo's database if it is there; returns the URL to use, "" for the embedded server. */
export async function dropDemoDatabase(config: Config): Promise<string> {
  const { url, data_dir } = config.database;
  if (url !== null) {
    await withDatabase(config, { url }, async (db) => {
      await db.run(DROP);
      await db.run(`create database ${DEMO_DATABASE}`);
    });
    const demo_url = new URL(url);
    demo_url.pathname = `/${DEMO_DATABASE}`;
    return demo_url.href;
  }
  const server = await startEmbedded({ data_dir, is_disposable: false, log: console.error });
  const { socket_dir, user } = server;
  const target = { socket_dir, user, database: "postgres" };
  const is_shared = await withDatabase(config, target, async (db) => {
    await db.run(DROP);
    const [others] = await db.run<{ client_count: number }>(COUNT_OTHERS);
    return (others?.client_count ?? 0) > 0;
  });
  // A server of the same folder may be running on it: theirs is left alone.
  if (!is_shared) await server.stop();
  return "";
}

async function withDatabase<T>(
  config: Config,
  target: DatabaseTarget,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = connect({
    target,
    connections: 1,
    streams: 1,
    queue: 16,
    waits: { target_ms: 100, interval_ms: 250 },
    deadline_ms: config.database.query_deadline_ms,
    slow_deadline_ms: SLOW_DEADLINE_MS,
  });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
