/**
 * The socket side of HTTP. The only importer of uWebSockets.js, whose objects die at the first await
 * and at an abort: everything is copied out of a request at once, and nothing is written to one that
 * is gone. What it parses too leniently is refused in `dispatch`.
 */
import type { HttpResponse as UwsResponse, us_listen_socket } from "uWebSockets.js";
import { type Config, setLibrarySettings } from "../config.ts";
import { Arrivals } from "./arrivals.ts";
import { BodyBudget, BodyReader } from "./body_reader.ts";
import { compress } from "./compression.ts";
import { type Carried, type Connection, Connections } from "./connections.ts";
import type { Dispatch } from "./dispatch.ts";
import { AppError } from "./errors.ts";
import { errorResponse, RETRY_AFTER } from "./failures.ts";
import { RefusalPace } from "./refusal_pace.ts";
import {
  AbortSource,
  findHeader,
  type HttpRequest,
  type HttpResponse,
  readOwner,
} from "./request.ts";
import { ONE_PIECE_MAX, writeResponse, writeUnasked } from "./response_writer.ts";

export interface ServerOptions {
  readonly config: Config;
  readonly dispatch: Dispatch;
  /** Receives failures that can't be sent to the client any more. */
  readonly onError: (error: unknown) => void;
}

export interface HttpServer {
  readonly port: number;
  /**
   * Stops accepting, gives running requests at most `grace_ms`, then closes every connection. Returns how
   * many requests that cut: their clients see the connection end before the answer does.
   */
  stop(grace_ms: number): Promise<number>;
}

/** The port can't be listened on. */
export class ListenError extends Error {}

/** `LIBUS_LISTEN_EXCLUSIVE_PORT`: without it a second server shares the port unnoticed. */
const EXCLUSIVE_PORT = 1;
const SWEEP_MS = 1000;
/** How long nothing of a body may come: told before the library closes the connection, after 8 s at the earliest. */
const BODY_SILENCE_MS = 6500;
/** A connection that was told to close needs a moment to bring its last request. */
const QUIET_MS = 150;
const POLL_MS = 20;
/** Longer than any client that reads needs for its last bytes. */
const LINGER_MS = 30_000;
const NO_BODY = new Uint8Array(0);
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

/** Listens. Rejects with ListenError when the port is taken. */
export async function startServer(options: ServerOptions): Promise<HttpServer> {
  setLibrarySettings();
  const uws: Uws = await import("uWebSockets.js");
  return await new Server(uws, options).listen();
}

/** One request between its arrival and the last byte of its answer. */
interface Exchange extends Carried {
  readonly started_ms: number;
  readonly abort: AbortSource;
  /** Null without a body. */
  readonly body: BodyReader | null;
  readonly is_head: boolean;
  /** Its method changes nothing. */
  readonly is_read: boolean;
  /** The client ends the connection after the answer. */
  readonly is_last: boolean;
  has_response: boolean;
}

class Server {
  readonly #uws: Uws;
  readonly #options: ServerOptions;
  readonly #budget: BodyBudget;
  /** Budget of answers that are too large for one piece. */
  readonly #answer_budget: BodyBudget;
  readonly #connections: Connections;
  readonly #arrivals: Arrivals;
  readonly #refusals: RefusalPace;
  /** How long a connection may wait for its next request. */
  readonly #kept_headers: readonly string[];
  readonly #exchanges = new Set<Exchange>();
  #last_request_ms = 0;
  #is_draining = false;

  constructor(uws: Uws, options: ServerOptions) {
    this.#uws = uws;
    this.#options = options;
    const { bodies_in_memory_bytes, answers_in_memory_bytes, keep_alive_ms, refusals_per_second } =
      options.config.limits;
    this.#budget = new BodyBudget(bodies_in_memory_bytes);
    this.#answer_budget = new BodyBudget(answers_in_memory_bytes);
    this.#connections = new Connections(keep_alive_ms);
    this.#arrivals = new Arrivals(options.config.database.waits);
    this.#refusals = new RefusalPace(refusals_per_second);
    const timeout = `timeout=${Math.floor(keep_alive_ms / 1000)}`;
    this.#kept_headers = ["connection", "keep-alive", "keep-alive", timeout];
  }

