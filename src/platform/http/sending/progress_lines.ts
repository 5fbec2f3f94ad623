/**
 * Long work as lines of JSON: one line per second while it runs, then its answer as the last line. A failure within the
 * first second is an ordinary error answer; later it is the last line, because the status has already been sent.
 */

import { acceptsLines } from "../answers.ts";
import type { Context, JsonText } from "../endpoint.ts";
import { toFailure } from "../failures.ts";
import { encodeGroups } from "./text_stream.ts";
import { withTicks } from "./with_ticks.ts";

const EVERY_MS = 1000;

/** What the work is doing now. */
export interface Phase {
  phase: string;
}

/** For an import: answers as a whole, or line by line for a client that accepts lines. */
export async function answerWork(
  ctx: Pick<Context, "header" | "signal">,
  work: (now: Phase) => Promise<unknown>,
): Promise<JsonText | AsyncIterable<Uint8Array>> {
  const now = { phase: "reading" };
  const begin = async (): Promise<unknown> => await work(now);
  if (acceptsLines(ctx)) return encodeGroups(printProgress(begin, now), ctx.signal);
  return { json: JSON.stringify(await begin()) };
}

export async function* printProgress(
  work: () => Promise<unknown>,
  now: Phase,
  every_ms = EVERY_MS,
): AsyncGenerator<Iterable<string>> {
  const began_ms = performance.now();
  let has_begun = false;
  try {
    for await (const one of withTicks(once(work), every_ms)) {
      has_begun = true;
      const seconds = Math.round((performance.now() - began_ms) / 1000);
      const line = one === null ? { progress: { phase: now.phase, seconds } } : one.answer;
      yield [`${JSON.stringify(line)}\n`];
    }
  } catch (thrown) {
    const { error, is_bug } = toFailure(thrown, {});
    if (!has_begun || is_bug) throw thrown;
    yield [`${JSON.stringify({ error: error.body() })}\n`];
  }
}

async function* once<Answer>(
  work: () => Promise<Answer>,
): AsyncGenerator<{ readonly answer: Answer }> {
  yield { answer: await work() };
}
