/**
 * A request and its answer as plain values: input and output of `dispatch`. The server makes them
 * from a socket, tests directly.
 */
import type { Owner } from "../queues/fair_queue.ts";

/** Cancels a request; the signal is only made if it is asked for. */
export class AbortSource {
  #controller: AbortController | null = null;
  #reason: unknown = undefined;
  #is_aborted = false;

  get is_aborted(): boolean {
    return this.#is_aborted;
  }

  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.#is_aborted) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  throwIfAborted(): void {
    if (this.#is_aborted) throw this.#reason;
  }

  abort(reason: unknown): void {
    if (this.#is_aborted) return;
    this.#is_aborted = true;
    this.#reason = reason;
    this.#controller?.abort(reason);
  }
}

export interface HttpRequest {
  /** Upper case. */
  readonly method: string;
  /** Before the question mark, as sent. */
  readonly path: string;
  /** After the question mark, as sent. */
  readonly query: string;
  /** Name, value, name, value …: every line, names in lower case, values as Latin-1. */
  readonly headers: readonly string[];
  /** Why the HTTP library can't tell where the request ends: it is refused. */
  readonly fault?: string;
  /** The peer's address; may be missing if there is no identity header. */
  readonly remote_address: string;
  readonly abort: AbortSource;
  /** True if so many requests are ahead of it that it will only be refused. */
  readonly is_late?: boolean;
  /** The whole body. Rejects with AppError BodyTooLarge, or with the abort's reason. */
  readBody(limit_bytes: number): Promise<Uint8Array>;
}

/** How an answer ended. */
export interface Sent {
  /** Bytes of the body, as sent. */
  readonly bytes: number;
  /** False: the client has left, or the answer broke. */
  readonly is_whole: boolean;
}

export interface HttpResponse {
  readonly status: number;
  /** Name, value, name, value … */
  readonly headers: readonly string[];
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** Called once, by the sender. */
  readonly onEnd?: (sent: Sent) => void;
}

/** The first value of a header. */
export function findHeader(headers: readonly string[], name: string): string | undefined {
  for (let i = 0; i < headers.length; i += 2) {
    if (headers[i] === name) return headers[i + 1];
  }
  return undefined;
}

/** All values of a header, one per line. */
export function findHeaderLines(headers: readonly string[], name: string): string[] {
  const lines: string[] = [];
  for (let i = 0; i < headers.length; i += 2) {
    if (headers[i] === name) lines.push(headers[i + 1] ?? "");
  }
  return lines;
}

/**
 * The owner of the request as the gateway names it, before any check. That is safe: nothing is done
 * in the name of a forged identity.
 */
export function readOwner({ headers }: Pick<HttpRequest, "headers">): Owner {
  return (
    findHeader(headers, "x-remote-user-identity") ?? findHeader(headers, "x-remote-user") ?? null
  );
}

/** The bytes of a body in a buffer of their own, which can move to a thread. */
export function toArrayBuffer(bytes: Uint8Array): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = bytes;
  if (buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength) {
    return buffer;
  }
  const copy = new ArrayBuffer(byteLength);
  new Uint8Array(copy).set(bytes);
  return copy;
}

/** A request that a handler makes itself. */
export interface OwnRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly query: string;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** With the identity that the other request came with, and its end. The body is known to be small. */
export function inNameOf(
  { headers, remote_address, abort }: HttpRequest,
  request_id: string,
  { method, path, query, body }: OwnRequest,
): HttpRequest {
  const own = ["content-type", "application/json", "x-request-id", request_id];
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] ?? "";
    if (name.startsWith("x-remote-")) own.push(name, headers[i + 1] ?? "");
  }
  const bytes = new TextEncoder().encode(body === undefined ? "" : JSON.stringify(body));
  const readBody = async (): Promise<Uint8Array> => bytes;
  return { method, path, query, headers: own, remote_address, abort, readBody };
}
