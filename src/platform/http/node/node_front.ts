/**
 * The front on Node's own HTTP, for every Node and system without a binary of uWebSockets.js. Its parser is
 * strict and keeps header bytes unchanged, and it ends connections and streams as HTTP prescribes.
 */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import { type AddressInfo, Server as NetServer } from "node:net";
import type { Duplex } from "node:stream";
import { HEAD_BYTES_MAX } from "../../config.ts";
import { AppError } from "../errors.ts";
import { errorResponse } from "../failures.ts";
import {
  type Carrier,
  discard,
  type Front,
  type FrontOptions,
  ListenError,
  ONE_PIECE_MAX,
  type Receiver,
  type SendOptions,
} from "../front.ts";
import { findHeader, type HttpResponse } from "../request.ts";

/* Writes an answer to a response of Node's: small ones in one piece, others as fast as the client reads. */

interface NodeWriteOptions extends SendOptions {
  /** A client that takes nothing for this long is cut off. */
  readonly slow_reader_ms: number;
}

/** Resolves when the kernel has the last byte, or the client has left. Rejects if a stream breaks. */
async function writeNodeResponse(
  res: ServerResponse,
  response: HttpResponse,
  { is_head, is_last, slow_reader_ms, onSent }: NodeWriteOptions,
): Promise<void> {
  const { body } = response;
  const { socket } = res;
  res.writeHead(response.status, completeHead(response, is_last));
  if (is_head || (typeof body === "string" && body.length <= ONE_PIECE_MAX)) {
    if (is_head) await discard(response);
    else onSent(Buffer.byteLength(body as string));
    // Sent with the head in one write; Node omits the body after HEAD.
    res.end(is_head ? "" : body);
  } else {
    for await (const piece of piecesOf(body)) {
      if (!res.write(piece)) await untilOut(res, "drain", slow_reader_ms);
      if (res.destroyed) return;
      onSent(piece.length);
    }
    res.end();
  }
  await untilOut(res, "finish", slow_reader_ms);
  // Ends the connection of a stream, which had no `connection: close`: the last chunk marks the end.
  if (is_last) socket?.destroySoon();
}

