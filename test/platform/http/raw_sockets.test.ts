// Method: the whole server on a socket, addressed with raw bytes that try to be someone else or to hide a second request; a handler that ran would leave a timetable, a user that was made would be counted.
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDispatch } from "../../../src/platform/http/dispatch.ts";
import { type HttpServer, startServer } from "../../../src/platform/http/server.ts";
import { ENDPOINTS } from "../../../src/server/endpoints.ts";
import { type Caller, openWorld, ROLES, type World } from "../../accounts/authz/world.ts";
import { isByNode } from "../../helpers/fronts.ts";
import { scaled } from "../../helpers/pace.ts";
import { exchangeRaw, type RawOutcome } from "../../helpers/raw_http.ts";
import { makeServices } from "../../helpers/services.ts";
import { hashTables } from "../../helpers/test_database.ts";

const ID = "x-remote-user-identity";
const NAME = "x-remote-user-name";
const END = "\r\n\r\n";

let world: World;
let anna: Caller;
let stranger: Caller;
let server: HttpServer;
let foreign: HttpServer;
const started: HttpServer[] = [];

async function start(env: Readonly<Record<string, string>>): Promise<HttpServer> {
  const services = makeServices({
    db: world.db,
    env: { PORT: "0", AUTHORIZATION: "enforce", ...env },
    services: { roles: ROLES },
  });
  const dispatch = createDispatch(services, ENDPOINTS);
  const onError = (error: unknown): void => {
    throw error;
  };
  const one = await startServer({ config: services.config, dispatch, onError });
  started.push(one);
  return one;
}

beforeAll(async () => {
  world = await openWorld();
  // Short and known, for requests of bytes.
  anna = await world.caller(["timetable:write"], "idp/anna");
  stranger = await world.caller([], "idp/stranger");
  server = await start({});
  foreign = await start({ TRUSTED_PROXIES: "10.0.0.0/8,192.0.2.1" });
});
afterAll(async () => {
  await Promise.all(started.map((one) => one.stop(1000)));
  await world.close();
});

/** Creates a timetable for whoever it is taken to be from. */
function post(...lines: readonly string[]): string {
  return `${["POST /timetable HTTP/1.1", "host: x", ...lines].join("\r\n")}${END}`;
}

const AS_ANNA = `${ID}: idp/anna`;
const AS_STRANGER = `${ID}: idp/stranger`;
const NO_BODY = "content-length: 0";
/** What a server that counts differently would take for a request of its own. */
const HIDDEN = post(AS_ANNA, NO_BODY);

async function statusesOf(
  request: string,
  port: number,
  answers = 2,
): Promise<(number | string)[]> {
  const outcome: RawOutcome = await exchangeRaw(port, [request], { answers });
  const statuses: (number | string)[] = outcome.answers.map(({ status }) => status);
  if (outcome.is_closed) statuses.push("closed");
  return statuses;
}

describe("the bytes of these tests", () => {
  it("make a timetable when nothing is wrong with them", async () => {
    const before = await hashTables(world.db);
    const { answers } = await exchangeRaw(server.port, [post(AS_ANNA, NO_BODY)]);
    expect(answers[0]?.status).toBe(201);
    const after = await hashTables(world.db);
    expect(after["timetable"]).not.toBe(before["timetable"]);
    expect(after["app_user"]).toBe(before["app_user"]);
  });
});

const lines = (count: number): string[] => Array.from({ length: count }, (_, i) => `x-${i}: 1`);

