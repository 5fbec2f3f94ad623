/**
 * `npm run schema`: writes sql/schema.sql, the file to read first, from the catalog of a freshly
 * migrated database (the embedded server has no pg_dump). It is ordered by name, so that a change
 * makes a small diff; a test compares it.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PROJECT_ROOT } from "../root.ts";
import { connect, type Database } from "./client.ts";
import { startEmbedded } from "./embedded.ts";
import { migrate } from "./migrate.ts";

export const SCHEMA_FILE = join(PROJECT_ROOT, "sql/schema.sql");

const HEADER =
  "-- The database as all migrations leave it. Written by `npm run schema`; do not edit.\n" +
  "-- Why each table is as it is stands in sql/migrations.\n";

const DEADLINE_MS = 60_000;

/** The statements that would make the schema, as one text. */
export async function printSchema(db: Database): Promise<string> {
  const parts = [
    ...(await listExtensions(db)),
    ...(await listSequences(db)),
    ...(await listEnums(db)),
    ...(await listTables(db)),
    ...(await listIndexes(db)),
    ...(await listTriggers(db)),
    ...(await listFunctions(db)),
  ];
  return `${HEADER}\n${parts.join("\n\n")}\n`;
}

async function listExtensions(db: Database): Promise<string[]> {
  const rows = await db.run<{ text: string }>(`
    select format('create extension %I;', e.extname) as text
    from pg_extension e
    where e.extnamespace = 'public'::regnamespace
    order by e.extname collate "C"`);
  return rows.map(({ text }) => text);
}

async function listSequences(db: Database): Promise<string[]> {
  const rows = await db.run<{ text: string }>(`
    select format('create sequence %I as %s;', s.sequencename, s.data_type) as text
    from pg_sequences s
    where s.schemaname = 'public' and not exists (
      select from pg_depend d
      where d.objid = format('%I.%I', s.schemaname, s.sequencename)::regclass
        and d.deptype = 'i'
    )
    order by s.sequencename collate "C"`);
  return rows.map(({ text }) => text);
}

async function listEnums(db: Database): Promise<string[]> {
  const rows = await db.run<{ text: string }>(`
    select format('create type %I as enum (%s);', t.typname,
      string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder)) as text
    from pg_type t join pg_enum e on e.enumtypid = t.oid
    where t.typnamespace = 'public'::regnamespace
    group by t.typname
    order by t.typname collate "C"`);
  return rows.map(({ text }) => text);
}

/** For a partition, only what it does not inherit from its parent. */
async function listTables(db: Database): Promise<string[]> {
  const rows = await db.run<{ head: string; lines: string[]; tail: string }>(`
    select
      format('create %stable %I', case c.relpersistence when 'u' then 'unlogged ' else '' end,
        c.relname)
        || coalesce(' partition of ' || i.inhparent::regclass, '') as head,
      case when c.relispartition then ' ' || pg_get_expr(c.relpartbound, c.oid)
        when c.relkind = 'p' then ' partition by ' || pg_get_partkeydef(c.oid)
        else '' end as tail,
      (
        select array_agg(line order by is_constraint, ordinal, line collate "C")
        from (
          select false as is_constraint, a.attnum::integer as ordinal,
            format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
            || case when a.attstorage = 'e' then ' storage external' else '' end
            || case when a.attidentity = 'a' then ' generated always as identity' else '' end
            || case when a.attgenerated = 's'
              then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
              else coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') end
            || case when a.attnotnull then ' not null' else '' end as line
          from pg_attribute a
          left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attislocal
          union all
          select true, 0, format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid))
          from pg_constraint k
          -- PostgreSQL 18 also lists NOT NULL here
          where k.conrelid = c.oid and k.contype <> 'n' and k.conislocal and k.conparentid = 0
        ) lines
      ) as lines
    from pg_class c
    left join pg_inherits i on i.inhrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    order by coalesce(i.inhparent::regclass::text, c.relname) collate "C", i.inhparent is not null,
      c.relname collate "C"`);
  return rows.map(({ head, lines, tail }) => `${head} (\n  ${lines.join(",\n  ")}\n)${tail};`);
}

async function listIndexes(db: Database): Promise<string[]> {
  const rows = await db.run<{ text: string }>(`
    select regexp_replace(pg_get_indexdef(i.indexrelid), '^CREATE (UNIQUE )?INDEX', 'create \\1index') || ';' as text
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and not c.relispartition and not exists (
      select from pg_constraint k where k.conindid = i.indexrelid
    )
    order by c.relname collate "C"`);
  return rows.map(({ text }) => text);
}

async function listTriggers(db: Database): Promise<string[]> {
  const rows = await db.run<{ text: string }>(`
    select regexp_replace(pg_get_triggerdef(t.oid), '^CREATE TRIGGER', 'create trigger') || ';' as text
    from pg_trigger t
    where not t.tgisinternal
    order by t.tgrelid::regclass::text collate "C", t.tgname collate "C"`);
  return rows.length === 0 ? [] : [rows.map(({ text }) => text).join("\n")];
}

/** Names and results only: the texts are in sql/functions. */
async function listFunctions(db: Database): Promise<string[]> {
  const rows = await db.run<{ text: string }>(`
    select format('-- function %s(%s) returns %s', p.proname,
      pg_get_function_identity_arguments(p.oid), pg_get_function_result(p.oid)) as text
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and not exists (
      select from pg_depend d where d.objid = p.oid and d.deptype = 'e'
    )
    order by 1`);
  return rows.length === 0 ? [] : [rows.map(({ text }) => text).join("\n")];
}

async function writeSchema(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "marey-schema-"));
  chmodSync(folder, 0o755);
  const log = (message: string): void => void process.stderr.write(`${message}\n`);
  const data_dir = join(folder, "postgres");
  const server = await startEmbedded({ data_dir, is_disposable: true, log });
  const { socket_dir, user } = server;
  const db = connect({
    target: { socket_dir, user, database: "postgres" },
    connections: 1,
    streams: 1,
    queue: 100,
    waits: { target_ms: 100, interval_ms: 250 },
    deadline_ms: DEADLINE_MS,
    slow_deadline_ms: DEADLINE_MS,
  });
  try {
    await migrate(db);
    writeFileSync(SCHEMA_FILE, await printSchema(db));
  } finally {
    await db.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await writeSchema();
