/**
 * Brings a database to the schema of `sql/`. First the numbered files: forward only, each run once and never
 * edited afterwards (its hash is stored and compared). Then the functions of `sql/functions` and the triggers
 * of told tables, remade when they have changed. Each step is one batch of statements, which PostgreSQL runs
 * entirely or not at all. A migration's row is written first, so that of two racing servers one fails cleanly.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { printToldTriggers } from "../../railway/told_tables.ts";
import { PROJECT_ROOT } from "../root.ts";
import type { Database } from "./client.ts";
import { DatabaseError } from "./errors.ts";

/** A database that can't be brought to this version; the message says why. */
export class MigrationError extends Error {}

const POSTGRESQL_MIN = 150_000;
const NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
const RACED = "migration_pkey";
const RACES_MAX = 20;
const RACE_RETRY_MS = 100;

interface Step {
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

function readSteps(folder: string): Step[] {
  const path = join(PROJECT_ROOT, "sql", folder);
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".sql"))
    .map((file) => {
      // Named by its file alone, so a function that moves to another room is not remade.
      return makeStep(basename(file), readFileSync(join(path, file), "utf8"));
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function makeStep(name: string, text: string): Step {
  return { name, text, hash: createHash("sha256").update(text).digest("hex") };
}

/** Runs the missing steps. Throws MigrationError if the database is too old, too new or was edited. */
export async function migrate(db: Database): Promise<void> {
  const [server] = await db.run<{ version: number }>(
    "select current_setting('server_version_num')::integer as version",
  );
  if (server === undefined || server.version < POSTGRESQL_MIN) {
    throw new MigrationError("PostgreSQL 15 or newer is needed");
  }
  for (let race = 1; ; race++) {
    try {
      await runMissing(db);
      return;
    } catch (error) {
      const lost = error instanceof DatabaseError && error.constraint === RACED;
      if (!lost || race === RACES_MAX) throw error;
      // Another process is migrating: the next look sees its steps.
      await new Promise((retry) => setTimeout(retry, RACE_RETRY_MS));
    }
  }
}

async function runMissing(db: Database): Promise<void> {
  await makeMigrationTable(db);
  const rows = await db.run<{ name: string; hash: string }>("select name, hash from migration");
  const done = new Map(rows.map(({ name, hash }) => [name, hash]));
  const migrations = readSteps("migrations");
  checkHistory(migrations, done);
  for (const step of migrations) {
    if (!done.has(step.name)) await db.run(`${insertRow(step)};\n${step.text}`);
  }
  const triggers = makeStep("told_tables", printToldTriggers());
  for (const step of [...readSteps("functions"), triggers]) {
    const name = `functions/${step.name}`;
    if (done.get(name) === step.hash) continue;
    await db.run(`${upsertRow({ ...step, name })};\n${step.text}`);
  }
}

async function makeMigrationTable(db: Database): Promise<void> {
  const [known] = await db.run<{ is_there: boolean }>(
    "select to_regclass('migration') is not null as is_there",
  );
  if (known?.is_there === true) return;
  // `if not exists` is not atomic: the lock makes a racing server wait.
  await db.run(`
    select pg_advisory_xact_lock(7100001);
    create table if not exists migration (
      name text constraint migration_pkey primary key,
      hash text not null,
      run_at timestamptz not null default now()
    )`);
}

function checkHistory(migrations: readonly Step[], done: ReadonlyMap<string, string>): void {
  const known = new Map(migrations.map(({ name, hash }) => [name, hash]));
  for (const name of known.keys()) {
    if (!NAME.test(name)) throw new MigrationError(`'${name}' is no name of a migration`);
  }
  for (const [name, hash] of done) {
    if (name.startsWith("functions/")) continue;
    if (!known.has(name)) {
      throw new MigrationError(`the database is newer than this program: it has '${name}'`);
    }
    if (known.get(name) !== hash) {
      throw new MigrationError(`migration '${name}' was edited after it was run`);
    }
  }
}

// A batch of statements takes no parameters. Names and hashes come from our own files and contain no quotes.
function insertRow({ name, hash }: Step): string {
  return `insert into migration (name, hash) values ('${name}', '${hash}')`;
}

function upsertRow(step: Step): string {
  return `${insertRow(step)} on conflict (name) do update set hash = excluded.hash, run_at = now()`;
}
