// Method: a real server on a socket, its answers taken as bytes and unpacked by hand; streams are held in
// the middle; what the main thread does for a coder is counted in its turns.

import { createHook } from "node:async_hooks";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from "node:zlib";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  file,
  noContent,
  okJson,
  okText,
  stream,
  text,
} from "../../../src/platform/http/answers.ts";
import { createDispatch } from "../../../src/platform/http/dispatch.ts";
import { type Endpoint, endpoint, publicAccess } from "../../../src/platform/http/endpoint.ts";
import { readIfMatch, setETag } from "../../../src/platform/http/preconditions.ts";
import { chooseCoding, compress } from "../../../src/platform/http/sending/compression.ts";
import { type HttpServer, startServer } from "../../../src/platform/http/server.ts";
import { scaled } from "../../helpers/pace.ts";
import { makeServices } from "../../helpers/services.ts";
import { startTestDatabase, type TestDatabase } from "../../helpers/test_database.ts";
import { until } from "../../helpers/until.ts";
import { makeRandom } from "../../workers/engine/seeded.ts";

const Nothing = v.object({});
const base = {
  params: Nothing,
  query: Nothing,
  summary: "test",
  method: "get",
  access: publicAccess,
} as const;
const LONG = Array.from({ length: 3000 }, (_, i) => `zone.é${i}`);
const LIMIT = 16 * 1024;
/** As in compression.ts. */
const PIECE_BYTES = 256 * 1024;

let release: () => void = () => undefined;
let produced = 0;
let has_ended = false;

const ENDPOINTS: readonly Endpoint[] = [
  endpoint({ ...base, path: "/json", answer: okJson(v.unknown()), handle: async () => LONG }),
  endpoint({
    ...base,
    path: "/bytes",
    answer: okText(v.unknown()),
    handle: async () => ({ json: Buffer.from(JSON.stringify(LONG)) }),
  }),
  endpoint({
    ...base,
    path: "/limit",
    answer: text("text/plain"),
    handle: async () => "x".repeat(LIMIT),
  }),
  endpoint({
    ...base,
    path: "/beyond",
    answer: text("text/plain"),
    handle: async () => "x".repeat(LIMIT + 1),
  }),
  endpoint({
    ...base,
    path: "/image",
    answer: file,
    handle: async () => ({ content_type: "image/png", bytes: new Uint8Array(100_000) }),
  }),
  endpoint({
    ...base,
    path: "/record",
    answer: okJson(v.unknown()),
    handle: async (ctx) => {
      setETag(ctx, 3);
      return LONG;
    },
  }),
  endpoint({
    ...base,
    method: "put",
    path: "/record",
    answer: okJson(v.unknown()),
    handle: async (ctx) => readIfMatch(ctx),
  }),
  endpoint({
    ...base,
    method: "delete",
    path: "/record",
    answer: noContent,
    handle: async () => undefined,
  }),
  endpoint({
    ...base,
    path: "/lines",
    answer: stream("application/x-ndjson"),
    handle: async () => heldLines(),
  }),
  endpoint({
    ...base,
    path: "/noise",
    answer: stream("text/csv; charset=utf-8; header=present"),
    handle: async () => noise(),
  }),
  endpoint({
    ...base,
    path: "/broken",
    answer: stream("application/json"),
    handle: async () => brokenStream(),
  }),
];

async function* heldLines(): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < 3; i++) {
    yield Buffer.from(`{"line":${i}}\n`);
    await new Promise<void>((resolve) => {
      release = resolve;
    });
  }
}

/** What no coding makes much smaller. */
async function* noise(): AsyncGenerator<Uint8Array> {
  const random = makeRandom(5);
  try {
    for (let i = 0; i < 2000; i++) {
      produced++;
      yield Uint8Array.from({ length: 50_000 }, () => Math.floor(random() * 256));
    }
  } finally {
    has_ended = true;
  }
}

async function* brokenStream(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("[1,");
  await wait(1);
  throw new Error("planted");
}