/** None of these may pass for `idp/anna`, who alone may make timetables. */
const WHO: readonly (readonly [string, string])[] = [
  [
    "the identity in other letters, twice",
    post(AS_ANNA, "X-Remote-User-Identity: idp/stranger", NO_BODY),
  ],
  ["the same identity twice", post(AS_ANNA, AS_ANNA, NO_BODY)],
  ["three identities", post(AS_ANNA, AS_STRANGER, AS_ANNA, NO_BODY)],
  ["an identity and an empty one", post(AS_ANNA, `${ID}:`, NO_BODY)],
  ["an empty identity and one", post(`${ID}:`, AS_ANNA, NO_BODY)],
  ["an identity of spaces", post(`${ID}:    `, NO_BODY)],
  ["a tab in the identity", post(`${ID}: idp/\tanna`, NO_BODY)],
  ["DEL in the identity", post(`${ID}: idp/anna\x7f!`, NO_BODY)],
  ["NUL at the end of the identity", post(`${ID}: idp/anna\0`, NO_BODY)],
  ["NUL in the header's name", post(`${ID}\0: idp/anna`, NO_BODY)],
  ["a carriage return in the identity", post(`${ID}: idp/anna\rx`, NO_BODY)],
  ["an identity of 64 kB", post(`${ID}: ${"a".repeat(65_536)}`, NO_BODY)],
  ["an identity of 1,025 characters", post(`${ID}: ${"a".repeat(1025)}`, NO_BODY)],
  ["an identity in UTF-8", post(`${ID}: idp/ann\xc3\xa1!`, NO_BODY)],
  ["two names", post(AS_ANNA, `${NAME}: Anna`, `${NAME}: Eve`, NO_BODY)],
  ["a name of 1,025 bytes", post(AS_ANNA, `${NAME}: ${"n".repeat(1025)}`, NO_BODY)],
  ["NUL in the name", post(AS_ANNA, `${NAME}: An\0na`, NO_BODY)],
  ["a folded name", post(AS_ANNA, `${NAME}: Anna\r\n the second`, NO_BODY)],
  ["a folded identity", post(`${ID}:\r\n idp/anna`, NO_BODY)],
  ["a folded line that looks like an identity", post(`x-a: b\r\n ${AS_ANNA}`, NO_BODY)],
  ["a space before the colon", post(`${ID} : idp/anna`, NO_BODY)],
  ["a space before the name", post(` ${ID}: idp/anna`, NO_BODY)],
  ["underscores in place of hyphens", post("x_remote_user_identity: idp/anna", NO_BODY)],
  ["another header's end", post(`x-${ID}: idp/anna`, NO_BODY)],
  [
    "the identity in the query",
    `POST /timetable?${ID}=idp/anna HTTP/1.1\r\nhost: x\r\n${NO_BODY}${END}`,
  ],
  ["the identity in a cookie", post(`cookie: ${ID}=idp/anna`, NO_BODY)],
  ["the one header of older gateways", post("x-remote-user: idp/anna", NO_BODY)],
  [
    "no identity and every bypass",
    post("x-osrd-core: 1", "x-osrd-skip-authz: true", "x-impersonate: idp/anna", NO_BODY),
  ],
  [
    "a stranger's identity and every bypass",
    post(
      AS_STRANGER,
      "x-osrd-core: 1",
      "x-osrd-skip-authz: true",
      "x-impersonate: idp/anna",
      NO_BODY,
    ),
  ],
  ["an identity in the trailers", `${post("transfer-encoding: chunked")}0\r\n${AS_ANNA}${END}`],
  [
    "a second identity in the trailers",
    `${post(AS_STRANGER, "transfer-encoding: chunked")}0\r\n${AS_ANNA}${END}`,
  ],
  ["101 headers, the identity last", post(NO_BODY, ...lines(98), AS_ANNA)],
  ["101 headers, the identity first", post(AS_ANNA, NO_BODY, ...lines(98))],
  ["lines that end with LF alone", `POST /timetable HTTP/1.1\nhost: x\n${AS_ANNA}\n${NO_BODY}\n\n`],
  [
    "an identity before the request line",
    `${AS_ANNA}\r\nPOST /timetable HTTP/1.1\r\nhost: x\r\n${NO_BODY}${END}`,
  ],
];

