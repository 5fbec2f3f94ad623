/**
 * The points of all runs of a timetable as Parquet: a row for each point of the curve of each train, in order; for a
 * paced train, of each of its trains, by start. Trains that have no run have no row: their reasons are in the summaries and
 * the times. Threads encode row groups straight from the cached simulations.
 */
import type { PointRun } from "../../../workers/tasks/exchange/encode_points.ts";
import { pointColumns } from "../../../workers/tasks/exchange/encode_points.ts";
import type { TaskOutput } from "../../../workers/tasks.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import { openSource, type Source } from "../simulation/computed_groups.ts";
import type { DatedParameters } from "../simulation/setup.ts";
import { computeOwned, listRuns } from "./owned_trains.ts";

/** Of packed simulations whose points are one row group. */
const GROUP_BYTES = 2 * 1024 * 1024;

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
  for await (const runs of listRowGroups(source)) {
    const made = await compute.run("encode_run_points", { runs, has_date, offset }, how);
    groups.push(...made.groups);
    offset += made.bytes.length;
    yield made.bytes;
  }
  const columns = pointColumns(has_date);
  yield await compute.run("encode_parquet_end", { columns, groups, offset }, how);
}

/** As many runs at once as make one row group. */
async function* listRowGroups(source: Source): AsyncGenerator<readonly PointRun[]> {
  let waiting: PointRun[] = [];
  let bytes = 0;
  for await (const group of computeOwned(source)) {
    for (const { owner, start_ms, one } of listRuns(group)) {
      if (one.kind !== "success") continue;
      const { packed } = one.outcome;
      waiting.push({ owner, start_ms, packed });
      bytes += packed.byteLength;
      if (bytes < GROUP_BYTES) continue;
      yield waiting;
      [waiting, bytes] = [[], 0];
    }
  }
  if (waiting.length > 0) yield waiting;
}
