/** Stations to choose from: those of the graph's axis, and those that were looked for in the whole network. */
import { computed, signal } from "@preact/signals";
import { api, ask, type Schemas } from "../api/client.ts";
import { graph_data } from "./graph.ts";
import { setting } from "./setting.ts";

interface Named {
  readonly id: string;
  readonly name: string;
}

interface LookedFor {
  readonly infra_id: number;
  readonly stations: readonly Named[];
}

const looked_for = signal<LookedFor | null>(null);

export const stations = computed<readonly Named[]>(() => {
  const axis = graph_data.value?.axis.forward.stations ?? [];
  const found = looked_for.value;
  if (found === null || found.infra_id !== setting.value?.infra_id) return axis;
  const known = new Set(axis.map(({ id }) => id));
  return [...axis, ...found.stations.filter(({ id }) => !known.has(id))];
});

const FOUND_MAX = 50;

let asking = new AbortController();

/** Those whose names have all the words; an earlier question is given up. Throws ApiFault, or the abort's reason. */
export async function lookFor(text: string): Promise<void> {
  asking.abort();
  const infra_id = setting.peek()?.infra_id ?? null;
  if (infra_id === null || text.trim() === "") return;
  asking = new AbortController();
  const query = ["and", ["=", ["infra_id"], infra_id], ["search", ["name"], text.trim()]];
  const found = (await ask(
    api.POST("/search", {
      params: { query: { page: 1, page_size: FOUND_MAX } },
      body: { object: "operationalpoint", query },
      signal: asking.signal,
    }),
  )) as Schemas["FoundOperationalPoint"][];
  const listed = found.map(({ obj_id, name }) => ({ id: obj_id, name: name ?? obj_id }));
  looked_for.value = { infra_id, stations: listed };
}
