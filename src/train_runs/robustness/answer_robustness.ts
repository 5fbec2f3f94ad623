/** Tries many days of a timetable: parts of them on all threads, their figures printed at the end. */
import { acceptsLines } from "../../platform/http/answers.ts";
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { encodeGroups } from "../../platform/http/sending/text_stream.ts";
import { durationMs } from "../../railway/iso8601.ts";
import { openSource } from "../simulation/computed_groups.ts";
import type { DatedParameters, SimulationSetup } from "../simulation/setup.ts";
import type { RobustnessRequest } from "./robustness.schemas.ts";
import { readTrains, type TrialOfTrains } from "./tried_trains.ts";

/** Train runs of one part: about a second's work for a thread. */
const PART_RUNS = 20_000;

/** Whole, or a line after each part and the answer last. */
export async function answerRobustness(
  ctx: Context,
  { timetable_id, ...parameters }: DatedParameters & { readonly timetable_id: number },
  request: RobustnessRequest,
): Promise<JsonText | AsyncIterable<Uint8Array>> {
  const { source } = await openSource(ctx, timetable_id, parameters);
  const trains = await readTrains(source, request);
  const parts: SharedArrayBuffer[] = [];
  const tried = tryAll(source.setup, trains, request, parts);
  if (acceptsLines(ctx))
    return encodeGroups(printLines(source.setup, trains, tried, parts), ctx.signal);
  while ((await tried.next()).done !== true);
  return { json: await print(source.setup, trains, parts) };
}

/** Tells how many days were tried so far, out of how many. */
async function* tryAll(
  setup: SimulationSetup,
  { trial }: TrialOfTrains,
  { days, seed, order, patience }: RobustnessRequest,
  parts: SharedArrayBuffer[],
): AsyncGenerator<{ readonly days: number; readonly of: number }> {
  const patience_ms =
    order === "first_come" ? -Infinity : patience === null ? Infinity : durationMs(patience);
  const part_days = Math.max(1, Math.floor(PART_RUNS / Math.max(1, trial.run_of.length)));
  const stop = new AbortController();
  const { services, share, priority } = setup;
  const options = { share, priority, signal: AbortSignal.any([setup.signal, stop.signal]) };
  const waiting: Promise<void>[] = [];
  let next = 0;
  const begin = (): void => {
    const part = next++;
    const from = part * part_days;
    const to = Math.min(days, from + part_days);
    const input = { trial, days: { seed, from, to, patience_ms } };
    const done = services.compute.run("try_days", input, options).then((figures) => {
      parts[part] = figures;
    });
    // Whoever waits for it is told.
    done.catch(() => undefined);
    waiting.push(done);
  };
  const count = Math.ceil(days / part_days);
  try {
    while (next < Math.min(count, services.config.workers.threads)) begin();
    for (let done = 1; done <= count; done++) {
      await waiting.shift();
      if (next < count) begin();
      yield { days: Math.min(days, done * part_days), of: days };
    }
  } finally {
    stop.abort();
  }
}

async function* printLines(
  setup: SimulationSetup,
  trains: TrialOfTrains,
  tried: ReturnType<typeof tryAll>,
  parts: readonly SharedArrayBuffer[],
): AsyncGenerator<Iterable<string>> {
  for await (const progress of tried) yield [`${JSON.stringify({ progress })}\n`];
  yield [`${new TextDecoder().decode(await print(setup, trains, parts))}\n`];
}

async function print(
  { services, share, priority, signal }: SimulationSetup,
  { printed }: TrialOfTrains,
  parts: readonly SharedArrayBuffer[],
): Promise<Uint8Array> {
  return await services.compute.run(
    "print_robustness",
    { ...printed, parts },
    { share, priority, signal },
  );
}
