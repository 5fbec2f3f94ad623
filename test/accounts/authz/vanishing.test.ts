// Method: requests that wait for a concurrent deletion of what they name or of their caller get a documented error, never a 500: some written by hand, the others generated from the endpoint list.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ResourceType } from "../../../src/platform/access/levels.ts";
import type { BuiltinRole } from "../../../src/platform/access/roles.ts";
import type { Database } from "../../../src/platform/db/client.ts";
import { DatabaseError } from "../../../src/platform/db/errors.ts";
import { collectConstraints } from "../../../src/platform/http/constraints.ts";
import { ENDPOINTS } from "../../../src/server/endpoints.ts";
import { type CallResult, makeServices } from "../../helpers/services.ts";
import { startTestDatabase, type TestDatabase } from "../../helpers/test_database.ts";
import { TINY_RAILJSON } from "../../helpers/tiny_railjson.ts";
import { PNG } from "../../studies/study_world.ts";
import { HeldDeletions } from "./held_deletion.ts";
import type { Resource } from "./model.ts";
import { openDay } from "./operation_requests.ts";
import { createScenario, onProfileSet, type Prepared } from "./request_makers.ts";
import { listCases } from "./requests.ts";
import { onLimits, onWorks } from "./role_requests.ts";
import { ServedWorld } from "./served_world.ts";
import { setSearchEnvironment } from "./stdcm_requests.ts";
import { type Caller, openWorld, ROLES, type World } from "./world.ts";

describe("a grant that is made", () => {
  let database: TestDatabase;
  let served: ServedWorld;
  let deletions: HeldDeletions;
  beforeAll(async () => {
    database = await startTestDatabase();
    served = new ServedWorld(database);
    deletions = new HeldDeletions(database);
  });
  afterAll(async () => {
    await deletions.close();
    await database.close();
  });

  async function makeShare(name: string): Promise<{ actor: number; user: number; on: Resource }> {
    const actor = await served.arrive(`${name}/actor`, ["planner"]);
    const user = await served.arrive(`${name}/user`, []);
    await served.apply({ kind: "create", actor, type: "project" });
    const on = served.world.resources.at(-1);
    if (on === undefined) throw new Error("nothing was made");
    return { actor, user, on };
  }

  it.each([
    ["subject", "its subject", "UnknownSubject"],
    ["project", "its resource", "UnknownResource"],
  ] as const)("while %s is deleted: %s is unknown", async (table, _what, error) => {
    const { actor, user, on } = await makeShare(table);
    const id = table === "subject" ? user : on.id;
    const { status, json } = await deletions.during(`delete from ${table} where id = ${id}`, () =>
      served.send(actor, {
        method: "POST",
        path: `/authz/project/${on.id}/grants`,
        body: { subject_id: user, grant: "Reader" },
      }),
    );
    expect([status, json.type]).toEqual([404, `editoast:authz:${error}`]);
  });
});

/** What keeps a record from being deleted goes first. */
const FIRST: Readonly<Record<string, readonly string[]>> = {
  infra: ["delete from scenario where infra_id =", "delete from operation where infra_id ="],
  rolling_stock_collection: ["delete from rolling_stock where collection_id ="],
};

/** Requests that name what the valid ones of the table leave out, as its body may. */
const MORE: readonly Changing[] = [
  {
    title: "POST /projects with an image",
    method: "POST",
    roles: ["operational-studies:write"],
    make: async (world) => {
      const headers = { "content-type": "image/png" };
      const { document_key: image } = await world.make("POST", "/documents", PNG, headers);
      return {
        names: { image },
        about: {},
        // Nobody but its uploader may show it.
        as: world.owner,
        request: (n) => ({ path: "/projects", body: { name: "p", image: n["image"] } }),
      };
    },
  },
  {
    title: "POST scenarios with electrical profiles",
    method: "POST",
    roles: ["operational-studies:write"],
    make: async (world) => {
      const scenario = await createScenario(world);
      const profiles = await onProfileSet("")(world);
      return {
        ...scenario,
        names: { ...scenario.names, ...profiles.names },
        request: (n) => {
          const { path, body } = scenario.request(n);
          return { path, body: { ...(body as object), electrical_profile_set_id: n["set"] } };
        },
      };
    },
  },
  {
    title: "POST /stdcm/search_environment with everything",
    method: "POST",
    roles: ["admin"],
    make: async (world) => {
      const scenario = await setSearchEnvironment(world);
      const [infra = 0] = scenario.about.infra ?? [];
      const [timetable = 0] = scenario.about.timetable ?? [];
      const others = [await onProfileSet("")(world), await onWorks(world), await onLimits(world)];
      return {
        names: Object.assign({ infra, timetable }, ...others.map(({ names }) => names)),
        about: scenario.about,
        request: (n) => ({
          path: "/stdcm/search_environment",
          body: {
            infra_id: n["infra"],
            timetable_id: n["timetable"],
            electrical_profile_set_id: n["set"],
            work_schedule_group_id: n["works"],
            temporary_speed_limit_group_id: n["limits"],
            search_window_begin: "2026-05-22T00:00:00Z",
            search_window_end: "2026-05-23T00:00:00Z",
          },
        }),
      };
    },
  },
  {
    title: "POST /operation with profiles and limits",
    method: "POST",
    roles: ["infra:read", "timetable:read", "operation:write"],
    make: async (world) => {
      const day = await openDay(world);
      const others = [await onProfileSet("")(world), await onLimits(world)];
      return {
        names: Object.assign({}, day.names, ...others.map(({ names }) => names)),
        about: day.about,
        request: (n) => {
          const { path, body } = day.request(n);
          const named = {
            electrical_profile_set_id: n["set"],
            temporary_speed_limit_group_id: n["limits"],
          };
          return { path, body: { ...(body as object), ...named } };
        },
      };
    },
  },
];

