// Method: imports and batches of several megabytes, their statements counted; pieces lost, backends killed and requests aborted between them, rows counted after each.
import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../src/platform/db/client.ts";
import { deleteStagedLeftovers, sendText } from "../../../src/platform/db/staged_text.ts";
import { CheckedDatabase } from "../../../src/platform/http/checked_database.ts";
import { AbortSource } from "../../../src/platform/http/request.ts";
import { makeShare } from "../../../src/platform/queues/fair_queue.ts";
import { cutText, encodeText } from "../../../src/platform/text_pieces.ts";
import { doInTurns } from "../../../src/platform/turns.ts";
import { startTestApi } from "../../helpers/api.ts";
import { makeInThreadCompute } from "../../helpers/in_thread_compute.ts";
import { opened } from "../../helpers/opened.ts";
import { call, makeServices } from "../../helpers/services.ts";
import { startTestDatabase, type TestDatabase } from "../../helpers/test_database.ts";
import { validPacedTrain, validTrain } from "./rules/valid_forms.ts";

const PIECE_LENGTH = 512 * 1024;
const PIECES = "platform/staged_piece/insert";

/** Four pieces, with characters of every length in UTF-8. */
const COUNT = 40;
const labels = Array.from({ length: 15 }, () => "é時😀x".repeat(800));
const DOCUMENT = {
  version: 1,
  train_schedules: Array.from({ length: COUNT }, (_, i) =>
    validTrain({ train_name: `t${i}`, labels }),
  ),
  paced_trains: [validPacedTrain({ labels: Array.from({ length: 200 }, () => "é".repeat(4000)) })],
};

describe("a text that is cut into pieces", () => {
  it("is the same text again, and no piece is too long or ends within a character", () => {
    const unit = fc.constantFrom("a", "é", "時", "😀");
    const part = fc
      .tuple(unit, fc.integer({ min: 0, max: PIECE_LENGTH }))
      .map(([text, count]) => text.repeat(count));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const pieces = [...cutText(parts)];
        expect(pieces.join("") === parts.join("")).toBe(true);
        for (const piece of pieces) {
          expect(piece.length).toBeLessThanOrEqual(PIECE_LENGTH);
          expect(piece.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("is encoded as at once", async () => {
    const parts = ["x", "時😀".repeat(PIECE_LENGTH), "", "é"];
    const bytes = await doInTurns(encodeText(parts));
    expect(Buffer.compare(bytes, Buffer.from(parts.join("")))).toBe(0);
  });
});

describe("a timetable's import of several pieces", () => {
  let database: TestDatabase;
  let db: Database;
  let beforeQuery: (name: string) => Promise<void>;
  let services: ReturnType<typeof makeServices>;
  let timetable_id: number;

  beforeAll(async () => {
    database = await startTestDatabase();
    db = database.db;
    const hooked = withHook(db, (name) => beforeQuery(name));
    services = makeServices({ db: hooked, services: { compute: makeInThreadCompute() } });
    beforeQuery = async () => undefined;
    const made = await call(services, { method: "POST", path: "/timetable", body: {} });
    timetable_id = made.json.timetable_id;
  });
  afterEach(async () => {
    beforeQuery = async () => undefined;
    expect(await count("staged_piece")).toBe(0);
    await db.run("delete from train_schedule; delete from paced_train");
  });
  afterAll(async () => {
    await database.close();
  });

  const count = async (table: string): Promise<number> =>
    (await db.run<{ count: number }>(`select count(*) from ${table}`))[0]?.count ?? -1;
  const send = (key: string, abort = new AbortSource()) =>
    call(services, {
      method: "POST",
      path: `/timetable/${timetable_id}/import`,
      body: DOCUMENT,
      headers: { "idempotency-key": key },
      abort,
    });
  const countTrains = async () => [await count("train_schedule"), await count("paced_train")];
  const ALL = [COUNT, 1];
  /** They are gone when this returns, and the pool has seen it. */
  const killOthers = async (): Promise<void> => {
    await db.run(`
      select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = current_database() and application_name = 'marey'
        and pid <> pg_backend_pid()`);
    await wait(10);
  };
  const sent = (name: string): number => database.statements.get(name) ?? 0;

  it("is whole, once under its key, and brought to the database once", async () => {
    const before = sent(PIECES);
    const first = await send("twice");
    expect(first.status, first.text).toBe(200);
    const pieces = sent(PIECES) - before;
    expect(pieces).toBeGreaterThan(3);
    const second = await send("twice");
    expect(second.text).toBe(first.text);
    expect(sent(PIECES) - before).toBe(pieces);
    const { json } = await call(services, { path: `/timetable/${timetable_id}/export` });
    expect(nameAll(json.train_schedules)).toEqual(nameAll(DOCUMENT.train_schedules));
    expect(nameAll(json.paced_trains)).toEqual(nameAll(DOCUMENT.paced_trains));
  });

  it("is made once by many at the same time under one key", async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => send("racing")));
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(text).toBe(answers[0]?.text);
    }
    expect(await countTrains()).toEqual(ALL);
  });

  it("leaves nothing when its client leaves between two pieces", async () => {
    const abort = new AbortSource();
    let seen = 0;
    beforeQuery = async (name) => {
      if (name === PIECES && ++seen === 3) abort.abort(new Error("the client has left"));
    };
    expect((await send("left", abort)).status).toBeGreaterThanOrEqual(500);
    expect(seen).toBe(3);
    expect(await countTrains()).toEqual([0, 0]);
  });

  it("is refused when a crash of PostgreSQL has taken its pieces", async () => {
    beforeQuery = async (name) => {
      if (name === "timetable/timetable/import") await db.run("truncate staged_piece");
    };
    const { status, json } = await send("crashed");
    expect([status, json.type, json.context.outcome]).toEqual([
      503,
      "editoast:DatabaseUnavailable",
      "none",
    ]);
    expect(await countTrains()).toEqual([0, 0]);
    beforeQuery = async () => undefined;
    expect((await send("crashed")).status).toBe(200);
    expect(await countTrains()).toEqual(ALL);
  });

  it("is whole or not at all when its connections are killed, at any time", async () => {
    for (const [i, delay_ms] of [0, 1, 3, 10, 30, 60].entries()) {
      let killing: Promise<void> | undefined;
      beforeQuery = async (name) => {
        if (name !== "timetable/timetable/import" || killing !== undefined) return;
        killing = wait(delay_ms).then(killOthers);
        if (i === 0) await killing;
      };
      const answer = await send(`killed-${i}`);
      await killing;
      expect([200, 503]).toContain(answer.status);
      const [trains] = await countTrains();
      if (answer.status === 200) expect(trains).toBe(COUNT);
      else if (answer.json.context.outcome === "none") expect(trains).toBe(0);
      let again = await send(`killed-${i}`);
      for (let more = 0; again.status === 503 && more < 5; more++)
        again = await send(`killed-${i}`);
      expect(again.status, again.text).toBe(200);
      expect(await countTrains()).toEqual(ALL);
      await deleteStagedLeftovers(db, 0, {});
      await db.run("delete from train_schedule; delete from paced_train");
    }
  });

  it("into a timetable that was deleted meanwhile leaves nothing", async () => {
    const { json } = await call(services, { method: "POST", path: "/timetable", body: {} });
    beforeQuery = async (name) => {
      if (name === "timetable/timetable/import") {
        await db.run("delete from timetable where id = $1::bigint", [json.timetable_id]);
      }
    };
    const path = `/timetable/${json.timetable_id}/import`;
    const answer = await call(services, { method: "POST", path, body: DOCUMENT });
    expect(answer.status).toBe(404);
    expect(await countTrains()).toEqual([0, 0]);
  });

  it("without the checks of its rights brings no piece", async () => {
    const checked = new CheckedDatabase(db, makeShare(null), () => {
      throw new Error("nothing was checked");
    });
    const send_text = sendText(checked, {
      parts: ["x".repeat(2 * PIECE_LENGTH)],
      signal: new AbortController().signal,
      send: async () => "sent",
    });
    await expect(send_text).rejects.toThrow("nothing was checked");
  });

  it("whose server has stopped is removed when it is old, a younger one stays", async () => {
    await db.query(PIECES, [null, 0, "x"]);
    await deleteStagedLeftovers(db, 3600, {});
    expect(await count("staged_piece")).toBe(1);
    await deleteStagedLeftovers(db, 0, {});
    expect(await count("staged_piece")).toBe(0);
  });
});

