/** Places the train found by a short term request on the graph: it is not stored, and the server tells its way. */
import { effect } from "@preact/signals";
import { projectAdded } from "../../api/stations_of_trains.ts";
import type { Run } from "../../graph/runs.ts";
import { TEXTS } from "../../texts.ts";
import { graph_data, placeRun, ways } from "../graph.ts";
import { attempt } from "../session.ts";
import { setting } from "../setting.ts";
import { open_timetable_id } from "../timetable.ts";
import { type Found, found, found_run } from "./request.ts";

effect(() => {
  found_run.value = null;
  const [one, axis] = [found.value, graph_data.value?.axis];
  if (one === null || axis === undefined || ways.value.length === 0) return undefined;
  const work = new AbortController();
  attempt(async () => {
    const run = await placeFound(one, work.signal);
    if (!work.signal.aborted) found_run.value = run;
  });
  return () => work.abort();
});

async function placeFound(
  { train_schedule, departure_time }: Found,
  signal: AbortSignal,
): Promise<Run | null> {
  const [data, chosen, timetable_id] = [
    graph_data.peek(),
    setting.peek(),
    open_timetable_id.peek(),
  ];
  const [way] = ways.peek();
  if (train_schedule === null || data === null || chosen === null || timetable_id === null)
    return null;
  const { stations } = data.axis.forward;
  const question = { timetable_id, stations, setting: chosen, signal, run: "final" } as const;
  const sent = await projectAdded(train_schedule, question);
  if (sent === null || way === undefined) return null;
  return {
    key: "found",
    train_id: 0,
    kind: "train_schedule",
    name: TEXTS.form.begin,
    start_ms: Date.parse(departure_time),
    index: null,
    exception_key: null,
    look: "",
    category: "",
    stock: "",
    labels: [],
    ...placeRun(sent, way.scale),
  };
}
