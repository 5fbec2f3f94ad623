// Method: a real server on a socket, addressed with raw bytes; every handler call and user is counted.
import { setTimeout as wait } from "node:timers/promises";
import * as v from "valibot";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { jsonBody, noContent, okJson, stream, text } from "../../../src/platform/http/answers.ts";
import { createDispatch } from "../../../src/platform/http/dispatch.ts";
import {
  authenticated,
  checked,
  type Endpoint,
  endpoint,
  publicAccess,
} from "../../../src/platform/http/endpoint.ts";
import { queryIdList } from "../../../src/platform/http/fields.ts";
import { ListenError } from "../../../src/platform/http/front.ts";
import { type HttpServer, startServer } from "../../../src/platform/http/server.ts";
import { scaled } from "../../helpers/pace.ts";
import { exchangeRaw, openConnection, openSocket, type RawAnswer } from "../../helpers/raw_http.ts";
import { makeServices } from "../../helpers/services.ts";
import { startTestDatabase, type TestDatabase } from "../../helpers/test_database.ts";
import { until } from "../../helpers/until.ts";

const Nothing = v.object({});
const base = { params: Nothing, query: Nothing, summary: "test" } as const;
/** Every piece of it is another one. */
const LARGE = Array.from({ length: 2_500_000 }, (_, i) => String(i).padStart(8, "-")).join("");
const handled: string[] = [];
let produced = 0;
let has_stream_ended = false;
let release: () => void = () => undefined;
let has_seen_abort = false;

const ENDPOINTS: readonly Endpoint[] = [
  endpoint({
    ...base,
    method: "get",
    path: "/plain",
    query: v.object({ ids: v.optional(queryIdList, []) }),
    answer: okJson(v.unknown()),
    access: publicAccess,
    handle: async (ctx, { query }) => {
      handled.push("plain");
      return { ids: query.ids.length, header: ctx.header("x-long")?.length ?? 0 };
    },
  }),
  endpoint({
    ...base,
    method: "post",
    creates: null,
    path: "/body",
    body: jsonBody(v.object({ text: v.string() })),
    answer: okJson(v.unknown()),
    access: publicAccess,
    handle: async (_ctx, { body }) => {
      handled.push("body");
      return { length: body.text.length };
    },
  }),
  endpoint({
    ...base,
    method: "post",
    creates: null,
    path: "/guarded",
    body: jsonBody(v.object({ text: v.string() })),
    answer: noContent,
    access: checked({ roles: ["infra:write"] }),
    handle: async () => {
      handled.push("guarded");
    },
  }),
  endpoint({
    ...base,
    method: "get",
    path: "/me",
    answer: okJson(v.unknown()),
    access: authenticated,
    handle: async ({ user }) => {
      handled.push("me");
      return user;
    },
  }),
  endpoint({
    ...base,
    method: "delete",
    path: "/nothing",
    answer: noContent,
    access: publicAccess,
    handle: async () => undefined,
  }),
  endpoint({
    ...base,
    method: "get",
    path: "/large",
    answer: text("text/plain"),
    access: publicAccess,
    handle: async () => LARGE,
  }),
  endpoint({
    ...base,
    method: "get",
    path: "/stream",
    answer: stream("text/plain"),
    access: publicAccess,
    handle: async () => {
      async function* chunks(): AsyncGenerator<Uint8Array> {
        try {
          for (let i = 0; i < 1000; i++) {
            produced++;
            yield new Uint8Array(100_000).fill(0x61);
          }
        } finally {
          has_stream_ended = true;
        }
      }
      return chunks();
    },
  }),
  endpoint({
    ...base,
    method: "get",
    path: "/broken-stream",
    answer: stream("text/plain"),
    access: publicAccess,
    handle: async () => {
      async function* chunks(): AsyncGenerator<Uint8Array> {
        yield new Uint8Array(10).fill(0x61);
        throw new Error("planted");
      }
      return chunks();
    },
  }),
  endpoint({
    ...base,
    method: "get",
    path: "/held",
    answer: okJson(v.unknown()),
    access: publicAccess,
    handle: async (ctx) => {
      handled.push("held");
      ctx.signal.addEventListener("abort", () => {
        has_seen_abort = true;
      });
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return "done";
    },
  }),
];

let database: TestDatabase;
let server: HttpServer;
let port: number;
const errors: unknown[] = [];

async function start(env: Readonly<Record<string, string>> = {}): Promise<HttpServer> {
  const settings = { PORT: "0", AUTHORIZATION: "enforce", ...env };
  const services = makeServices({ db: database.db, env: settings });
  const dispatch = createDispatch(services, ENDPOINTS);
  const onError = (error: unknown): void => void errors.push(error);
  return await startServer({ config: services.config, dispatch, onError });
}

