/**
 * What the server needs from an HTTP library. A front takes requests off its sockets, passes their bodies
 * on as they arrive, and writes the answers; everything else is shared by all fronts (server.ts).
 */
import type { AbortSource, HttpRequest, HttpResponse } from "./request.ts";

/** A larger answer waits for the client instead of piling up in memory. */
export const ONE_PIECE_MAX = 64 * 1024;

export interface FrontOptions {
  /** How long a connection may wait for its next request. */
  readonly keep_alive_ms: number;
  /** A client that takes none of its answer for this long is cut off. */
  readonly slow_reader_ms: number;
  /** Called for each request once its head has arrived. */
  readonly accept: (carrier: Carrier) => Receiver;
}

export interface Front {
  /** Name of the library, for people. */
  readonly name: string;
  /** Whether it trims non-ASCII bytes off both ends of a header's value. */
  readonly cuts_headers: boolean;
  /** Returns the port. Rejects with ListenError. */
  listen(host: string, port: number): Promise<number>;
  /** Existing connections go on. */
  stopListening(): Promise<void>;
  /** Called every second, for work that the library does not do by itself. */
  sweep(): void;
  /** Ends all connections. */
  close(): void;
}

/** One request on its connection. */
export interface Carrier {
  readonly head: Pick<HttpRequest, "method" | "path" | "query" | "headers" | "fault">;
  readRemoteAddress(): string;
  /** Pauses and resumes the request's body. */
  pause(): void;
  resume(): void;
  /** Called before the answer: whether the connection can be used again after it. */
  settle(is_refused: boolean): Promise<boolean>;
  /** Resolves when the last byte has gone out, as far as can be known, or the client has left. */
  send(response: HttpResponse, options: SendOptions): Promise<void>;
  /** Ends the connection at once. */
  close(): void;
}

export interface SendOptions {
  /** Aborted when the client has left. */
  readonly abort: AbortSource;
  /** Send the same headers, without the body. */
  readonly is_head: boolean;
  /** The connection ends after this answer. */
  readonly is_last: boolean;
  /** Called with the number of body bytes handed over. */
  readonly onSent: (bytes: number) => void;
}

/** What a front reports about a request after its head. */
export interface Receiver {
  /** A part of the body; `chunk` is only valid during the call. */
  onData(chunk: Uint8Array, is_last: boolean): void;
  /** The client has left before the end of the answer. */
  onLeft(): void;
}

/** The port can't be listened on. */
export class ListenError extends Error {
  constructor(host: string, port: number) {
    super(`can't listen on ${host}:${port}: the port is taken or not ours; PORT chooses another`);
  }
}

export function isStream({ body }: HttpResponse): boolean {
  return typeof body !== "string" && !(body instanceof Uint8Array);
}

/** Ends a stream that will not be read. */
export async function discard({ body }: HttpResponse): Promise<void> {
  if (typeof body === "string" || body instanceof Uint8Array) return;
  await body[Symbol.asyncIterator]().return?.();
}
