// Method: a real server on a socket whose log goes into a list; every line is compared with what the
// client has sent and received.
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { pino } from "pino";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jsonBody, okJson, stream, text } from "../../../src/platform/http/answers.ts";
import { createDispatch } from "../../../src/platform/http/dispatch.ts";
import {
  authenticated,
  type Endpoint,
  endpoint,
  publicAccess,
} from "../../../src/platform/http/endpoint.ts";
import { type HttpServer, startServer } from "../../../src/platform/http/server.ts";
import { openSocket } from "../../helpers/raw_http.ts";
import { makeServices } from "../../helpers/services.ts";
import { startTestDatabase, type TestDatabase } from "../../helpers/test_database.ts";
import { until } from "../../helpers/until.ts";

const Nothing = v.object({});
const base = { params: Nothing, query: v.unknown(), summary: "test" } as const;
const STREAM_CHUNKS = 100;
const SLOW_MS = 1000;
/** The server's clock: the machine's own would tell of a busy machine. */
let clock_ms = 0;

const ENDPOINTS: readonly Endpoint[] = [
  endpoint({
    ...base,
    method: "post",
    creates: null,
    path: "/secret/:text",
    params: v.object({ text: v.string() }),
    body: jsonBody(v.object({ text: v.string() })),
    answer: okJson(v.unknown()),
    access: authenticated,
    handle: async (_ctx, { body }) => body,
  }),
  endpoint({
    ...base,
    method: "get",
    path: "/large",
    answer: text("text/plain"),
    access: publicAccess,
    handle: async () => "é".repeat(1_500_000),
  }),
  endpoint({
    ...base,
    method: "get",
    path: "/slow",
    answer: okJson(v.unknown()),
    access: publicAccess,
    handle: async () => {
      clock_ms += SLOW_MS;
      return "slow";
    },
  }),
  endpoint({
    ...base,
    method: "get",
    path: "/stream",
    answer: stream("text/plain"),
    access: publicAccess,
    handle: async () => makeStream(false),
  }),
  endpoint({
    ...base,
    method: "get",
    path: "/broken",
    answer: stream("text/plain"),
    access: publicAccess,
    handle: async () => makeStream(true),
  }),
];

async function* makeStream(is_broken: boolean): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < STREAM_CHUNKS; i++) {
    yield new Uint8Array(1000).fill(0x61);
    clock_ms += SLOW_MS;
    await wait(1);
    if (is_broken && i === 9) throw new Error("planted");
  }
}

type Line = Readonly<Record<string, unknown>>;

let database: TestDatabase;
/** By level. */
const servers = new Map<string, HttpServer>();
const lines: Line[] = [];
let printed = "";

async function start(level: string): Promise<HttpServer> {
  const env = { PORT: "0", AUTHORIZATION: "enforce", slow_request_ms: SLOW_MS };
  const write = (line: string): void => {
    printed += line;
    lines.push(JSON.parse(line));
  };
  const log = pino({ level, base: null, timestamp: false }, { write });
  const services = makeServices({
    db: database.db,
    env,
    services: { log, now_ms: () => clock_ms },
  });
  const dispatch = createDispatch(services, ENDPOINTS);
  return await startServer({ config: services.config, dispatch, onError: () => undefined });
}

beforeAll(async () => {
  database = await startTestDatabase();
  for (const level of ["debug", "info", "error"]) servers.set(level, await start(level));
});
afterAll(async () => {
  await Promise.all([...servers.values()].map((server) => server.stop(100)));
  await database.close();
});

function portAt(level: string): number {
  return servers.get(level)?.port ?? 0;
}

/** What has been answered before is logged by the end of another request, of which no line is written. */
async function turnOnce(): Promise<void> {
  await get("/nowhere", "error");
}

/** Waits for the one line of what is done meanwhile. */
async function lineOf(act: () => Promise<void>): Promise<Line> {
  lines.length = 0;
  await act();
  await until(() => lines.length > 0);
  await turnOnce();
  expect(lines.length).toBe(1);
  return lines[0] ?? {};
}

