/** A conflict in words. */
import { computed } from "@preact/signals";
import type { Conflict } from "../graph/marks.ts";
import { TEXTS } from "../texts.ts";
import { runs } from "./graph.ts";
import { readKey } from "./selection.ts";
import { findTrain, nameOfTrain } from "./timetable.ts";

export const runs_by_key = computed(() => new Map(runs.value.map((run) => [run.key, run])));

/** Names of all trains and works that take part. */
export function describeRuns(conflict: Conflict): string {
  const trains = conflict.runs.map((key) => {
    const train = findTrain(readKey(key)?.train_id ?? 0);
    return runs_by_key.value.get(key)?.name ?? (train === null ? key : nameOfTrain(train));
  });
  const { works_count } = conflict;
  return [...trains, ...(works_count > 0 ? [TEXTS.graph.works_count(works_count)] : [])].join(", ");
}
