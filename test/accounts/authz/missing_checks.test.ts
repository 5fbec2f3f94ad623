// Method: each check of each endpoint is taken out in turn, in its declaration or in its handler; the server must notice before anything is written. What counts as writing is compared with PostgreSQL.
import { pino } from "pino";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ResourceType } from "../../../src/platform/access/levels.ts";
import { loadQueries } from "../../../src/platform/db/queries.ts";
import type {
  CheckedAccess,
  Context,
  Endpoint,
  Resources,
} from "../../../src/platform/http/endpoint.ts";
import { ENDPOINTS } from "../../../src/server/endpoints.ts";
import { opened } from "../../helpers/opened.ts";
import { makeServices } from "../../helpers/services.ts";
import { hashTables } from "../../helpers/test_database.ts";
import type { Prepared } from "./request_makers.ts";
import { byTitle, type EndpointCase, listCases } from "./requests.ts";
import { type Caller, openWorld, ROLES, type World } from "./world.ts";

const aborting = opened(() => openWorld({ MISSING_CHECK: "abort" }));
let logging: World;
const logged: string[] = [];

beforeAll(async () => {
  // Some endpoints are for administrators.
  await aborting.caller(["admin"], aborting.owner.identity);
  const log = pino({ level: "error" }, { write: (line: string) => logged.push(line) });
  logging = aborting.behind(
    makeServices({
      db: aborting.db,
      env: { AUTHORIZATION: "enforce", MISSING_CHECK: "log" },
      services: { roles: ROLES, log },
    }),
  );
});

beforeEach(() => {
  logged.length = 0;
});

interface Leveled extends EndpointCase {
  readonly access: CheckedAccess<unknown, unknown>;
}

const CASES: readonly Leveled[] = listCases().flatMap((one) => {
  const { access } = one.endpoint;
  if (access.kind !== "checked") return [];
  return Object.values(access.levels).some((level) => level !== "none") ? [{ ...one, access }] : [];
});

function without(resources: Resources, type: ResourceType): Resources {
  const { [type]: _dropped, ...others } = resources;
  return others;
}

