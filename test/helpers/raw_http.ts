/** HTTP by bytes on a TCP connection: what a client library would never send. */
import { connect, type Socket } from "node:net";
import { scaled } from "./pace.ts";

export interface RawAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RawOutcome {
  readonly answers: readonly RawAnswer[];
  /** The server has ended the connection. */
  readonly is_closed: boolean;
}

/** Waits until the server has ended the connection, answered `answers` times, or `wait_ms` passed. */
export async function exchangeRaw(
  port: number,
  parts: readonly (string | Buffer)[],
  { answers = 1, wait_ms = scaled(13_000) }: { answers?: number; wait_ms?: number } = {},
): Promise<RawOutcome> {
  const { socket, answers: told, isClosed } = await openConnection(port);
  const done = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, wait_ms);
    socket.on("data", () => {
      const found = told();
      // A close that the answer announces is waited for; one that nothing announces would follow at once.
      if (found.length < answers || found.at(-1)?.headers["connection"] === "close") return;
      clearTimeout(timer);
      setTimeout(resolve, 50);
    });
    socket.on("close", () => {
      clearTimeout(timer);
      resolve();
    });
  });
  for (const part of parts) {
    socket.write(typeof part === "string" ? Buffer.from(part, "latin1") : part);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await done;
  socket.destroy();
  return { answers: told(), is_closed: isClosed() };
}

/** A connection whose answers are read as they come. */
export interface RawConnection {
  readonly socket: Socket;
  /** All bytes so far, Latin-1. */
  readonly received: () => string;
  readonly answers: () => RawAnswer[];
  readonly isClosed: () => boolean;
}

export async function openConnection(port: number): Promise<RawConnection> {
  const socket = await openSocket(port);
  let received = "";
  let is_closed = false;
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
  });
  socket.on("close", () => {
    is_closed = true;
  });
  return {
    socket,
    received: () => received,
    answers: () => parseAnswers(received),
    isClosed: () => is_closed,
  };
}

export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined); // a reset is an outcome here, not a failure
  await new Promise<void>((resolve) => socket.once("connect", resolve));
  return socket;
}

function parseAnswers(received: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = received;
  for (;;) {
    const end = rest.indexOf("\r\n\r\n");
    if (end < 0) return answers;
    const [first = "", ...lines] = rest.slice(0, end).split("\r\n");
    const headers: Record<string, string> = {};
    for (const line of lines) {
      const at = line.indexOf(":");
      headers[line.slice(0, at).toLowerCase()] = line.slice(at + 1).trim();
    }
    const length = Number(headers["content-length"] ?? 0);
    const start = end + 4;
    if (rest.length < start + length) return answers;
    const status = Number(first.split(" ")[1]);
    answers.push({ status, headers, body: rest.slice(start, start + length) });
    rest = rest.slice(start + length);
  }
}

/** What has come of a chunked body: its whole chunks, and whether the last one is there. */
export function readChunks(received: Buffer): {
  readonly body: Buffer;
  readonly is_whole: boolean;
} {
  const parts: Buffer[] = [];
  let at = received.indexOf("\r\n\r\n") + 4;
  for (;;) {
    const line_end = received.indexOf("\r\n", at);
    const length = Number.parseInt(received.toString("latin1", at, line_end), 16);
    const start = line_end + 2;
    if (line_end < 0 || received.length < start + length + 2) break;
    if (
      Number.isNaN(length) ||
      received.toString("latin1", start + length, start + length + 2) !== "\r\n"
    ) {
      const around = JSON.stringify(received.toString("latin1", at - 40, at + 40));
      throw new Error(`no chunk at ${at} of ${received.length}: ${around}`);
    }
    if (length === 0) return { body: Buffer.concat(parts), is_whole: true };
    parts.push(received.subarray(start, start + length));
    at = start + length + 2;
  }
  return { body: Buffer.concat(parts), is_whole: false };
}
