/**
 * Where the trains of a timetable are on the map at given times, from the same simulations as all results: a run that
 * is known is not made again. Trains that begin after the last time are not computed at all.
 */
import type { TaskOutput } from "../../../workers/tasks.ts";
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import type { InTurns } from "../../platform/turns.ts";
import { printDateTime } from "../../railway/iso8601.ts";
import type { NamedDeparture, TrainKind, TrainRecord } from "../../timetable/train/train_kind.ts";
import { runTask, splitIntoBatches } from "../path/setup.ts";
import type { ValidTrain } from "../simulation/compute_trains.ts";
import {
  type Computed,
  computeGroups,
  type Expanded,
  openSource,
} from "../simulation/computed_groups.ts";
import type { SimulationParameters, SimulationSetup } from "../simulation/setup.ts";

/** Places in one answer. */
const PLACES_MAX = 100_000;
/** Trains that one task locates. */
const LOCATED_AT_ONCE = 200;

type Place = NonNullable<TaskOutput<"locate_trains">[number][number]>;

interface Named extends Expanded {
  readonly departures: readonly NamedDeparture[];
  /** What tells the record among the trains. */
  readonly record: { readonly train_id: number; readonly kind: TrainKind["name"] };
}

/** A train that runs at some of the times. */
interface Running {
  readonly named: object;
  readonly train: ValidTrain;
  /** Indices of the times. */
  readonly frames: readonly number[];
  readonly times_ms: readonly number[];
}

/** JSON: of one time its trains, of several a list a time. */
export async function answerPositions(
  ctx: Context,
  timetable_id: number,
  {
    parameters,
    times,
  }: { readonly parameters: SimulationParameters; readonly times: readonly number[] },
): Promise<JsonText> {
  const { source } = await openSource(ctx, timetable_id, parameters);
  const last_ms = times.at(-1) ?? 0;
  const texts = times.map((): string[] => []);
  let count = 0;
  for await (const group of computeGroups(source, (kind, row) => expand(kind, row, last_ms))) {
    const running = listRunning(group, times);
    count += running.reduce((sum, { frames }) => sum + frames.length, 0);
    if (count > PLACES_MAX) {
      const message = `At most ${PLACES_MAX} places of trains are answered at once`;
      throw new AppError("TooManyItems", message, { count, count_max: PLACES_MAX });
    }
    for (const some of splitIntoBatches(running, 1, LOCATED_AT_ONCE)) {
      await locate(source.setup, some, texts);
    }
  }
  if (times.length === 1) return { json: `[${(texts[0] ?? []).join(",")}]` };
  const lists = times.map((time_ms, i) => {
    return `{"time":"${printDateTime(time_ms)}","trains":[${(texts[i] ?? []).join(",")}]}`;
  });
  return { json: `[${lists.join(",")}]` };
}

function* expand(kind: TrainKind, { id, record }: TrainRecord, last_ms: number): InTurns<Named> {
  const departures = yield* kind.listDepartures(record);
  return {
    departures: departures.filter(({ start_ms }) => start_ms <= last_ms),
    record: { train_id: id, kind: kind.name },
  };
}

function listRunning(group: readonly Computed<Named>[], times: readonly number[]): Running[] {
  return group.flatMap(({ expanded, results }) =>
    expanded.departures.flatMap(({ start_ms, occurrence }, i): Running[] => {
      const train = results[i];
      if (train?.kind !== "success") return [];
      const end_ms = start_ms + train.outcome.final.time_ms;
      const frames = times.flatMap((time, at) => (time >= start_ms && time <= end_ms ? [at] : []));
      if (frames.length === 0) return [];
      const times_ms = frames.map((at) => (times[at] ?? 0) - start_ms);
      return [{ named: { ...expanded.record, occurrence }, train, frames, times_ms }];
    }),
  );
}

/** Appends to the lists of the times. */
async function locate(
  setup: SimulationSetup,
  running: readonly Running[],
  texts: readonly string[][],
): Promise<void> {
  const trains = running.map(({ train: { path, outcome, stock }, times_ms }) => ({
    path,
    packed: outcome.packed,
    length_mm: Math.round(stock.physics.length_m * 1000),
    times_ms,
  }));
  const places = await runTask(setup, "locate_trains", { trains });
  for (const [i, { named, frames }] of running.entries()) {
    for (const [k, frame] of frames.entries()) {
      const place: Place | null | undefined = places[i]?.[k];
      if (place) texts[frame]?.push(JSON.stringify({ ...named, ...place }));
    }
  }
}
