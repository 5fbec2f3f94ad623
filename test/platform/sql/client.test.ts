// Method: the database client against a real server: statements counted, backends killed, rows compared.
import { beforeAll, describe, expect, it } from "vitest";
import { connect, type Database, type SqlValue } from "../../../src/platform/db/client.ts";
import { DatabaseError } from "../../../src/platform/db/errors.ts";
import { opened } from "../../helpers/opened.ts";
import { scaled } from "../../helpers/pace.ts";
import { connectForTest, startTestDatabase } from "../../helpers/test_database.ts";

const database = opened(startTestDatabase);
let db: Database;
let ids: number[];

beforeAll(async () => {
  db = database.db;
  const rows = await db
    .run<{ id: number }>(`
    insert into infra_content (railjson_version, object_count, is_published)
    values ('3.4.12', 2000, true);
    insert into infra_object (content_id, object_type, ordinal, railjson, obj_id)
    select 1, 0, n, format('{"id":"%s"}', n), n from generate_series(1, 2000) n;
    insert into timetable select from generate_series(1, 100);
    insert into train_schedule (timetable_id, rolling_stock_name, record)
    select id, 'x', '{"train_name":"' || id || '"}' from timetable;
    select id from train_schedule order by id`)
    .then((results) => results.flat() as { id: number }[]);
  ids = rows.flatMap(({ id }) => (typeof id === "number" ? [id] : []));
});

async function kindOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return "none";
  } catch (error) {
    return error instanceof DatabaseError ? error.kind : String(error);
  }
}

describe("values", () => {
  it.each<[string, string, SqlValue, unknown]>([
    ["the largest safe integer", "bigint", 2 ** 53 - 1, 2 ** 53 - 1],
    ["the smallest safe integer", "bigint", -(2 ** 53 - 1), -(2 ** 53 - 1)],
    ["an array of ids", "bigint[]", [1, 2, 2 ** 53 - 1], [1, 2, 2 ** 53 - 1]],
    ["an empty array", "bigint[]", [], []],
    [
      "texts with every special character",
      "text[]",
      ["", "a,b", '"', "\\", "{}", "NULL", null, "é李\n"],
      ["", "a,b", '"', "\\", "{}", "NULL", null, "é李\n"],
    ],
    ["booleans", "boolean[]", [true, false, null], "{t,f,NULL}"],
    ["doubles", "double precision[]", [0.1, -1e300], [0.1, -1e300]],
    ["JSON as text, unparsed", "jsonb", '{"a": [1, 2]}', '{"a": [1, 2]}'],
    ["null", "text", null, null],
  ])("carries %s there and back", async (_what, type, value, expected) => {
    const [row] = await db.run<{ value: unknown }>(`select $1::${type} as value`, [value]);
    expect(row?.value).toEqual(expected);
  });

  it("rejects an int8 beyond 2^53 instead of rounding it", async () => {
    const asked = db.run("select 9007199254740993::bigint as value");
    await expect(asked).rejects.toThrow("int8 9007199254740993 is beyond 2^53");
  });
});

describe("point reads", () => {
  it("become one statement for all of one turn of the event loop, each with its row", async () => {
    database.statements.clear();
    const some = ids.slice(0, 60);
    const asked = [...some, 999_999_999, some[0] ?? 0];
    const rows = await Promise.all(
      asked.map((id) => db.read<{ id: number; json: string }>("timetable/train_schedule/get", id)),
    );
    expect(database.statements).toEqual(new Map([["timetable/train_schedule/get", 1]]));
    expect(rows.map((row) => row?.id ?? null)).toEqual([...some, null, some[0]]);
  });

  it("are one statement per query, and one more for the next turn", async () => {
    database.statements.clear();
    const [id = 0] = ids;
    await Promise.all([
      db.read("timetable/train_schedule/get", id),
      db.read("timetable/timetable/get", 1),
    ]);
    await db.read("timetable/train_schedule/get", id);
    expect(database.statements.get("timetable/train_schedule/get")).toBe(2);
    expect(database.statements.get("timetable/timetable/get")).toBe(1);
  });
});

