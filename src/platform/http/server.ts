/**
 * The socket side of HTTP: lets requests begin in turns, with budgets for bodies and answers,
 * deadlines, and an orderly shutdown. Reading and writing the bytes is the front's job (front.ts).
 */
import { type Config, ConfigError } from "../config.ts";
import { waitsUpTo } from "../queues/delay_control.ts";
import { Arrivals } from "./arrival/arrivals.ts";
import { RefusalPace } from "./arrival/refusal_pace.ts";
import { BodyBudget, BodyReader } from "./body/body_reader.ts";
import { LandingSlabs } from "./body/landing_slabs.ts";
import type { Dispatch } from "./dispatch.ts";
import { AppError } from "./errors.ts";
import { errorResponse, RETRY_AFTER } from "./failures.ts";
import {
  type Carrier,
  discard,
  type Front,
  type FrontOptions,
  ONE_PIECE_MAX,
  type Receiver,
} from "./front.ts";
import { openNodeFront } from "./node/node_front.ts";
import {
  AbortSource,
  findHeader,
  type HttpRequest,
  type HttpResponse,
  readOwner,
} from "./request.ts";
import { compress } from "./sending/compression.ts";
import { openUwsFront } from "./uws/uws_front.ts";

export interface ServerOptions {
  readonly config: Config;
  readonly dispatch: Dispatch;
  /** Called with failures that can no longer be sent to the client. */
  readonly onError: (error: unknown) => void;
  /** For tests. */
  readonly refusals_per_second?: number;
}

export interface HttpServer {
  readonly port: number;
  /** The library in use. */
  readonly front: string;
  /** See Front. */
  readonly cuts_headers: boolean;
  /**
   * Stops accepting, gives running requests at most `grace_ms`, then closes every connection. Returns
   * how many requests were cut off: their clients see the connection end before the answer does.
   */
  stop(grace_ms: number): Promise<number>;
}

/** Request bodies held at once over all connections; more are answered 503. */
const BODIES_BYTES_MAX = 1024 * 1024 * 1024;
/** Body read before a 401. */
const ANONYMOUS_BYTES_MAX = 64 * 1024;
const SWEEP_MS = 1000;
/** Refusals sent without delay: one takes the main thread 25 µs, so all of them a twentieth of its time. */
const REFUSALS_PER_SECOND = 2_000;
/** Longest silence within a body; uWebSockets.js would close without an answer, after 8 s at the earliest. */
const BODY_SILENCE_MS = 6500;
/** A connection that was asked to close needs a moment to deliver its last request. */
const QUIET_MS = 150;
const POLL_MS = 20;
const NO_BODY = new Uint8Array(0);

/** Starts listening. Rejects with ListenError if the port is taken, or ConfigError if the front is not available. */
export async function startServer(options: ServerOptions): Promise<HttpServer> {
  const server = new Server(options);
  const { keep_alive_ms, slow_reader_ms } = options.config.limits;
  const accept: FrontOptions["accept"] = (carrier) => server.accept(carrier);
  const front = await openFront(options.config, { keep_alive_ms, slow_reader_ms, accept });
  return await server.listen(front);
}

async function openFront(
  { http_front }: Pick<Config, "http_front">,
  options: FrontOptions,
): Promise<Front> {
  if (http_front === "node") return openNodeFront(options);
  try {
    return await openUwsFront(options);
  } catch {
    if (http_front === "auto") return openNodeFront(options);
    throw new ConfigError(
      `HTTP_FRONT=uws: uWebSockets.js has no binary for Node ${process.versions.node} on this system`,
    );
  }
}

/** One request between its arrival and the last byte of its answer. */
interface Exchange {
  readonly carrier: Carrier;
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
  readonly #options: ServerOptions;
  readonly #budget: BodyBudget;
  readonly #slabs = new LandingSlabs();
  /** Budget of answers that are too large for one piece. */
  readonly #answer_budget: BodyBudget;
  readonly #arrivals: Arrivals;
  readonly #refusals: RefusalPace;
  /** Keep-alive header: how long a connection may wait for its next request. */
  readonly #kept_headers: readonly string[];
  readonly #exchanges = new Set<Exchange>();
  #last_request_ms = 0;
  #is_draining = false;

  constructor(options: ServerOptions) {
    this.#options = options;
    const { wait_ms, limits } = options.config;
    const { answers_in_memory_bytes, keep_alive_ms } = limits;
    this.#budget = new BodyBudget(BODIES_BYTES_MAX);
    this.#answer_budget = new BodyBudget(answers_in_memory_bytes);
    this.#arrivals = new Arrivals(waitsUpTo(wait_ms));
    this.#refusals = new RefusalPace(options.refusals_per_second ?? REFUSALS_PER_SECOND);
    const timeout = `timeout=${Math.floor(keep_alive_ms / 1000)}`;
    this.#kept_headers = ["connection", "keep-alive", "keep-alive", timeout];
  }

