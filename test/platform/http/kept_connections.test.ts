// Method: a real server on a socket; each case sends a body in as few writes as it can, waits for the
// answer, and sends another request on the same connection: it is answered, or the answer before has said that the connection ends.
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jsonBody, noContent, okJson } from "../../../src/platform/http/answers.ts";
import { createDispatch } from "../../../src/platform/http/dispatch.ts";
import {
  authenticated,
  type Endpoint,
  endpoint,
  publicAccess,
} from "../../../src/platform/http/endpoint.ts";
import { type HttpServer, startServer } from "../../../src/platform/http/server.ts";
import { openConnection, openSocket } from "../../helpers/raw_http.ts";
import { makeServices, type TestSettings } from "../../helpers/services.ts";
import { startTestDatabase, type TestDatabase } from "../../helpers/test_database.ts";
import { until } from "../../helpers/until.ts";
import { makeRandom, wholeBetween } from "../../workers/engine/seeded.ts";

const Nothing = v.object({});
const PUBLIC = { params: Nothing, query: Nothing, summary: "test", access: publicAccess } as const;
const ENDPOINTS: readonly Endpoint[] = [
  endpoint({
    ...PUBLIC,
    method: "get",
    path: "/echo/:text",
    params: v.object({ text: v.string() }),
    answer: okJson(v.unknown()),
    handle: async (_ctx, { params }) => params.text,
  }),
  endpoint({
    ...PUBLIC,
    method: "post",
    creates: null,
    path: "/echo",
    body: jsonBody(v.object({ text: v.string() })),
    answer: okJson(v.unknown()),
    handle: async (_ctx, { body }) => {
      await wait(body.text.length % 3);
      return body.text;
    },
  }),
  endpoint({
    ...PUBLIC,
    method: "delete",
    path: "/echo",
    answer: noContent,
    handle: async () => undefined,
  }),
  endpoint({
    ...PUBLIC,
    method: "get",
    path: "/long",
    answer: okJson(v.unknown()),
    handle: async () => {
      await wait(LIBRARY_IDLE_MS);
      return "long";
    },
  }),
  endpoint({
    method: "post",
    creates: null,
    path: "/body",
    summary: "test",
    params: Nothing,
    query: Nothing,
    body: jsonBody(v.object({ text: v.string() })),
    answer: okJson(v.unknown()),
    // Finding the user takes a statement: meanwhile the body arrives.
    access: authenticated,
    handle: async (_ctx, { body }) => body.text.length,
  }),
];
const LIMIT_KIB = 256;
/** After which the library would have ended a silent connection: 10 s, counted in steps of 4 s. */
const LIBRARY_IDLE_MS = 13_500;

let database: TestDatabase;
let server: HttpServer;
/** Lets connections wait for a second only. */
let impatient: HttpServer;
/** Has one connection: nothing comes between the head and the first chunk of a request. */
let lonely: HttpServer;
beforeAll(async () => {
  database = await startTestDatabase();
  const env = { PORT: "0", body_bytes: LIMIT_KIB * 1024 };
  server = await start(env);
  impatient = await start({ ...env, KEEP_ALIVE_MS: "1000" });
  lonely = await start(env);
});
afterAll(async () => {
  await Promise.all([server, impatient, lonely].map((one) => one.stop(100)));
  await database.close();
});

async function start(env: TestSettings): Promise<HttpServer> {
  const services = makeServices({ db: database.db, env });
  const dispatch = createDispatch(services, ENDPOINTS);
  return await startServer({ config: services.config, dispatch, onError: () => undefined });
}

function request(path: string, length: number): Buffer {
  const body = JSON.stringify({ text: "x".repeat(length) });
  const head =
    `POST ${path} HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\n` +
    "x-remote-user-identity: somebody\r\n" +
    `content-length: ${body.length}\r\n\r\n`;
  return Buffer.from(head + body);
}