/** A short answer as text; it ends the connection. */
function printLast(response: HttpResponse & { readonly body: string }): string {
  const headers = completeHead(response, true);
  const lines = headers.map((text, i) => (i % 2 === 0 ? `${text}: ` : `${text}\r\n`));
  const { status, body } = response;
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`;
}

/** Adds the headers that mark where the answer and the connection end. */
function completeHead({ status, headers, body }: HttpResponse, is_last: boolean): string[] {
  const complete = [...headers];
  if (typeof body !== "string" && !(body instanceof Uint8Array)) return complete;
  // A 304 has no length (RFC 9110, 15.4.5).
  if (status !== 204 && status !== 304) {
    complete.push("content-length", String(Buffer.byteLength(body)));
  }
  if (is_last && !headers.includes("connection")) complete.push("connection", "close");
  return complete;
}

function piecesOf(body: HttpResponse["body"]): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  if (typeof body === "string") return cut(Buffer.from(body));
  return body instanceof Uint8Array ? cut(body) : body;
}

function* cut(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += ONE_PIECE_MAX) {
    yield bytes.subarray(at, at + ONE_PIECE_MAX);
  }
}

/** Resolves at the event or when the connection is lost; the socket's timeout ends a client that takes nothing. */
async function untilOut(
  res: ServerResponse,
  event: "drain" | "finish",
  slow_reader_ms: number,
): Promise<void> {
  if (res.writableFinished || res.destroyed) return;
  const { socket } = res;
  socket?.setTimeout(slow_reader_ms);
  await new Promise<void>((resolve) => {
    const onOut = (): void => {
      res.off(event, onOut);
      res.off("close", onOut);
      resolve();
    };
    res.on(event, onOut);
    res.on("close", onOut);
  });
  // After the last byte, the keep-alive timeout applies instead.
  if (event === "drain") socket?.setTimeout(0);
}

/** Time for a head to arrive, from its first byte; for the first head, from the start of the connection. */
const HEAD_MS = 6000;
const CHECK_MS = 1000;
const NOTHING = new Uint8Array(0);
/** Connections that the kernel may queue: as many as it allows. */
const BACKLOG = 65_535;

export function openNodeFront(options: FrontOptions): Front {
  return new NodeFront(options);
}

class NodeFront implements Front {
  readonly name = "Node";
  readonly cuts_headers = false;
  readonly #options: FrontOptions;
  readonly #server: Server;
  /** The last request of each connection, until its answer has ended. */
  readonly #last = new WeakMap<Duplex, NodeCarrier>();

  constructor(options: FrontOptions) {
    this.#options = options;
    const server = createServer({
      maxHeaderSize: HEAD_BYTES_MAX,
      keepAliveTimeout: options.keep_alive_ms,
      headersTimeout: HEAD_MS,
      connectionsCheckingInterval: CHECK_MS,
      // The server has its own deadlines for bodies and requests.
      requestTimeout: 0,
      // Refused below, with the error object.
      requireHostHeader: false,
    });
    // No limit here: dispatch counts all of them.
    server.maxHeadersCount = 0;
    const onRequest = (req: IncomingMessage, res: ServerResponse): void => this.#receive(req, res);
    server.on("request", onRequest);
    server.on("checkExpectation", onRequest);
    server.on("connect", (_req, socket) => refuseOn(socket, malformed("There are no tunnels")));
    server.on("clientError", (error: NodeJS.ErrnoException, socket) =>
      this.#refuse(socket, describe(error)),
    );
    this.#server = server;
  }

  async listen(host: string, port: number): Promise<number> {
    const server = this.#server;
    await new Promise<void>((resolve, reject) => {
      // Later errors are of connections that could not be accepted.
      server.on("error", () => reject(new ListenError(host, port)));
      server.listen({ host, port, backlog: BACKLOG }, resolve);
    });
    return (server.address() as AddressInfo).port;
  }

  async stopListening(): Promise<void> {
    // Waits for the end of the poll phase: connections made until then are accepted, later ones are reset.
    await new Promise((resolve) => setImmediate(resolve));
    // The HTTP server's own `close` would also end idle connections, which may have a request on its way.
    NetServer.prototype.close.call(this.#server);
  }

  sweep(): void {
    // Node has its own timers for this.
  }

  close(): void {
    // Ends its timer.
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Requests of one connection are taken one after the other, even if they arrive together. */
  #receive(req: IncomingMessage, res: ServerResponse): void {
    const { socket } = req;
    const carrier = new NodeCarrier(req, res, this.#options);
    carrier.onOver = () => this.#last.delete(socket);
    const before = this.#last.get(socket);
    this.#last.set(socket, carrier);
    if (before === undefined) this.#begin(carrier);
    else {
      socket.pause();
      before.onOver = () => this.#begin(carrier);
    }
  }

  #begin(carrier: NodeCarrier): void {
    const { req, head } = carrier;
    // The client has left.
    if (!req.socket.writable) return;
    if (this.#last.get(req.socket) === carrier) req.socket.resume();
    if (!/^1\.[01]$/.test(req.httpVersion)) {
      refuseOn(req.socket, malformed("This is not HTTP/1.1"));
    } else if (req.httpVersion === "1.1" && findHeader(head.headers, "host") === undefined) {
      refuseOn(req.socket, malformed("There is no Host"));
    } else carrier.begin(this.#options.accept(carrier));
  }

  /** The parser can't continue on a connection. */
  #refuse(socket: Duplex, error: AppError): void {
    const last = this.#last.get(socket);
    // The client has left, or an answer has begun.
    if (!socket.writable || last?.res.headersSent === true) socket.destroy();
    // The error is not about the previous request, whose answer is still to come.
    else if (last?.req.complete === true) last.onOver = () => refuseOn(socket, error);
    else refuseOn(socket, error);
  }
}

function refuseOn(socket: Duplex, error: AppError): void {
  socket.end(printLast(errorResponse(error)), () => socket.destroy());
}

function malformed(message: string): AppError {
  return new AppError("MalformedRequest", message);
}

function describe({ code, message }: NodeJS.ErrnoException): AppError {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return new AppError("HeadIncomplete", "No whole head of a request has come in time");
  }
  if (code === "HPE_HEADER_OVERFLOW") {
    const told = `URL and headers have more than ${HEAD_BYTES_MAX} bytes`;
    return new AppError("HeadersTooLarge", told);
  }
  return malformed(`This is not HTTP/1.1: ${message.replace(/^Parse Error: /, "")}`);
}

class NodeCarrier implements Carrier {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly head: Carrier["head"];
  readonly #options: FrontOptions;
  /** Called when its answer has ended or never will, unless the connection ends with it. */
  onOver: () => void = () => undefined;
  #is_last = false;

  constructor(req: IncomingMessage, res: ServerResponse, options: FrontOptions) {
    this.req = req;
    this.res = res;
    this.#options = options;
    this.head = copyHead(req);
  }

  begin(receiver: Receiver): void {
    const { req, res } = this;
    req.on("data", ({ buffer, byteOffset, length }: Buffer) =>
      receiver.onData(new Uint8Array(buffer, byteOffset, length), false),
    );
    req.on("end", () => receiver.onData(NOTHING, true));
    // The `close` event follows.
    res.on("error", () => undefined);
    res.on("close", () => {
      if (!res.writableFinished) receiver.onLeft();
      if (!this.#is_last) this.onOver();
    });
  }

  readRemoteAddress(): string {
    return this.req.socket.remoteAddress ?? "";
  }

  pause(): void {
    this.req.pause();
  }

  resume(): void {
    this.req.resume();
  }

  async settle(): Promise<boolean> {
    return this.res.shouldKeepAlive;
  }

  async send(response: HttpResponse, options: SendOptions): Promise<void> {
    const { slow_reader_ms } = this.#options;
    this.#is_last = options.is_last;
    await writeNodeResponse(this.res, response, { ...options, slow_reader_ms });
  }

  close(): void {
    this.req.socket.destroy();
  }
}

function copyHead({ method = "", url = "", rawHeaders }: IncomingMessage): Carrier["head"] {
  const headers = rawHeaders.map((text, i) => (i % 2 === 0 ? text.toLowerCase() : text));
  const at = url.indexOf("?");
  return at < 0
    ? { method, path: url, query: "", headers }
    : { method, path: url.slice(0, at), query: url.slice(at + 1), headers };
}
