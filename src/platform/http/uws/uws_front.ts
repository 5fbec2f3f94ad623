/**
 * The front on uWebSockets.js, and its only importer. The library's objects are invalid after the
 * first await and after an abort. So everything is copied out of a request at once, and nothing is
 * written to an aborted one. `dispatch` refuses what the library parses too leniently.
 */
import type {
  TemplatedApp,
  HttpRequest as UwsRequest,
  HttpResponse as UwsResponse,
  us_listen_socket,
} from "uWebSockets.js";
import { setLibrarySettings } from "../../config.ts";
import { AppError } from "../errors.ts";
import { errorResponse } from "../failures.ts";
import {
  type Carrier,
  type Front,
  type FrontOptions,
  isStream,
  ListenError,
  type SendOptions,
} from "../front.ts";
import { findHeader, type HttpResponse } from "../request.ts";
import { type Carried, type Connection, Connections } from "./connections.ts";
import { writeResponse, writeUnasked } from "./response_writer.ts";

/** `LIBUS_LISTEN_EXCLUSIVE_PORT`: without it a second server shares the port unnoticed. */
const EXCLUSIVE_PORT = 1;
/** Longer than any client that reads needs for its last bytes. */
const LINGER_MS = 30_000;
const NOTHING = new Uint8Array(0);
const NO_HEAD = errorResponse(
  new AppError(
    "HeadIncomplete",
    "No whole head of a request has come: it is too slow, or not HTTP/1.1 (no Host, a folded line, a space before a colon)",
  ),
);

type Uws = typeof import("uWebSockets.js");
/** The typings lack the options that may follow host and port. */
type ListenExclusively = (
  host: string,
  port: number,
  options: number,
  done: (socket: us_listen_socket | false) => void,
) => unknown;

/** Rejects if the library has no binary for this Node or system. */
export async function openUwsFront(options: FrontOptions): Promise<Front> {
  setLibrarySettings();
  return new UwsFront(await import("uWebSockets.js"), options);
}

class UwsFront implements Front {
  readonly name = "uWebSockets.js";
  readonly cuts_headers = true;
  readonly #uws: Uws;
  readonly #app: TemplatedApp;
  readonly #connections: Connections;
  #socket: us_listen_socket | null = null;

  constructor(uws: Uws, { accept, keep_alive_ms, slow_reader_ms }: FrontOptions) {
    this.#uws = uws;
    this.#app = uws.App();
    const connections = new Connections(keep_alive_ms);
    this.#connections = connections;
    connections.watch(this.#app);
    this.#app.any("/*", (res, req) => {
      const carrier = new UwsCarrier(res, copyHead(req), { connections, slow_reader_ms });
      const receiver = accept(carrier);
      const is_chunked = findHeader(carrier.head.headers, "transfer-encoding") !== undefined;
      carrier.onData = (chunk, is_last) => {
        receiver.onData(new Uint8Array(chunk), is_last && !is_chunked);
        // By then trailers, which the library takes for the next request, have ended the connection.
        if (is_last && is_chunked) setImmediate(() => receiver.onData(NOTHING, true));
      };
      connections.arrive(carrier);
      res.onAborted(() => {
        connections.leave(carrier);
        receiver.onLeft();
      });
    });
  }

  async listen(host: string, port: number): Promise<number> {
    const app = this.#app;
    this.#socket = await new Promise<us_listen_socket>((resolve, reject) => {
      const done = (socket: us_listen_socket | false): void => {
        if (socket !== false) resolve(socket);
        else reject(new ListenError(host, port));
      };
      (app.listen as unknown as ListenExclusively).call(app, host, port, EXCLUSIVE_PORT, done);
    });
    return this.#uws.us_socket_local_port(this.#socket);
  }

  async stopListening(): Promise<void> {
    // Waits for the end of the poll phase: connections made until then are accepted, later ones are reset.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#socket !== null) this.#uws.us_listen_socket_close(this.#socket);
  }

  sweep(): void {
    this.#connections.keepAlive();
    this.#connections.endSilent((handle) => writeUnasked(handle, NO_HEAD));
  }

  close(): void {
    this.#app.close();
  }
}

function copyHead(req: UwsRequest): Carrier["head"] {
  const headers: string[] = [];
  req.forEach((name, value) => {
    headers.push(name, value);
  });
  const has_trailers = findHeader(headers, "trailer") !== undefined;
  return {
    ...(has_trailers && { fault: "There can be no trailers" }),
    method: req.getCaseSensitiveMethod(),
    path: req.getUrl(),
    // Undefined without a question mark, despite the typings.
    query: req.getQuery() ?? "",
    headers,
  };
}

class UwsCarrier implements Carrier, Carried {
  readonly res: UwsResponse;
  readonly head: Carrier["head"];
  readonly #connections: Connections;
  readonly #slow_reader_ms: number;
  connection: Connection | null = null;
  onKnown: () => void = () => undefined;
  onData: Carried["onData"] = () => undefined;

  constructor(
    res: UwsResponse,
    head: Carrier["head"],
    { connections, slow_reader_ms }: { connections: Connections; slow_reader_ms: number },
  ) {
    this.res = res;
    this.head = head;
    this.#connections = connections;
    this.#slow_reader_ms = slow_reader_ms;
  }

  readRemoteAddress(): string {
    return Buffer.from(this.res.getRemoteAddressAsText()).toString("latin1");
  }

  pause(): void {
    this.res.pause();
  }

  resume(): void {
    this.res.resume();
  }

  async settle(is_refused: boolean): Promise<boolean> {
    // Data in the same packet as a refused request must not be taken for a request: the library
    // ends a connection whose next request comes before the answer.
    if (is_refused) await new Promise((resolve) => setImmediate(resolve));
    await this.#connections.find(this);
    return this.connection !== null;
  }

  async send(response: HttpResponse, options: SendOptions): Promise<void> {
    this.#connections.giveUp(this);
    const { abort, is_last } = options;
    const end = (write: () => boolean): boolean => this.#connections.end(this, is_last, write);
    await writeResponse(this.res, response, {
      ...options,
      end,
      slow_reader_ms: this.#slow_reader_ms,
    });
    if (!is_last || isStream(response) || abort.is_aborted || this.connection === null) return;
    await untilClosed(this.connection);
  }

  close(): void {
    this.res.close();
  }
}

/** After a last answer the library closes once everything is out, or if nothing has moved for 10 s. */
async function untilClosed(connection: Connection): Promise<void> {
  if (connection.is_closed) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, LINGER_MS);
    timer.unref();
    connection.onClosed = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}
