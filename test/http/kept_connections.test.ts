// Method: a real server on a socket; each case sends a body in as few writes as it can, waits for the
// answer, and sends another request on the same connection: it must be answered at once.
import { once } from "node:events";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setLibrarySettings } from "../../src/config.ts";
import { jsonBody, ok } from "../../src/http/answers.ts";
import { createDispatch } from "../../src/http/dispatch.ts";
import { authenticated, type Endpoint, endpoint } from "../../src/http/endpoint.ts";
import { type HttpServer, startServer } from "../../src/http/server.ts";
import { openSocket } from "../helpers/raw_http.ts";
import { makeServices } from "../helpers/services.ts";
import { startTestDatabase, type TestDatabase } from "../helpers/test_database.ts";

const Nothing = v.object({});
const ENDPOINTS: readonly Endpoint[] = [
  endpoint({
    method: "post",
    creates: null,
    path: "/body",
    summary: "test",
    params: Nothing,
    query: Nothing,
    body: jsonBody(v.object({ text: v.string() })),
    answer: ok(v.unknown()),
    // Finding the user takes a statement: meanwhile the body arrives.
    access: authenticated,
    handle: async (_ctx, { body }) => body.text.length,
  }),
];
const LIMIT_KIB = 256;
/** Below the 10 s after which the HTTP library ends a silent connection. */
const WAIT_MS = 9_000;

let database: TestDatabase;
let server: HttpServer;
beforeAll(async () => {
  database = await startTestDatabase();
  setLibrarySettings();
  const env = { PORT: "0", BODY_LIMIT_KB: String(LIMIT_KIB), ANONYMOUS_BODY_LIMIT_KB: "64" };
  const services = makeServices({ db: database.db, env });
  const dispatch = createDispatch(services, ENDPOINTS);
  server = await startServer({ config: services.config, dispatch, onError: () => undefined });
});
afterAll(async () => {
  await server.stop(100);
  await database.close();
});

function request(path: string, length: number): Buffer {
  const body = JSON.stringify({ text: "x".repeat(length) });
  const head =
    `POST ${path} HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\n` +
    "x-remote-user-identity: somebody\r\n" +
    `content-length: ${body.length}\r\n\r\n`;
  return Buffer.from(head + body);
}

type Outcome = number | "silent" | "ended";

/** Status of each request, sent one after the other until there is none. */
async function statuses(requests: readonly Buffer[]): Promise<Outcome[]> {
  const socket = await openSocket(server.port);
  const found: Outcome[] = [];
  for (const bytes of requests) {
    const signal = AbortSignal.timeout(WAIT_MS);
    const ended = once(socket, "close", { signal }).then(() => "ended" as const);
    const answered = once(socket, "data", { signal }).then(([chunk]: unknown[]) =>
      Number(String(chunk).slice(9, 12)),
    );
    const silent = (): Outcome => "silent";
    socket.write(bytes);
    const outcome = await Promise.race([answered.catch(silent), ended.catch(silent)]);
    found.push(outcome);
    if (typeof outcome !== "number") break;
    // An end that belongs to the answer follows at once.
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (socket.destroyed) break;
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
          expect(length < 60_001 ? [200] : [200, "ended", undefined]).toContain(second);
        }
      }
    },
  );
});
