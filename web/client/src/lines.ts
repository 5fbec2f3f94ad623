/** Answers that come line by line, one JSON value per line. */
import { ApiFault, type ErrorObject, isAbort, type Schemas } from "./client.ts";

/** A line of long work: how far it is, the error that ended it, or its answer. */
export type WorkLine<Answer> =
  | { readonly progress: { readonly phase: string; readonly seconds: number } }
  | { readonly error: ErrorObject }
  | Answer;

export interface Progress {
  readonly seconds: number;
  /** Of the last proposal; null if there is none yet. */
  readonly left: number | null;
  readonly cost: number | null;
}

/** A line of `…/resolution`: each proposal is better than the one before; the last is the answer. */
export type ProposalLine = Schemas["ResolutionResult"] | { readonly progress: Progress };

/** A line of `…/statuses`; the first tells how many there are. */
export type StatusLine = { readonly count: number } | TrainStatus;

export interface TrainStatus {
  readonly id: number;
  readonly kind: "train_schedule" | "paced_train";
  readonly status: "valid" | "invalid" | "outdated";
  /** If it is invalid. */
  readonly reason?: string;
  /** If it is outdated. */
  readonly reasons?: readonly string[];
}

/** Reads what `parseAs: "stream"` gives. Throws ApiFault when the connection is lost on the way, or the abort's reason. */
export async function* readJsonLines<Line>(body: unknown): AsyncGenerator<Line> {
  const stream = body as ReadableStream<Uint8Array<ArrayBuffer>> | null;
  if (stream === null) throw new ApiFault(0, null, "");
  try {
    yield* readLines(stream);
  } catch (cause) {
    if (isAbort(cause)) throw cause;
    throw new ApiFault(0, null, String(cause));
  }
}

async function* readLines<Line>(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Line> {
  const texts = body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  for (;;) {
    const { done, value } = await texts.read();
    const lines = (waiting + (value ?? "")).split("\n");
    waiting = done ? "" : (lines.pop() ?? "");
    for (const line of lines) if (line !== "") yield JSON.parse(line) as Line;
    if (done) return;
  }
}
