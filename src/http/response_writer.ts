/**
 * Writes an answer to a uWebSockets.js response: small ones in one piece, large ones and streams as
 * fast as the client reads. A response that was aborted must not be touched any more.
 */

import type { HttpResponse as UwsResponse } from "uWebSockets.js";
import { STATUS_CODES } from "node:http";
import type { AbortSource, HttpResponse } from "./request.ts";

export interface WriteOptions {
  readonly abort: AbortSource;
  /** The same headers, without the body. */
  readonly is_head: boolean;
  /** The connection ends after this answer. */
  readonly is_last: boolean;
  /** A client that takes nothing for so long is cut off. */
  readonly slow_reader_ms: number;
}

/** Beyond this an answer waits for the client instead of for memory. */
export const ONE_PIECE_MAX = 64 * 1024;

const STATUS_LINES = new Map<number, string>();

function statusLine(status: number): string {
  let line = STATUS_LINES.get(status);
  if (line === undefined) {
    line = `${status} ${STATUS_CODES[status] ?? "Unknown"}`;
    STATUS_LINES.set(status, line);
  }
  return line;
}

/** Resolves when the last byte was handed over; rejects when the stream breaks. */
export async function writeResponse(
  res: UwsResponse,
  response: HttpResponse,
  options: WriteOptions,
): Promise<void> {
  const { body } = response;
  const { is_last } = options;
  if (typeof body === "string" && body.length <= ONE_PIECE_MAX / 3 && !options.is_head) {
    res.cork(() => {
      writeHead(res, response);
      // The native side takes `undefined` for a length.
      if (response.status === 204 && !is_last) res.endWithoutBody();
      else res.end(body, is_last);
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

function writeHead(res: UwsResponse, { status, headers }: HttpResponse): void {
  res.writeStatus(statusLine(status));
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] ?? "";
    // uWebSockets.js writes the connection header itself.
    if (name !== "connection") res.writeHeader(name, headers[i + 1] ?? "");
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
  }: WriteOptions & {
    readonly bytes: Uint8Array;
  },
): Promise<void> {
  if (is_head || bytes.length <= ONE_PIECE_MAX) {
    res.cork(() => {
      writeHead(res, response);
      if (!is_head) res.end(bytes, is_last);
      else if (is_last) res.endWithoutBody(bytes.length, true);
      else {
        // uws-pack 20.0.8 forgets to end a response whose length it was told.
        res.writeHeader("content-length", String(bytes.length));
        res.endWithoutBody();
      }
    });
    return;
  }
  let is_done = false;
  res.cork(() => {
    writeHead(res, response);
    if (is_last) {
      // tryEnd can't close the connection, end can; then memory is the price.
      res.end(bytes, true);
      is_done = true;
    } else [, is_done] = res.tryEnd(bytes, bytes.length);
  });
  if (is_done) return;
  // Ends the wait by the abort that follows.
  const stalled = setTimeout(() => res.close(), slow_reader_ms);
  await new Promise<void>((resolve) => {
    abort.signal.addEventListener("abort", () => resolve(), { once: true });
    res.onWritable((offset) => {
      stalled.refresh();
      const [ok, has_ended] = res.tryEnd(bytes.subarray(offset), bytes.length);
      if (has_ended) resolve();
      return ok;
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
  }: WriteOptions & {
    readonly stream: AsyncIterable<Uint8Array>;
  },
): Promise<void> {
  if (is_head) {
    await stream[Symbol.asyncIterator]().return?.();
    if (abort.is_aborted) return;
    res.cork(() => {
      writeHead(res, response);
      if (is_last) res.endWithoutBody(0, true);
      else res.endWithoutBody();
    });
    return;
  }
  let onDrained: () => void = () => undefined;
  res.onWritable(() => {
    onDrained();
    return true;
  });
  abort.signal.addEventListener("abort", () => onDrained(), { once: true });
  res.cork(() => {
    writeHead(res, response);
  });
  for await (const chunk of stream) {
    if (abort.is_aborted) return;
    let is_free = true;
    res.cork(() => {
      is_free = chunk.length === 0 || res.write(chunk);
    });
    if (is_free) continue;
    // Ends the wait by the abort that follows.
    const stalled = setTimeout(() => res.close(), slow_reader_ms);
    await new Promise<void>((resolve) => {
      onDrained = resolve;
    });
    clearTimeout(stalled);
    if (abort.is_aborted) return;
  }
  if (abort.is_aborted) return;
  res.cork(() => {
    res.end("", is_last);
  });
}
