/**
 * Writes an answer to a uWebSockets.js response: small ones in one piece, large ones and streams as
 * fast as the client reads. A response must not be touched once it is aborted.
 */
import type { HttpResponse as UwsResponse } from "uWebSockets.js";
import { STATUS_CODES } from "node:http";
import { discard, ONE_PIECE_MAX, type SendOptions } from "../front.ts";
import { type AbortSource, findHeader, type HttpResponse } from "../request.ts";

/*
 * Writes the chunks of a stream so that the kernel has all of one before the next is asked for. At the end of the
 * answer nothing is left to send, so a stopping server cuts off no answer that has ended.
 *
 * uWebSockets.js buffers what the kernel does not take, flushes it only with the next write, and reports in that
 * write whether everything has gone out. So when a large chunk was not taken whole, its last bytes go one by one,
 * each once the kernel has room again, until one is reported as sent. A small chunk goes at once: it fits if the
 * kernel has any room, and events for thousands of streams cost one write each.
 *
 * The library writes the end of a chunk's framing with the next chunk. If that comes much later, as with events, a
 * meaningless chunk (`filler`) follows at once, so that a client that waits for whole chunks gets this one.
 */

/** The slowest kernel takes 2 kB per turn: one such chunk plus another left from before. */
const SMALL_BYTES = 1024;
/** As many turns as that kernel needs for a chunk of 64 kB. */
const TAIL_BYTES = 32;

class ChunkWriter {
  readonly #res: UwsResponse;
  readonly #abort: AbortSource;
  readonly #slow_reader_ms: number;
  readonly #filler: Uint8Array;
  #onTurn: () => void = () => undefined;

  /** A client that takes nothing for `slow_reader_ms` is cut off. */
  constructor(
    res: UwsResponse,
    {
      abort,
      slow_reader_ms,
      filler,
    }: {
      readonly abort: AbortSource;
      readonly slow_reader_ms: number;
      /** Follows each chunk; may be empty. */
      readonly filler: Uint8Array;
    },
  ) {
    this.#res = res;
    this.#abort = abort;
    this.#slow_reader_ms = slow_reader_ms;
    this.#filler = filler;
    res.onWritable(() => {
      this.#onTurn();
      return true;
    });
    abort.signal.addEventListener("abort", () => this.#onTurn(), { once: true });
  }

  /** Resolves when the kernel has the whole chunk, or the client has left. */
  async write(chunk: Uint8Array): Promise<void> {
    const is_small = chunk.length <= SMALL_BYTES;
    let at = is_small ? chunk.length : chunk.length - TAIL_BYTES;
    let is_through = is_small
      ? this.#writeCorked(chunk, this.#filler)
      : this.#writeCorked(chunk.subarray(0, at));
    while (!is_through) {
      await this.#turn();
      if (this.#abort.is_aborted) return;
      // An empty cork flushes; the few remaining bytes have room.
      if (at === chunk.length) break;
      // Not corked: for so few bytes a corked write reports a wrong result.
      is_through = this.#res.write(chunk.subarray(at, at + 1));
      at++;
    }
    if (!is_small) this.#writeCorked(chunk.subarray(at), this.#filler);
    else if (!is_through) this.#writeCorked();
  }

  #writeCorked(...parts: readonly Uint8Array[]): boolean {
    let is_through = true;
    this.#res.cork(() => {
      for (const part of parts) {
        if (part.length > 0) is_through = this.#res.write(part);
      }
    });
    return is_through;
  }

  async #turn(): Promise<void> {
    // Closing aborts the request, which ends this wait.
    const stalled = setTimeout(() => this.#res.close(), this.#slow_reader_ms);
    await new Promise<void>((resolve) => {
      this.#onTurn = resolve;
    });
    clearTimeout(stalled);
  }
}

export interface WriteOptions extends SendOptions {
  /** A client that takes nothing for this long is cut off. */
  readonly slow_reader_ms: number;
  /** Runs a write that may end the answer, and returns whether it did; nothing else may end it. */
  readonly end: (write: () => boolean) => boolean;
}

/** A comment, which readers of events skip. */
const COMMENT = Buffer.from(":\n");
const NOTHING = new Uint8Array(0);
const STATUS_LINES = new Map<number, string>();

function statusLine(status: number): string {
  let line = STATUS_LINES.get(status);
  if (line === undefined) {
    line = `${status} ${STATUS_CODES[status] ?? "Unknown"}`;
    STATUS_LINES.set(status, line);
  }
  return line;
}

/**
 * Resolves when the last byte was handed over; a last answer may then still be unsent, unless it is
 * a stream. Rejects if the stream breaks.
 */
