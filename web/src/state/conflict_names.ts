/** A conflict in words. */
import { computed, signal } from "@preact/signals";
import type { Conflict } from "../graph/drawing/marks.ts";
import { TEXTS } from "../texts.ts";
import { nameEdited } from "./edits/edit_names.ts";
import { trial } from "./edits/trial.ts";
import { runs } from "./graph.ts";
import { nameOfOne, readKey } from "./selection.ts";
import { findTrain } from "./timetable.ts";

export const runs_by_key = computed(() => new Map(runs.value.map((run) => [run.key, run])));

/** By id; empty until the chosen group is read (chosen_works.ts). */
export const work_names = signal<ReadonlyMap<number, string>>(new Map());

/** Names of all trains and works that take part. */
export function describeRuns({ runs: keys, sent }: Pick<Conflict, "runs" | "sent">): string {
  const trains = keys.map((key) => {
    const one = readKey(key);
    const train = findTrain(one?.train_id ?? 0);
    const name = one === null || train === null ? key : nameOfOne(train, one);
    return runs_by_key.value.get(key)?.name ?? name;
  });
  const added = (sent.added_trains ?? []).map(({ change }) =>
    nameEdited((trial.value?.asked ?? []).slice(change, change + 1)),
  );
  const ids = sent.work_schedule_ids;
  const works = ids.flatMap((id) => work_names.value.get(id) ?? []);
  const told = works.length === ids.length ? works : [TEXTS.graph.works_count(ids.length)];
  return [...trains, ...added, ...told].join(", ");
}
