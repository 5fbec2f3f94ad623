// Method: generated from the endpoint list: every POST is sent by somebody with just enough rights; the rows of all tables are counted.
import { describe, expect, it } from "vitest";
import type { ResourceType } from "../../../src/platform/access/levels.ts";
import type { BuiltinRole } from "../../../src/platform/access/roles.ts";
import type { Endpoint } from "../../../src/platform/http/endpoint.ts";
import { KeyedCreation } from "../../../src/platform/http/idempotency.ts";
import type { Prepared } from "../../accounts/authz/request_makers.ts";
import { byTitle, type EndpointCase, listCases } from "../../accounts/authz/requests.ts";
import { type Caller, openWorld } from "../../accounts/authz/world.ts";
import { opened } from "../../helpers/opened.ts";
import type { CallResult } from "../../helpers/services.ts";

const world = opened(openWorld);
const posts = listCases().filter(({ endpoint }) => endpoint.method === "post");
const creating = posts.filter(({ endpoint }) => typeof endpoint.creates === "string");
/**
 * What changes without anything being made: who has which role, who is in which group, which runs were
 * accepted (one row a train), what is reported of running trains (one row a report, however often it is sent), and what
 * is told of changes.
 */
const NOT_MADE = new Set([
  "subject_role",
  "membership",
  "idempotency",
  "acknowledgement",
  "train_report",
  "train_report_day",
  "new_event",
  "event",
  "train_change",
]);

