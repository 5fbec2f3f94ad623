/** Tries many days of a timetable: parts of them on all threads, their figures printed at the end. */
import { given } from "../../platform/given.ts";
import { acceptsLines } from "../../platform/http/answers.ts";
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { encodeGroups } from "../../platform/http/sending/text_stream.ts";
import { durationMs } from "../../railway/iso8601.ts";
import { changeRecords, checkCount } from "../../timetable/changes/changed_records.ts";
import { openSource } from "../simulation/computed_groups.ts";
import type { DatedParameters, SimulationSetup } from "../simulation/setup.ts";
import { withChanges } from "./changed_trains.ts";
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
  const trials: TriedTrials = [{ ...(await readTrains(source, request)), parts: [] }];
  if (request.changes !== undefined) {
    const { changes } = request;
    checkCount(ctx, changes);
    const records = await changeRecords(ctx, { timetable_id, changes });
    trials.push({ ...(await readTrains(withChanges(source, records), request)), parts: [] });
  }
  const tried = tryAll(source.setup, trials, request);
  if (acceptsLines(ctx)) return encodeGroups(printLines(source.setup, trials, tried), ctx.signal);
  while ((await tried.next()).done !== true);
  return { json: await print(source.setup, trials) };
}

/** The trains as they are, then with changes; with the figures of their days, part by part. */
type TriedTrials = (TrialOfTrains & { readonly parts: SharedArrayBuffer[] })[];

/** Tells how many days were tried so far, out of how many. */
async function* tryAll(
  setup: SimulationSetup,
  trials: TriedTrials,
  { days, seed, order, patience }: RobustnessRequest,
): AsyncGenerator<{ readonly days: number; readonly of: number }> {
  const patience_ms =
    order === "first_come" ? -Infinity : patience === null ? Infinity : durationMs(patience);
  const stop = new AbortController();
  const { services, share, priority } = setup;
  const options = { share, priority, signal: AbortSignal.any([setup.signal, stop.signal]) };
  const work = trials.flatMap(({ trial, parts }) => {
    const part_days = Math.max(1, Math.floor(PART_RUNS / Math.max(1, trial.run_of.length)));
    return Array.from({ length: Math.ceil(days / part_days) }, (_, part) => {
      const from = part * part_days;
      return { trial, parts, part, from, to: Math.min(days, from + part_days) };
    });
  });
  const waiting: Promise<void>[] = [];
  let next = 0;
  const begin = (): void => {
    const one = work[next++];
    if (one === undefined) return;
    const { trial, parts, part, from, to } = one;
    const input = { trial, days: { seed, from, to, patience_ms } };
    const done = services.compute.run("try_days", input, options).then((figures) => {
      parts[part] = figures;
    });
    // Whoever waits for it is told.
    done.catch(() => undefined);
    waiting.push(done);
  };
  try {
    while (next < Math.min(work.length, services.config.workers.threads)) begin();
    let tried = 0;
    for (const { from, to } of work) {
      await waiting.shift();
      begin();
      tried += to - from;
      yield { days: tried, of: days * trials.length };
    }
  } finally {
    stop.abort();
  }
}

async function* printLines(
  setup: SimulationSetup,
  trials: TriedTrials,
  tried: ReturnType<typeof tryAll>,
): AsyncGenerator<Iterable<string>> {
  for await (const progress of tried) yield [`${JSON.stringify({ progress })}\n`];
  yield [`${new TextDecoder().decode(await print(setup, trials))}\n`];
}

async function print(
  { services, share, priority, signal }: SimulationSetup,
  trials: TriedTrials,
): Promise<Uint8Array> {
  const [before, after] = trials.map(({ printed, parts }) => ({ ...printed, parts }));
  const input = { ...given(before, "one is tried"), after: after ?? null };
  return await services.compute.run("print_robustness", input, { share, priority, signal });
}