const FRAMES: readonly (readonly [string, string])[] = [
  [
    "two lengths, the first one short",
    `${post(AS_STRANGER, "content-length: 0", `content-length: ${HIDDEN.length}`)}${HIDDEN}`,
  ],
  ["two equal lengths", `${post(AS_ANNA, "content-length: 2", "content-length: 2")}{}`],
  ["a list of lengths", `${post(AS_ANNA, "content-length: 2, 2")}{}`],
  ["a length with a sign", `${post(AS_ANNA, "content-length: +2")}{}`],
  ["a length in hexadecimal", `${post(AS_ANNA, "content-length: 0x2")}{}`],
  ["a length with a fraction", `${post(AS_ANNA, "content-length: 2.0")}{}`],
  ["a length beyond all numbers", post(AS_ANNA, `content-length: ${"9".repeat(30)}`)],
  ["an empty length", post(AS_ANNA, "content-length:")],
  [
    "a length and chunks",
    `${post(AS_STRANGER, `content-length: ${HIDDEN.length + 5}`, "transfer-encoding: chunked")}0${END}${HIDDEN}`,
  ],
  [
    "chunks and a length",
    `${post(AS_STRANGER, "transfer-encoding: chunked", "content-length: 3")}0${END}${HIDDEN}`,
  ],
  ["a transfer coding that nobody knows", `${post(AS_ANNA, "transfer-encoding: xchunked")}0${END}`],
  ["two transfer codings in a line", `${post(AS_ANNA, "transfer-encoding: gzip, chunked")}0${END}`],
  ["an expectation that nobody knows", `${post(AS_ANNA, NO_BODY, "expect: 200-maybe")}`],
  [
    "a transfer coding that nobody knows, and a length",
    `${post(AS_STRANGER, "transfer-encoding: xchunked", "content-length: 5")}0${END}${HIDDEN}`,
  ],
  [
    "two transfer codings and a length",
    `${post(AS_STRANGER, "transfer-encoding: chunked", "transfer-encoding: identity", "content-length: 5")}0${END}${HIDDEN}`,
  ],
  [
    "a chunk whose size is no number",
    `${post(AS_ANNA, "transfer-encoding: chunked", "content-type: application/json")}zz\r\n{}\r\n0${END}`,
  ],
  [
    "a chunk beyond all numbers",
    `${post(AS_ANNA, "transfer-encoding: chunked", "content-type: application/json")}fffffffffffffffff\r\n{}\r\n0${END}`,
  ],
];

describe("an identity that begins or ends with what is not ASCII", () => {
  it("is nobody; by uWebSockets.js, which cuts it, it is the rest", async () => {
    const before = await hashTables(world.db);
    const identities = ["idp/anna\xe9", "idp/anna\xc3\xa9", "\xe9idp/anna", "\xa0idp/anna\xa0"];
    for (const identity of identities) {
      const { answers } = await exchangeRaw(server.port, [
        `GET /authn/me HTTP/1.1\r\nhost: x\r\n${ID}: ${identity}${END}`,
      ]);
      const { status = 0, body = "" } = answers[0] ?? {};
      const { id, type } = JSON.parse(body);
      expect([status, isByNode(server) ? type : id]).toEqual(
        isByNode(server) ? [400, "editoast:authz:MalformedIdentity"] : [200, anna.id],
      );
    }
    expect(await hashTables(world.db)).toEqual(before);
  });
});

/** How a body's bytes are framed, and the answers of both. */
interface Chunked {
  readonly what: string;
  readonly sent: string;
  /** A header beside. */
  readonly line?: string;
  readonly by_uws: number;
  readonly by_node: number;
}

