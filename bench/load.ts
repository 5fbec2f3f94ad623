/**
 * A load of GET requests as cheap as it can be: one request in flight a connection, bytes ready made,
 * answers looked at by two bytes. It runs in the bench's own process, the servers in theirs.
 */
import { connect } from "node:net";

export interface LoadResult {
  readonly per_second: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
}

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly duration_ms: number;
  /** Path of the n-th request. */
  readonly path: (n: number) => string;
  /** Header lines of the n-th request, each with its end. */
  readonly headers?: (n: number) => string;
}

const REQUESTS_KEPT = 1000;
/** Place and value of the first digit in `HTTP/1.1 200`. */
const STATUS_AT = 9;
const TWO = 0x32;
const CLOSING_BRACE = 0x7d;

/** Rejects on any answer that is not 2xx. Answers are JSON objects: their last byte marks the end. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const { port, connections, duration_ms, path, headers = () => "" } = load;
  const requests = Array.from({ length: REQUESTS_KEPT }, (_, n) =>
    Buffer.from(`GET ${path(n)} HTTP/1.1\r\nhost: x\r\n${headers(n)}\r\n`),
  );
  const latencies_ms: number[] = [];
  const end_ms = performance.now() + duration_ms;
  let n = 0;
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1");
      socket.setNoDelay(true);
      socket.on("error", reject);
      let sent_ms = 0;
      let is_first = true;
      const send = (): void => {
        sent_ms = performance.now();
        if (sent_ms >= end_ms) {
          socket.destroy();
          resolve();
          return;
        }
        is_first = true;
        socket.write(requests[n++ % REQUESTS_KEPT] ?? "");
      };
      socket.on("data", (chunk) => {
        if (is_first && chunk[STATUS_AT] !== TWO) {
          socket.destroy();
          reject(new Error(chunk.toString("latin1")));
          return;
        }
        is_first = false;
        if (chunk[chunk.length - 1] !== CLOSING_BRACE) return;
        latencies_ms.push(performance.now() - sent_ms);
        send();
      });
      socket.once("connect", send);
    });
  const started_ms = performance.now();
  await Promise.all(Array.from({ length: connections }, one));
  const took_s = (performance.now() - started_ms) / 1000;
  latencies_ms.sort((a, b) => a - b);
  const at = (share: number): number => latencies_ms[Math.floor(latencies_ms.length * share)] ?? 0;
  return { per_second: latencies_ms.length / took_s, p50_ms: at(0.5), p99_ms: at(0.99) };
}
