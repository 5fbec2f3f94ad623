/** Places the train found by a short term request on the graph: it is not stored. */
import { effect } from "@preact/signals";
import { projectRanges } from "../graph/overlap.ts";
import type { Run } from "../graph/runs.ts";
import { TEXTS } from "../texts.ts";
import { graph_data, placeProjected, ways } from "./graph.ts";
import { found, found_run } from "./request.ts";

effect(() => {
  found_run.value = placeFound();
});

function placeFound(): Run | null {
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
    look: "",
    category: "",
    stock: "",
    labels: [],
    ...way,
  };
}
