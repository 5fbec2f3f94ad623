/** Places the train found by a short term request on the graph: it is not stored. */
import { effect } from "@preact/signals";
import type { Scale } from "../graph/axis.ts";
import { projectRanges } from "../graph/overlap.ts";
import { type Curve, placeCurve, type Run } from "../graph/runs.ts";
import { TEXTS } from "../texts.ts";
import { graph_data, runsBack, ways } from "./graph.ts";
import { found, found_run } from "./request.ts";

effect(() => {
  found_run.value = placeFound();
});

function placeFound(): Run | null {
  const [one, data, placed] = [found.value, graph_data.value, ways.value];
  if (one === null || data === null) return null;
  const { positions, times } = one.simulation.final_output;
  // Along the tracks of the axis, or of its way back, whichever it follows for longer.
  const placedOn = (way: (typeof data.axis)["back"], scale: Scale | undefined): Curve[] =>
    way === null || scale === undefined
      ? []
      : projectRanges({ positions, times }, one.path.track_section_ranges, way.ranges).map(
          (curve) => placeCurve(curve, scale),
        );
  const { forward, back } = data.axis;
  const [along, against] = [placedOn(forward, placed[0]?.scale), placedOn(back, placed[1]?.scale)];
  const curves = lengthOf(against) > lengthOf(along) ? against : along;
  if (curves.length === 0) return null;
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
    curves,
    passes: [],
    is_back: runsBack(curves),
  };
}

function lengthOf(curves: readonly Curve[]): number {
  return curves.reduce((sum, { from_share, to_share }) => sum + to_share - from_share, 0);
}