const CHUNKED: readonly Chunked[] = [
  { what: "in two", sent: `1\r\n{\r\n1\r\n}\r\n0${END}`, by_uws: 201, by_node: 201 },
  { what: "zeros before sizes", sent: `0002\r\n{}\r\n000${END}`, by_uws: 201, by_node: 201 },
  { what: "an extension", sent: `2;a=b\r\n{}\r\n0${END}`, by_uws: 408, by_node: 201 },
  { what: "an extension at the end", sent: `2\r\n{}\r\n0;a=b${END}`, by_uws: 408, by_node: 201 },
  { what: "trailers", sent: `2\r\n{}\r\n0\r\na: b${END}`, by_uws: 505, by_node: 201 },
  {
    what: "announced trailers",
    sent: `2\r\n{}\r\n0\r\na: b${END}`,
    line: "trailer: a",
    by_uws: 505,
    by_node: 201,
  },
  { what: "no end of a chunk", sent: `2\r\n{}0${END}`, by_uws: 201, by_node: 400 },
  { what: "another end of a chunk", sent: `2\r\n{}xx0${END}`, by_uws: 201, by_node: 400 },
  { what: "LF after a chunk", sent: `2\r\n{}\n0${END}`, by_uws: 201, by_node: 400 },
  { what: "LF after a size", sent: `2\n{}\r\n0${END}`, by_uws: 201, by_node: 400 },
  { what: "LF at the end", sent: "2\r\n{}\r\n0\n\n", by_uws: 201, by_node: 400 },
  { what: "a blank after a size", sent: `2 \r\n{}\r\n0${END}`, by_uws: 201, by_node: 400 },
  { what: "a size with 0x", sent: `0x2\r\n{}\r\n0${END}`, by_uws: 400, by_node: 400 },
  { what: "a size with a sign", sent: `+2\r\n{}\r\n0${END}`, by_uws: 400, by_node: 400 },
  { what: "no size", sent: `\r\n{}\r\n0${END}`, by_uws: 201, by_node: 400 },
];

describe("a header of which one counts", () => {
  it.each([
    ["host", "x"],
    ["content-type", "application/json"],
    ["content-encoding", "identity"],
    ["idempotency-key", "k"],
    ["if-match", '"1"'],
  ])("is refused when there are two, equal or not: %s", async (name, value) => {
    const before = await hashTables(world.db);
    for (const other of [value, "other"]) {
      const named = [`${name}: ${value}`, `${name.toUpperCase()}: ${other}`];
      const lines = name === "host" ? [`host: ${other}`] : named;
      const { answers, is_closed } = await exchangeRaw(server.port, [
        post(AS_ANNA, ...lines, NO_BODY),
      ]);
      expect(answers.map(({ status, body }) => [status, JSON.parse(body).type])).toEqual([
        [400, "editoast:request:Malformed"],
      ]);
      expect(is_closed).toBe(true);
    }
    expect(await hashTables(world.db)).toEqual(before);
  });
});

const MALFORMED = [400, "editoast:request:Malformed"] as const;
const INCOMPLETE = [408, "editoast:request:HeadIncomplete"] as const;

/** What Node's parser says to each; uWebSockets.js takes all of them for the beginning of a head. */
const UNREADABLE: readonly (readonly [string, string, readonly [number, string]])[] = [
  ["no Host", `GET /health HTTP/1.1${END}`, MALFORMED],
  ["a folded line", `GET /health HTTP/1.1\r\nhost: x\r\na: b\r\n c${END}`, MALFORMED],
  ["a space before a colon", `GET /health HTTP/1.1\r\nhost : x${END}`, MALFORMED],
  ["a line without a colon", `GET /health HTTP/1.1\r\nhost: x\r\nabc${END}`, MALFORMED],
  ["no version", `GET /health${END}`, MALFORMED],
  ["a head without its end", "GET /health HTTP/1.1\r\nhost: x\r\n", INCOMPLETE],
  ["nothing", "", INCOMPLETE],
];

interface Answered {
  readonly what: string;
  readonly statuses: readonly (number | string)[];
}

/** What each request that waits in vain gets, how many timetables there were more, and what else has changed. */
interface Waited {
  readonly who: readonly Answered[];
  readonly frames: readonly Answered[];
  readonly chunked: readonly Answered[];
  readonly heads: readonly RawOutcome[];
  readonly kept: RawOutcome;
  readonly bodies: readonly RawOutcome[];
  readonly unasked: RawOutcome;
  readonly timetables: number;
  readonly changed: readonly string[];
}

/** What a new timetable is in. */
const OF_A_TIMETABLE = ["timetable", "timetable_grant"];

const BODIES = [
  ["none of it", "content-length: 2", ""],
  ["half of it", "content-length: 4", "[]"],
  ["no last chunk", "transfer-encoding: chunked", "2\r\n[]\r\n"],
  ["after 100 Continue", "content-length: 2\r\nexpect: 100-continue", ""],
] as const;

