/** Conflicts of one train with the trial applied, by the place that it has reached when they begin. */
import { printClockOn } from "../../graph/clock.ts";
import { applyTrial, type SentConflict } from "../../graph/drawing/marks.ts";
import { TOOL_TEXTS } from "../../tool_texts.ts";
import type { Edit, Form } from "../edits/edit.ts";
import { trial } from "../edits/trial.ts";
import { graph_data } from "../graph.ts";

/** A train that has arrived may be in the way for a while. */
const STAY_MS = 600_000;

interface Tried extends SentConflict {
  readonly added_trains?: readonly { readonly change: number }[];
}

/** For each place, the times of its conflicts. `times_ms`: when the train is at its waypoints; null if not known. */
export function listClashing(
  { key, id }: Edit,
  { path, start_time }: Form,
  times_ms: readonly number[] | null,
): readonly (readonly string[])[] {
  const now = trial.value;
  const known = graph_data.value?.conflicts ?? [];
  const follows = now?.follows ?? null;
  const all: readonly Tried[] = follows === null ? known : applyTrial(known, follows.conflicts);
  const change = now?.asked.findIndex((edit) => edit.key === key) ?? -1;
  const own = all.filter(
    ({ train_schedule_ids, paced_train_occurrence_ids, added_trains = [] }) =>
      (id !== null && train_schedule_ids.includes(id)) ||
      paced_train_occurrence_ids.some(({ paced_train_id }) => paced_train_id === id) ||
      added_trains.some((one) => one.change === change),
  );
  const start_ms = Date.parse(start_time);
  const print = (time: string): string => printClockOn(Date.parse(time), start_ms);
  return path.map((_place, i) => {
    const from_ms = start_ms + (times_ms?.[i] ?? Infinity);
    const to_ms =
      i === path.length - 1 ? from_ms + STAY_MS : start_ms + (times_ms?.[i + 1] ?? Infinity);
    return own
      .filter(({ start_time: begin }) => {
        const at_ms = Math.max(start_ms, Date.parse(begin));
        return from_ms <= at_ms && at_ms < to_ms;
      })
      .map((one) => TOOL_TEXTS.times.conflict(print(one.start_time), print(one.end_time)));
  });
}
