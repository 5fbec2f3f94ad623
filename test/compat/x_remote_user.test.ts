// Method: identities in one header, through the pipeline and as bytes on a socket; who one is taken for is asked of GET /authn/me, and users are counted around every refusal.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setLibrarySettings } from "../../src/config.ts";
import { listServed } from "../../src/endpoints.ts";
import { createDispatch } from "../../src/http/dispatch.ts";
import { type HttpServer, startServer } from "../../src/http/server.ts";
import type { Services } from "../../src/services.ts";
import { type Caller, openWorld, ROLES, type World } from "../authz/world.ts";
import { exchangeRaw } from "../helpers/raw_http.ts";
import { call, makeServices } from "../helpers/services.ts";
import { hashTables } from "../helpers/test_database.ts";

const COMBINED = "x-remote-user";
const ID = "x-remote-user-identity";
const NAME = "x-remote-user-name";
const END = "\r\n\r\n";
type Lines = readonly (readonly [string, string])[];

let world: World;
let services: Services;
let anna: Caller;
let server: HttpServer;
let foreign: HttpServer;

function behind(env: Readonly<Record<string, string>>): Services {
  return makeServices({
    db: world.db,
    env: { PORT: "0", AUTHORIZATION: "enforce", X_REMOTE_USER: "on", ...env },
    services: { roles: ROLES },
  });
}

async function start(own: Services): Promise<HttpServer> {
  const dispatch = createDispatch(own, listServed(own.config));
  const onError = (error: unknown): void => {
    throw error;
  };
  return await startServer({ config: own.config, dispatch, onError });
}

beforeAll(async () => {
  setLibrarySettings();
  world = await openWorld();
  services = behind({});
  anna = await world.caller(["timetable:write"], "anna");
  server = await start(services);
  foreign = await start(behind({ TRUSTED_PROXIES: "10.0.0.0/8" }));
});
afterAll(async () => {
  await Promise.all([server.stop(1000), foreign.stop(1000)]);
  await world.close();
});

const me = async (headers: Lines, remote_address = "127.0.0.1") =>
  await call(services, { path: "/authn/me", headers, remote_address });

describe("x-remote-user", () => {
  it("names the user before its first slash, and tells the name after it", async () => {
    const { json } = await me([[COMBINED, "anna/Anna A./Operations"]]);
    expect(json).toMatchObject({ id: anna.id, name: "Anna A./Operations" });
    expect((await me([[ID, "anna"]])).json.id).toBe(anna.id);
  });

  it("may leave the name empty, which overwrites none", async () => {
    await me([[COMBINED, "anna/Anna"]]);
    expect((await me([[COMBINED, "anna/"]])).json).toMatchObject({ id: anna.id, name: "Anna" });
  });

  it("has a name in UTF-8", async () => {
    const name = Buffer.from("José 李").toString("latin1");
    expect((await me([[COMBINED, `jose/${name}`]])).json.name).toBe("José 李");
  });

  it.each<[string, Lines]>([
    ["nothing", [[COMBINED, ""]]],
    ["a slash alone", [[COMBINED, "/"]]],
    ["an empty identity", [[COMBINED, "/Anna"]]],
    ["no slash", [[COMBINED, "anna"]]],
    ["a blank before the slash", [[COMBINED, "anna /Anna"]]],
    ["a blank at the start", [[COMBINED, " anna/Anna"]]],
    ["a non-ASCII identity", [[COMBINED, "ann\xe1/Anna"]]],
    ["a control character in the identity", [[COMBINED, "an\x01na/Anna"]]],
    ["NUL in the name", [[COMBINED, "anna/An\0na"]]],
    ["an oversize identity", [[COMBINED, `${"a".repeat(1025)}/Anna`]]],
    ["an oversize name", [[COMBINED, `anna/${"a".repeat(1025)}`]]],
    [
      "two lines",
      [
        [COMBINED, "anna/Anna"],
        [COMBINED, "eve/Eve"],
      ],
    ],
    [
      "two equal lines",
      [
        [COMBINED, "anna/Anna"],
        [COMBINED, "anna/Anna"],
      ],
    ],
    [
      "both forms",
      [
        [COMBINED, "anna/Anna"],
        [ID, "eve"],
      ],
    ],
    [
      "both forms of one user",
      [
        [ID, "anna"],
        [COMBINED, "anna/Anna"],
      ],
    ],
    [
      "an empty line and another form",
      [
        [COMBINED, ""],
        [ID, "anna"],
      ],
    ],
    [
      "a name of the other form",
      [
        [COMBINED, "anna/Anna"],
        [NAME, "Eve"],
      ],
    ],
  ])("with %s is 400 and makes no user", async (_what, headers) => {
    const before = await hashTables(world.db);
    expect(await me(headers)).toMatchObject({
      status: 400,
      json: { type: "editoast:authz:MalformedIdentity" },
    });
    expect(await hashTables(world.db)).toEqual(before);
  });

  it.each(["192.0.2.7", "2001:db8::7", ""])(
    "from %j, which is no proxy, is 401",
    async (address) => {
      expect((await me([[COMBINED, "anna/Anna"]], address)).status).toBe(401);
      // Also what is malformed tells a stranger nothing else.
      expect((await me([[COMBINED, "anna"]], address)).status).toBe(401);
    },
  );

  it("counts for nothing without the setting: neither an identity nor a fault", async () => {
    const plain = behind({ X_REMOTE_USER: "off" });
    const ask = async (headers: Lines) => await call(plain, { path: "/authn/me", headers });
    expect((await ask([[COMBINED, "anna/Anna"]])).status).toBe(401);
    const both: Lines = [
      [ID, "anna"],
      [COMBINED, "eve/Eve"],
    ];
    expect((await ask(both)).json.id).toBe(anna.id);
    const before = await hashTables(world.db);
    expect((await ask([[COMBINED, "new/New"]])).status).toBe(401);
    expect(await hashTables(world.db)).toEqual(before);
  });
});