interface Changing {
  readonly title: string;
  readonly method: string;
  readonly roles: readonly BuiltinRole[];
  readonly make: (world: World) => Promise<Prepared & { readonly as?: Caller }>;
}

/** Every request that may change something, of the table and beside it. */
function listChanging(): Changing[] {
  const cases = listCases().filter(({ endpoint: { method } }) => method !== "get");
  const known = cases.map(({ title, endpoint: { access, method }, make }) => ({
    title,
    method: method.toUpperCase(),
    roles: access.kind === "checked" ? access.roles : [],
    make,
  }));
  return [...known, ...MORE];
}

describe("a request is answered without a fault while what it is about or its caller is deleted", () => {
  let world: World;
  let server: World;
  let deletions: HeldDeletions;
  let tables: readonly string[];
  const broken = new Set<string>();
  beforeAll(async () => {
    world = await openWorld();
    const { db, compute } = world;
    const services = { compute, roles: ROLES };
    const env = { AUTHORIZATION: "enforce" };
    server = world.behind(makeServices({ db: withBroken(db, broken), env, services }));
    deletions = new HeldDeletions(world.database);
    const rows = await db.run<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'id' and column_default like '%resource_id%'`,
    );
    tables = rows.map(({ name }) => name);
  });
  afterAll(async () => {
    await deletions.close();
    await world.close();
  });

  /** The statements that delete the record of an id, which no two tables share. */
  async function deletionOf(id: number): Promise<string> {
    for (const table of tables) {
      const [row] = await world.db.run(`select from ${table} where id = $1`, [id]);
      if (row === undefined) continue;
      const first = (FIRST[table] ?? []).map((one) => `${one} ${id}; `);
      return `${first.join("")}delete from ${table} where id = ${id}`;
    }
    throw new Error(`nothing has the id ${id}`);
  }

  /** Sends a request while the `place`th of all the records that it is about is deleted; null: there are not so many. */
  async function askDuringDeletion(one: Changing, place: number): Promise<CallResult | null> {
    const { names, about, roles = [], request, as } = await one.make(world);
    const who = as ?? (await world.caller([...one.roles, ...roles]));
    // The keys are resource types.
    const resources = Object.entries(about) as [ResourceType, readonly number[]][];
    const named = Object.entries(names).flatMap(([name, value]) =>
      typeof value === "number" && name !== "grant" ? [value] : [],
    );
    const ids = [...new Set([...named, ...resources.flatMap(([, all]) => all)])];
    if (as === undefined) ids.push(who.id);
    const doomed_id = ids[place];
    if (doomed_id === undefined) return null;
    for (const [type, all] of resources) {
      for (const id of all) await world.grant(type, id, who.id, "Owner");
    }
    const sent = { method: one.method, ...request(names) };
    const deletion = await deletionOf(doomed_id);
    return await deletions.during(deletion, async () => await server.send(who, sent));
  }

  it.each(listChanging().map((one) => [one.title, one] as const))("%s", async (_title, one) => {
    let place = 0;
    for (;;) {
      const answer = await askDuringDeletion(one, place);
      if (answer === null) break;
      expect(answer.status, answer.text).not.toBe(500);
      place++;
    }
    expect(place).toBeGreaterThan(0);
  });

  it("POST /infra/:infra_id/clone of the last one with a content", async () => {
    const { infra } = await world.make("POST", "/infra/railjson?name=last", TINY_RAILJSON);
    const answer = await deletions.during(`select delete_infra(${infra}, null, true)`, async () =>
      server.send(world.owner, { method: "POST", path: `/infra/${infra}/clone?name=copy` }),
    );
    expect([answer.status, answer.json.type]).toEqual([404, "editoast:infra:NotFound"]);
  });

  it("breaks every foreign key that is declared, all of them together", () => {
    const declared = Object.keys(collectConstraints(ENDPOINTS)).filter((one) =>
      one.endsWith("_fkey"),
    );
    expect(declared.length).toBeGreaterThan(10);
    // Creations break it together with `granted_by`, of which PostgreSQL tells first.
    const silent = ["resource_grant_subject_fkey"];
    expect(declared.filter((one) => !broken.has(one))).toEqual(silent);
  });
});

/** A database that notes the constraints that statements break. */
function withBroken(db: Database, broken: Set<string>): Database {
  const noting = async <Result>(result: Promise<Result>): Promise<Result> => {
    try {
      return await result;
    } catch (error) {
      if (error instanceof DatabaseError && error.constraint !== null) broken.add(error.constraint);
      throw error;
    }
  };
  const query: Database["query"] = async (...asked) => await noting(db.query(...asked));
  const queryOne: Database["queryOne"] = async (...asked) => await noting(db.queryOne(...asked));
  return new Proxy(db, {
    get: (_db, key) => {
      if (key === "query") return query;
      if (key === "queryOne") return queryOne;
      const value: unknown = Reflect.get(db, key, db);
      return typeof value === "function" ? value.bind(db) : value;
    },
  });
}
