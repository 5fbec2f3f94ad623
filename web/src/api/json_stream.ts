/** Answers that come line by line, one JSON value per line. */
import { ApiFault, isAbort } from "./client.ts";

/** Throws ApiFault when the connection is lost on the way, or the abort's reason. */
export async function* readJsonLines<Line>(body: unknown): AsyncGenerator<Line> {
  // `parseAs: "stream"` gives this.
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