/** Creates a timetable for whoever it is taken to be from. */
function post(...lines: readonly string[]): string {
  const head = ["POST /api/timetable/ HTTP/1.1", "host: x", ...lines, "content-length: 0"];
  return `${head.join("\r\n")}${END}`;
}

const AS_ANNA = `${COMBINED}: anna/Anna`;

/** None of these may pass for `anna`. */
const WHO: readonly (readonly [string, string])[] = [
  ["no slash", post(`${COMBINED}: anna`)],
  ["an identity that ends in bytes that the parser cuts", post(`${COMBINED}: anna\xc3\xa9`)],
  ["the same before the slash", post(`${COMBINED}: anna\xc3\xa9/Anna`)],
  ["two lines", post(AS_ANNA, AS_ANNA)],
  ["two lines in other letters", post(AS_ANNA, "X-Remote-User: eve/Eve")],
  ["both forms", post(AS_ANNA, `${ID}: anna`)],
  ["the other form first", post(`${ID}: anna`, AS_ANNA)],
  ["a name of the other form", post(AS_ANNA, `${NAME}: Anna`)],
  ["an empty line first", post(`${COMBINED}:`, AS_ANNA)],
  ["an empty line last", post(AS_ANNA, `${COMBINED}:`)],
  ["spaces before the slash", post(`${COMBINED}:    /Anna`)],
  ["a space at the identity's end", post(`${COMBINED}: anna /Anna`)],
  ["a tab in the identity", post(`${COMBINED}: an\tna/Anna`)],
  ["NUL at the identity's end", post(`${COMBINED}: anna\0/Anna`)],
  ["NUL in the name", post(`${COMBINED}: anna/An\0na`)],
  ["DEL in the identity", post(`${COMBINED}: anna\x7f/Anna`)],
  ["a carriage return in the identity", post(`${COMBINED}: anna\rx/Anna`)],
  ["a folded identity", post(`${COMBINED}:\r\n anna/Anna`)],
  ["a folded name", post(`${AS_ANNA}\r\n the second`)],
  ["a space before the colon", post(`${COMBINED} : anna/Anna`)],
  ["underscores in place of hyphens", post("x_remote_user: anna/Anna")],
  ["another header's end", post(`x-${AS_ANNA}`)],
  ["a header that begins alike", post("x-remote-user-id: anna/Anna")],
  ["an identity of 1,025 characters", post(`${COMBINED}: ${"a".repeat(1025)}/Anna`)],
  ["a name of 1,025 bytes", post(`${COMBINED}: anna/${"n".repeat(1025)}`)],
  ["a line of 64 kB", post(`${COMBINED}: anna/${"n".repeat(65_536)}`)],
];

describe("x-remote-user on a socket", () => {
  it("is who it names when nothing is wrong with it, also with a name whose end the parser cuts", async () => {
    for (const line of [AS_ANNA, `${COMBINED}: anna/Anna`, `X-Remote-User: anna/Zo\xc3\xab`]) {
      const { answers } = await exchangeRaw(server.port, [post(line)]);
      expect(answers[0]?.status, line).toBe(201);
    }
    const users = await world.db.run<{ count: number }>(
      "select count(*) as count from app_user where identity_id like 'anna%'",
    );
    expect(users).toEqual([{ count: 1 }]);
  });

  it("is nobody when anything is: 4xx or 5xx, or no answer and an end; nothing is written", async () => {
    const before = await hashTables(world.db);
    const outcomes = await Promise.all(
      WHO.map(async ([what, request]) => {
        const { answers, is_closed } = await exchangeRaw(server.port, [request]);
        return { what, status: answers[0]?.status ?? (is_closed ? "closed" : "hanging") };
      }),
    );
    for (const { what, status } of outcomes) {
      expect([400, 401, 403, 431, 505, "closed"], what).toContain(status);
    }
    expect(await hashTables(world.db)).toEqual(before);
  }, 20_000);

  it("is nobody from a peer that is no proxy, whatever it says about where it comes from", async () => {
    const before = await hashTables(world.db);
    for (const more of [[], ["x-forwarded-for: 10.0.0.1"], ["forwarded: for=10.0.0.1"]]) {
      for (const line of [AS_ANNA, `${COMBINED}: new/New`, `${COMBINED}: none`]) {
        const { answers } = await exchangeRaw(foreign.port, [post(line, ...more)]);
        expect(answers[0]?.status).toBe(401);
      }
    }
    expect(await hashTables(world.db)).toEqual(before);
  });
});
