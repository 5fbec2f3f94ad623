/** A day as its reports tell it, and how it goes on. */

import type { KnownDay } from "../../../workers/tasks/operation/day_ref.ts";
import type { TaskInput } from "../../../workers/tasks.ts";
import { acceptsLines } from "../../platform/http/answers.ts";
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { dateOf } from "../../railway/days/operating_days.ts";
import { printDateTime } from "../../railway/iso8601.ts";
import type { TrainKind } from "../../timetable/train/train_kind.ts";
import { type AskedForecast, readKnownDay } from "./known_day.ts";
import { UNUSED_MAX } from "./placed_reports.ts";
import { type RunningDay, UNTABULATED } from "./running_day.ts";

/** Of which trains it is told; nothing: of all. */
export interface ToldTrains {
  readonly ids: readonly { readonly kind: TrainKind["name"]; readonly id: number }[];
  readonly station: string | undefined;
}

/** Whole, or its head and each train in a line of its own. */
export async function answerForecast(
  ctx: Context,
  asked: AskedForecast,
  wanted: ToldTrains,
): Promise<JsonText | AsyncIterable<Uint8Array>> {
  const { question, running, told, known } = await readKnownDay(ctx, asked);
  const { setup, on = null } = question;
  const { names, train_of } = running;
  const { isTold, ...chosen } = chooseTold(running, wanted);
  const head = {
    as_of: printAsOf(known),
    cancelled: [...told.cancelled].filter(isTold).map((i) => names[i]),
    left_out: names.filter(
      (_, i) => train_of[i] === UNTABULATED && !told.cancelled.has(i) && isTold(i),
    ),
  };
  const as_lines = acceptsLines(ctx);
  const bytes = await setup.services.compute.run(
    "forecast_day",
    {
      ...known,
      ...chosen,
      as_lines,
      head_json: JSON.stringify(head),
      unused: told.listUnused(on === null ? undefined : dateOf(on.day)),
      unused_max: UNUSED_MAX,
    },
    { share: setup.share, priority: setup.priority, signal: setup.signal },
  );
  return as_lines ? sendOnce(bytes) : { json: bytes };
}

/** Null: nothing is known. */
export function printAsOf({ as_of_ms }: Pick<KnownDay, "as_of_ms">): string | null {
  return as_of_ms === -Infinity ? null : printDateTime(as_of_ms);
}

/** Trains by their places among the names, and trains and stops as tasks get them. */
export function chooseTold(
  running: RunningDay,
  wanted: ToldTrains,
): Pick<TaskInput<"forecast_day">, "is_told" | "told_stops"> & {
  readonly isTold: (i: number) => boolean;
} {
  const { names, train_of } = running;
  const told_stops = findToldStops(running, wanted);
  const isTold = (i: number): boolean => {
    const t = train_of[i] ?? UNTABULATED;
    const has_stop = t === UNTABULATED || stopsOf(running, told_stops, t)?.length !== 0;
    return has_stop && isNamed(names[i], wanted);
  };
  const is_told = new Uint8Array(running.day.run_of.length);
  for (const [i, t] of train_of.entries()) {
    if (t !== UNTABULATED && isTold(i)) is_told[t] = 1;
  }
  return { isTold, is_told, told_stops };
}

async function* sendOnce(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function isNamed(name: object | undefined, { ids }: ToldTrains): boolean {
  if (ids.length === 0) return true;
  // Safe: all trains are named by them.
  const own = name as ToldTrains["ids"][number];
  return ids.some(({ kind, id }) => own.kind === kind && own.id === id);
}

/** By list of stops which of them are told; null: all. */
function findToldStops({ stations }: RunningDay, { station }: ToldTrains): number[][] | null {
  if (station === undefined) return null;
  return stations.map((list) =>
    list.flatMap((names, stop) => (names.includes(station) ? [stop] : [])),
  );
}

function stopsOf(
  { day }: RunningDay,
  stops: readonly (readonly number[])[] | null,
  t: number,
): readonly number[] | undefined {
  return stops?.[day.stops_of[t] ?? 0];
}
