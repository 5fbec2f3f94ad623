/**
 * Spans of requests, statements and tasks. Code that does such a piece of work says so here; unless tracing was
 * opened (`open_tracing.ts`, loaded only then) that costs one comparison.
 */

/** A kind of work, and which one. */
export interface SpanStart {
  readonly kind: "request" | "statement" | "task" | "job";
  readonly name: string;
  /** The W3C header of the span that it belongs to; absent: the one that is open here. */
  readonly traceparent?: string | null | undefined;
}

/** What is known of a request when it is answered. */
export interface SpanEnd {
  readonly name: string;
  readonly status: number;
  readonly request_id: string;
}

/** Runs work within a span. */
export type Within = <Value>(work: () => Value) => Value;

export interface Tracing {
  /** Runs work within a span, which ends with it, as an error when it rejects. */
  run<Value>(start: SpanStart, work: () => Promise<Value>): Promise<Value>;
  /** Of the span that is open here, for what belongs to it and is done later. */
  keep(): Within;
  /** Completes the span that is open here. */
  tell(end: SpanEnd): void;
  /** The W3C header of the span that is open here; null: there is none. */
  readonly traceparent: string | null;
  /** Sends what is left. */
  close(): Promise<void>;
  readonly figures: SpanFigures;
}

/** Spans that have ended, and those of them that the collector took. */
export interface SpanFigures {
  readonly ended: number;
  readonly sent: number;
}

const untraced: Within = (work) => work();

/** Of this process; null: there is no tracing. */
let tracing: Tracing | null = null;

export function setTracing(opened: Tracing | null): void {
  tracing = opened;
}

export function traced<Value>(start: SpanStart, work: () => Promise<Value>): Promise<Value> {
  return tracing === null ? work() : tracing.run(start, work);
}

/** An answer's stream is read after its request has been answered. */
export function keepSpan(): Within {
  return tracing === null ? untraced : tracing.keep();
}

export function tellSpan(end: SpanEnd): void {
  tracing?.tell(end);
}

export function currentTraceparent(): string | null {
  return tracing?.traceparent ?? null;
}

/** Null: there is no tracing. */
export function spanFigures(): SpanFigures | null {
  return tracing?.figures ?? null;
}
