// Method: migrations against real databases: raced, repeated, edited; the dump compared with its file.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { connect, type Database } from "../../../src/platform/db/client.ts";
import { MigrationError, migrate } from "../../../src/platform/db/migrate.ts";
import { printSchema, SCHEMA_FILE } from "../../../src/platform/db/schema.ts";
import { collectConstraints } from "../../../src/platform/http/constraints.ts";
import { ENDPOINTS } from "../../../src/server/endpoints.ts";
import {
  connectForTest,
  startTestDatabase,
  type TestDatabase,
} from "../../helpers/test_database.ts";

let database: TestDatabase;
let maintenance: Database;

beforeAll(async () => {
  database = await startTestDatabase();
  maintenance = connect(connectForTest({ ...inject("postgres"), database: "postgres" }));
});
afterAll(async () => {
  await database.close();
  await maintenance.close();
});

describe("the schema", () => {
  it("is the one that sql/schema.sql shows (npm run schema)", async () => {
    expect(await printSchema(database.db)).toBe(readFileSync(SCHEMA_FILE, "utf8"));
  });

  it("names every constraint by table and purpose", async () => {
    const rows = await database.db.run<{ table_name: string; name: string }>(`
      select conrelid::regclass::text as table_name, conname as name from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n'
        -- a partition's own ones only: the others bear their parent's name
        and conislocal and conparentid = 0`);
    expect(rows.length).toBeGreaterThan(10);
    for (const { table_name, name } of rows) {
      expect(name.startsWith(`${table_name}_`), name).toBe(true);
    }
  });
});

describe("constraints that endpoints name", () => {
  it("are all there, in a table or raised by a function, each named once", async () => {
    const names = Object.keys(collectConstraints(ENDPOINTS));
    const declared = new Set(ENDPOINTS.map(({ constraints = {} }) => constraints));
    const rows = [...declared].flatMap((one) => Object.keys(one));
    expect(rows.sort()).toEqual(names.sort());
    expect(names.length).toBeGreaterThan(10);
    const schema = await printSchema(database.db);
    const lost = names.filter((name) => !new RegExp(`[' ]${name}[' ]`).test(schema));
    expect(lost).toEqual([]);
  });
});

describe("migrations", () => {
  it("let eight servers start on an empty database at once", async () => {
    const name = `race_${process.pid}`;
    await maintenance.run(`create database ${name}`);
    const target = { ...inject("postgres"), database: name };
    const clients = Array.from({ length: 8 }, () => connect(connectForTest(target)));
    await Promise.all(clients.map((db) => migrate(db)));
    const [first] = clients;
    expect(first === undefined ? "" : await printSchema(first)).toBe(
      readFileSync(SCHEMA_FILE, "utf8"),
    );
    await Promise.all(clients.map((db) => db.close()));
    await maintenance.run(`drop database ${name} with (force)`);
  });

  it("do nothing the second time, and make a function again whose text has changed", async () => {
    const { db } = database;
    const runs = async () =>
      (await db.run<{ run_at: string }>("select name, run_at from migration order by name")).map(
        (row) => JSON.stringify(row),
      );
    const before = await runs();
    await migrate(db);
    expect(await runs()).toEqual(before);
    await db.run("update migration set hash = 'old' where name like 'functions/%'");
    await migrate(db);
    const changed = (await runs()).filter((row) => !before.includes(row));
    expect(changed.length).toBeGreaterThan(1);
    expect(changed.every((row) => row.includes("functions/"))).toBe(true);
  });

  it.each([
    ["was edited", "update migration set hash = 'x' where name = '0001_identity.sql'", /edited/],
    ["is newer", "insert into migration (name, hash) values ('9999_future.sql', 'x')", /newer/],
  ])("refuse a database that %s", async (_what, statement, message) => {
    const own = await startTestDatabase();
    await own.db.run(statement);
    const failure: unknown = await migrate(own.db).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MigrationError);
    expect(String(failure)).toMatch(message);
    await own.close();
  });
});
