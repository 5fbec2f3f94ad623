/** The trains of a timetable with their results, as its tables name them. */
import type { PointOwner } from "../../../workers/tasks/exchange/encode_points.ts";
import { given } from "../../platform/given.ts";
import type { InTurns } from "../../platform/turns.ts";
import { type AskedDate, nameDay } from "../../timetable/calendar/asked_date.ts";
import type { NamedDeparture, TrainKind, TrainRecord } from "../../timetable/train/train_kind.ts";
import type { ComputedTrain } from "../simulation/compute_trains.ts";
import {
  type Computed,
  computeGroups,
  type Expanded,
  type Source,
} from "../simulation/computed_groups.ts";

interface OwnedTrains extends Expanded {
  readonly departures: readonly (NamedDeparture & { readonly owner: PointOwner })[];
}

export type OwnedGroup = readonly Computed<OwnedTrains>[];

/** In order; the trains of a paced train by start. */
export function computeOwned(source: Source): AsyncIterable<OwnedGroup> {
  const { on = null } = source;
  return computeGroups(source, (kind, row) => expand(kind, row, on));
}

function* expand(
  kind: TrainKind,
  { id, record }: TrainRecord,
  on: AskedDate | null,
): InTurns<OwnedTrains> {
  const departures: OwnedTrains["departures"][number][] = [];
  for (const one of yield* kind.listDepartures(record, on)) {
    const named = { kind: kind.name, id, ...nameOccurrence(one), train_name: one.name };
    departures.push({ ...one, owner: { ...named, ...nameDay(one.day ?? null) } });
    yield;
  }
  return { departures };
}

function nameOccurrence({
  occurrence,
}: NamedDeparture): Pick<PointOwner, "occurrence" | "exception_key"> {
  if (occurrence === null) return { occurrence: null, exception_key: null };
  return {
    occurrence: "index" in occurrence ? occurrence.index : null,
    exception_key: "exception_key" in occurrence ? occurrence.exception_key : null,
  };
}

/** One train that runs, with its result. */
interface OwnedRun {
  readonly owner: PointOwner;
  readonly start_ms: number;
  readonly one: ComputedTrain;
}

export function* listRuns(group: OwnedGroup): Generator<OwnedRun> {
  for (const { expanded, results } of group) {
    for (const [i, { start_ms, owner }] of expanded.departures.entries()) {
      yield { owner, start_ms, one: given(results[i], "every train was computed") };
    }
  }
}
