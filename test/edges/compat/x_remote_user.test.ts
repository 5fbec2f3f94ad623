// Method: identities in one header, through the pipeline and as bytes on a socket; GET /authn/me shows the identity that was understood, and users are counted around every refusal.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDispatch } from "../../../src/platform/http/dispatch.ts";
import { type HttpServer, startServer } from "../../../src/platform/http/server.ts";
import type { Services } from "../../../src/platform/services.ts";
import { listServed } from "../../../src/server/endpoints.ts";
import { type Caller, openWorld, ROLES, type World } from "../../accounts/authz/world.ts";
import { scaled } from "../../helpers/pace.ts";
import { exchangeRaw } from "../../helpers/raw_http.ts";
import { call, makeServices } from "../../helpers/services.ts";
import { hashTables } from "../../helpers/test_database.ts";

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
  world = await openWorld();
  services = behind({});
  anna = await world.caller(["timetable:write"], "idp/anna/Operations");
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
  it("is the identity, all of it, and its end behind the first slash the name", async () => {
    const { json } = await me([[COMBINED, anna.identity]]);
    expect(json).toMatchObject({ id: anna.id, name: "anna/Operations" });
    expect((await me([[ID, anna.identity]])).json.id).toBe(anna.id);
  });

  it("keeps users of one provider apart, and of one name at two providers", async () => {
    const ids = new Set<number>();
    for (const identity of ["idp/ben", "idp/cleo", "ldap/ben", "idp", "idp/", "idp/ben/2"]) {
      const { status, json } = await me([[COMBINED, identity]]);
      expect(status).toBe(200);
      ids.add(json.id);
      expect((await me([[ID, identity]])).json.id).toBe(json.id);
    }
    expect(ids.size).toBe(6);
  });

  it("may have no name behind a slash, which overwrites none", async () => {
    expect((await me([[COMBINED, "solo"]])).json.name).toBe("solo");
    expect((await me([[COMBINED, "solo/"]])).json.name).toBe("solo/");
  });

  it.each<[string, Lines]>([
    ["nothing", [[COMBINED, ""]]],
    ["a blank at the end", [[COMBINED, "idp/anna "]]],
    ["a blank at the start", [[COMBINED, " idp/anna"]]],
    ["a non-ASCII provider", [[COMBINED, "\xeddp/anna"]]],
    ["a non-ASCII user", [[COMBINED, "idp/ann\xe1"]]],
    ["a user in UTF-8", [[COMBINED, `idp/${Buffer.from("José").toString("latin1")}`]]],
    ["a control character", [[COMBINED, "idp/an\x01na"]]],
    ["NUL", [[COMBINED, "idp/an\0na"]]],
    ["an oversize identity", [[COMBINED, `idp/${"a".repeat(1021)}`]]],
    [
      "two lines",
      [
        [COMBINED, "idp/anna"],
        [COMBINED, "idp/eve"],
      ],
    ],
    [
      "two equal lines",
      [
        [COMBINED, "idp/anna"],
        [COMBINED, "idp/anna"],
      ],
    ],
    [
      "both forms",
      [
        [COMBINED, "idp/anna"],
        [ID, "idp/eve"],
      ],
    ],
    [
      "both forms of one user",
      [
        [ID, "idp/anna"],
        [COMBINED, "idp/anna"],
      ],
    ],
    [
      "an empty line and another form",
      [
        [COMBINED, ""],
        [ID, "idp/anna"],
      ],
    ],
    [
      "a name of the other form",
      [
        [COMBINED, "idp/anna"],
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
      expect((await me([[COMBINED, "idp/anna"]], address)).status).toBe(401);
      // Also what is malformed tells a stranger nothing else.
      expect((await me([[COMBINED, " "]], address)).status).toBe(401);
    },
  );

  it("counts for nothing without the setting: neither an identity nor a fault", async () => {
    const plain = behind({ X_REMOTE_USER: "off" });
    const ask = async (headers: Lines) => await call(plain, { path: "/authn/me", headers });
    expect((await ask([[COMBINED, "idp/anna"]])).status).toBe(401);
    const both: Lines = [
      [ID, anna.identity],
      [COMBINED, "idp/eve"],
    ];
    expect((await ask(both)).json.id).toBe(anna.id);
    const before = await hashTables(world.db);
    expect((await ask([[COMBINED, "idp/new"]])).status).toBe(401);
    expect(await hashTables(world.db)).toEqual(before);
  });
});

