/** Proposals as lines for clients that want each as soon as it is there. */
import { withTicks } from "../../platform/http/sending/with_ticks.ts";

const PROGRESS_EVERY_MS = 1000;

/** A proposal that holds, as JSON text. */
export interface Told {
  readonly json: string;
  readonly work: number;
  readonly left: number;
  readonly cost: number;
  readonly bound: number;
}

/** A line for each proposal, and one of progress each second without; the last line is the last proposal. */
export async function* printLines(
  proposals: AsyncGenerator<Told>,
): AsyncGenerator<Iterable<string>> {
  const began_ms = performance.now();
  let told: Told | null = null;
  let is_last = false;
  for await (const one of withTicks(proposals, PROGRESS_EVERY_MS)) {
    is_last = one !== null;
    if (one === null) {
      const { work = 0, left = null, cost = null } = told ?? {};
      const seconds = Math.round((performance.now() - began_ms) / 1000);
      yield [`${JSON.stringify({ progress: { seconds, work, left, cost } })}\n`];
    } else {
      told = one;
      yield [`${one.json}\n`];
    }
  }
  // What was looked for after it has brought nothing.
  if (told !== null && !is_last) yield [`${told.json}\n`];
}
