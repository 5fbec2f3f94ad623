/**
 * The trains of a timetable that run at given times, from the same simulations as all other results: a
 * known run is not simulated again. Trains that start after the last time are not computed at all.
 */
import type { InTurns } from "../../platform/turns.ts";
import { type AskedDate, nameDay } from "../../timetable/calendar/asked_date.ts";
import type { NamedDeparture, TrainKind, TrainRecord } from "../../timetable/train/train_kind.ts";
import type { ValidTrain } from "../simulation/compute_trains.ts";
import {
  type Computed,
  computeGroups,
  type Expanded,
  type Source,
} from "../simulation/computed_groups.ts";

interface Named extends Expanded {
  readonly departures: readonly NamedDeparture[];
  /** Identifies the record. */
  readonly record: { readonly train_id: number; readonly kind: TrainKind["name"] };
}

/** A train that runs at some of the times. */
export interface Running {
  /** Its identification, as in answers. */
  readonly named: object;
  readonly train: ValidTrain;
  /** Indices of the times. */
  readonly frames: readonly number[];
  /** Milliseconds since its start. */
  readonly times_ms: readonly number[];
}

/** Group by group, at the consumer's pace. */
export async function* listRunning(
  source: Source,
  times: readonly number[],
): AsyncGenerator<readonly Running[]> {
  const last_ms = times.at(-1) ?? 0;
  const { on = null } = source;
  for await (const group of computeGroups(source, (kind, row) =>
    expand(kind, row, { last_ms, on }),
  )) {
    yield findRunning(group, times);
  }
}

function* expand(
  kind: TrainKind,
  { id, record }: TrainRecord,
  { last_ms, on }: { readonly last_ms: number; readonly on: AskedDate | null },
): InTurns<Named> {
  const departures = yield* kind.listDepartures(record, on);
  return {
    departures: departures.filter(({ start_ms }) => start_ms <= last_ms),
    record: { train_id: id, kind: kind.name },
  };
}

function findRunning(group: readonly Computed<Named>[], times: readonly number[]): Running[] {
  return group.flatMap(({ expanded, results }) =>
    expanded.departures.flatMap(({ start_ms, occurrence, day = null }, i): Running[] => {
      const train = results[i];
      if (train?.kind !== "success") return [];
      const end_ms = start_ms + train.outcome.final.time_ms;
      const frames = times.flatMap((time, at) => (time >= start_ms && time <= end_ms ? [at] : []));
      if (frames.length === 0) return [];
      const times_ms = frames.map((at) => (times[at] ?? 0) - start_ms);
      const named = { ...expanded.record, occurrence, ...nameDay(day) };
      return [{ named, train, frames, times_ms }];
    }),
  );
}
