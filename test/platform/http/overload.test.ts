// Method: a real PostgreSQL whose connections one user has filled with statements that wait for a lock; the answers of requests that come then, and the statements that were sent for them.
import { beforeAll, describe, expect, it } from "vitest";
import { connect } from "../../../src/platform/db/client.ts";
import type { Share } from "../../../src/platform/queues/fair_queue.ts";
import type { Services } from "../../../src/platform/services.ts";
import { makeInThreadCompute } from "../../helpers/in_thread_compute.ts";
import { opened } from "../../helpers/opened.ts";
import { scaled } from "../../helpers/pace.ts";
import { type CallResult, call, makeServices } from "../../helpers/services.ts";
import { connectForTest, startTestDatabase } from "../../helpers/test_database.ts";

const CONNECTIONS = 2;
const FLOOD = 40;
const TRIES_MAX = 500;

const database = opened(() =>
  startTestDatabase({
    connections: CONNECTIONS,
    waits: { target_ms: scaled(4), interval_ms: scaled(10) },
  }),
);
let services: Services;
let timetable_id: number;

beforeAll(async () => {
  services = makeServices({
    db: database.db,
    env: { AUTHORIZATION: "disabled" },
    services: { compute: makeInThreadCompute() },
  });
  const made = await call(services, { method: "POST", path: "/timetable" });
  timetable_id = made.json.timetable_id;
});

const ask = async (who: string, path = `/timetable/${timetable_id}`): Promise<CallResult> =>
  call(services, { path, headers: { "x-remote-user-identity": who } });

const pause = async (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/** Holds all statements about timetables up, until they are told to go on. */
async function lockTimetables(): Promise<() => Promise<void>> {
  const options = { ...connectForTest(database.target), connections: 1, streams: 1 };
  const [holder, locker] = [connect(options), connect(options)];
  await holder.run("select pg_advisory_lock(1)");
  const locked = locker.run(
    "do $$ begin lock table timetable in access exclusive mode; perform pg_advisory_lock(1); end $$",
  );
  const isLocked = async (): Promise<unknown> =>
    await holder.run(
      `select 1 from pg_locks where relation = 'timetable'::regclass
       and mode = 'AccessExclusiveLock' and granted`,
    );
  await expect.poll(isLocked, { timeout: scaled(10_000) }).toHaveLength(1);
  return async () => {
    await holder.run("select pg_advisory_unlock(1)");
    await locked;
    await Promise.all([holder.close(), locker.close()]);
  };
}

describe("a database that is too slow for a user", () => {
  it("refuses the user's new requests before any statement, and nobody else's", async () => {
    await Promise.all([ask("flood"), ask("other")]);
    const unlock = await lockTimetables();
    const flood = Array.from({ length: FLOOD }, async () => ask("flood"));
    let refused: CallResult | null = null;
    let other: Promise<CallResult> | null = null;
    for (let n = 0; n < TRIES_MAX && refused === null; n++) {
      await pause(10);
      const sent_before = count(database.statements);
      const one = ask("flood");
      const early = await Promise.race([one, pause(5).then(() => null)]);
      if (early === null) {
        flood.push(one);
        continue;
      }
      refused = early;
      expect(count(database.statements)).toBe(sent_before);
      other = ask("other");
      expect((await call(services, { path: "/health" })).status).toBe(200);
      expect((await call(services, { path: "/metrics" })).status).toBe(200);
    }
    expect(refused).toMatchObject({
      status: 503,
      headers: { "retry-after": expect.stringMatching(/^[1-4]$/) },
      json: { type: "editoast:Overloaded", context: { request_id: expect.any(String) } },
    });
    // Whose statements ran already is served, and so is the other user; the rest of the crowd was cut.
    await unlock();
    expect((await other)?.status).toBe(200);
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(CONNECTIONS);
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(FLOOD / 2);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect((await call(services, { path: "/ready" })).status).toBe(200);
    expect((await ask("flood")).status).toBe(200);
  });
});

describe("threads that are too slow for a user", () => {
  it("refuse the user's new requests that take one before any statement, and nobody else's", async () => {
    const entered: unknown[] = [];
    const left: unknown[] = [];
    const compute = {
      ...makeInThreadCompute(),
      enter: async ({ owner }: Share) => {
        entered.push(owner);
        return owner === "flood" ? null : () => left.push(owner);
      },
    };
    const env = { AUTHORIZATION: "disabled" };
    const busy = makeServices({ db: database.db, env, services: { compute } });
    const askBusy = async (who: string, path: string): Promise<CallResult> =>
      await call(busy, { path, headers: { "x-remote-user-identity": who } });
    const before = count(database.statements);
    for (const what of ["path", "simulation"]) {
      const path = `/train_schedule/1/${what}?infra_id=1`;
      expect(await askBusy("flood", path)).toMatchObject({
        status: 503,
        headers: { "retry-after": "1" },
        json: { type: "editoast:Overloaded", context: { outcome: "none" } },
      });
    }
    expect(count(database.statements)).toBe(before);
    expect(entered).toEqual(["flood", "flood"]);
    expect((await askBusy("other", "/train_schedule/1/path?infra_id=1")).status).toBe(404);
    expect(entered).toEqual(["flood", "flood", "other"]);
    expect(left).toEqual(["other"]);
    expect((await askBusy("flood", `/timetable/${timetable_id}`)).status).toBe(200);
  });
});

describe("a request that has waited too long for its turn", () => {
  it("is refused before any statement; what is about the server itself is told", async () => {
    const before = count(database.statements);
    const headers = { "x-remote-user-identity": "late" };
    const refused = await call(services, {
      path: `/timetable/${timetable_id}`,
      headers,
      is_late: true,
    });
    expect(refused).toMatchObject({
      status: 503,
      headers: { "retry-after": "1" },
      json: { type: "editoast:Overloaded", context: { outcome: "none" } },
    });
    expect(count(database.statements)).toBe(before);
    expect((await call(services, { path: "/health", is_late: true })).status).toBe(200);
  });
});

function count(statements: ReadonlyMap<string, number>): number {
  return [...statements.values()].reduce((sum, n) => sum + n, 0);
}
