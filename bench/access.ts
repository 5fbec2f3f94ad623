/**
 * What authorization costs, and that it does not grow: decisions a second in process, `privlvl` over
 * HTTP at a thousand and at a million grants (at most 1.5 times slower), and `GET /train_schedule/{id}`
 * with and without enforcement (at least 0.6 of the rate). Rounds alternate between the servers.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Asked, Authorizer } from "../src/platform/access/authorizer.ts";
import type { Database } from "../src/platform/db/client.ts";
import { type LoadResult, runLoad } from "./load.ts";
import { BenchServers, printRate, summarise, waitFor } from "./servers.ts";

interface World {
  readonly database: string;
  readonly users: number;
  readonly groups: number;
  readonly roles: number;
  readonly grants: number;
}

const SMALL: World = { database: "small", users: 100, groups: 10, roles: 10, grants: 1000 };
const LARGE: World = {
  database: "large",
  users: 100_000,
  groups: 10_000,
  roles: 10_000,
  grants: 1_000_000,
};
const GROUPS_OF_A_USER = 3;
const TRAINS = 10_000;
const SMALL_PORT = 8193;
const LARGE_PORT = 8194;
const OPEN_PORT = 8195;
const CONNECTIONS = [1, 32, 64];
const ROUNDS = Number(process.argv[2] ?? 10);
const ROUND_MS = 500;
const WARM_UP_MS = 4000;
const DECISIONS = 200_000;
const IN_FLIGHT = 500;

/** First ids of what a world holds; ids of one kind follow each other. */
interface Places {
  readonly timetable_id: number;
  readonly timetables: number;
  readonly train_id: number;
}

/** Half of the grants go to users, half to groups; user n may read timetable n and its trains. */
async function seed(db: Database, world: World): Promise<Places> {
  const { users, groups, roles, grants } = world;
  const timetables = Math.max(users, grants / 10);
  await db.run(`with s as (
      insert into subject select nextval('resource_id') from generate_series(1, ${users}) returning id
    ), n as (select id, row_number() over (order by id) - 1 as n from s)
    insert into app_user (id, identity_id, name) select id, 'bench/' || n, 'user ' || n from n`);
  await db.run(`with s as (
      insert into subject select nextval('resource_id') from generate_series(1, ${groups}) returning id
    ) insert into app_group (id, name) select id, 'group ' || id from s`);
  await db.run(`create temp table u as
      select id, row_number() over (order by id) - 1 as n from app_user;
    create temp table g as select id, row_number() over (order by id) - 1 as n from app_group;
    insert into membership (user_id, group_id)
      select distinct u.id, g.id from u, generate_series(0, ${GROUPS_OF_A_USER - 1}) k
      join g on true where g.n = (u.n * 7 + k * 13) % ${groups};
    insert into subject_role (subject_id, app_role)
      select u.id, 'role ' || u.n % ${roles} from u;
    insert into subject_role (subject_id, app_role)
      select g.id, 'role ' || g.n % ${roles} from g;
    create temp table t as
      with made as (
        insert into timetable select nextval('resource_id') from generate_series(1, ${timetables})
        returning id
      ) select id, row_number() over (order by id) - 1 as n from made;
    insert into resource_grant (resource_type, resource_id, subject_id, level)
      select 'timetable', t.id, u.id, 'Reader' from t join u on u.n = t.n % ${users};
    insert into resource_grant (resource_type, resource_id, subject_id, level)
      select 'timetable', t.id, g.id, 'Writer'
      from t, generate_series(1, ${grants / timetables - 1}) k
      join g on true where g.n = (t.n * 3 + k) % ${groups}
      on conflict do nothing`);
  await db.run(`insert into rolling_stock (name, power_restriction_codes, electric_modes, record, light_record, collection_id)
    select 'stock', '{}', '{}', '{}', '{}', id from rolling_stock_collection`);
  const record = JSON.stringify({ train_name: "8601", labels: ["am"], comfort: "STANDARD" });
  const [first] = await db.run<{ id: number; count: number }>(
    "select min(id) as id, count(*) as count from timetable",
  );
  const timetable_id = first?.id ?? 0;
  await db.run(
    `insert into train_schedule (timetable_id, rolling_stock_name, record)
     select $2::bigint + n % $3::bigint, 'stock', $1 from generate_series(0, ${TRAINS - 1}) n`,
    [record, timetable_id, Math.min(users, TRAINS)],
  );
  const [train] = await db.run<{ id: number }>("select min(id) as id from train_schedule");
  await db.run("vacuum analyze");
  const [count] = await db.run<{ count: number }>("select count(*) as count from resource_grant");
  console.log(`${world.database}: ${count?.count.toLocaleString("en")} grants`);
  return { timetable_id, timetables, train_id: train?.id ?? 0 };
}