  async listen(front: Front): Promise<HttpServer> {
    const { host, port } = this.#options.config;
    const own_port = await front.listen(host, port);
    const sweeper = setInterval(() => {
      front.sweep();
      this.#sweep();
    }, SWEEP_MS);
    sweeper.unref();
    return {
      port: own_port,
      front: front.name,
      cuts_headers: front.cuts_headers,
      stop: async (grace_ms) => {
        await front.stopListening();
        await this.#drain(grace_ms);
        clearInterval(sweeper);
        const cut_count = this.#exchanges.size;
        front.close();
        return cut_count;
      },
    };
  }

  accept(carrier: Carrier): Receiver {
    this.#last_request_ms = performance.now();
    const { head } = carrier;
    const { content_length, has_identity, is_last } = scan(head.headers);
    const abort = new AbortSource();
    const body = content_length === 0 ? null : this.#makeBodyReader(carrier, content_length);
    const exchange: Exchange = {
      carrier,
      started_ms: this.#last_request_ms,
      abort,
      body,
      is_head: head.method === "HEAD",
      is_read: head.method === "HEAD" || head.method === "GET",
      is_last,
      has_response: false,
    };
    this.#exchanges.add(exchange);
    const request: HttpRequest = {
      ...head,
      remote_address: has_identity ? carrier.readRemoteAddress() : "",
      abort,
      readBody: async (limit_bytes) => (body === null ? NO_BODY : await body.read(limit_bytes)),
    };
    this.#arrivals.add(readOwner(request), (is_late) => {
      if (!abort.is_aborted) void this.#answer(exchange, { ...request, is_late });
    });
    return {
      onData: (chunk, is_end) => body?.onData(chunk, is_end),
      onLeft: () => {
        abort.abort(new AppError("ClientLeft", "The client has left"));
        body?.fail(abort.signal.reason);
        this.#forget(exchange);
      },
    };
  }

  #makeBodyReader(carrier: Carrier, content_length: number | null): BodyReader {
    return new BodyReader({
      content_length,
      anonymous_bytes: ANONYMOUS_BYTES_MAX,
      budget: this.#budget,
      slabs: this.#slabs,
      pause: () => carrier.pause(),
      resume: () => carrier.resume(),
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
      // Dispatch answers every failure itself, so this is a broken stream or a bug.
      this.#options.onError(error);
      exchange.carrier.close();
    } finally {
      this.#forget(exchange);
    }
  }

  async #respond(exchange: Exchange, response: HttpResponse): Promise<void> {
    const { abort, body, carrier } = exchange;
    // If part of the body is unread, the start of the next request is unknown.
    const is_read = body === null || (await body.settle());
    const is_refused = response.headers.includes("connection");
    const can_go_on = await carrier.settle(is_refused);
    if (abort.is_aborted || exchange.has_response) {
      response.onEnd?.({ bytes: 0, is_whole: false });
      await discard(response);
      return;
    }
    exchange.has_response = true;
    const is_last = !is_read || is_refused || exchange.is_last || !can_go_on || this.#is_draining;
    await this.#write(exchange, response, is_last);
  }

  /** Resolves when the last byte has gone out, as far as the server can know, or the connection is lost. */
  async #write(exchange: Exchange, response: HttpResponse, is_last: boolean): Promise<void> {
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
  }

  async #send(exchange: Exchange, response: HttpResponse, is_last: boolean): Promise<void> {
    const { carrier, abort, is_head } = exchange;
    const headers = is_last ? response.headers : [...response.headers, ...this.#kept_headers];
    let bytes = 0;
    let is_whole = false;
    const onSent = (count: number): void => {
      bytes += count;
    };
    try {
      await carrier.send({ ...response, headers }, { abort, is_head, is_last, onSent });
      is_whole = !abort.is_aborted;
    } finally {
      response.onEnd?.({ bytes, is_whole });
    }
  }

  #forget(exchange: Exchange): void {
    exchange.body?.release();
    this.#exchanges.delete(exchange);
  }

  /** Ends requests that have run, or waited for their client, for too long; streams have no such limit. */
  #sweep(): void {
    const { request_deadline_ms } = this.#options.config.limits;
    const now_ms = performance.now();
    for (const exchange of this.#exchanges) {
      if (exchange.has_response) continue;
      exchange.body?.stopSettling(now_ms - BODY_SILENCE_MS);
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

  /** Answers at once, since a handler may ignore its signal. */
  #giveUp(exchange: Exchange, error: AppError): void {
    exchange.has_response = true;
    void this.#write(exchange, errorResponse(error), true);
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

/** Replaces an answer that does not fit into the memory budget. */
function refuse({ headers: meant, onEnd }: HttpResponse): HttpResponse {
  const request_id = findHeader(meant, "x-request-id") ?? "";
  const message = "Too many large answers wait for their clients";
  const error = new AppError("Overloaded", message, { request_id }, RETRY_AFTER);
  const { headers, ...response } = errorResponse(error);
  const sent = { ...response, headers: [...headers, "x-request-id", request_id] };
  return onEnd === undefined ? sent : { ...sent, onEnd };
}

/** Length of the body (0: none, null: chunked), and whether there are identity headers. */
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

/** Streams count as 0: they have limits of their own. */
function sizeOf({ body }: HttpResponse): number {
  return typeof body === "string" || body instanceof Uint8Array ? body.length : 0;
}