/** A status, or an end of the connection that no answer had announced: the library ends silent ones so. */
type Outcome = number | "ended";

/** Of each request, sent one after the other until an answer says that the connection ends. */
async function statuses(requests: readonly Buffer[]): Promise<Outcome[]> {
  const { socket, answers, isClosed } = await openConnection(server.port);
  const found: Outcome[] = [];
  for (const [i, bytes] of requests.entries()) {
    socket.write(bytes);
    await until(() => answers().length > i || isClosed());
    const answer = answers()[i];
    found.push(answer?.status ?? "ended");
    if (answer === undefined) break;
    if (answer.headers["connection"] === "close") {
      await until(isClosed);
      break;
    }
  }
  socket.destroy();
  return found;
}

describe("a connection goes on after", () => {
  it.each([10, 60_000, 70_000, 100_000, 150_000, 200_000, 250_000])(
    "a body of %i bytes that was read",
    async (length) => {
      for (let round = 0; round < 5; round++) {
        expect(await statuses([request("/body", length), request("/body", 1)])).toEqual([200, 200]);
      }
    },
  );

  it.each([10, 60_000, 70_000, 100_000, 250_000, 300_000])(
    "a body of %i bytes that nobody asked for, or ends with the answer",
    async (length) => {
      for (let round = 0; round < 5; round++) {
        for (const path of ["/none", "/body/none"]) {
          const [first, second] = await statuses([request(path, length), request("/body", 1)]);
          expect(first).toBe(404);
          // `undefined`: the connection ended with the answer, as large bodies make it.
          expect(length < 60_001 ? [200] : [200, undefined]).toContain(second);
        }
      }
    },
  );
});

/** What a request is written as, in pieces that go out one after the other, and its answer's body. */
interface Written {
  readonly pieces: readonly string[];
  readonly expected: string;
}

const HEAD_ALONE = "chunked, its head alone";
const HEAD_END = "\r\nhost: x\r\n";
const JSON_TYPE = "content-type: application/json\r\n";
const echo = (text: string): string => JSON.stringify({ text });
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

function writeGet(text: string): Written {
  return {
    pieces: [`GET /echo/${text} HTTP/1.1${HEAD_END}\r\n`],
    expected: JSON.stringify(text),
  };
}

const KINDS: Readonly<Record<string, (text: string) => Written>> = {
  get: writeGet,
  "get in pieces": (text) => ({
    pieces: [`GET /echo/${text} HTTP/1.1${HEAD_END}`, "x-a", ": b\r\n", "\r\n"],
    expected: JSON.stringify(text),
  }),
  head: (text) => ({ pieces: [`HEAD /echo/${text} HTTP/1.1${HEAD_END}\r\n`], expected: "" }),
  delete: () => ({ pieces: [`DELETE /echo HTTP/1.1${HEAD_END}\r\n`], expected: "" }),
  post: (text) => ({
    pieces: [`${postHead(echo(text).length)}${echo(text)}`],
    expected: JSON.stringify(text),
  }),
  "post in pieces": (text) => ({
    pieces: [postHead(echo(text).length), echo(text).slice(0, 5), echo(text).slice(5)],
    expected: JSON.stringify(text),
  }),
  chunked: (text) => ({
    pieces: [`${postHead(null)}${chunk(echo(text))}${chunk("")}`],
    expected: JSON.stringify(text),
  }),
  [HEAD_ALONE]: (text) => ({
    pieces: [postHead(null), chunk(echo(text)), chunk("")],
    expected: JSON.stringify(text),
  }),
};

function postHead(length: number | null): string {
  const framing = length === null ? "transfer-encoding: chunked" : `content-length: ${length}`;
  return `POST /echo HTTP/1.1${HEAD_END}${JSON_TYPE}${framing}\r\n\r\n`;
}

interface Answered {
  readonly body: string;
  readonly head: string;
}

