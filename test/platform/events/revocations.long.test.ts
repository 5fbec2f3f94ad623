// Method: 20,000 seeded races between events and a revocation on two servers of one database.
import { describe, expect, it } from "vitest";
import { connect } from "../../../src/platform/db/client.ts";
import { openWorld, ROLES } from "../../accounts/authz/world.ts";
import { makeServices } from "../../helpers/services.ts";
import { connectForTest } from "../../helpers/test_database.ts";
import { runRevocations } from "./revocations.ts";
import { inProcess } from "./watcher.ts";

const RACES = 20_000;

describe("after the 2xx of a revocation", () => {
  it(`nothing that begins later is told, in ${RACES} races, and every stream ends`, async () => {
    const world = await openWorld();
    await world.caller(["admin"], world.owner.identity);
    const other_db = connect(connectForTest(world.database.target));
    const env = { AUTHORIZATION: "enforce" };
    const other = makeServices({ db: other_db, env, services: { roles: ROLES } });
    const servers = [world.services, other].map(inProcess);
    const report = await runRevocations({ world, servers, races: RACES, slots: 6, seed: 2 });
    expect(report.failures).toEqual([]);
    expect(report.races).toBe(RACES);
    expect(report.told).toBeGreaterThan(RACES / 10);
    await other_db.close();
    await world.close();
  });
});