async function countRows(): Promise<Map<string, number>> {
  const tables = await world.db.run<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
  );
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*) from ${name}`);
  const rows = await world.db.run<{ name: string; count: number }>(counts.join(" union all "));
  return new Map(
    rows.filter(({ name }) => !NOT_MADE.has(name)).map(({ name, count }) => [name, count]),
  );
}

/** How many rows each table has more. */
function growth(before: Map<string, number>, after: Map<string, number>): Record<string, number> {
  const grown = [...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
  return Object.fromEntries(grown.filter(([, more]) => more !== 0));
}

/** Somebody with just enough rights for a request, and with other roles if they are given. */
async function callerFor(
  { endpoint: { access } }: EndpointCase,
  all: Prepared,
  more_roles: readonly BuiltinRole[] = [],
): Promise<Caller> {
  if (access.kind !== "checked") return await world.caller([]);
  const roles = new Set([...access.roles, ...(all.roles ?? []), ...more_roles]);
  const who = await world.caller([...roles]);
  for (const [type, ids] of Object.entries(all.about)) {
    for (const id of ids ?? []) {
      // The keys are resource types.
      const known = type as ResourceType;
      const level = all.level ?? access.levels[known] ?? access.levels.resource ?? "none";
      if (level !== "none") await world.grant(known, id, who.id, level);
    }
  }
  return who;
}

interface Sending {
  readonly who: Caller;
  readonly key: string | null;
}

async function send(
  { endpoint }: Pick<EndpointCase, "endpoint">,
  prepared: Prepared,
  { who, key }: Sending,
): Promise<CallResult> {
  const request = prepared.request(prepared.names);
  const keyed = key === null ? {} : { "idempotency-key": key };
  const method = endpoint.method.toUpperCase();
  return await world.send(who, {
    ...request,
    method,
    headers: { ...request.headers, ...keyed },
  });
}

function createsNothing({ endpoint }: EndpointCase): boolean {
  return endpoint.creates === null;
}

let key_count = 0;
const newKey = (): string => `key-${key_count++}`;

describe("a POST", () => {
  it("says what it creates, and there are many that do", () => {
    for (const { endpoint, title } of posts) expect(endpoint.creates, title).not.toBe(undefined);
    expect(creating.length).toBeGreaterThan(20);
    for (const { endpoint } of posts.filter((one) => one.endpoint.answer.status === 201)) {
      expect(endpoint.creates, endpoint.path).not.toBeNull();
    }
  });

  it.each(byTitle(posts.filter(createsNothing)))(
    "that says it creates nothing creates nothing: %s",
    async (_title, one) => {
      const prepared = await one.make(world);
      const who = await callerFor(one, prepared);
      const before = await countRows();
      const { status, text } = await send(one, prepared, { who, key: null });
      expect(status, text).toBe(one.endpoint.answer.status);
      expect(growth(before, await countRows())).toEqual({});
    },
  );
});

describe("an idempotency key", () => {
  it.each(byTitle(creating))("has %s create once", async (_title, one) => {
    const prepared = await one.make(world);
    const who = await callerFor(one, prepared);
    const key = newKey();
    const before = await countRows();
    const racing = await Promise.all(
      Array.from({ length: 6 }, async () => await send(one, prepared, { who, key })),
    );
    const after = await countRows();
    const [first] = racing;
    expect(first?.status, first?.text).toBe(one.endpoint.answer.status);
    const again = await send(one, prepared, { who, key });
    for (const { status, text, headers } of [...racing, again]) {
      expect([status, text]).toEqual([first?.status, first?.text]);
      expect(headers["etag"]).toBe(first?.headers["etag"]);
    }
    expect(growth(after, await countRows())).toEqual({});
    // As much as the same creation makes without a key.
    const other = await one.make(world);
    const maker = await callerFor(one, other);
    const base = await countRows();
    expect((await send(one, other, { who: maker, key: null })).status).toBe(first?.status);
    expect(growth(before, after)).toEqual(growth(base, await countRows()));
  });

  it.each(byTitle(creating))(
    "is refused for another request than its first: %s",
    async (_t, one) => {
      const prepared = await one.make(world);
      const who = await callerFor(one, prepared, ["group:create"]);
      const key = newKey();
      expect((await send(one, prepared, { who, key })).status).toBe(one.endpoint.answer.status);
      const before = await countRows();
      const sent = { method: "POST", path: "/authn/group", body: { name: world.name() } };
      const refused = await world.send(who, { ...sent, headers: { "idempotency-key": key } });
      expect(refused, refused.text).toMatchObject({
        status: 422,
        json: { type: "editoast:request:IdempotencyKeyReused" },
      });
      expect(growth(before, await countRows())).toEqual({});
    },
  );

  it("is its user's own", async () => {
    const one = creating.find(({ title }) => title === "POST /timetable");
    if (one === undefined) throw new Error("there is no such endpoint");
    const prepared = await one.make(world);
    const [mine, yours] = [await callerFor(one, prepared), await callerFor(one, prepared)];
    const first = await send(one, prepared, { who: mine, key: "shared" });
    const second = await send(one, prepared, { who: yours, key: "shared" });
    expect(second.json.timetable_id).not.toBe(first.json.timetable_id);
  });

  it("counts for a day", async () => {
    const one = creating.find(({ title }) => title === "POST /projects");
    if (one === undefined) throw new Error("there is no such endpoint");
    const prepared = await one.make(world);
    const who = await callerFor(one, prepared);
    const first = await send(one, prepared, { who, key: "daily" });
    const age = async (hours: number): Promise<void> => {
      await world.db.run(
        `update idempotency set created = now() - interval '${hours} hours' where idempotency_key = 'daily'`,
      );
    };
    await age(23);
    expect((await send(one, prepared, { who, key: "daily" })).text).toBe(first.text);
    await age(25);
    const next = await send(one, prepared, { who, key: "daily" });
    expect(next.json.id).not.toBe(first.json.id);
    expect((await send(one, prepared, { who, key: "daily" })).text).toBe(next.text);
  });

  it("gives the first answer after the record has changed and after it has gone", async () => {
    const one = creating.find(({ title }) => title === "POST /projects");
    if (one === undefined) throw new Error("there is no such endpoint");
    const prepared = await one.make(world);
    const who = await callerFor(one, prepared);
    const first = await send(one, prepared, { who, key: "kept" });
    const path = `/projects/${first.json.id}`;
    await world.send(who, { method: "PATCH", path, body: { name: "changed" } });
    expect((await send(one, prepared, { who, key: "kept" })).text).toBe(first.text);
    expect((await world.send(who, { method: "DELETE", path })).status).toBe(204);
    expect((await send(one, prepared, { who, key: "kept" })).text).toBe(first.text);
  });

  it("that a handler makes nothing under is a fault of the server's, not a second creation", async () => {
    const one = creating.find(({ title }) => title === "POST /timetable");
    if (one === undefined) throw new Error("there is no such endpoint");
    const prepared = await one.make(world);
    const who = await callerFor(one, prepared);
    const forgetful: Endpoint = {
      ...one.endpoint,
      handle: async () => ({ timetable_id: 1 }),
    };
    const headers = { "idempotency-key": "forgotten" };
    const sent = { method: "POST", path: "/timetable", headers };
    expect((await world.send(who, sent, [forgetful])).status).toBe(500);
  });

  it("has a body of any size hashed in turns with other requests", async () => {
    const creation = new KeyedCreation("network/infra/publish", {
      user_id: 0,
      key: "large",
      target: {},
    });
    let turns = 0;
    let is_over = false;
    const count = (): void => {
      turns++;
      if (!is_over) setImmediate(count);
    };
    setImmediate(count);
    await creation.addBody(new Uint8Array(64 << 20), new AbortController().signal);
    is_over = true;
    expect(turns).toBeGreaterThanOrEqual(60);
  });
});
