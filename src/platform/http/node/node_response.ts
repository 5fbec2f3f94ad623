/** Writes an answer to a response of Node's: small ones in one piece, others as fast as the client reads. */
import { type ServerResponse, STATUS_CODES } from "node:http";
import { discard, ONE_PIECE_MAX, type SendOptions } from "../front.ts";
import type { HttpResponse } from "../request.ts";

interface NodeWriteOptions extends SendOptions {
  /** A client that takes nothing for this long is cut off. */
  readonly slow_reader_ms: number;
}

/** Resolves when the kernel has the last byte, or the client has left. Rejects if a stream breaks. */
export async function writeNodeResponse(
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
export function printLast(response: HttpResponse & { readonly body: string }): string {
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