const get = async (path: string, level = "debug"): Promise<ArrayBuffer> =>
  await (
    await fetch(`http://127.0.0.1:${portAt(level)}${path}`, {
      headers: { "accept-encoding": "identity" },
    })
  ).arrayBuffer();

const DEBUG = 20;
const WARN = 40;

describe("a request's log line", () => {
  it("names request, route, user, status, time and bytes, and nothing that was sent", async () => {
    let answered = "";
    let request_id: string | null = "";
    const line = await lineOf(async () => {
      const url = `http://127.0.0.1:${portAt("debug")}/secret/hidden-path?key=hidden-query`;
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-remote-user-identity": "idp/hidden-identity",
          "x-remote-user-name": "hidden-name",
        },
        body: '{"text":"hidden-body"}',
      });
      request_id = response.headers.get("x-request-id");
      answered = await response.text();
    });
    const [user] = await database.db.run<{ id: number }>("select max(id) as id from app_user");
    expect(line).toEqual({
      level: DEBUG,
      request_id,
      route: "post /secret/:text",
      user_id: user?.id,
      status: 200,
      ms: 0,
      bytes: answered.length,
      is_whole: true,
      msg: "request",
    });
    expect(printed).not.toContain("hidden");
  });

  it("has no route and no user where there is none", async () => {
    const line = await lineOf(async () => void (await get("/nowhere")));
    expect(line).toMatchObject({ level: DEBUG, route: null, user_id: null, status: 404 });
    expect(await lineOf(async () => void (await get("/secret/x")))).toMatchObject({ status: 405 });
  });

  it("counts the bytes of large answers and of streams, when they have ended", async () => {
    for (const path of ["/large", "/stream"]) {
      let length = 0;
      const line = await lineOf(async () => {
        length = (await get(path)).byteLength;
      });
      // A stream that goes on for long is not slow to begin.
      expect(line).toMatchObject({ level: DEBUG, route: `get ${path}`, is_whole: true });
      expect(line["bytes"]).toBe(length);
      expect(line["ms"]).toBe(path === "/stream" ? STREAM_CHUNKS * SLOW_MS : 0);
    }
  });

  it("has no bytes of a HEAD", async () => {
    const socket = await openSocket(portAt("debug"));
    const line = await lineOf(async () => {
      socket.write("HEAD /large HTTP/1.1\r\nhost: x\r\n\r\n");
      await once(socket, "data");
    });
    expect(line).toMatchObject({ status: 200, bytes: 0, is_whole: true });
    socket.destroy();
  });

  it("tells that an answer broke, or that its client has left", async () => {
    const broken = await lineOf(async () => {
      await expect(get("/broken")).rejects.toThrow();
    });
    expect(broken).toMatchObject({ status: 200, bytes: 10_000, is_whole: false });
    const left = await lineOf(async () => {
      const socket = await openSocket(portAt("debug"));
      socket.write("GET /stream HTTP/1.1\r\nhost: x\r\n\r\n");
      await once(socket, "data");
      socket.destroy();
    });
    expect(left).toMatchObject({ status: 200, is_whole: false });
  });

  it("is a warning when the answer took long to begin, at `info` too", async () => {
    for (const level of ["debug", "info"]) {
      const line = await lineOf(async () => void (await get("/slow", level)));
      expect(line).toMatchObject({
        level: WARN,
        route: "get /slow",
        status: 200,
        msg: "slow request",
      });
      expect(line["ms"]).toBe(SLOW_MS);
    }
  });

  it("is not there at `info` when the answer was quick, and never at `error`", async () => {
    lines.length = 0;
    await get("/nowhere", "info");
    await get("/large", "info");
    await get("/slow", "error");
    await turnOnce();
    expect(lines).toEqual([]);
  });
});
