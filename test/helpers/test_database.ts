/** A database per test file, cloned from the migrated template in some 20 ms. */
import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { connect, type Database, type DatabaseOptions } from "../../src/platform/db/client.ts";
import { scaled } from "./pace.ts";
import { PATIENT_WAITS } from "./patient_waits.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly postgres: { readonly socket_dir: string; readonly user: string };
  }
}

export const TEMPLATE = "marey_template";

type Target = Extract<DatabaseOptions["target"], { readonly socket_dir: string }>;

export interface TestDatabase {
  readonly db: Database;
  readonly target: Target;
  /** Statements sent so far, by query name. */
  readonly statements: Map<string, number>;
  /** Drops the database. */
  close(): Promise<void>;
}

/** Options as small as tests need them. */
export function connectForTest(target: Target): DatabaseOptions {
  return {
    target,
    connections: 4,
    streams: 2,
    queue: 1000,
    waits: PATIENT_WAITS.batch,
    deadline_ms: scaled(10_000),
    slow_deadline_ms: scaled(60_000),
  };
}

/** `options` replace the defaults, as a shorter deadline. */
export async function startTestDatabase(
  options: Partial<DatabaseOptions> = {},
): Promise<TestDatabase> {
  const server = inject("postgres");
  // Not by the process: a long run has the number of an ended one again, whose database may be there still.
  const database = `test_${randomBytes(8).toString("hex")}`;
  const maintenance = connect(connectForTest({ ...server, database: "postgres" }));
  await maintenance.run(`create database ${database} template ${TEMPLATE}`);
  const target = { ...server, database };
  const statements = new Map<string, number>();
  const db = connect({
    ...connectForTest(target),
    onStatement: (name) => statements.set(name, (statements.get(name) ?? 0) + 1),
    ...options,
  });
  return {
    db,
    target,
    statements,
    close: async () => {
      await db.close();
      await maintenance.run(`drop database ${database} with (force)`);
      await maintenance.close();
    },
  };
}

const version_statements = new WeakMap<Database, string>();

/**
 * Of every table how many rows it has, and the sum of the transactions that wrote them: equal before and after =
 * nothing was written, not even the same values again, because a later transaction has a greater number than those
 * whose rows it replaced. The tables are read in one statement, so what others write meanwhile is in all of them or
 * in none.
 */
export async function hashTables(db: Database): Promise<Record<string, string>> {
  const statement = version_statements.get(db) ?? (await makeVersionStatement(db));
  version_statements.set(db, statement);
  const rows = await db.run<{ name: string; version: string }>(statement);
  return Object.fromEntries(rows.map(({ name, version }) => [name, version]));
}

/** Whether a content can be computed on is noted, and told, when that becomes known, behind any request. */
const ROWS: Record<string, string> = {
  infra_content: "hashtext((to_jsonb(t) - 'is_faulty')::text)",
};
const TOLD: Record<string, string> = { new_event: "not data::jsonb ? 'state'" };

async function makeVersionStatement(db: Database): Promise<string> {
  const tables = await db.run<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
  );
  return tables
    .map(({ name }) => {
      const version = `concat(count(*), ' ', sum(${ROWS[name] ?? "xmin::text::bigint"}))`;
      return `select '${name}' as name, ${version} as version from ${name} t where ${TOLD[name] ?? true}`;
    })
    .join(" union all ");
}
