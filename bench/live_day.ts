/** A day that has run in part, all of it reported: single reports, each followed by a forecast of its train, or by the event that tells of it. */
import { availableParallelism, loadavg } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import * as v from "valibot";
import { probeWhile } from "./health_probe.ts";
import { BASE_URL, splitTexts, timed, type World } from "./scale_world.ts";
import { peakMemoryMib } from "./servers.ts";

/** Single reports. */
const ROUNDS = 40;
/** Of them, with a listener. */
const HEARD_ROUNDS = 15;
/** A stream tells at most once a second: what was told before must be long ago. */
const REST_MS = 3000;
const GIVEN_UP_MS = 5000;
const BODY_MAX = 10_000;
/** What is reported by then. */
const SHARE = 0.5;
/** Of a single report behind what was expected. */
const LATE_MS = 60_000;

const Train = v.looseObject({ kind: v.string(), id: v.number() });
/** One of the lines; the first has no train. */
const Line = v.looseObject({
  train: v.optional(Train),
  stops: v.optional(
    v.array(
      v.looseObject({
        stop: v.nullable(v.string()),
        arrival: v.nullable(v.string()),
        departure: v.nullable(v.string()),
      }),
    ),
  ),
});

interface Happening {
  readonly train: v.InferOutput<typeof Train>;
  readonly event: "arrived" | "departed";
  readonly stop: string;
  readonly at_ms: number;
}

type Report = (
  items: readonly Happening[],
  late_ms: number,
  observed_ms?: number,
) => Promise<unknown>;

/** `run`: query of the network. */
export async function benchLiveDay(
  { api, pid }: World,
  { timetable_id, run }: { readonly timetable_id: number; readonly run: string },
): Promise<void> {
  const path = `/timetable/${timetable_id}`;
  const [happenings, first_s] = await timed(async () => listHappenings(`${path}/forecast?${run}`));
  const report: Report = async (items, late_ms, observed_ms) =>
    api.post(
      `${path}/reports`,
      items.map((one) => printReport(one, late_ms, observed_ms)),
      v.unknown(),
    );
  const count = Math.floor(SHARE * happenings.length);
  const bodies_s: number[] = [];
  let longest_ms = 0;
  for (let i = 0; i < count; i += BODY_MAX) {
    const body = happenings.slice(i, Math.min(i + BODY_MAX, count));
    const { value, probe } = await probeWhile(BASE_URL, async () => timed(() => report(body, 0)));
    longest_ms = Math.max(longest_ms, probe.longest_ms);
    bodies_s.push(value[1]);
  }
  console.log(
    `${count} of ${happenings.length} reports in bodies of ${Math.min(count, BODY_MAX)}: at most ${Math.max(...bodies_s).toFixed(2)} s each, ` +
      `/health at most ${longest_ms.toFixed(0)} ms; first forecast, of all, ${first_s.toFixed(1)} s`,
  );
  const reported_ms: number[] = [];
  const forecast_ms: number[] = [];
  const step = Math.max(1, Math.floor((happenings.length - count) / (20 * ROUNDS)));
  for (let round = 0; round <= ROUNDS; round++) {
    const next = happenings.slice(count + round * step, count + (round + 1) * step);
    const last = next.at(-1);
    if (last === undefined) break;
    await report(next.slice(0, -1), 0);
    const query = `${path}/forecast?${run}&${last.train.kind}_id=${last.train.id}`;
    const [, report_s] = await timed(async () => report([last], LATE_MS));
    const [, forecast_s] = await timed(async () => api.get(query, v.unknown()));
    // The first one is of a day that no thread knows yet.
    if (round === 0)
      console.log(`forecast after all of them: ${(1000 * forecast_s).toFixed(0)} ms`);
    else {
      reported_ms.push(1000 * report_s);
      forecast_ms.push(1000 * forecast_s);
    }
  }
  const heard_ms = await benchEvents(
    `${path}/forecast?${run}`,
    happenings.slice(count + (ROUNDS + 1) * step),
    step,
    report,
  );
  console.log(
    `a report until its event comes ${median(heard_ms).toFixed(0)} ms (median of ${heard_ms.length}), at most ${Math.max(...heard_ms).toFixed(0)} ms`,
  );
  const [load = 0] = loadavg();
  console.log(
    `a single report ${median(reported_ms).toFixed(1)} ms, the forecast of its train ${median(forecast_ms).toFixed(0)} ms (medians of ${ROUNDS}), ` +
      `at most ${Math.max(...forecast_ms).toFixed(0)} ms; memory at most ${peakMemoryMib(pid).toFixed(0)} MiB; ` +
      `load ${load.toFixed(1)} on ${availableParallelism()} cores`,
  );
}

/** Of each batch the first is told last, as happened in time: how long until a listener is told of it, from before that was sent. */
async function benchEvents(
  path: string,
  happenings: readonly Happening[],
  step: number,
  report: Report,
): Promise<number[]> {
  const leaving = new AbortController();
  const { signal } = leaving;
  const { body } = await fetch(`${BASE_URL}${path}`, {
    headers: { accept: "text/event-stream" },
    signal,
  });
  if (body === null) throw new Error("a stream has no body");
  let onEvent: (text: string) => void = () => undefined;
  const reading = listenTo(body, (text) => onEvent(text));
  const heard_ms: number[] = [];
  for (let at = 0; at < HEARD_ROUNDS * step; at += step) {
    const next = happenings.slice(at, at + step);
    const [first, last] = [next[0], next.at(-1)];
    if (first === undefined || last === undefined) break;
    await report(next.slice(1), 0);
    await wait(REST_MS);
    const begin_ms = performance.now();
    const heard = new Promise<true>((resolve) => {
      onEvent = (text) => {
        if (text.includes(`"id":${first.train.id}}`)) resolve(true);
      };
    });
    await report([first], 0, last.at_ms);
    // One that was just due, or that others hold up, does not move.
    const is_heard = await Promise.race([heard, wait(GIVEN_UP_MS, false)]);
    if (is_heard) heard_ms.push(performance.now() - begin_ms);
  }
  leaving.abort();
  await reading;
  return heard_ms;
}

/** Until it is left. */
async function listenTo(
  body: AsyncIterable<Uint8Array>,
  onEvent: (text: string) => void,
): Promise<void> {
  try {
    for await (const event of splitTexts(body, "\n\n")) onEvent(event);
  } catch (error) {
    if (!(error instanceof Error && error.name === "AbortError")) throw error;
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

function printReport(
  { train, event, stop, at_ms }: Happening,
  late_ms: number,
  observed_ms = at_ms + late_ms,
): object {
  const at = new Date(at_ms + late_ms).toISOString();
  return { train, event, stop, at, observed_at: new Date(observed_ms).toISOString() };
}

/** As expected before anything is reported, in order of time. */
async function listHappenings(path: string): Promise<Happening[]> {
  const happenings: Happening[] = [];
  const answer = await fetch(`${BASE_URL}${path}`, { headers: { accept: "application/x-ndjson" } });
  for await (const line of splitTexts(answer.body, "\n")) happenings.push(...happeningsOf(line));
  return happenings.sort((a, b) => a.at_ms - b.at_ms);
}

function happeningsOf(line: string): Happening[] {
  const { train, stops = [] } = v.parse(Line, JSON.parse(line));
  if (train === undefined) return [];
  return stops.flatMap(({ stop, arrival, departure }) => {
    if (stop === null) return [];
    const of = (event: Happening["event"], at: string | null): Happening[] =>
      at === null ? [] : [{ train, event, stop, at_ms: Date.parse(at) }];
    return [...of("arrived", arrival), ...of("departed", departure)];
  });
}
