/** A collector of spans, which reads them as OpenTelemetry's protocol says (OTLP/HTTP, JSON). */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
  readonly status: { readonly code?: number };
}

interface Collected {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: CollectedSpan["attributes"] };
    readonly scopeSpans: readonly { readonly spans: readonly CollectedSpan[] }[];
  }[];
}

export class SpanCollector {
  readonly url: string;
  readonly #server: Server;
  readonly #collected: Collected[];

  private constructor(server: Server, collected: Collected[]) {
    const { port } = server.address() as AddressInfo;
    this.url = `http://127.0.0.1:${port}`;
    this.#server = server;
    this.#collected = collected;
  }

  static async start(): Promise<SpanCollector> {
    const collected: Collected[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        if (request.url !== "/v1/traces") throw new Error(`spans were sent to ${request.url}`);
        collected.push(JSON.parse(Buffer.concat(chunks).toString()) as Collected);
        response.writeHead(200, { "content-type": "application/json" }).end("{}");
      });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    return new SpanCollector(server, collected);
  }

  get spans(): CollectedSpan[] {
    return this.#collected.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    );
  }

  /** What the first sender says of itself. */
  get resource(): CollectedSpan["attributes"] | undefined {
    return this.#collected[0]?.resourceSpans[0]?.resource.attributes;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