async function countTimetables(): Promise<number> {
  const [row] = await world.db.run<{ n: number }>("select count(*) as n from timetable");
  return row?.n ?? -1;
}

/**
 * All of them at once, as each waits ten seconds. Where no data have come, a server can't tell
 * connections from each other meanwhile: those have one of their own.
 */
async function waitForAll(): Promise<Waited> {
  const timetable = await world.timetable();
  await world.grant("timetable", timetable, anna.id, "Owner");
  const before = await hashTables(world.db);
  const count = await countTimetables();
  const [heads, chunks] = [await start({}), await start({})];
  const lonely: HttpServer[] = [];
  for (let i = 0; i <= BODIES.length; i++) lonely.push(await start({}));
  const portOf = (i: number): number => lonely[i]?.port ?? 0;
  const askAll = (asked: readonly (readonly [string, string])[], port: number, answers: number) =>
    Promise.all(
      asked.map(async ([what, sent]) => ({
        what,
        statuses: await statusesOf(sent, port, answers),
      })),
    );
  const chunked = CHUNKED.map(({ what, sent, line = "x: y" }) => {
    const type = "content-type: application/json";
    return [what, post(AS_ANNA, type, "transfer-encoding: chunked", line) + sent] as const;
  });
  const path = `/timetable/${timetable}/train_schedules `;
  const [who, frames, by_chunks, by_head, kept, bodies, unasked] = await Promise.all([
    askAll(WHO, server.port, 1),
    askAll(FRAMES, server.port, 2),
    askAll(chunked, chunks.port, 1),
    Promise.all(UNREADABLE.map(([, head]) => exchangeRaw(heads.port, [head]))),
    exchangeRaw(
      heads.port,
      [`GET /health HTTP/1.1\r\nhost: x${END}`, `GET /health HTTP/1.1\r\nhost : x${END}`],
      { answers: 2, wait_ms: 10_000 },
    ),
    Promise.all(
      BODIES.map(([what, frame, sent], i) => {
        const head = post(AS_ANNA, "content-type: application/json", frame);
        const answers = what === "after 100 Continue" ? 2 : 1;
        return exchangeRaw(portOf(i), [head.replace("/timetable ", path), sent], { answers });
      }),
    ),
    exchangeRaw(portOf(BODIES.length), [
      post(AS_STRANGER, "content-type: application/json", "content-length: 2"),
    ]),
  ]);
  const after = await hashTables(world.db);
  const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
  const timetables = (await countTimetables()) - count;
  return {
    who,
    frames,
    chunked: by_chunks,
    heads: by_head,
    kept,
    bodies,
    unasked,
    timetables,
    changed,
  };
}

