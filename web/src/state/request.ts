/** The answer to a short term request. */
import { computed, signal } from "@preact/signals";
import type { Schemas } from "../api/client.ts";
import { projectRanges } from "../graph/overlap.ts";
import type { Run } from "../graph/runs.ts";
import { TEXTS } from "../texts.ts";
import { graph_data, placeProjected, ways } from "./graph.ts";

export type Answer = Schemas["StdcmResult"];
export type Found = Extract<Answer, { status: "success" }>;

export const answer = signal<Answer | null>(null);

export const found = computed<Found | null>(() =>
  answer.value?.status === "success" ? answer.value : null,
);

/** The found train on the graph: it is not stored, so it is placed here. */
export const found_run = computed<Run | null>(() => {
  const [one, data, placed] = [found.value, graph_data.value, ways.value];
  if (one === null || data === null) return null;
  const { positions, times } = one.simulation.final_output;
  const project = (way: (typeof data.axis)["back"]) =>
    way === null
      ? []
      : projectRanges({ positions, times }, one.path.track_section_ranges, way.ranges);
  const projected = { forward: project(data.axis.forward), back: project(data.axis.back) };
  const way = placeProjected(projected, placed[0]?.scale ?? null, placed[1]?.scale ?? null);
  if (way === null) return null;
  return {
    key: "found",
    train_id: 0,
    kind: "train_schedule",
    name: TEXTS.form.begin,
    start_ms: Date.parse(one.departure_time),
    index: null,
    exception_key: null,
    category: "",
    stock: "",
    labels: [],
    ...way,
  };
});
