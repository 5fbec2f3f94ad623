/**
 * Tracing by OpenTelemetry, its only importer: spans go out as OTLP over HTTP. Where to, with which headers, how
 * many of them and under which name is told by the standard `OTEL_*` variables, which the library reads.
 */
import {
  type Context,
  context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { SpanEnd, SpanStart, Tracing, Within } from "./tracing.ts";

const SERVICE = "marey";
const HEADER = "traceparent";
const SERVER_ERROR = 500;
const KINDS: Readonly<Record<SpanStart["kind"], SpanKind>> = {
  request: SpanKind.SERVER,
  statement: SpanKind.CLIENT,
  task: SpanKind.INTERNAL,
  job: SpanKind.CONSUMER,
};

/** Opens it for the whole process. */
export function openTracing(): Tracing {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const named = resourceFromAttributes({ "service.name": SERVICE });
  const told = detectResources({ detectors: [envDetector] });
  const provider = new BasicTracerProvider({
    resource: defaultResource().merge(named).merge(told),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  return new OpenTelemetry(provider);
}

class OpenTelemetry implements Tracing {
  readonly #provider: BasicTracerProvider;
  readonly #tracer: Tracer;

  constructor(provider: BasicTracerProvider) {
    this.#provider = provider;
    this.#tracer = provider.getTracer(SERVICE);
  }

  run<Value>({ kind, name, traceparent }: SpanStart, work: () => Promise<Value>): Promise<Value> {
    const active = context.active();
    const parent = traceparent ? withParent(active, traceparent) : active;
    const options = { kind: KINDS[kind], attributes: { "marey.kind": kind } };
    return this.#tracer.startActiveSpan(name, options, parent, async (span) => {
      try {
        return await work();
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR, message: messageOf(error) });
        throw error;
      } finally {
        span.end();
      }
    });
  }

  keep(): Within {
    const active = context.active();
    return (work) => context.with(active, work);
  }

  tell({ name, status, request_id }: SpanEnd): void {
    const span: Span | undefined = trace.getActiveSpan();
    if (span === undefined) return;
    span.updateName(name);
    span.setAttributes({ "http.response.status_code": status, "marey.request_id": request_id });
    if (status >= SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR });
  }

  get traceparent(): string | null {
    const carrier: Record<string, string> = {};
    propagation.inject(context.active(), carrier, defaultTextMapSetter);
    return carrier[HEADER] ?? null;
  }

  async close(): Promise<void> {
    await this.#provider.shutdown();
  }
}

function withParent(active: Context, traceparent: string): Context {
  return propagation.extract(active, { [HEADER]: traceparent }, defaultTextMapGetter);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
