/**
 * The front on Node's own HTTP, for every Node and system without a binary of uWebSockets.js. Its parser is
 * strict and keeps header bytes unchanged, and it ends connections and streams as HTTP prescribes.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, Server as NetServer } from "node:net";
import type { Duplex } from "node:stream";
import { HEAD_BYTES_MAX } from "../../config.ts";
import { AppError } from "../errors.ts";
import { errorResponse } from "../failures.ts";
import {
  type Carrier,
  type Front,
  type FrontOptions,
  ListenError,
  type Receiver,
  type SendOptions,
} from "../front.ts";
import { findHeader, type HttpResponse } from "../request.ts";
import { printLast, writeNodeResponse } from "./node_response.ts";

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