beforeAll(async () => {
  database = await startTestDatabase();
  server = await start();
  port = server.port;
});
afterAll(async () => {
  await server.stop(1000);
  await database.close();
});
beforeEach(() => {
  handled.length = 0;
});

async function countUsers(): Promise<number> {
  const [row] = await database.db.run<{ count: number }>("select count(*) from app_user");
  return row?.count ?? -1;
}

async function one(request: string): Promise<RawAnswer & { is_closed: boolean }> {
  const { answers, is_closed } = await exchangeRaw(port, [request]);
  const [answer = { status: 0, headers: {}, body: "" }] = answers;
  return { ...answer, is_closed };
}

const GET = "GET /plain HTTP/1.1\r\nhost: x\r\n";

describe("well-formed requests", () => {
  it("are answered in order on one connection, also when they come in one piece", async () => {
    const request = `${GET}\r\n`;
    const { answers, is_closed } = await exchangeRaw(port, [request.repeat(5)], { answers: 5 });
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(is_closed).toBe(false);
  });

  it("may come byte by byte after their first line", async () => {
    // uws-pack answers 505 to some cuts inside the request line.
    const line = "GET /plain HTTP/1.1\r\n";
    const rest = "host: x\r\nx-a: b\r\n\r\n";
    const { answers } = await exchangeRaw(port, [line, ...rest.split("")]);
    expect(answers[0]?.status).toBe(200);
  });

  it("may have a header of 16 kB and 1,000 ids", async () => {
    const ids = Array.from({ length: 1000 }, (_, i) => `ids[]=${i + 1}`).join("&");
    const long = "y".repeat(16_384);
    const answer = await one(`GET /plain?${ids} HTTP/1.1\r\nhost: x\r\nx-long: ${long}\r\n\r\n`);
    expect(JSON.parse(answer.body)).toEqual({ ids: 1000, header: 16_384 });
  });

  it("may be a GET with an empty chunked body, as gateways send", async () => {
    const answer = await one(`${GET}transfer-encoding: chunked\r\n\r\n0\r\n\r\n`);
    expect(answer).toMatchObject({ status: 200, is_closed: false });
  });

  it("may be HEAD: the same headers, no body", async () => {
    const sent = "HEAD /plain HTTP/1.1\r\nhost: x\r\n\r\n";
    const { socket, received } = await openConnection(port);
    const count = (): number => received().split("HTTP/1.1 200").length - 1;
    socket.write(sent);
    await until(() => count() === 1);
    socket.write(sent);
    await until(() => count() === 2);
    expect(received()).toMatch(/content-length: 20/i);
    expect(received()).not.toContain("{");
    socket.destroy();
  });

  it("get 204 without a body and without a length", async () => {
    const answer = await one("DELETE /nothing HTTP/1.1\r\nhost: x\r\n\r\n");
    expect(answer.status).toBe(204);
    expect(answer.headers["content-length"]).toBeUndefined();
  });

  it("may have a chunked body", async () => {
    const head =
      "POST /body HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
    const { answers } = await exchangeRaw(port, [
      head,
      '9\r\n{"text":"\r\n',
      '3\r\nx"}\r\n0\r\n\r\n',
    ]);
    expect(JSON.parse(answers[0]?.body ?? "")).toEqual({ length: 1 });
  });
});