/** Sends a request; null = the connection has ended instead of an answer. */
async function exchange(
  socket: Socket,
  { pieces, expected }: Written,
  pause_ms = 0,
): Promise<Answered | null> {
  let received = "";
  const answered = new Promise<Answered | null>((resolve) => {
    const onData = (data: Buffer): void => {
      received += data.toString("latin1");
      const at = received.indexOf("\r\n\r\n");
      if (at < 0 || received.length < at + 4 + expected.length) return;
      socket.off("data", onData);
      socket.off("close", onClose);
      resolve({ head: received.slice(0, at), body: received.slice(at + 4) });
    };
    const onClose = (): void => resolve(null);
    socket.on("data", onData);
    socket.once("close", onClose);
  });
  for (const piece of pieces) {
    if (socket.destroyed) break;
    socket.write(piece);
    await wait(pause_ms);
  }
  return await answered;
}

describe.concurrent("a connection that waits for its next request", () => {
  it("lives longer than the library lets it, after every kind of request, and is told how long", async () => {
    await Promise.all(
      Object.entries(KINDS).map(async ([kind, write]) => {
        const { port } = kind === HEAD_ALONE ? lonely : server;
        const socket = await openSocket(port);
        const first = await exchange(socket, write("first"), 20);
        expect(first?.head, kind).toContain("\r\nkeep-alive: timeout=120");
        await wait(LIBRARY_IDLE_MS);
        const second = await exchange(socket, write("second"), 20);
        expect(second?.body, kind).toBe(write("second").expected);
        socket.destroy();
      }),
    );
  });

  it("ends when its time is over, and so does one that never sent a request, or half of one", async () => {
    const [answered, silent, half] = await Promise.all([
      openSocket(impatient.port),
      openSocket(server.port),
      openSocket(server.port),
    ]);
    expect((await exchange(answered, writeGet("x")))?.head).toContain(
      "\r\nkeep-alive: timeout=1\r\n",
    );
    for (const socket of [silent, half]) socket.resume();
    half.write("GET /echo/x HTTP/1.1\r\n");
    for (const socket of [answered, silent, half]) await until(() => socket.destroyed);
  });

  it("is not ended while an answer takes longer than the library waits", async () => {
    const socket = await openSocket(server.port);
    const written = { pieces: [`GET /long HTTP/1.1${HEAD_END}\r\n`], expected: '"long"' };
    expect((await exchange(socket, written))?.body).toBe('"long"');
    expect((await exchange(socket, writeGet("next")))?.body).toBe('"next"');
    socket.destroy();
  });
});

describe("many connections at once", () => {
  it("have their own answers each, whatever comes between, and end only where they were told", async () => {
    const random = makeRandom(7);
    const names = Object.keys(KINDS);
    let count = 0;
    let told = 0;
    const one = async (id: number): Promise<void> => {
      let socket = await openSocket(server.port);
      for (let round = 0; round < 25; round++) {
        const kind = names[wholeBetween(random, 0, names.length - 1)] ?? "get";
        const written = (KINDS[kind] ?? writeGet)(`${kind.length}-${id}-${round}`);
        if (wholeBetween(random, 0, 19) === 0) {
          // Leaves in the middle.
          socket.write(written.pieces[0] ?? "");
          if (wholeBetween(random, 0, 1) === 0) await wait(1);
          socket.destroy();
          socket = await openSocket(server.port);
          continue;
        }
        const answered = await exchange(socket, written, wholeBetween(random, 0, 2));
        count++;
        expect(answered?.body, `${kind} of ${id} in round ${round}`).toBe(written.expected);
        if (answered?.head.toLowerCase().includes("\r\nconnection: close") === true) {
          told++;
          socket.destroy();
          socket = await openSocket(server.port);
        }
      }
      socket.destroy();
    };
    await Promise.all(Array.from({ length: 60 }, (_, id) => one(id)));
    expect(count).toBeGreaterThan(1000);
    // Those whose head came alone, and what they leave in doubt.
    expect(told).toBeLessThan(count / 3);
  });
});