let database: TestDatabase;
let server: HttpServer;
beforeAll(async () => {
  database = await startTestDatabase();
  const services = makeServices({ db: database.db, env: { PORT: "0" } });
  const dispatch = createDispatch(services, ENDPOINTS);
  server = await startServer({ config: services.config, dispatch, onError: () => undefined });
});
afterAll(async () => {
  await server.stop(100);
  await database.close();
});

type Headers = Readonly<Record<string, string>>;

async function open(path: string, headers: Headers, method = "GET"): Promise<IncomingMessage> {
  const sent = request({ host: "127.0.0.1", port: server.port, path, method, headers });
  sent.on("error", () => undefined);
  sent.end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return response;
}

interface Received {
  readonly status: number | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly bytes: Buffer;
}

async function ask(path: string, accept: string | null, method = "GET"): Promise<Received> {
  const headers: Headers = accept === null ? {} : { "accept-encoding": accept };
  const response = await open(path, headers, method);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const { statusCode: status } = response;
  return { status, headers: response.headers, bytes: Buffer.concat(chunks) };
}

const UNPACK = { gzip: gunzipSync, br: brotliDecompressSync };

describe("an answer above 16 kB", () => {
  it.each(["/json", "/bytes"])(
    "at %s is compressed as the client asks, and the same",
    async (path) => {
      const plain = await ask(path, null);
      expect(plain.headers["content-encoding"]).toBeUndefined();
      expect(plain.headers.vary).toBe("accept-encoding");
      expect(JSON.parse(plain.bytes.toString())).toEqual(LONG);
      for (const coding of ["gzip", "br"] as const) {
        const { headers, bytes } = await ask(path, coding);
        expect(headers).toMatchObject({
          "content-encoding": coding,
          vary: "accept-encoding",
          "content-length": String(bytes.length),
        });
        expect(bytes.length).toBeLessThan(plain.bytes.length / 3);
        expect(UNPACK[coding](bytes).equals(plain.bytes)).toBe(true);
      }
    },
  );

  it("begins at 16,385 bytes", async () => {
    const { headers, bytes } = await ask("/limit", "gzip, br");
    expect(headers["content-encoding"]).toBeUndefined();
    expect(headers.vary).toBeUndefined();
    expect(bytes.length).toBe(LIMIT);
    expect((await ask("/beyond", "gzip, br")).headers["content-encoding"]).toBe("br");
  });

  it("stays as it is where it is packed already, and where there is no body", async () => {
    const image = await ask("/image", "gzip, br");
    expect(image.headers["content-encoding"]).toBeUndefined();
    expect(image.headers.vary).toBeUndefined();
    expect(image.bytes.length).toBe(100_000);
    const head = await ask("/json", "gzip", "HEAD");
    expect(head.headers["content-encoding"]).toBeUndefined();
    expect(head.headers["content-length"]).toBe(String(JSON.stringify(LONG).length + 3000));
    expect(head.headers.vary).toBe("accept-encoding");
    const none = await ask("/record", "gzip", "DELETE");
    expect(none.status).toBe(204);
    expect(none.headers["content-encoding"]).toBeUndefined();
  });

  it("has another strong tag, which If-Match takes for the same revision", async () => {
    const put = async (tag: string): Promise<string> => {
      const response = await fetch(`http://127.0.0.1:${server.port}/record`, {
        method: "PUT",
        headers: { "if-match": tag },
      });
      return await response.text();
    };
    const tags = [];
    for (const coding of ["identity", "gzip", "br"]) {
      const { etag = "" } = (await ask("/record", coding)).headers;
      tags.push(etag);
      expect(await put(etag)).toBe("3");
    }
    expect(tags).toEqual(['"3"', '"3-gzip"', '"3-br"']);
    expect(await put('"3-deflate"')).toContain("InvalidHeader");
  });

  it.each<[string, string | null]>([
    ["gzip", "gzip"],
    ["GZIP", "gzip"],
    ["x-gzip", "gzip"],
    ["br", "br"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip;q=1.0, br;q=0.5", "gzip"],
    ["gzip;q=0.5,br;q=0.501", "br"],
    ["gzip ; q=0.8 , br ; q=0.2", "gzip"],
    ["*", "br"],
    ["br;q=0, *", "gzip"],
    ["*;q=0", null],
    ["gzip;q=0", null],
    ["gzip;q=0.000", null],
    ["identity, gzip;q=0.5", null],
    ["identity;q=0.5, gzip", "gzip"],
    ["identity", null],
    ["deflate, zstd", null],
    ["", null],
    ["gzip;q=2", null],
    ["gzip;q=-1", null],
    ["gzip;q=x, br;q=0.1", "br"],
  ])("is in the coding that Accept-Encoding: %j prefers: %j", (accept, coding) => {
    expect(chooseCoding([accept])).toBe(coding);
  });

  it("reads several lines of Accept-Encoding as one, and none as none", () => {
    expect(chooseCoding(["gzip;q=0.5", "br;q=0.4"])).toBe("gzip");
    expect(chooseCoding([])).toBe(null);
  });

  it.each(["gzip", "br"])(
    "is compressed beside the main thread, which only takes its pieces: %s",
    async (coding) => {
      const random = makeRandom(3);
      const numbers = Array.from({ length: 400_000 }, () => Math.floor(random() * 1e6));
      const body = Buffer.from(JSON.stringify(numbers));
      const headers = ["content-type", "application/json"];
      const asked = { method: "GET", headers: ["accept-encoding", coding] };
      const coders = new Set<number>();
      let turns = 0;
      const hook = createHook({
        init: (id, type) => void (type === "ZLIB" && coders.add(id)),
        before: (id) => void (coders.has(id) && turns++),
      }).enable();
      const packed = await compress(asked, { status: 200, headers, body });
      hook.disable();
      const pieces = Math.ceil((packed.body as Uint8Array).length / PIECE_BYTES);
      expect(pieces).toBeGreaterThan(3);
      expect(coders.size).toBe(1);
      // A coder on the main thread has none, and one with small pieces many.
      expect(turns).toBeGreaterThan(0);
      expect(turns).toBeLessThanOrEqual(pieces + 1);
    },
  );
});

describe("a compressed stream", () => {
  it.each(["gzip", "br"] as const)("brings each line as it comes, in %s", async (coding) => {
    const response = await open("/lines", { "accept-encoding": coding });
    expect(response.headers["content-encoding"]).toBe(coding);
    expect(response.headers.vary).toBe("accept-encoding");
    const unpacked = response.pipe(coding === "br" ? createBrotliDecompress() : createGunzip());
    const lines: string[] = [];
    unpacked.on("data", (chunk: Buffer) => lines.push(chunk.toString()));
    const ended = once(unpacked, "end");
    for (let i = 0; i < 3; i++) {
      await until(() => lines.length > i);
      // The next line is not made before this one has come.
      expect(lines[i]).toBe(`{"line":${i}}\n`);
      release();
    }
    await ended;
    expect(lines.length).toBe(3);
  });

  it.each(["gzip", "br"])("waits for its reader, and ends with it, in %s", async (coding) => {
    produced = 0;
    has_ended = false;
    const response = await open("/noise", { "accept-encoding": coding });
    response.pause();
    // Until nothing more is made: what the kernel holds, and a chunk or two.
    for (let before = -1; before !== produced; ) {
      before = produced;
      await wait(scaled(70));
    }
    expect(produced).toBeLessThan(1000);
    response.destroy();
    await until(() => has_ended);
  });

  it("that breaks is cut visibly", async () => {
    for (const coding of ["gzip", "br"]) {
      await expect(ask("/broken", coding)).rejects.toThrow(/aborted|hang up|ECONNRESET/);
      const fetched = fetch(`http://127.0.0.1:${server.port}/broken`, {
        headers: { "accept-encoding": coding },
      }).then(async (response) => await response.text());
      await expect(fetched).rejects.toThrow();
    }
  });
});