/** Creates a timetable for whoever it is taken to be from. */
function post(...lines: readonly string[]): string {
  const head = ["POST /api/timetable/ HTTP/1.1", "host: x", ...lines, "content-length: 0"];
  return `${head.join("\r\n")}${END}`;
}

const WHOLE = "idp/anna/Operations";
const AS_ANNA = `${COMBINED}: ${WHOLE}`;

/** None of these may pass for the user of `AS_ANNA`. */
const WHO: readonly (readonly [string, string])[] = [
  ["the provider alone", post(`${COMBINED}: idp`)],
  ["the provider and its slash", post(`${COMBINED}: idp/`)],
  ["less than all of it", post(`${COMBINED}: idp/anna`)],
  ["another user of the provider", post(`${COMBINED}: idp/bert`)],
  ["bytes outside ASCII inside of it", post(`${COMBINED}: idp/\xc3\xa9anna/Operations`)],
  ["two lines", post(AS_ANNA, AS_ANNA)],
  ["two lines in other letters", post(AS_ANNA, "X-Remote-User: idp/eve")],
  ["both forms", post(AS_ANNA, `${ID}: ${WHOLE}`)],
  ["the other form first", post(`${ID}: ${WHOLE}`, AS_ANNA)],
  ["a name of the other form", post(AS_ANNA, `${NAME}: Anna`)],
  ["an empty line first", post(`${COMBINED}:`, AS_ANNA)],
  ["an empty line last", post(AS_ANNA, `${COMBINED}:`)],
  ["spaces alone", post(`${COMBINED}:    `)],
  ["a tab", post(`${COMBINED}: idp/\tanna/Operations`)],
  ["NUL at its end", post(`${AS_ANNA}\0`)],
  ["NUL inside of it", post(`${COMBINED}: idp/\0anna/Operations`)],
  ["DEL", post(`${COMBINED}: idp/anna\x7f/Operations`)],
  ["a carriage return", post(`${COMBINED}: idp/anna\rx/Operations`)],
  ["all of it in a folded line", post(`${COMBINED}:\r\n ${WHOLE}`)],
  ["a folded end", post(`${COMBINED}: idp/anna\r\n /Operations`)],
  ["a space before the colon", post(`${COMBINED} : ${WHOLE}`)],
  ["underscores in place of hyphens", post(`x_remote_user: ${WHOLE}`)],
  ["another header's end", post(`x-${AS_ANNA}`)],
  ["a header that begins alike", post(`x-remote-user-id: ${WHOLE}`)],
  ["1,025 characters", post(`${COMBINED}: ${"a".repeat(1025)}`)],
  ["a line of 64 kB", post(`${COMBINED}: idp/${"n".repeat(65_536)}`)],
];

async function countTimetables(): Promise<number> {
  const [row] = await world.db.run<{ count: number }>("select count(*) from timetable");
  return row?.count ?? -1;
}

describe("x-remote-user on a socket", () => {
  it("is who it names when nothing is wrong with it, in any letters of the header's name", async () => {
    for (const line of [AS_ANNA, `X-Remote-User: ${WHOLE}`, `${COMBINED}:   ${WHOLE}  `]) {
      const { answers } = await exchangeRaw(server.port, [post(line)]);
      expect(answers[0]?.status, line).toBe(201);
    }
  });

  it(
    "is not that user when anything is: 4xx or 5xx, or no answer and an end; nothing is made",
    async () => {
      const before = await countTimetables();
      const outcomes = await Promise.all(
        WHO.map(async ([what, request]) => {
          const { answers, is_closed } = await exchangeRaw(server.port, [request]);
          return { what, status: answers[0]?.status ?? (is_closed ? "closed" : "hanging") };
        }),
      );
      for (const { what, status } of outcomes) {
        expect([400, 401, 403, 408, 431, 505, "closed"], what).toContain(status);
      }
      expect(await countTimetables()).toBe(before);
    },
    scaled(20_000),
  );

  it("is nobody from a peer that is no proxy, whatever it says about where it comes from", async () => {
    const before = await hashTables(world.db);
    for (const more of [[], ["x-forwarded-for: 10.0.0.1"], ["forwarded: for=10.0.0.1"]]) {
      for (const line of [AS_ANNA, `${COMBINED}: idp/new`, `${COMBINED}: none`]) {
        const { answers } = await exchangeRaw(foreign.port, [post(line, ...more)]);
        expect(answers[0]?.status).toBe(401);
      }
    }
    expect(await hashTables(world.db)).toEqual(before);
  });
});
