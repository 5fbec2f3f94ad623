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
  const by_name = new Map<string, Run[]>();
  for (const run of runs) {
    const name = records.get(run.train_id)?.train_name;
    if (name === undefined || (run.kind === "paced_train" && run.index === null)) continue;
    const key = orderKey(run.kind, name, run.index);
    const alike = by_name.get(key);
    if (alike) alike.push(run);
    else by_name.set(key, [run]);
  }
  return runs.flatMap((after) => {
    const follows = records.get(after.train_id)?.follows;
    const named = records.get(follows?.id ?? 0);
    if (follows === undefined || named === undefined) return [];
    const alike = by_name.get(orderKey(follows.kind, named.train_name, after.index)) ?? [];
    const own = alike.filter(({ train_id }) => train_id === follows.id);
    const dates = own.map(({ date }) => date);
    const others = alike.filter(({ date }) => !dates.includes(date));
    // On days on which it runs otherwise another record stands for it: the one of its name, not one of many.
    const is_one = new Set(others.map(({ date }) => date)).size === others.length;
    const found = (is_one ? [...own, ...others] : own).flatMap((before) => {
      const record = records.get(before.train_id);
      const turn = record && joinRuns(before, after, countPlaces(record, before));
      return turn ? [turn] : [];
    });
    // With a date it may also have run the day before: the last one is it.
    const [last] = found.sort((one, other) => startOf(other) - startOf(one));
    return last === undefined ? [] : [last];
  });
}

function orderKey(kind: Run["kind"], name: string, index: number | null): string {
  return `${kind} ${index} ${name}`;
}

/** When the standing begins, after the start of the train that goes on. */
function startOf({ curves: [curve] }: Run): number {
  return curve?.times_ms[0] ?? 0;
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
