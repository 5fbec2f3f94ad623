// Method: the statements that the database is sent are counted by query name, for one request at a time: rights cost one statement, and one more when resources are known only after a read.
import { beforeAll, describe, expect, it } from "vitest";
import { listEntries } from "../../../src/platform/http/arrival/target.ts";
import type { Endpoint } from "../../../src/platform/http/endpoint.ts";
import { opened } from "../../helpers/opened.ts";
import type { Prepared } from "./request_makers.ts";
import { type EndpointCase, listCases } from "./requests.ts";
import { type Caller, openWorld, type Sent } from "./world.ts";

const AUTHORIZE = "platform/access/authorize";
const TRAINS = 300;
const STOCKS = 40;

const world = opened(openWorld);

beforeAll(async () => {
  // Some endpoints are for administrators.
  await world.caller(["admin"], world.owner.identity);
});

interface Counted {
  readonly authorizations: number;
  readonly all: ReadonlyMap<string, number>;
}

/** The statements of one request that must succeed, or be refused only after every check. */
async function count(who: Caller, sent: Sent, refusal = 200): Promise<Counted> {
  const { statements } = world.database;
  const before = new Map(statements);
  const answer = await world.send(who, sent);
  if (answer.status !== refusal) expect(answer.status, answer.text).toBeLessThan(300);
  const all = new Map<string, number>();
  for (const [name, sum] of statements) {
    const more = sum - (before.get(name) ?? 0);
    if (more > 0) all.set(name, more);
  }
  return { authorizations: all.get(AUTHORIZE) ?? 0, all };
}

function sentOf({ endpoint }: EndpointCase, { names, request }: Prepared): Sent {
  return { method: endpoint.method.toUpperCase(), ...request(names) };
}

/** Whether a checked endpoint's levels are all judged in the first statement; null: it is not checked. */
function isDeclaredWhole({ access, path, query }: Endpoint): boolean | null {
  if (access.kind !== "checked") return null;
  const { levels, needs, trains } = access;
  if (levels.resource !== undefined || Object.keys(levels).length === 0) return true;
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const own = [...names, ...Object.keys(listEntries(query))].map((name) => [name, 1] as const);
  // Every need of the URL is under a name that these parameters have.
  const params = new Proxy(Object.fromEntries(own), { get: () => 1 });
  // A train brings its timetable and its rolling stock's collection along.
  if (trains({ params, query: params }).length > 0) return true;
  const declared = Object.keys(needs({ params, query: params }));
  return Object.keys(levels).every((type) => declared.includes(type));
}

const IMPORTS = new Set([
  "POST /infra/railjson",
  "POST /infra/import",
  "POST /timetable/:timetable_id/import",
]);

/** First what is named is asked for, and then the rolling stocks of its trains. */
const OPENED_DAYS = new Set(["POST /operation", "POST /operation/:operation_id/refresh"]);

describe("rights cost", () => {
  const cases = listCases();

  it.each(cases.filter(({ endpoint: { access } }) => access.kind === "public"))(
    "no statement for $title",
    async (one) => {
      const { authorizations } = await count(world.owner, sentOf(one, await one.make(world)));
      expect(authorizations).toBe(0);
    },
  );

  it.each(
    cases.filter(({ endpoint, title }) => {
      // The one endpoint whose question is a list of resources.
      if (title === "POST /authz/me/privileges") return false;
      return endpoint.access.kind === "authenticated" || isDeclaredWhole(endpoint) === true;
    }),
  )("one statement for $title", async (one) => {
    const { authorizations, all } = await count(world.owner, sentOf(one, await one.make(world)));
    // What takes long is asked again before it is stored.
    expect(authorizations).toBe(IMPORTS.has(one.title) ? 2 : 1);
    expect([...all.keys()]).not.toContain("accounts/app_user/identify");
  });

  const later = cases.filter(({ endpoint }) => isDeclaredWhole(endpoint) === false);

  it.each(later)("two statements for $title, which reads first", async (one) => {
    const { status } = one.endpoint.answer;
    const sent = sentOf(one, await one.make(world));
    const { authorizations } = await count(world.owner, sent, status);
    expect(authorizations).toBe(OPENED_DAYS.has(one.title) ? 3 : 2);
  });

  it("both kinds are there", () => {
    expect(later.length).toBeGreaterThan(12);
    expect(cases.length - later.length).toBeGreaterThan(50);
  });

  it("two statements for the levels on a thousand resources", async () => {
    const infra = Array.from({ length: 1000 }, (_, i) => i + 1);
    const sent = { method: "POST", path: "/authz/me/privileges", body: { infra } };
    expect((await count(world.owner, sent)).authorizations).toBe(2);
  });

  it("one statement for GET /authn/me, beside the one that describes the user", async () => {
    const { all } = await count(world.owner, { method: "GET", path: "/authn/me" });
    expect(Object.fromEntries(all)).toEqual({ [AUTHORIZE]: 1, "accounts/app_user/get_roles": 1 });
  });

  it("one statement more at the first contact only", async () => {
    const who = { id: 0, identity: "counted/new" };
    const first = await count(who, { method: "GET", path: "/authn/me" });
    expect(Object.fromEntries(first.all)).toEqual({
      [AUTHORIZE]: 2,
      "accounts/app_user/identify": 1,
      "accounts/app_user/get_roles": 1,
    });
    const second = await count(who, { method: "GET", path: "/authn/me" });
    expect(second.authorizations).toBe(1);
  });

  it("one statement together for requests of one turn of the event loop", async () => {
    const others = await Promise.all(Array.from({ length: 20 }, () => world.caller([])));
    const before = world.database.statements.get(AUTHORIZE) ?? 0;
    const sent = { method: "GET", path: "/authn/groups" };
    const answers = await Promise.all(others.map(async (who) => await world.send(who, sent)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect((world.database.statements.get(AUTHORIZE) ?? 0) - before).toBe(1);
  });
});

describe(`a summary of ${TRAINS} trains of ${STOCKS} rolling stocks`, () => {
  it("asks for all rights in two statements, cold and warm", async () => {
    const timetables = [await world.timetable(), await world.timetable(), await world.timetable()];
    const collections: number[] = [];
    const stocks: string[] = [];
    for (let i = 0; i < STOCKS; i++) {
      if (i % 4 === 0) collections.push(await world.collection());
      stocks.push((await world.stock(collections.at(-1) ?? 0)).name);
    }
    const ids: number[] = [];
    for (const [i, timetable] of timetables.entries()) {
      const names = Array.from(
        { length: TRAINS / 3 },
        (_, k) => stocks[(i + 3 * k) % STOCKS] ?? "",
      );
      ids.push(...(await world.trains(timetable, names)));
    }
    const infra = await world.infra();
    const who = await world.caller(["infra:read", "timetable:read"]);
    await world.grant("infra", infra, who.id, "Reader");
    for (const id of timetables) await world.grant("timetable", id, who.id, "Reader");
    for (const id of collections) {
      await world.grant("rolling_stock_collection", id, who.id, "Reader");
    }
    const path = "/train_schedule/simulations_summary";
    const posted = { method: "POST", path, body: { infra_id: infra, ids } };
    const query = ids.map((id) => `&ids[]=${id}`).join("");
    const asked = { method: "GET", path: `${path}?infra=${infra}${query}` };
    for (const sent of [posted, posted, asked]) {
      const { authorizations, all } = await count(who, sent);
      expect(authorizations).toBe(2);
      const sum = [...all.values()].reduce((a, b) => a + b, 0);
      expect(sum, JSON.stringify(Object.fromEntries(all))).toBeLessThan(15);
    }
  });
});
