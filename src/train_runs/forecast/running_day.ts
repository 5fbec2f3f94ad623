/**
 * The trains of a timetable with their runs in the form in which a day is simulated, kept until one of them
 * changes: reports change nothing of it.
 */
import type { TaskInput } from "../../../workers/tasks.ts";
import { hashKey, hashText } from "../../platform/compute/keys.ts";
import { shareBytes } from "../../platform/compute/shared_value.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import { doInTurns, type InTurns } from "../../platform/turns.ts";
import { printCalendar } from "../../timetable/calendar/asked_date.ts";
import type { ConflictQuestion } from "../conflict/kept_trains.ts";
import { openConflicts } from "../conflict/timetable_conflicts.ts";
import { findOpenDay } from "../operation/operation.queries.ts";
import { openPinned } from "../operation/pinned_day.ts";
import { reportKeyOf } from "../operation/reported_train.ts";
import { resolveOne } from "../path/setup.ts";
import {
  DistinctStops,
  joinRuns,
  type PassedPlace,
  type RunningTrain,
  runTrains,
} from "../robustness/running_trains.ts";
import type { Source } from "../simulation/computed_groups.ts";
import type { DatedParameters } from "../simulation/setup.ts";

/** Number of a train without a run. */
export const UNTABULATED = -1;
/** On the main thread, in addition to the buffers. */
const TRAIN_BYTES = 300;
const STOP_BYTES = 40;

export interface RunningDay {
  /** As threads know it. */
  readonly day: TaskInput<"forecast_day">["day"];
  readonly names: readonly object[];
  /** [nRuns] */
  readonly run_keys: readonly string[];
  readonly stock_names: readonly string[];
  /** [nNames] its number in `day`; UNTABULATED: it has no run. */
  readonly train_of: Int32Array;
  /** Place among the names, by what reports are found by. */
  readonly known: ReadonlyMap<string, number>;
  /** By `day.stops_of`: ids of waypoints where trains stop, begin and end included; null: it has none. */
  readonly stops: readonly (readonly (string | null)[])[];
  /** The same: waypoints between them, by their ids. */
  readonly passed: readonly ReadonlyMap<string, PassedPlace>[];
  /** The same: by what their stations are found; none: it stands at a place of a track. */
  readonly stations: readonly (readonly (readonly string[])[])[];
}

/** What the day depends on, as it was opened or else as it is now; the rights on everything involved were checked. */
export async function openRunning(
  ctx: Context,
  { timetable_id, ...parameters }: DatedParameters & { readonly timetable_id: number },
): Promise<ConflictQuestion> {
  const asked = { timetable_id, ...parameters };
  const opened = await findOpenDay(ctx.services.db, asked);
  if (opened !== null) return await openPinned(ctx, opened, asked);
  return await openConflicts(ctx, timetable_id, {
    ...parameters,
    work_schedule_group_id: null,
    priority: "batch",
  });
}

export async function readDay(question: ConflictQuestion): Promise<RunningDay> {
  const { setup, stocks, train_changes, stock_names, timetable_id, on = null, pinned } = question;
  const { infra, profiles, limits } = setup;
  // A train that changes meanwhile is in the day already, and asked for by another key from then on.
  const key = hashKey("running_day", [
    timetable_id,
    pinned === undefined ? train_changes : { pinned: pinned.key },
    stock_names.map((name) => stocks.find(name)?.physics.key ?? null),
    infra.key,
    profiles?.key ?? null,
    limits?.key ?? null,
    on === null ? null : hashText(printCalendar(on)),
  ]);
  const running = await resolveOne(setup, key, {
    compute: async (own) => await makeDay({ ...question, setup: { ...setup, ...own } }, key),
    sizeOf: ({ day, names, stops }) =>
      TRAIN_BYTES * names.length +
      STOP_BYTES * stops.reduce((sum, { length }) => sum + length, 0) +
      day.texts.byteLength +
      day.runs.buffer.byteLength,
  });
  // Another caller may have read a train that was added since this one's rights were checked.
  await stocks.learn(running.stock_names);
  return running;
}

async function makeDay(question: ConflictQuestion, key: string): Promise<RunningDay> {
  const { running, runs } = await runDay(question);
  return await doInTurns(describeDay(key, running, runs), question.setup.signal);
}

export async function runDay({
  timetable_id,
  setup,
  stocks,
  on = null,
  pinned,
}: ConflictQuestion): ReturnType<typeof runTrains> {
  const all = { count_max: Infinity, begin_ms: -Infinity, end_ms: Infinity };
  return await runTrains({ timetable_id, setup, stocks, on, ...readOf(pinned) }, all);
}

/** How its trains are read. */
export function readOf(pinned: ConflictQuestion["pinned"]): Pick<Source, "read"> {
  return pinned === undefined ? {} : { read: pinned.read };
}

function* describeDay(
  key: string,
  running: readonly RunningTrain[],
  runs: Awaited<ReturnType<typeof runTrains>>["runs"],
): InTurns<RunningDay> {
  const train_of = new Int32Array(running.length).fill(UNTABULATED);
  const known = new Map<string, number>();
  const train_texts: string[] = [];
  const run_of: number[] = [];
  const stops_of: number[] = [];
  const starts_ms: number[] = [];
  const stops = new DistinctStops();
  for (const [i, { name, run, start_ms, computed }] of running.entries()) {
    known.set(reportKeyOf(name), i);
    const table = run === null ? undefined : runs[run]?.table;
    if (run !== null && computed !== null && table !== undefined) {
      train_of[i] = run_of.push(run) - 1;
      stops_of.push(stops.find(computed, table.stops_mm));
      starts_ms.push(start_ms);
      train_texts.push(JSON.stringify(name));
    }
    yield;
  }
  const signals: string[] = [];
  for (const { table } of runs) {
    signals.push(JSON.stringify(table.signals));
    yield;
  }
  const texts = `{"trains":[${train_texts.join()}],"stops":[${stops.texts.join()}],"signals":[${signals.join()}]}`;
  return {
    day: {
      key,
      runs: yield* joinRuns(runs.map(({ table }) => table.packed)),
      run_of: Uint32Array.from(run_of),
      stops_of: Uint32Array.from(stops_of),
      starts_ms: Float64Array.from(starts_ms),
      texts: shareBytes(Buffer.from(texts)),
    },
    names: running.map(({ name }) => name),
    run_keys: runs.map(({ computed }) => computed.run_key),
    stock_names: [...new Set(running.map(({ stock_name }) => stock_name))],
    train_of,
    known,
    stops: stops.lists,
    passed: stops.passed,
    stations: stops.stations,
  };
}
