/**
 * A load of GET requests as cheap as it can be: one request in flight a connection, bytes ready made,
 * answers found by their Content-Length. It runs in the bench's own process, the servers in theirs.
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
}

const STATUS_OK = "HTTP/1.1 200";

/** Rejects on any answer that is not 200. */
export async function runLoad({ port, connections, duration_ms, path }: Load): Promise<LoadResult> {
  const latencies_ms: number[] = [];
  const end_ms = performance.now() + duration_ms;
  let n = 0;
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1");
      socket.setNoDelay(true);
      socket.on("error", reject);
      let sent_ms = 0;
      let received = "";
      const send = (): void => {
        sent_ms = performance.now();
        if (sent_ms >= end_ms) {
          socket.destroy();
          resolve();
          return;
        }
        socket.write(`GET ${path(n++)} HTTP/1.1\r\nhost: x\r\n\r\n`);
      };
      socket.on("data", (chunk) => {
        received = received === "" ? chunk.toString("latin1") : received + chunk.toString("latin1");
        if (!isWhole(received)) return;
        if (!received.startsWith(STATUS_OK)) {
          socket.destroy();
          reject(new Error(received));
          return;
        }
        latencies_ms.push(performance.now() - sent_ms);
        received = "";
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

function isWhole(received: string): boolean {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const at = received.search(/content-length: /i);
  const length = Number.parseInt(received.slice(at + "content-length: ".length, end), 10);
  return received.length >= end + 4 + length;
}
