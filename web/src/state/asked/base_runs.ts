/** Base runs of all trains of the graph, on request; those of changed trains are requested again. */
import { computed, effect, signal } from "@preact/signals";
import { isAbort } from "../../api/client.ts";
import type { Setting } from "../../api/setting.ts";
import type { ProjectedTrain } from "../../api/stations_of_trains.ts";
import type { Run } from "../../graph/runs.ts";
import { parameters } from "../address.ts";
import { type GraphData, graph_data, listRuns, ways } from "../graph.ts";
import { explain, tell } from "../session.ts";
import { setting } from "../setting.ts";
import { open_timetable_id, timetable } from "../timetable.ts";
import type { KnownBase } from "./read_base.ts";

export const shows_base = computed(() => parameters.base.value === "all");

const known = signal<KnownBase | null>(null);

export const base_runs = computed<readonly Run[]>(() => {
  const [found, data, stored] = [known.value, graph_data.value, timetable.value];
  if (!shows_base.value || found === null || data === null || stored === null) return [];
  if (found.axis !== data.axis) return [];
  const projected = new Map<number, ProjectedTrain>();
  for (const [id, { of, base }] of found.trains) {
    if (base !== null && data.projected.get(id) === of) projected.set(id, base);
  }
  return listRuns(projected, stored, ways.value[0]);
});

export function followBaseRuns(): void {
  effect(() => {
    const [data, chosen] = [graph_data.value, setting.value];
    if (!shows_base.value || data === null || chosen === null) return undefined;
    const ending = new AbortController();
    read(data, chosen, ending.signal).catch((error: unknown) => {
      if (!isAbort(error)) tell("failed", explain(error));
    });
    return () => ending.abort();
  });
}

async function read(data: GraphData, chosen: Setting, ending: AbortSignal): Promise<void> {
  const { readBase } = await import("./read_base.ts");
  const timetable_id = open_timetable_id.peek();
  if (timetable_id === null) return;
  known.value = await readBase(known.peek(), data, {
    timetable_id,
    setting: chosen,
    signal: ending,
    run: "base",
  });
}
