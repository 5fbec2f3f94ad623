/** Where vehicles stand between two trains: one goes on as another because its record says so, never because it could. */
import { makeCurve, type Run } from "../../graph/runs.ts";
import type { PacedTrain, Timetable, TrainSchedule } from "../timetable.ts";

const NONE: readonly Run[] = [];

/** A short line at the terminal for each two of the runs; of services, the trains of the same number in order. */
export function listTurns(runs: readonly Run[], known: Timetable): readonly Run[] {
  const records = new Map<number, TrainSchedule | PacedTrain>([
    ...known.trains,
    ...known.paced_trains,
  ]);
  if (![...records.values()].some(({ follows }) => follows !== undefined)) return NONE;
  const by_order = new Map<string, Run>();
  for (const run of runs) {
    const is_added = run.kind === "paced_train" && run.index === null;
    if (!is_added) by_order.set(orderKey(run, run.index), run);
  }
  return runs.flatMap((after) => {
    const follows = records.get(after.train_id)?.follows;
    if (follows === undefined) return [];
    const before = by_order.get(
      orderKey({ kind: follows.kind, train_id: follows.id }, after.index),
    );
    const record = records.get(follows.id);
    if (before === undefined || record === undefined) return [];
    const turn = joinRuns(before, after, countPlaces(record, before));
    return turn === null ? [] : [turn];
  });
}

function orderKey({ kind, train_id }: Pick<Run, "kind" | "train_id">, index: number | null) {
  return `${kind} ${train_id} ${index}`;
}

/** How many waypoints a train's path has. */
export function countPlaces(record: TrainSchedule | PacedTrain, { exception_key }: Run): number {
  const exceptions = "paced" in record ? record.exceptions : [];
  const own = exceptions.find(({ key }) => key === exception_key)?.path_and_schedule;
  return (own ?? record).path.length;
}

/** Null: one does not end where and before the other begins, or not on the axis. */
function joinRuns(before: Run, after: Run, count: number): Run | null {
  const [last, first] = [before.passes.at(-1), after.passes[0]];
  const [end, begin] = [before.curves.at(-1), after.curves[0]];
  if (last === undefined || first === undefined || last.station !== first.station) return null;
  if (last.waypoint !== count - 1 || first.waypoint !== 0) return null;
  const from_ms = before.start_ms + (end?.times_ms.at(-1) ?? Number.NaN) - after.start_ms;
  const to_ms = begin?.times_ms[0] ?? Number.NaN;
  if (!(from_ms <= to_ms)) return null;
  const curve = makeCurve({
    times_ms: Float64Array.of(from_ms, to_ms),
    positions_mm: Float64Array.of(end?.positions_mm.at(-1) ?? 0, begin?.positions_mm[0] ?? 0),
    shares: Float64Array.of(end?.shares.at(-1) ?? 0, begin?.shares[0] ?? 0),
  });
  return { ...after, curves: [curve] };
}