describe("requests that wait in vain", () => {
  let waited: Waited;
  beforeAll(async () => {
    waited = await waitForAll();
  }, scaled(60_000));

  it("and try to be someone else get their 4xx or 5xx, or no answer and an end", () => {
    for (const { what, statuses } of waited.who) {
      expect(statuses.length, what).toBeGreaterThan(0);
      for (const status of statuses) {
        expect([400, 401, 403, 408, 431, 505, "closed"], what).toContain(status);
      }
    }
  });

  it("and hide another one never get it answered", () => {
    for (const { what, statuses } of waited.frames) {
      expect(statuses.length, what).toBeGreaterThan(0);
      for (const status of statuses) {
        const told = `${what}: ${statuses.join(", ")}`;
        expect([400, 403, 411, 413, 417, 501, 505, "closed"], told).toContain(status);
      }
    }
  });

  it("and have a chunked body are taken or refused as their front can tell", () => {
    const expected = CHUNKED.map(({ what, by_uws, by_node }) => {
      const status = isByNode(server) ? by_node : by_uws;
      return { what, statuses: status === 201 ? [201] : [status, "closed"] };
    });
    expect(waited.chunked).toEqual(expected);
  });

  it("do nothing, make no user, and none makes a timetable but those that were taken", () => {
    const made = waited.chunked.filter(({ statuses }) => statuses[0] === 201).length;
    expect(waited.timetables).toBe(made);
    expect(waited.changed).toEqual(OF_A_TIMETABLE);
  });

  it("and have a head that can't be read are told so before the connection ends; of uWebSockets.js, on a kept connection they are not", () => {
    for (const [i, [what, , by_node]] of UNREADABLE.entries()) {
      const { answers = [], is_closed } = waited.heads[i] ?? {};
      const types = answers.map(({ status, body }) => [status, JSON.parse(body).type]);
      expect(types, what).toEqual([isByNode(server) ? by_node : INCOMPLETE]);
      expect(answers[0]?.headers["connection"], what).toBe("close");
      expect(is_closed, what).toBe(true);
    }
    const second = isByNode(server) ? [400] : [];
    expect(waited.kept.answers.map(({ status }) => status)).toEqual([200, ...second]);
    expect(waited.kept.is_closed).toBe(isByNode(server));
  });

  it.each(BODIES.map(([what], i) => [what, i] as const))(
    "and have a body that does not come are told so before the connection ends: %s",
    (_what, i) => {
      const { answers = [], is_closed } = waited.bodies[i] ?? {};
      const { status, body } = answers.at(-1) ?? { status: 0, body: "{}" };
      expect([status, JSON.parse(body).type]).toEqual([408, "editoast:request:BodyIncomplete"]);
      expect(is_closed).toBe(true);
    },
  );

  it("and whose body nobody asked for are answered, and their connection ends", () => {
    expect(waited.unasked.answers.map(({ status }) => status)).toEqual([403]);
    expect(waited.unasked.is_closed).toBe(true);
  });
});

describe("requests of different senders on one connection", () => {
  it("are each answered for their own sender, and denied or not by that one's rights", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets = new Set<unknown>();
    const ask = async (identity: string | null): Promise<number | undefined> => {
      const headers = identity === null ? {} : { [ID]: identity };
      const { port } = server;
      const sent = request({ port, agent, method: "POST", path: "/timetable", headers }).end();
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      sockets.add(response.socket);
      response.resume();
      await once(response, "end");
      return response.statusCode;
    };
    const senders = [anna.identity, stranger.identity, null, anna.identity, "", anna.identity];
    const statuses = [];
    for (const identity of senders) statuses.push(await ask(identity));
    expect(statuses).toEqual([201, 403, 401, 201, 400, 201]);
    expect(sockets.size).toBe(1);
    agent.destroy();
  });

  it("that come at once are answered in order, or end the connection: nobody gets another's answer", async () => {
    const me = ({ identity }: Caller): string =>
      `GET /authn/me HTTP/1.1\r\nhost: x\r\n${ID}: ${identity}${END}`;
    const sent = [me(anna), me(stranger)].join("");
    const { answers, is_closed } = await exchangeRaw(server.port, [sent], { answers: 2 });
    const ids = answers.map(({ body }) => JSON.parse(body).id);
    // uWebSockets.js can't hold a request back until the one before is answered.
    expect(ids).toEqual(isByNode(server) ? [anna.id, stranger.id] : []);
    expect(is_closed).toBe(!isByNode(server));
  });
});

describe("a peer that is no proxy", () => {
  it("is nobody, whatever it says about where it comes from", async () => {
    const before = await hashTables(world.db);
    for (const more of [
      [],
      ["x-forwarded-for: 10.0.0.1"],
      ["x-real-ip: 192.0.2.1"],
      ["forwarded: for=10.0.0.1"],
    ]) {
      for (const identity of [AS_ANNA, `${ID}: idp/new`]) {
        const { answers } = await exchangeRaw(foreign.port, [post(identity, ...more, NO_BODY)]);
        expect(answers[0]?.status).toBe(401);
        expect(JSON.parse(answers[0]?.body ?? "{}").type).toBe("editoast:authz:Unauthenticated");
      }
    }
    expect(await hashTables(world.db)).toEqual(before);
  });
});
