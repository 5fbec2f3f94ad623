/**
 * The points of all runs of a timetable as Parquet: a row for each point of the curve of each train, in order; for a
 * paced train, of each of its trains, by start. Trains that have no run have no row: their reasons are in the summaries and
 * the times. Threads encode row groups straight from the cached simulations.
 */
import type { PointRun } from "../../../workers/tasks/exchange/encode_points.ts";
import { pointColumns } from "../../../workers/tasks/exchange/encode_points.ts";
import type { TaskOutput } from "../../../workers/tasks.ts";
import { given } from "../../platform/given.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import type { InTurns } from "../../platform/turns.ts";
import { type AskedDate, nameDay } from "../../timetable/calendar/asked_date.ts";
import type { NamedDeparture, TrainKind, TrainRecord } from "../../timetable/train/train_kind.ts";
import {
  type Computed,
  computeGroups,
  type Expanded,
  openSource,
  type Source,
} from "../simulation/computed_groups.ts";
import type { DatedParameters } from "../simulation/setup.ts";

/** Of packed simulations whose points are one row group. */
const GROUP_BYTES = 2 * 1024 * 1024;

interface Owned extends Expanded {
  readonly departures: readonly (NamedDeparture & { readonly owner: PointRun["owner"] })[];
}

function* expand(
  kind: TrainKind,
  { id, record }: TrainRecord,
  on: AskedDate | null,
): InTurns<Owned> {
  const departures: Owned["departures"][number][] = [];
  for (const one of yield* kind.listDepartures(record, on)) {
    const owner = {
      kind: kind.name,
      id,
      ...nameOccurrence(one),
      train_name: one.name,
      ...nameDay(one.day ?? null),
    };
    departures.push({ ...one, owner });
    yield;
  }
  return { departures };
}

function nameOccurrence({
  occurrence,
}: NamedDeparture): Pick<PointRun["owner"], "occurrence" | "exception_key"> {
  if (occurrence === null) return { occurrence: null, exception_key: null };
  return {
    occurrence: "index" in occurrence ? occurrence.index : null,
    exception_key: "exception_key" in occurrence ? occurrence.exception_key : null,
  };
}

/** The file in pieces; before the first, all rights are checked and the network is compiled. */
export async function streamPoints(
  ctx: Context,
  timetable_id: number,
  parameters: DatedParameters,
): Promise<AsyncIterable<Uint8Array>> {
  const { source } = await openSource(ctx, timetable_id, parameters);
  return encodePoints(ctx, source);
}

async function* encodePoints(
  { services: { compute }, share, signal }: Context,
  source: Source,
): AsyncGenerator<Uint8Array> {
  const how = { share, signal, priority: "batch" } as const;
  const has_date = (source.on ?? null) !== null;
  const groups: TaskOutput<"encode_run_points">["groups"][number][] = [];
  let offset = 0;
  for await (const runs of listRuns(source)) {
    const made = await compute.run("encode_run_points", { runs, has_date, offset }, how);
    groups.push(...made.groups);
    offset += made.bytes.length;
    yield made.bytes;
  }
  const columns = pointColumns(has_date);
  yield await compute.run("encode_parquet_end", { columns, groups, offset }, how);
}

/** As many runs at once as make one row group. */
async function* listRuns(source: Source): AsyncGenerator<readonly PointRun[]> {
  const { on = null } = source;
  let waiting: PointRun[] = [];
  let bytes = 0;
  for await (const group of computeGroups(source, (kind, row) => expand(kind, row, on))) {
    for (const run of runsOf(group)) {
      waiting.push(run);
      bytes += run.packed.byteLength;
      if (bytes < GROUP_BYTES) continue;
      yield waiting;
      [waiting, bytes] = [[], 0];
    }
  }
  if (waiting.length > 0) yield waiting;
}

function* runsOf(group: readonly Computed<Owned>[]): Generator<PointRun> {
  for (const { expanded, results } of group) {
    for (const [i, { start_ms, owner }] of expanded.departures.entries()) {
      const one = given(results[i], "every train was computed");
      if (one.kind === "success") yield { owner, start_ms, packed: one.outcome.packed };
    }
  }
}