/** Every role lets its holder see timetables. */
function writeRoles(file: string, count: number): void {
  const role = { name: "Bench", implies: ["timetable:read"] };
  const entries = Array.from({ length: count }, (_, n) => [`role ${n}`, role]);
  writeFileSync(file, JSON.stringify(Object.fromEntries(entries)));
}

/** The n-th request comes from a user; ids far apart, so that no page of the database is always hot. */
const userOf = (n: number): number => (n * 7919) % SMALL.users;
const farUserOf = (n: number): number => (n * 7919) % LARGE.users;
const header = (user: number): string => `x-remote-user-identity: bench/${user}\r\n`;

async function countDecisions(db: Database, world: World, places: Places): Promise<void> {
  const authorizer = new Authorizer(db);
  const decide = async (n: number): Promise<void> => {
    const user = (n * 7919) % world.users;
    const asked: Asked[] = [{ type: "timetable", id: places.timetable_id + user }];
    const caller = { identity: `bench/${user}`, name: "" };
    const { standings } = await authorizer.authorize(caller, asked);
    const [standing] = standings.values();
    if (standing !== "Reader" && standing !== "Writer") throw new Error("wrong decision");
  };
  const started_ms = performance.now();
  for (let done = 0; done < DECISIONS; done += IN_FLIGHT) {
    await Promise.all(Array.from({ length: IN_FLIGHT }, (_, i) => decide(done + i)));
  }
  const per_second = (DECISIONS * 1000) / (performance.now() - started_ms);
  console.log(`${world.database}: ${Math.round(per_second).toLocaleString("en")} decisions/s`);
}

interface Contestant {
  readonly name: string;
  readonly port: number;
  readonly path: (n: number) => string;
  readonly headers: (n: number) => string;
}

/** Rates of all at each number of connections, and the last one's share of the first one's. */
async function compare(title: string, contestants: readonly Contestant[]): Promise<void> {
  console.log(`\n${title}`);
  for (const contestant of contestants) {
    await runLoad({ ...contestant, connections: 64, duration_ms: WARM_UP_MS });
  }
  for (const connections of CONNECTIONS) {
    const results = contestants.map((): LoadResult[] => []);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [i, contestant] of contestants.entries()) {
        results[i]?.push(await runLoad({ ...contestant, connections, duration_ms: ROUND_MS }));
      }
    }
    const rates = results.map((rounds) => summarise(rounds));
    for (const [i, rate] of rates.entries()) {
      printRate(connections, contestants[i]?.name ?? "", rate);
    }
    const share = (rates.at(-1)?.per_second ?? 0) / (rates[0]?.per_second ?? 1);
    console.log(`${" ".repeat(18)}${share.toFixed(2)}x`);
  }
}

await BenchServers.run(async (servers) => {
  const [small_db, large_db] = [
    await servers.makeDatabase(SMALL.database),
    await servers.makeDatabase(LARGE.database),
  ];
  const small = await seed(small_db, SMALL);
  const large = await seed(large_db, LARGE);
  await countDecisions(small_db, SMALL, small);
  await countDecisions(large_db, LARGE, large);

  const roles_file = join(servers.folder, "roles.json");
  writeRoles(roles_file, LARGE.roles);
  const env = { APPLICATION_ROLES_FILE: roles_file };
  servers.startMarey(SMALL_PORT, SMALL.database, env);
  servers.startMarey(LARGE_PORT, LARGE.database, env);
  servers.startMarey(OPEN_PORT, LARGE.database, { ...env, AUTHORIZATION: "disabled" });
  const headers = { "x-remote-user-identity": "bench/0" };
  for (const port of [SMALL_PORT, LARGE_PORT, OPEN_PORT]) {
    await waitFor(`http://127.0.0.1:${port}/authn/me`, headers);
  }
  await compare("GET /authz/timetable/{id}/privlvl", [
    {
      name: "    1,000 grants",
      port: SMALL_PORT,
      path: (n) => `/authz/timetable/${small.timetable_id + userOf(n)}/privlvl`,
      headers: (n) => header(userOf(n)),
    },
    {
      name: "1,000,000 grants",
      port: LARGE_PORT,
      path: (n) => `/authz/timetable/${large.timetable_id + farUserOf(n)}/privlvl`,
      headers: (n) => header(farUserOf(n)),
    },
  ]);
  const train = (n: number): string => `/train_schedule/${large.train_id + ((n * 7919) % TRAINS)}`;
  await compare("GET /train_schedule/{id} on the large database", [
    {
      name: "disabled, with identity",
      port: OPEN_PORT,
      path: train,
      headers: (n) => header((n * 7919) % TRAINS),
    },
    {
      name: "enforced               ",
      port: LARGE_PORT,
      path: train,
      headers: (n) => header((n * 7919) % TRAINS),
    },
  ]);
});