describe("a batch", () => {
  const api = opened(startTestApi);
  let path: string;
  beforeAll(async () => {
    path = `/timetable/${(await api.make("POST", "/timetable")).json.timetable_id}`;
  });
  const sent = (name: string): number => api.statements.get(name) ?? 0;

  it.each([
    ["train_schedules", "train_schedule", DOCUMENT.train_schedules],
    [
      "paced_trains",
      "paced_train",
      [...DOCUMENT.paced_trains, validPacedTrain({ train_name: "last" })],
    ],
  ])("of large %s is answered as it is stored", async (list, kind, batch) => {
    const before = sent(PIECES);
    const answer = await api.make("POST", `${path}/${list}`, batch);
    expect(sent(PIECES)).toBeGreaterThan(before);
    expect(nameAll(answer.json)).toEqual(nameAll(batch));
    for (const one of [answer.json[0], answer.json.at(-1)]) {
      const { json } = await api.make("GET", `/${kind}/${one.id}`);
      expect(json).toEqual(one);
    }
    const rows = await api.services.db.run<{ count: number }>("select count(*) from staged_piece");
    expect(rows[0]?.count).toBe(0);
  });

  it("of few trains, and their import, cost one statement", async () => {
    const few = [validTrain()];
    const watched = [PIECES, "platform/staged_piece/delete"];
    const before = watched.map(sent);
    await api.make("POST", `${path}/train_schedules`, few);
    await api.make("POST", `${path}/import`, { version: 1, train_schedules: few });
    expect(watched.map(sent)).toEqual(before);
  });
});

/** What tells the trains apart, and fills them. */
function nameAll(trains: readonly Record<string, unknown>[]): unknown[] {
  return trains.map((train) => [train["train_name"], train["labels"] ?? []]);
}

/** The database, with something done before each query. */
function withHook(db: Database, before: (name: string) => Promise<void>): Database {
  const query: Database["query"] = async (name, values, options) => {
    await before(name);
    return await db.query(name, values, options);
  };
  return new Proxy(db, {
    get: (_db, key) => {
      if (key === "query") return query;
      const value: unknown = Reflect.get(db, key, db);
      return typeof value === "function" ? value.bind(db) : value;
    },
  });
}
