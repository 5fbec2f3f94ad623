/**
 * A gateway as it stands in front of the server: `/planner/…` is the server's `/…` with the planner's identity. So
 * each page is behind a prefix too. It can be slow, and tells 502 while the server is away.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

export interface Gateway {
  /** Address of a caller's page, with a slash at its end. */
  pageOf(caller: string): string;
  /** Where requests go from now on. */
  target_port: number;
  /** Each answer waits for so long. */
  delay_ms: number;
  /** Sessions have ended: every request is led to a page for signing in. */
  is_signed_out: boolean;
  /** Called with the path of each request that comes this far: what a browser has kept does not. */
  onRequest: (path: string) => void;
  /** Ends all connections, streams too. */
  cut(): void;
  close(): Promise<void>;
}

export async function startGateway(target_port: number): Promise<Gateway> {
  const server = createServer((incoming, outgoing) => void pass(gateway, incoming, outgoing));
  // A test that computes for seconds must not find its connection closed: clients end them sooner.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const gateway: Gateway = {
    target_port,
    delay_ms: 0,
    is_signed_out: false,
    onRequest: () => undefined,
    pageOf: (caller) => `http://127.0.0.1:${port}/${caller}/`,
    cut: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return gateway;
}

async function pass(
  { target_port, delay_ms, is_signed_out, onRequest }: Gateway,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const [, caller = "", path = "/"] = /^\/(\w+)(\/.*)$/.exec(incoming.url ?? "") ?? [];
  onRequest(path);
  if (delay_ms > 0) await wait(delay_ms);
  if (is_signed_out) {
    outgoing.writeHead(302, { location: "http://login.test/" }).end();
    return;
  }
  const headers: Record<string, string | string[] | undefined> = { ...incoming.headers };
  delete headers["x-remote-user-identity"];
  if (caller !== "nobody") headers["x-remote-user-identity"] = caller;
  const { method = "GET" } = incoming;
  const passed = request(
    { host: "127.0.0.1", port: target_port, path, method, headers },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    },
  );
  passed.on("error", () => {
    if (!outgoing.headersSent) outgoing.writeHead(502, { "content-type": "text/plain" });
    outgoing.end("the server is away");
  });
  incoming.pipe(passed);
  outgoing.on("close", () => passed.destroy());
}
