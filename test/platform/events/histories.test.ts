// Method: seeded histories on two servers of one database, whose connections die in between; 200 in histories.long.test.ts, with servers and a database that are killed.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, type Database } from "../../../src/platform/db/client.ts";
import { makeServices } from "../../helpers/services.ts";
import {
  connectForTest,
  startTestDatabase,
  type TestDatabase,
} from "../../helpers/test_database.ts";
import { runHistory } from "./histories.ts";
import { type EventServer, inProcess } from "./watcher.ts";

const HISTORIES = 10;

let database: TestDatabase;
let other_db: Database;
let servers: readonly EventServer[];

beforeAll(async () => {
  database = await startTestDatabase();
  other_db = connect(connectForTest(database.target));
  servers = [database.db, other_db].map((db) => inProcess(makeServices({ db })));
});
afterAll(async () => {
  await other_db.close();
  await database.close();
});

/** Ends some of the connections to the database, those that listen among them. */
async function endBackends(): Promise<void> {
  await database.db
    .run(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and random() < 0.5`,
    )
    .catch(() => undefined); // its own may be among them
}

describe(`in ${HISTORIES} random histories`, () => {
  it("every committed change is told, in order, nothing else is, on both servers", async () => {
    let [told, reconnections] = [0, 0];
    for (let seed = 1; seed <= HISTORIES; seed++) {
      const disturb = seed % 2 === 0 ? endBackends : async () => undefined;
      const options = { db: database.db, servers, seed, operations: 24, disturb };
      const report = await runHistory(options);
      expect(report.wrong, `seed ${seed}`).toEqual([]);
      told += report.told;
      reconnections += report.reconnections;
    }
    expect(told).toBeGreaterThan(HISTORIES * 20);
    expect(reconnections).toBeGreaterThanOrEqual(HISTORIES * 4);
  });
});
