// Method: 150 seeded races between readers and a revocation on two servers of one database, each with connections, caches and a thread of its own, which share results where there is a Valkey or Redis; two server processes do it in races.long.test.ts.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SharedResults } from "../../../src/platform/compute/shared_results.ts";
import { connect, type Database } from "../../../src/platform/db/client.ts";
import { scaled } from "../../helpers/pace.ts";
import { makeServices } from "../../helpers/services.ts";
import { connectForTest } from "../../helpers/test_database.ts";
import { until } from "../../helpers/until.ts";
import { has_valkey, ValkeyProcess } from "../../helpers/valkey_process.ts";
import { type RaceServer, runRaces } from "./races.ts";
import { openWorld, ROLES, type Sent, type World } from "./world.ts";

const RACES = 150;

type Answer = Awaited<ReturnType<RaceServer["send"]>>;

let world: World;
let other_db: Database;
let valkey: ValkeyProcess | null = null;
const levels: SharedResults[] = [];
let servers: readonly RaceServer[];

/** What a server shares, where there is something to share it in. */
async function openLevel(): Promise<SharedResults | null> {
  if (valkey === null) return null;
  const log = { info: () => undefined, warn: () => undefined };
  const engine = "e".repeat(32);
  const shared = new SharedResults({
    url: valkey.url(),
    engine,
    log,
    lookup_ms: scaled(5000),
  });
  levels.push(shared);
  await until(() => shared.is_up);
  return shared;
}

async function startServer(db: Database): Promise<RaceServer> {
  const shared = await openLevel();
  const env = { AUTHORIZATION: "enforce" };
  const server = world.behind(makeServices({ db, env, services: { roles: ROLES, shared } }));
  return { send: async (identity, sent) => await server.send({ id: 0, identity }, sent) };
}

/** In turn, one server computes and stores what the other reads then. */
async function shareResults(derived: readonly Sent[]): Promise<void> {
  for (const [i, sent] of derived.entries()) {
    for (const server of i % 2 === 0 ? servers : servers.toReversed()) {
      const { status } = await server.send(world.owner.identity, sent);
      expect(status).toBe(200);
      for (const shared of levels) await shared.settle();
    }
  }
}

beforeAll(async () => {
  world = await openWorld();
  if (has_valkey) valkey = await ValkeyProcess.start();
  other_db = connect(connectForTest(world.database.target));
  servers = [await startServer(world.db), await startServer(other_db)];
});
afterAll(async () => {
  for (const shared of levels) shared.close();
  await valkey?.close();
  await other_db.close();
  await world.close();
});

describe("after the 2xx of a revocation", () => {
  it(`no request that starts later succeeds on either server, in ${RACES} races`, async () => {
    // Slots have equal networks and trains: what the first has computed, all have.
    let opening: Promise<void> | null = null;
    const openSlot = (derived: readonly Sent[]) => (opening ??= shareResults(derived));
    const options = { world, servers, races: RACES, slots: 4, seed: 4, openSlot };
    const report = await runRaces(options);
    expect(report.failures).toEqual([]);
    expect(report.races).toBe(RACES);
    expect(report.by_kind.size).toBe(12);
    // The readers were there before, during and after.
    expect(report.allowed).toBeGreaterThan(RACES);
    expect(report.overlapping).toBeGreaterThan(RACES);
    expect(report.refused).toBeGreaterThan(6 * RACES);
    // Each has read what the other computed, where there is something to read it from.
    expect(levels).toHaveLength(has_valkey ? servers.length : 0);
    for (const { figures } of levels) expect(figures.hits).toBeGreaterThan(0);
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
