// Method: 150 seeded races between readers and a revocation on two servers of one database, each with connections, caches and a thread of its own; two server processes do it in races.long.test.ts.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, type Database } from "../../../src/platform/db/client.ts";
import { makeServices } from "../../helpers/services.ts";
import { connectForTest } from "../../helpers/test_database.ts";
import { type RaceServer, runRaces } from "./races.ts";
import { openWorld, ROLES, type World } from "./world.ts";

const RACES = 150;

type Answer = Awaited<ReturnType<RaceServer["send"]>>;

let world: World;
let other_db: Database;
let servers: readonly RaceServer[];

beforeAll(async () => {
  world = await openWorld();
  other_db = connect(connectForTest(world.database.target));
  const other = world.behind(
    makeServices({ db: other_db, env: { AUTHORIZATION: "enforce" }, services: { roles: ROLES } }),
  );
  servers = [world, other].map((server) => ({
    send: async (identity, sent) => await server.send({ id: 0, identity }, sent),
  }));
});
afterAll(async () => {
  await other_db.close();
  await world.close();
});

describe("after the 2xx of a revocation", () => {
  it(`no request that starts later succeeds on either server, in ${RACES} races`, async () => {
    const report = await runRaces({ world, servers, races: RACES, slots: 4, seed: 4 });
    expect(report.failures).toEqual([]);
    expect(report.races).toBe(RACES);
    expect(report.by_kind.size).toBe(12);
    // The readers were there before, during and after.
    expect(report.allowed).toBeGreaterThan(RACES);
    expect(report.overlapping).toBeGreaterThan(RACES);
    expect(report.refused).toBeGreaterThan(6 * RACES);
  });

  it("a server that kept its answers for the next few requests would be caught", async () => {
    const kept = new Map<string, { readonly answer: Answer; uses: number }>();
    const keeping = servers.map(
      (server): RaceServer => ({
        send: async (identity, sent) => {
          const key = `${identity} ${sent.method} ${sent.path}`;
          const known = kept.get(key);
          if (sent.method === "GET" && known !== undefined && known.uses > 0) {
            known.uses--;
            return known.answer;
          }
          const answer = await server.send(identity, sent);
          kept.set(key, { answer, uses: 5 });
          return answer;
        },
      }),
    );
    const report = await runRaces({ world, servers: keeping, races: 40, slots: 2, seed: 5 });
    expect(report.failures.length).toBeGreaterThan(0);
    expect(report.failures[0]).toMatch(/was open/);
  });
});
