/**
 * Tracing by OpenTelemetry, and its only importer: spans go out as OTLP over HTTP. The library
 * reads the standard `OTEL_*` variables for address, headers, sampling and service name.
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
import { ExportResultCode, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type SpanExporter,
} from "@opentelemetry/sdk-trace-base";
import type { Logger } from "pino";
import type { SpanEnd, SpanFigures, SpanStart, Tracing, Within } from "./tracing.ts";

const SERVICE = "marey";
const HEADER = "traceparent";
const SERVER_ERROR = 500;
/** A failing collector is logged at most this often. */
const WARNING_MS = 60_000;
const KINDS: Readonly<Record<SpanStart["kind"], SpanKind>> = {
  request: SpanKind.SERVER,
  statement: SpanKind.CLIENT,
  task: SpanKind.INTERNAL,
  job: SpanKind.CONSUMER,
};

/** Opens tracing for the whole process. */
export function openTracing(log: Pick<Logger, "warn">): Tracing {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const named = resourceFromAttributes({ "service.name": SERVICE });
  const told = detectResources({ detectors: [envDetector] });
  const figures = { ended: 0, sent: 0 };
  const provider = new BasicTracerProvider({
    resource: defaultResource().merge(named).merge(told),
    spanProcessors: [new BatchSpanProcessor(tellingExporter(log, figures))],
  });
  return new OpenTelemetry(provider, figures);
}

/** Logs discarded spans, which the library does not. */
function tellingExporter(log: Pick<Logger, "warn">, figures: { sent: number }): SpanExporter {
  const exporter = new OTLPTraceExporter();
  let told_ms = Number.NEGATIVE_INFINITY;
  return {
    export: (spans, onResult) =>
      exporter.export(spans, (result) => {
        const now_ms = performance.now();
        if (result.code === ExportResultCode.SUCCESS) figures.sent += spans.length;
        else if (now_ms - told_ms > WARNING_MS) {
          told_ms = now_ms;
          log.warn({ err: result.error }, "the collector does not take spans");
        }
        onResult(result);
      }),
    shutdown: async () => await exporter.shutdown(),
    forceFlush: async () => await exporter.forceFlush(),
  };
}

class OpenTelemetry implements Tracing {
  readonly #provider: BasicTracerProvider;
  readonly #tracer: Tracer;
  readonly figures: SpanFigures & { ended: number };

  constructor(provider: BasicTracerProvider, figures: SpanFigures & { ended: number }) {
    this.figures = figures;
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
        if (span.isRecording()) this.figures.ended++;
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