describe("malformed requests", () => {
  const ID = "x-remote-user-identity";
  const many = (count: number): string =>
    Array.from({ length: count }, (_, i) => `x-${i}: 1\r\n`).join("");

  const CORPUS: readonly (readonly [string, string])[] = [
    ["two identities", `GET /me HTTP/1.1\r\nhost: x\r\n${ID}: a/b\r\n${ID}: c/d\r\n\r\n`],
    ["an empty identity", `GET /me HTTP/1.1\r\nhost: x\r\n${ID}: \r\n\r\n`],
    ["an oversize identity", `GET /me HTTP/1.1\r\nhost: x\r\n${ID}: ${"a".repeat(1025)}\r\n\r\n`],
    ["a control character", `GET /me HTTP/1.1\r\nhost: x\r\n${ID}: a\x01b\r\n\r\n`],
    ["a non-ASCII identity", `GET /me HTTP/1.1\r\nhost: x\r\n${ID}: a/\xe9b\r\n\r\n`],
    ["NUL in a header", `GET /me HTTP/1.1\r\nhost: x\r\n${ID}: a\0b\r\n\r\n`],
    ["NUL in the path", "GET /me\0 HTTP/1.1\r\nhost: x\r\n\r\n"],
    ["a folded header", `GET /me HTTP/1.1\r\nhost: x\r\n${ID}: a\r\n b\r\n\r\n`],
    ["101 headers", `GET /me HTTP/1.1\r\nhost: x\r\n${ID}: a/b\r\n${many(99)}\r\n`],
    ["1,000 headers", `GET /me HTTP/1.1\r\nhost: x\r\n${ID}: a/b\r\n${many(1000)}\r\n`],
    ["70 kB of headers", `GET /me HTTP/1.1\r\nhost: x\r\nx-long: ${"y".repeat(70_000)}\r\n\r\n`],
    ["70 kB of URL", `GET /me?${"y".repeat(70_000)} HTTP/1.1\r\nhost: x\r\n\r\n`],
    ["no version", "GET /me\r\n\r\n"],
    ["HTTP/3.0", "GET /me HTTP/3.0\r\nhost: x\r\n\r\n"],
    ["no HTTP at all", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"],
    [
      "two lengths",
      'POST /body HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 12\r\ncontent-length: 12\r\n\r\n{"text":"x"}',
    ],
    [
      "two different lengths",
      'POST /body HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 0\r\ncontent-length: 12\r\n\r\n{"text":"x"}',
    ],
    [
      "a length and chunks",
      'POST /body HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\nc\r\n{"text":"x"}\r\n0\r\n\r\n',
    ],
    [
      "a bad chunk",
      'POST /body HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{"text":"x"}\r\n0\r\n\r\n',
    ],
    [
      "a negative length",
      'POST /body HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: -5\r\n\r\n{"text":"x"}',
    ],
  ];

  it(
    "get a 4xx or 5xx of the parser, or no answer and an end; never a handler, never a user",
    async () => {
      const users = await countUsers();
      const outcomes = await Promise.all(
        CORPUS.map(async ([what, request]) => {
          const { answers, is_closed } = await exchangeRaw(port, [request]);
          const status = answers[0]?.status ?? (is_closed ? "closed" : "hanging");
          return { what, status };
        }),
      );
      expect(outcomes).toHaveLength(20);
      for (const { what, status } of outcomes) {
        expect([400, 401, 404, 408, 413, 422, 431, 505, "closed"], what).toContain(status);
      }
      expect(handled).toEqual([]);
      expect(await countUsers()).toBe(users);
      expect((await one(`${GET}\r\n`)).status).toBe(200);
    },
    scaled(20_000),
  );

  it("never take the bytes after two lengths for a request", async () => {
    const hidden = "GET /plain HTTP/1.1\r\nhost: x\r\n\r\n";
    const head = "POST /body HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
    const lengths = `content-length: 0\r\ncontent-length: ${hidden.length}\r\n\r\n`;
    const { answers, is_closed } = await exchangeRaw(port, [head + lengths + hidden], {
      answers: 2,
    });
    // The connection ends before the 400 when the second request is already there.
    expect(answers.every(({ status }) => status === 400)).toBe(true);
    expect(is_closed).toBe(true);
    expect(handled).toEqual([]);
  });

  it("let an identity through for its own user only", async () => {
    const answer = await one(`GET /me HTTP/1.1\r\nhost: x\r\n${ID}: a/b\r\n\r\n`);
    expect(JSON.parse(answer.body)).toMatchObject({ name: "a/b" });
  });
});

describe("bodies", () => {
  const head = (path: string, length: number | "chunked"): string =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${
      length === "chunked" ? "transfer-encoding: chunked" : `content-length: ${length}`
    }\r\n\r\n`;

  it("are read up to their limit, and one byte more is 413", async () => {
    const limit = 1024 * 1024;
    const body = (size: number): string => `{"text":"${"x".repeat(size - 11)}"}`;
    const fits = await exchangeRaw(port, [head("/body", limit) + body(limit)]);
    expect(fits.answers[0]?.status).toBe(200);
    const exceeds = await exchangeRaw(port, [head("/body", limit + 1) + body(limit + 1)]);
    expect(exceeds.answers[0]?.status).toBe(413);
    expect(handled).toEqual(["body"]);
  });

  it("that are announced too large get their 413 before they are sent", async () => {
    const answer = await one(head("/body", 2_000_000));
    expect(answer).toMatchObject({ status: 413, is_closed: true });
  });

  it("that never end get 413, and the connection ends", async () => {
    const { socket, received, isClosed } = await openConnection(port);
    socket.write(head("/body", "chunked"));
    // In one write: one that begins after the server has ended the connection would lose what it has answered.
    socket.write(`10000\r\n${"x".repeat(65_536)}\r\n`.repeat(200));
    await until(isClosed);
    expect(received().startsWith("HTTP/1.1 413")).toBe(true);
    expect(handled).toEqual([]);
  });

  it("of anonymous callers are not read beyond 64 KiB before their 401", async () => {
    const small = await one(`${head("/guarded", 60_000)}${"x".repeat(60_000)}`);
    expect(small).toMatchObject({ status: 401 });
    const large = await one(head("/guarded", 1_000_000));
    expect(large).toMatchObject({ status: 401, is_closed: true });
    expect(handled).toEqual([]);
  });

  it("that are cut by the client call no handler, and the server goes on", async () => {
    for (let i = 0; i < 200; i++) {
      const socket = await openSocket(port);
      socket.write(`${head("/body", 1000)}{"text":"x`);
      if (i % 2 === 0) socket.destroy();
      else socket.resetAndDestroy();
    }
    expect((await one(`${GET}\r\n`)).status).toBe(200);
    expect(handled).toEqual(["plain"]);
  });
});

