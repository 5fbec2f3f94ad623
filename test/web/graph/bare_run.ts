/** A run on the graph that has nothing but what a test gives it. */
import type { Run } from "../../../web/src/graph/runs.ts";

export function bareRun(key: string, more: Partial<Run>): Run {
  return {
    key,
    train_id: 1,
    kind: "train_schedule",
    name: key,
    start_ms: 0,
    curves: [],
    passes: [],
    index: null,
    exception_key: null,
    is_back: false,
    look: "",
    category: "",
    stock: "",
    labels: [],
    ...more,
  };
}