  async listen(): Promise<HttpServer> {
    const { host, port } = this.#options.config;
    const app = this.#uws.App();
    this.#connections.watch(app);
    app.any("/*", (res, req) => {
      const headers: string[] = [];
      req.forEach((name, value) => {
        headers.push(name, value);
      });
      this.#accept(res, {
        method: req.getCaseSensitiveMethod(),
        path: req.getUrl(),
        // Undefined without a question mark, whatever the typings say.
        query: req.getQuery() ?? "",
        headers,
      });
    });
    const socket = await new Promise<us_listen_socket>((resolve, reject) => {
      const done = (listening: us_listen_socket | false): void => {
        if (listening !== false) resolve(listening);
        else
          reject(
            new ListenError(
              `can't listen on ${host}:${port}: the port is taken or not ours; PORT chooses another`,
            ),
          );
      };
      (app.listen as unknown as ListenExclusively).call(app, host, port, EXCLUSIVE_PORT, done);
    });
    const sweeper = setInterval(() => this.#sweep(), SWEEP_MS);
    sweeper.unref();
    return {
      port: this.#uws.us_socket_local_port(socket),
      stop: async (grace_ms) => {
        // Right after the poll phase: connections made until then were accepted, the rest is reset.
        await new Promise((resolve) => setImmediate(resolve));
        this.#uws.us_listen_socket_close(socket);
        await this.#drain(grace_ms);
        clearInterval(sweeper);
        const cut_count = this.#exchanges.size;
        app.close();
        return cut_count;
      },
    };
  }

  /** Everything needed from the socket is copied here, before the first await. */
  #accept(
    res: UwsResponse,
    head: Pick<HttpRequest, "method" | "path" | "query" | "headers">,
  ): void {
    this.#last_request_ms = performance.now();
    const { content_length, has_identity, is_last } = scan(head.headers);
    const abort = new AbortSource();
    const body = content_length === 0 ? null : this.#makeBodyReader(res, content_length);
    const exchange: Exchange = {
      res,
      started_ms: this.#last_request_ms,
      abort,
      body,
      is_head: head.method === "HEAD",
      is_read: head.method === "HEAD" || head.method === "GET",
      is_last,
      has_response: false,
      connection: null,
      onKnown: () => undefined,
      onData: (chunk, is_end) => body?.onData(chunk, is_end),
    };
    this.#exchanges.add(exchange);
    this.#connections.arrive(exchange);
    res.onAborted(() => {
      this.#connections.leave(exchange);
      abort.abort(new AppError("ClientLeft", "The client has left"));
      body?.fail(abort.signal.reason);
      this.#forget(exchange);
    });
    const request: HttpRequest = {
      ...head,
      remote_address: has_identity ? textOf(res.getRemoteAddressAsText()) : "",
      abort,
      readBody: async (limit_bytes) => (body === null ? NO_BODY : await body.read(limit_bytes)),
    };
    this.#arrivals.add(readOwner(request), (is_late) => {
      if (!abort.is_aborted) void this.#answer(exchange, { ...request, is_late });
    });
  }

  #makeBodyReader(res: UwsResponse, content_length: number | null): BodyReader {
    return new BodyReader({
      content_length,
      anonymous_bytes: this.#options.config.limits.anonymous_body_bytes,
      budget: this.#budget,
      pause: () => res.pause(),
      resume: () => res.resume(),
    });
  }

  async #answer(exchange: Exchange, request: HttpRequest): Promise<void> {
    try {
      const response = await compress(request, await this.#options.dispatch(request));
      if (response.status === 503 && !this.#is_draining) {
        await this.#refusals.hold(readOwner(request));
      }
      await this.#respond(exchange, response);
    } catch (error) {
      if (exchange.abort.is_aborted) return;
      // Dispatch answers every failure itself, so this is a stream that broke, or a bug.
      this.#options.onError(error);
      exchange.res.close();
    } finally {
      this.#forget(exchange);
    }
  }

  async #respond(exchange: Exchange, response: HttpResponse): Promise<void> {
    const { abort, body } = exchange;
    // With a part of the body unread, the start of the next request is unknown.
    const is_read = body === null || (await body.settle());
    // What follows in the same packet as a refused request must not be taken for a request:
    // uWebSockets.js ends a connection whose next request comes before the answer.
    const is_refused = response.headers.includes("connection");
    if (is_refused) await new Promise((resolve) => setImmediate(resolve));
    await this.#connections.find(exchange);
    if (abort.is_aborted || exchange.has_response) {
      response.onEnd?.({ bytes: 0, is_whole: false });
      await discard(response);
      return;
    }
    exchange.has_response = true;
    const is_last =
      !is_read ||
      is_refused ||
      exchange.is_last ||
      exchange.connection === null ||
      this.#is_draining;
    await this.#write(exchange, response, is_last);
  }

  /** Resolves when the last byte has gone out, as far as the server can tell, or the connection is lost. */
  async #write(exchange: Exchange, response: HttpResponse, is_last: boolean): Promise<void> {
    const { abort, connection } = exchange;
    this.#connections.giveUp(exchange);
    const bytes = sizeOf(response);
    if (bytes <= ONE_PIECE_MAX) await this.#send(exchange, response, is_last);
    else if (!this.#answer_budget.take(bytes))
      await this.#send(exchange, refuse(response), is_last);
    else {
      try {
        await this.#send(exchange, response, is_last);
      } finally {
        this.#answer_budget.give(bytes);
      }
    }
    if (!is_last || isStream(response) || abort.is_aborted || connection === null) return;
    await untilClosed(connection);
  }

  async #send(exchange: Exchange, response: HttpResponse, is_last: boolean): Promise<void> {
    const { res, abort, is_head } = exchange;
    const { slow_reader_ms } = this.#options.config.limits;
    const end = (write: () => boolean): boolean => this.#connections.end(exchange, is_last, write);
    const headers = is_last ? response.headers : [...response.headers, ...this.#kept_headers];
    let bytes = 0;
    let is_whole = false;
    const onSent = (count: number): void => {
      bytes += count;
    };
    const options = { abort, is_head, is_last, end, onSent, slow_reader_ms };
    try {
      await writeResponse(res, { ...response, headers }, options);
      is_whole = !abort.is_aborted;
    } finally {
      response.onEnd?.({ bytes, is_whole });
    }
  }

  #forget(exchange: Exchange): void {
    exchange.body?.release();
    this.#exchanges.delete(exchange);
  }

  /** Ends what has run, or waited for its client, for too long; a stream has no such limit. */
  #sweep(): void {
    this.#connections.keepAlive();
    this.#connections.endSilent((handle) => writeUnasked(handle, NO_HEAD));
    const { request_deadline_ms } = this.#options.config.limits;
    const now_ms = performance.now();
    for (const exchange of this.#exchanges) {
      if (exchange.has_response) continue;
      if (exchange.body?.isSilentSince(now_ms - BODY_SILENCE_MS) === true) {
        const message = "The rest of the body has not come";
        this.#giveUp(exchange, new AppError("BodyIncomplete", message));
      } else if (exchange.started_ms <= now_ms - request_deadline_ms) {
        const outcome = exchange.is_read ? "none" : "unknown";
        const message = "The request took too long";
        this.#giveUp(exchange, new AppError("DeadlineExceeded", message, { outcome }));
      }
    }
  }

  /** A handler that ignores its signal must not keep the client waiting. */
  #giveUp(exchange: Exchange, error: AppError): void {
    exchange.has_response = true;
    const { headers, ...response } = errorResponse(error);
    void this.#write(exchange, { ...response, headers: [...headers, "connection", "close"] }, true);
    exchange.body?.fail(error);
    exchange.abort.abort(error);
  }

  async #drain(grace_ms: number): Promise<void> {
    this.#is_draining = true;
    const until_ms = performance.now() + grace_ms;
    for (let now_ms = 0; now_ms < until_ms; now_ms = performance.now()) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      const quiet_ms = performance.now() - this.#last_request_ms;
      if (this.#exchanges.size === 0 && quiet_ms > QUIET_MS) return;
    }
  }
}