/** The request's context with another `require`. */
function withRequire(ctx: Context, require: (resources: Resources) => Promise<void>): Context {
  return new Proxy(ctx, {
    get: (target, key) => {
      if (key === "require") return require;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** The endpoint with a declaration that forgets a type. */
function forgetDeclared(
  endpoint: Endpoint,
  access: Leveled["access"],
  type: ResourceType,
): Endpoint {
  return {
    ...endpoint,
    access: { ...access, needs: (target) => without(access.needs(target), type) },
  };
}

/** The endpoint whose own code is given another context, before and after its body is read. */
function inSurroundings(endpoint: Endpoint, change: (ctx: Context) => Context): Endpoint {
  const { find, handle } = endpoint;
  return {
    ...endpoint,
    ...(find === undefined ? {} : { find: (ctx, target) => find(change(ctx), target) }),
    handle: (ctx, input) => handle(change(ctx), input),
  };
}

/** The endpoint with a handler that never asks for a type. */
function forgetRequired(endpoint: Endpoint, type: ResourceType): Endpoint {
  return inSurroundings(endpoint, (ctx) =>
    withRequire(ctx, (resources) => ctx.require(without(resources, type))),
  );
}

interface Found {
  readonly declared: readonly ResourceType[];
  readonly required: readonly ResourceType[];
}

/** Where an endpoint asks for which types, found by a request that succeeds. */
async function findChecks({ endpoint, access, make }: Leveled): Promise<Found> {
  const declared = new Set<ResourceType>();
  const required = new Set<ResourceType>();
  // The keys are resource types.
  const typesOf = (resources: Resources) => Object.keys(resources) as ResourceType[];
  const spying: Endpoint = {
    ...endpoint,
    access: {
      ...access,
      needs: (target) => {
        const resources = access.needs(target);
        for (const type of typesOf(resources)) declared.add(type);
        return resources;
      },
    },
  };
  const watched = inSurroundings(spying, (ctx) =>
    withRequire(ctx, async (resources) => {
      for (const type of typesOf(resources)) required.add(type);
      await ctx.require(resources);
    }),
  );
  const answer = await send(aborting, watched, await make(aborting), aborting.owner);
  expect(answer.status, answer.text).toBe(endpoint.answer.status);
  return { declared: [...declared], required: [...required] };
}

async function send(
  world: World,
  endpoint: Endpoint,
  { names, request }: Prepared,
  who: Caller,
): ReturnType<World["send"]> {
  const sent = { method: endpoint.method.toUpperCase(), ...request(names) };
  return await world.send(who, sent, [endpoint]);
}

describe("a check that was taken out", () => {
  it("is taken out of every endpoint that declares a level", () => {
    const leveled = ENDPOINTS.filter(
      ({ access }) =>
        access.kind === "checked" && Object.values(access.levels).some((level) => level !== "none"),
    );
    expect(new Set(CASES.map(({ endpoint }) => endpoint))).toEqual(new Set(leveled));
    expect(leveled.length).toBeGreaterThan(50);
  });

  it.each(byTitle(CASES))(
    "of %s is noticed before a write, and only logged where the setting says so",
    async (_title, one) => {
      const { endpoint, access } = one;
      const { declared, required } = await findChecks(one);
      const types = new Set([...declared, ...required]);
      const named = Object.keys(access.levels).filter((type) => type !== "resource");
      if (named.length > 0) expect([...types].sort()).toEqual(named.sort());
      else expect(types.size).toBe(1);
      // A type that is asked for in two places would hide that one of them forgot it.
      expect(declared.filter((type) => required.includes(type))).toEqual([]);
      const mutants = [
        ...declared.map((type) => forgetDeclared(endpoint, access, type)),
        ...required.map((type) => forgetRequired(endpoint, type)),
      ];
      expect(mutants.length).toBeGreaterThan(0);
      for (const mutant of mutants) {
        const prepared = await one.make(aborting);
        const before = await hashTables(aborting.db);
        const refused = await send(aborting, mutant, prepared, aborting.owner);
        expect(refused.status, refused.text).toBe(500);
        expect(await hashTables(aborting.db)).toEqual(before);
        logged.length = 0;
        const passed = await send(logging, mutant, prepared, aborting.owner);
        expect(passed.status, passed.text).toBe(endpoint.answer.status);
        expect(logged.join("")).toMatch(/the privilege on .* was not checked/);
      }
    },
  );
});

describe("what counts as a write", () => {
  const queries = [...loadQueries()];

  /** Functions of this project that don't promise PostgreSQL to change nothing. */
  async function listVolatileFunctions(): Promise<string[]> {
    const rows = await aborting.db.run<{ name: string }>(
      `select p.proname as name from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v'
         and p.prolang <> (select l.oid from pg_language l where l.lanname = 'c')`,
    );
    return rows.map(({ name }) => name);
  }

  async function explain(text: string): Promise<string> {
    const statement = text.replaceAll("'", "''");
    const results = await aborting.db.run<{ plan: string }>(`
      create or replace function pg_temp.explain(statement text) returns text
      language plpgsql as $explain$
      declare
        plan json;
      begin
        execute 'explain (generic_plan, verbose, format json) ' || statement into plan;
        return plan::text;
      end $explain$;
      select pg_temp.explain('${statement}') as plan`);
    // A batch has one result per statement.
    const [row] = (results.flat() as { plan: string }[]).slice(-1);
    return row?.plan ?? "";
  }

  it("is what PostgreSQL would change by, for every query file", async () => {
    const volatile_names = await listVolatileFunctions();
    expect(volatile_names.length).toBeGreaterThan(15);
    const calls = new RegExp(`\\b(?:${volatile_names.join("|")})\\(`);
    let writes = 0;
    for (const [name, { text, is_write }] of queries) {
      const plan = await explain(text);
      expect(plan, name).toContain("Plan");
      expect(is_write, name).toBe(plan.includes('"ModifyTable"') || calls.test(plan));
      if (is_write) writes++;
    }
    expect(writes).toBeGreaterThan(25);
    expect(queries.length - writes).toBeGreaterThan(25);
  });

  it("is nothing that a query without it does: those run in a read only transaction", async () => {
    for (const [name, { text, is_write }] of queries) {
      if (is_write) continue;
      const code = text.replaceAll(/\$\d+/g, "null");
      await aborting.db
        .run(`begin transaction read only; ${code}; rollback`)
        .catch((error: unknown) => {
          throw new Error(`${name}: ${String(error)}`);
        });
    }
  });
});
