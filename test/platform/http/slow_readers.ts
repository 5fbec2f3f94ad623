/** A server whose answers are larger than any socket's buffer, and clients that stop reading them. */
import type { Socket } from "node:net";
import * as v from "valibot";
import { stream, text } from "../../../src/platform/http/answers.ts";
import { createDispatch } from "../../../src/platform/http/dispatch.ts";
import { authenticated, type Endpoint, endpoint } from "../../../src/platform/http/endpoint.ts";
import { startServer } from "../../../src/platform/http/server.ts";
import { openSocket } from "../../helpers/raw_http.ts";
import { makeServices, type TestSettings } from "../../helpers/services.ts";
import { startTestDatabase } from "../../helpers/test_database.ts";

const Nothing = v.object({});
const base = { params: Nothing, query: Nothing, summary: "test" } as const;
const CHUNK = new Uint8Array(64 * 1024).fill(0x61);
const LARGE_BYTES = 20_000_000;

export interface SlowReaderWorld {
  readonly port: number;
  /** Streams that have begun and not ended. */
  running(): number;
  /** Asks and stops reading after the first bytes. */
  askAndStop(path: string, who: string): Promise<Stopped>;
  /** Asks and reads to the end. */
  askAndRead(path: string, who: string): Promise<string>;
  close(): Promise<void>;
}

export interface Stopped {
  readonly socket: Socket;
  readonly status: number;
  readonly head: string;
}

/** `/endless` streams for ever, `/short` a few chunks; `/large` is one piece, `/plain` a small one. */
export async function startSlowReaderWorld(env: TestSettings): Promise<SlowReaderWorld> {
  let running = 0;
  async function* produce(count: number): AsyncGenerator<Uint8Array> {
    running++;
    try {
      for (let i = 0; i < count; i++) yield CHUNK;
    } finally {
      running--;
    }
  }
  const streamed = (path: `/${string}`, count: number): Endpoint =>
    endpoint({
      ...base,
      method: "get",
      path,
      answer: stream("text/plain"),
      access: authenticated,
      handle: async () => produce(count),
    });
  const endpoints: Endpoint[] = [
    streamed("/endless", Number.POSITIVE_INFINITY),
    streamed("/short", 5),
    endpoint({
      ...base,
      method: "get",
      path: "/large",
      answer: text("text/plain"),
      access: authenticated,
      handle: async () => "x".repeat(LARGE_BYTES),
    }),
    endpoint({
      ...base,
      method: "get",
      path: "/plain",
      answer: text("text/plain"),
      access: authenticated,
      handle: async () => "plain",
    }),
  ];
  const database = await startTestDatabase();
  const services = makeServices({ db: database.db, env: { PORT: "0", ...env } });
  const dispatch = createDispatch(services, endpoints);
  const onError = (): void => undefined;
  const server = await startServer({ config: services.config, dispatch, onError });
  const sockets: Socket[] = [];
  const open = async (path: string, who: string): Promise<Socket> => {
    const socket = await openSocket(server.port);
    sockets.push(socket);
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nx-remote-user-identity: ${who}\r\n\r\n`);
    return socket;
  };
  return {
    port: server.port,
    running: () => running,
    askAndStop: async (path, who) => {
      const socket = await open(path, who);
      const chunk = await new Promise<Buffer>((resolve) => {
        socket.once("data", (first) => {
          socket.pause();
          resolve(first);
        });
        socket.once("close", () => resolve(Buffer.alloc(0)));
      });
      const head = chunk.toString("latin1").slice(0, 1000);
      return { socket, head, status: Number(head.split(" ")[1]) };
    },
    askAndRead: async (path, who) => {
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
        headers: { "x-remote-user-identity": who },
      });
      return `${response.status} ${(await response.text()).length}`;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await server.stop(500);
      await database.close();
    },
  };
}