export async function writeResponse(
  res: UwsResponse,
  response: HttpResponse,
  options: WriteOptions,
): Promise<void> {
  const { body } = response;
  const { is_last, end, onSent } = options;
  if (typeof body === "string" && body.length <= ONE_PIECE_MAX / 3 && !options.is_head) {
    onSent(Buffer.byteLength(body));
    res.cork(() => {
      writeHead(res, response);
      end(() => {
        // The native side takes `undefined` for a length; a 304 has none (RFC 9110, 15.4.5).
        const is_bare = response.status === 204 || response.status === 304;
        if (is_bare && !is_last) res.endWithoutBody();
        else res.end(body, is_last);
        return true;
      });
    });
    return;
  }
  if (typeof body === "string" || body instanceof Uint8Array) {
    const bytes = typeof body === "string" ? Buffer.from(body) : body;
    await writeBytes(res, response, { ...options, bytes });
    return;
  }
  await writeStream(res, response, { ...options, stream: body });
}

/** Writes a short answer to a connection without a request, and ends the connection. */
export function writeUnasked(res: UwsResponse, response: HttpResponse & { body: string }): void {
  res.cork(() => {
    writeHead(res, response);
    res.end(response.body, true);
  });
}

function writeHead(res: UwsResponse, { status, headers }: HttpResponse): void {
  res.writeStatus(statusLine(status));
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] ?? "";
    const value = headers[i + 1] ?? "";
    // uWebSockets.js writes this header itself.
    if (name !== "connection" || value !== "close") res.writeHeader(name, value);
  }
}

async function writeBytes(
  res: UwsResponse,
  response: HttpResponse,
  {
    bytes,
    is_head,
    is_last,
    abort,
    slow_reader_ms,
    end,
    onSent,
  }: WriteOptions & {
    readonly bytes: Uint8Array;
  },
): Promise<void> {
  if (is_head || bytes.length <= ONE_PIECE_MAX) {
    if (!is_head) onSent(bytes.length);
    res.cork(() => {
      writeHead(res, response);
      // uws-pack 20.0.8 does not end a response whose length was passed to it.
      if (is_head && !is_last) res.writeHeader("content-length", String(bytes.length));
      end(() => {
        if (!is_head) res.end(bytes, is_last);
        else if (is_last) res.endWithoutBody(bytes.length, true);
        else res.endWithoutBody();
        return true;
      });
    });
    return;
  }
  let is_done = false;
  res.cork(() => {
    writeHead(res, response);
    is_done = end(() => {
      // tryEnd can't close the connection; `end` can, but buffers the rest.
      if (!is_last) return res.tryEnd(bytes, bytes.length)[1];
      res.end(bytes, true);
      return true;
    });
  });
  if (is_done) {
    onSent(bytes.length);
    return;
  }
  let sent_bytes = 0;
  // Closing aborts the request, which ends this wait.
  const stalled = setTimeout(() => res.close(), slow_reader_ms);
  await new Promise<void>((resolve) => {
    abort.signal.addEventListener("abort", () => resolve(), { once: true });
    res.onWritable((offset) => {
      stalled.refresh();
      onSent(offset - sent_bytes);
      sent_bytes = offset;
      let is_accepted = false;
      const has_ended = end(() => {
        const [ok, is_whole] = res.tryEnd(bytes.subarray(offset), bytes.length);
        is_accepted = ok;
        return is_whole;
      });
      if (has_ended) {
        onSent(bytes.length - sent_bytes);
        resolve();
      }
      return is_accepted;
    });
  });
  clearTimeout(stalled);
}

async function writeStream(
  res: UwsResponse,
  response: HttpResponse,
  {
    stream,
    is_head,
    is_last,
    abort,
    slow_reader_ms,
    end,
    onSent,
  }: WriteOptions & {
    readonly stream: AsyncIterable<Uint8Array>;
  },
): Promise<void> {
  if (is_head) {
    await discard(response);
    if (abort.is_aborted) return;
    res.cork(() => {
      writeHead(res, response);
      end(() => {
        if (is_last) res.endWithoutBody(0, true);
        else res.endWithoutBody();
        return true;
      });
    });
    return;
  }
  const is_of_events = findHeader(response.headers, "content-type") === "text/event-stream";
  const filler = is_of_events ? COMMENT : NOTHING;
  const writer = new ChunkWriter(res, { abort, slow_reader_ms, filler });
  res.cork(() => {
    writeHead(res, response);
  });
  for await (const chunk of stream) {
    if (abort.is_aborted) return;
    await writer.write(chunk);
    if (abort.is_aborted) return;
    onSent(chunk.length);
  }
  if (abort.is_aborted) return;
  res.cork(() => {
    end(() => {
      // Without the flag: told to close, uws-pack 20.0.8 would write that header now, in the middle of the chunks.
      res.end("");
      return true;
    });
  });
}