describe("answers", () => {
  it("of 20 MB arrive whole at a slow reader", async () => {
    const { socket, received } = await openConnection(port);
    socket.pause();
    socket.write("GET /large HTTP/1.1\r\nhost: x\r\n\r\n");
    // Far more than the kernel takes: the rest waits in the server, which answers others meanwhile.
    expect((await one(`${GET}\r\n`)).status).toBe(200);
    socket.resume();
    const bodyOf = (): string => received().slice(received().indexOf("\r\n\r\n") + 4);
    await until(() => received().length > LARGE.length && bodyOf().length >= LARGE.length);
    socket.destroy();
    // Not `toBe`: the difference of two such texts would be printed.
    expect(bodyOf() === LARGE).toBe(true);
  });

  it("that stream wait for the reader, and stop when the reader leaves", async () => {
    produced = 0;
    has_stream_ended = false;
    const socket = await openSocket(port);
    socket.write("GET /stream HTTP/1.1\r\nhost: x\r\n\r\n");
    socket.pause();
    // What the sockets of both ends take is soon full; then nothing is produced any more.
    await until(() => produced > 0);
    for (let held = -1; held !== produced; ) {
      held = produced;
      await wait(scaled(100));
    }
    expect(produced).toBeLessThan(200);
    socket.destroy();
    await until(() => has_stream_ended);
    expect(produced).toBeLessThan(200);
  });

  it("that break while they stream are cut, never completed", async () => {
    errors.length = 0;
    const { socket, received, isClosed } = await openConnection(port);
    socket.write("GET /broken-stream HTTP/1.1\r\nhost: x\r\n\r\n");
    await until(isClosed);
    expect(received().endsWith("0\r\n\r\n")).toBe(false);
    expect(errors).toHaveLength(1);
  });

  it("are dropped when the client has left, and the handler is told", async () => {
    has_seen_abort = false;
    const socket = await openSocket(port);
    socket.write("GET /held HTTP/1.1\r\nhost: x\r\n\r\n");
    await until(() => handled.includes("held"));
    socket.destroy();
    await until(() => has_seen_abort);
    release();
    expect((await one(`${GET}\r\n`)).status).toBe(200);
  });

  it("come as 504 at the request's deadline, whatever the handler does", async () => {
    has_seen_abort = false;
    const own = await start({ REQUEST_DEADLINE_MS: "300" });
    const held = await exchangeRaw(own.port, ["GET /held HTTP/1.1\r\nhost: x\r\n\r\n"]);
    const [answer] = held.answers;
    expect([answer?.status, held.is_closed]).toEqual([504, true]);
    const late = { type: "editoast:DeadlineExceeded", context: { outcome: "none" } };
    expect(JSON.parse(answer?.body ?? "{}")).toMatchObject(late);
    expect(has_seen_abort).toBe(true);
    release();
    await own.stop(1000);
  });
});

describe("the server", () => {
  it("says clearly that its port is taken", async () => {
    await expect(start({ PORT: String(port) })).rejects.toThrow(ListenError);
    await expect(start({ PORT: String(port) })).rejects.toThrow(`127.0.0.1:${port}`);
  });

  it("drains: running requests end, connections close, nothing new is accepted", async () => {
    const own = await start();
    const running = exchangeRaw(own.port, ["GET /held HTTP/1.1\r\nhost: x\r\n\r\n"]);
    await until(() => handled.includes("held"));
    const stopping = own.stop(scaled(5000));
    // A turn of the event loop later it drains.
    for (let i = 0; i < 3; i++) await new Promise((resume) => setImmediate(resume));
    release();
    const { answers, is_closed } = await running;
    expect(answers[0]).toMatchObject({ status: 200, body: '"done"' });
    expect(is_closed).toBe(true);
    await stopping;
    await expect(fetch(`http://127.0.0.1:${own.port}/plain`)).rejects.toThrow();
  });
});
