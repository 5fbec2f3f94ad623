/**
 * Spans of requests, statements and tasks. Code that does such work calls these functions; unless
 * tracing is open (`open_tracing.ts`, loaded only then), that costs one comparison.
 */

/** A kind of work, and the name of this piece. */
export interface SpanStart {
  readonly kind: "request" | "statement" | "task" | "job";
  readonly name: string;
  /** The W3C header of the parent span; absent: the span that is open here. */
  readonly traceparent?: string | null | undefined;
}

/** What is known about a request once it is answered. */
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
  /** Keeps the span that is open here, for work that belongs to it but runs later. */
  keep(): Within;
  /** Completes the span that is open here. */
  tell(end: SpanEnd): void;
  /** The W3C header of the span that is open here; null: there is none. */
  readonly traceparent: string | null;
  /** Sends the remaining spans. */
  close(): Promise<void>;
  readonly figures: SpanFigures;
}

/** Spans that have ended, and how many of them the collector took. */
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

/** For an answer's stream, which is read after its request has been answered. */
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
