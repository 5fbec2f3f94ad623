// Method: 200 seeded races between events and a revocation on two servers of one database; 20,000 in revocations.long.test.ts.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, type Database } from "../../../src/platform/db/client.ts";
import { openWorld, ROLES, type World } from "../../accounts/authz/world.ts";
import { makeServices } from "../../helpers/services.ts";
import { connectForTest } from "../../helpers/test_database.ts";
import { runRevocations } from "./revocations.ts";
import { type EventServer, inProcess } from "./watcher.ts";

const RACES = 200;

let world: World;
let other_db: Database;
let servers: readonly EventServer[];

beforeAll(async () => {
  world = await openWorld();
  await world.caller(["admin"], world.owner.identity);
  other_db = connect(connectForTest(world.database.target));
  const env = { AUTHORIZATION: "enforce" };
  const other = makeServices({ db: other_db, env, services: { roles: ROLES } });
  servers = [world.services, other].map(inProcess);
});
afterAll(async () => {
  await other_db.close();
  await world.close();
});

describe("after the 2xx of a revocation", () => {
  it(`nothing that begins later is told, in ${RACES} races, and every stream ends`, async () => {
    const report = await runRevocations({ world, servers, races: RACES, slots: 4, seed: 1 });
    expect(report.failures).toEqual([]);
    expect(report.races).toBe(RACES);
    expect(report.by_kind.size).toBe(6);
    expect(report.told).toBeGreaterThan(RACES / 2);
    expect(report.later).toBeGreaterThanOrEqual(RACES);
  });
});
