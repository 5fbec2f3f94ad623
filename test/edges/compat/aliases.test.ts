// Method: the table of clients.ts against the server's endpoints and docs/clients.md; each request is sent as clients of 2024 do, and its answer compared key for key, and byte for byte with that of the path it stands for.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Endpoint } from "../../../src/platform/http/endpoint.ts";
import { COMPAT_ENDPOINTS, ENDPOINTS, listServed } from "../../../src/server/endpoints.ts";
import { opened } from "../../helpers/opened.ts";
import { call, makeServices } from "../../helpers/services.ts";
import { hashTables } from "../../helpers/test_database.ts";
import { makeClientWorld } from "./client_world.ts";
import { CLIENT_ROWS, ERROR_KEYS, keysOf } from "./clients.ts";

const PAGE = join(import.meta.dirname, "../../../docs/clients.md");

const world = opened(makeClientWorld);
const nameOf = ({ method, path }: Endpoint): string => `${method.toUpperCase()} ${path}`;
const find = (name: string): Endpoint | undefined => ENDPOINTS.find((one) => nameOf(one) === name);
const aliases = CLIENT_ROWS.flatMap((row) =>
  row.stands_for === null || row.same === undefined
    ? []
    : [{ ...row, stands_for: row.stands_for, same: row.same }],
);

describe("the table of existing clients", () => {
  const names = CLIENT_ROWS.map(({ name }) => name).sort();

  it("has every endpoint that is made for them, and nothing else", () => {
    expect(names).toEqual(COMPAT_ENDPOINTS.map(nameOf).sort());
    expect(names.length).toBeGreaterThan(11);
  });

  it("is the table of docs/clients.md", () => {
    const text = readFileSync(PAGE, "utf8");
    const rows = [
      ...text.matchAll(/^\| `([A-Z]+ \/[^`]*)` \| (?:`([^`]+)`|an answer of its own)/gm),
    ];
    const told = Object.fromEntries(rows.map(([, name, primary]) => [name, primary ?? null]));
    expect(told).toEqual(
      Object.fromEntries(CLIENT_ROWS.map(({ name, stands_for }) => [name, stands_for])),
    );
  });

  it.each(aliases)("$name has the handler, answer and rights of $stands_for", (row) => {
    const [alias, primary] = [find(row.name), find(row.stands_for)];
    expect(primary).toBeDefined();
    expect(alias?.handle).toBe(primary?.handle);
    expect(alias?.access).toBe(primary?.access);
    expect(alias?.answer).toBe(primary?.answer);
    expect(alias?.query).toBe(primary?.query);
  });
});

describe("a client of 2024", () => {
  it.each(CLIENT_ROWS)("gets from $name what it knows, key for key", async (row) => {
    const answer = await world.api.send(row.request(world));
    expect(answer.status, answer.text).toBe(row.status);
    if (row.keys === null) expect(answer.text).toBe("");
    else expect(keysOf(answer.json)).toEqual(row.keys);
  });

  it.each(aliases)("gets from $name the bytes of $stands_for", async (row) => {
    // What changes something has been done once above: it goes to its end again, or to its twin.
    const is_deletion = row.name === "DELETE /paced_train";
    const alias = is_deletion ? null : await world.api.send(row.request(world));
    const primary = await world.api.send(row.same(world));
    expect(primary.status, primary.text).toBe(row.status);
    if (alias !== null) expect(alias.text).toBe(primary.text);
  });

  it.each(aliases.flatMap(({ name, failures = [] }) => failures.map((pair) => ({ name, pair }))))(
    "gets from $name the same failures",
    async ({ pair: [sent, same] }) => {
      const before = await hashTables(world.api.services.db);
      const [alias, primary] = [await world.api.send(sent), await world.api.send(same)];
      expect(alias.status).toBeGreaterThanOrEqual(400);
      expect(alias.status).toBeLessThan(500);
      expect(alias.text).toBe(primary.text);
      expect(keysOf(alias.json)).toEqual(ERROR_KEYS);
      expect(await hashTables(world.api.services.db)).toEqual(before);
    },
  );

  it("is served under /api as well, with the same bytes and the same 404", async () => {
    for (const row of CLIENT_ROWS.filter(({ name }) => name.startsWith("GET"))) {
      const { path } = row.request(world);
      const plain = await world.api.call("GET", path);
      expect((await world.api.call("GET", `/api${path}`)).text).toBe(plain.text);
    }
    expect((await world.api.call("GET", "/api/infra?page_size=1000")).status).toBe(200);
    // A gateway that leaves the prefix shows the page at its root, too.
    expect((await world.api.call("GET", "/api/")).text).toBe(
      (await world.api.call("GET", "/")).text,
    );
    const options = await world.api.call("OPTIONS", "/api/timetable");
    expect(options.headers["allow"]).toBe("GET, HEAD, OPTIONS, POST");
    const picture = "/sprites/BAL/sprites.json";
    const [plain, prefixed] = [picture, `/api${picture}`].map(
      async (path) => (await world.api.call("GET", path)).text,
    );
    expect(await prefixed).toBe(await plain);
    const nowhere = ["", "/api/infra", "s/infra", "infra", "/layers/layer/signals"];
    for (const path of nowhere.map((tail) => `/api${tail}`)) {
      expect((await world.api.call("GET", path)).status, path).toBe(404);
    }
  });
});

describe("without existing clients", () => {
  it.each(CLIENT_ROWS)("$name is gone, and nothing else is", async (row) => {
    const env = { EXISTING_CLIENTS: "off", MCP: "on" };
    const services = makeServices({ db: world.api.services.db, env });
    const endpoints = listServed(services.config);
    const answer = await call(services, row.request(world), endpoints);
    expect(answer.json.type).toMatch(/^editoast:request:(?:NotFound|MethodNotAllowed)$/);
    // 405 is a path that the server has with other methods, or as the id of something.
    if (answer.status === 405)
      expect(answer.headers["allow"]).not.toContain(row.name.split(" ")[0]);
    expect((await call(services, { path: "/api/infra" }, endpoints)).status).toBe(404);
    expect((await call(services, { path: "/auth/providers" }, endpoints)).status).toBe(404);
    expect((await call(services, { path: "/infra" }, endpoints)).status).toBe(200);
    expect(endpoints.length).toBe(ENDPOINTS.length - CLIENT_ROWS.length);
  });
});