/** Replaces an answer that memory has no room for. */
function refuse({ headers: meant, onEnd }: HttpResponse): HttpResponse {
  const request_id = findHeader(meant, "x-request-id") ?? "";
  const message = "Too many large answers wait for their clients";
  const error = new AppError("Overloaded", message, { request_id }, RETRY_AFTER);
  const { headers, ...response } = errorResponse(error);
  const sent = { ...response, headers: [...headers, "x-request-id", request_id] };
  return onEnd === undefined ? sent : { ...sent, onEnd };
}

/** Length of the body (0 = none, null = chunked), and whether there are identity headers. */
function scan(headers: readonly string[]): {
  content_length: number | null;
  has_identity: boolean;
  is_last: boolean;
} {
  let content_length: number | null = 0;
  let has_identity = false;
  let is_last = false;
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i];
    if (name === "transfer-encoding") content_length = null;
    else if (name === "content-length" && content_length !== null) {
      content_length = Math.max(content_length, Number(headers[i + 1]) || 0);
    } else if (name === "x-remote-user-identity" || name === "x-remote-user") has_identity = true;
    else if (name === "connection") is_last ||= /\bclose\b/i.test(headers[i + 1] ?? "");
  }
  return { content_length, has_identity, is_last };
}

function textOf(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString("latin1");
}

/** A stream has limits of its own. */
function sizeOf({ body }: HttpResponse): number {
  return typeof body === "string" || body instanceof Uint8Array ? body.length : 0;
}

/** After a last answer uWebSockets.js closes when all of it is out, or nothing has moved for 10 s. */
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

function isStream({ body }: HttpResponse): boolean {
  return typeof body !== "string" && !(body instanceof Uint8Array);
}

/** Ends a stream that nobody will read. */
async function discard({ body }: HttpResponse): Promise<void> {
  if (typeof body === "string" || body instanceof Uint8Array) return;
  await body[Symbol.asyncIterator]().return?.();
}