describe("constraints and faults", () => {
  it("tell the broken constraint by name, with its detail", async () => {
    const failed = db.run("insert into train_schedule values (default, 424242, 1, 'x', '{}')");
    await expect(failed).rejects.toMatchObject({
      kind: "constraint",
      constraint: "train_schedule_timetable_fkey",
      detail: expect.stringContaining("(424242)"),
    });
  });

  it("tell a bug as other", async () => {
    expect(await kindOf(db.run("select nonsense"))).toBe("other");
  });

  it("cut a statement at its deadline, and the next one works", async () => {
    const hasty = connect({
      ...connectForTest(database.target),
      connections: 1,
      streams: 1,
      slow_deadline_ms: scaled(300),
    });
    expect(await kindOf(hasty.run("select pg_sleep(60)"))).toBe("deadline");
    expect(await hasty.run("select 1 as one")).toEqual([{ one: 1 }]);
    await hasty.close();
  });

  it("let PostgreSQL cut one that had to wait: its deadline counts from its start", async () => {
    const [busy_ms, deadline_ms] = [scaled(400), scaled(700)];
    const single = connect({
      ...connectForTest(database.target),
      streams: 1,
      slow_deadline_ms: deadline_ms,
    });
    const first = single.run(`select pg_sleep(${busy_ms / 1000})`);
    const late = single.run("select pg_sleep(600)");
    await expect(late).rejects.toMatchObject({ kind: "deadline", outcome: "none" });
    await first;
    await single.close();
  });

  it("give up on a server that hangs, and ask another connection next", async () => {
    const hasty = connect({
      ...connectForTest(database.target),
      connections: 1,
      streams: 1,
      slow_deadline_ms: scaled(300),
    });
    const [row] = await hasty.run<{ pid: number }>("select pg_backend_pid() as pid");
    const pid = row?.pid ?? 0;
    expect(pid).toBeGreaterThan(1);
    process.kill(pid, "SIGSTOP");
    // The backend is still stopped when the statement is given up.
    await expect(hasty.run("select 1")).rejects.toMatchObject({
      kind: "deadline",
      outcome: "unknown",
    });
    expect(await hasty.run("select 1 as one")).toEqual([{ one: 1 }]);
    process.kill(pid, "SIGCONT");
    await hasty.close();
  });

  it("refuse more waiting statements than the queue holds", async () => {
    const small = connect({ ...connectForTest(database.target), streams: 1, queue: 2 });
    const asked = Array.from({ length: 5 }, () => kindOf(small.run("select pg_sleep(0.05)")));
    expect((await Promise.all(asked)).sort()).toEqual([
      "none",
      "none",
      "none",
      "overload",
      "overload",
    ]);
    await small.close();
  });

  it("tell an unreachable server at once", async () => {
    const lost = connect({ ...connectForTest({ ...database.target, socket_dir: "/nonexistent" }) });
    expect(await kindOf(lost.query("platform/service/ping", []))).toBe("unavailable");
    await lost.close();
  });
});

describe("a dying backend", () => {
  it("costs the statement that ran on it and nothing else, whole or not at all", async () => {
    const killer = connect({ ...connectForTest(database.target), connections: 1, streams: 1 });
    const victim = connect({ ...connectForTest(database.target), connections: 4, streams: 4 });
    const BATCHES = 400;
    const ROWS = 50;
    let is_over = false;
    const killing = (async () => {
      while (!is_over) {
        await killer.run(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and random() < 0.5`);
        await new Promise((resolve) => setTimeout(resolve, 3 + Math.floor(Math.random() * 25)));
      }
    })();
    await killer.run("create table batch (n integer, i integer)");
    const outcomes = new Map<number, string>();
    let has_lost = false;
    await Promise.all(
      Array.from({ length: 4 }, async (_, lane) => {
        for (let n = lane; n < BATCHES || !has_lost; n += 4) {
          const text = `insert into batch select ${n}, i from generate_series(1, ${ROWS}) i`;
          const outcome = await kindOf(victim.run(text));
          outcomes.set(n, outcome);
          has_lost ||= outcome === "unavailable";
        }
      }),
    );
    is_over = true;
    await killing;
    const counts = await killer.run<{ n: number; count: number }>(
      "select n, count(*) from batch group by n",
    );
    const stored = new Map(counts.map(({ n, count }) => [n, count]));
    expect([...stored.values()].every((count) => count === ROWS)).toBe(true);
    for (const [n, outcome] of outcomes) {
      if (outcome === "none") expect(stored.get(n), `batch ${n}`).toBe(ROWS);
      else expect(outcome).toBe("unavailable");
    }
    expect(outcomes.size).toBeGreaterThanOrEqual(BATCHES);
    expect([...outcomes.values()]).toContain("unavailable");
    // The last one that was killed may end only now.
    const ask = async (): Promise<string> => await kindOf(victim.run("select 1"));
    await expect.poll(ask, { timeout: scaled(10_000) }).toBe("none");
    await Promise.all([victim.close(), killer.close()]);
  });
});
