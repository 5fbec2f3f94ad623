/** Finds stations of the whole network; those of the graph's axis come first. */
import { api, ask, type Schemas } from "../../api/client.ts";
import { graph_data } from "../graph.ts";
import { setting } from "../setting.ts";
import { meetStations } from "./waypoints.ts";

export interface Station {
  readonly id: string;
  readonly name: string;
  /** Its short name and which part of the station it is, if known. */
  readonly hint?: string;
}

const FOUND_MAX = 30;

/** Matches all words of the name, the trigram or the UIC code. Throws ApiFault. */
export async function findStations(text: string): Promise<readonly Station[]> {
  const words = text.trim();
  const axis = graph_data.peek()?.axis.forward.stations ?? [];
  const infra_id = setting.peek()?.infra_id ?? null;
  if (infra_id === null || words === "") return axis;
  const meets = ["or", ["search", ["name"], words], ["=", ["trigram"], words.toUpperCase()]];
  if (/^\d{1,9}$/.test(words)) meets.push(["=", ["uic"], Number(words)] as unknown as string[]);
  const found = (await ask(
    api.POST("/search", {
      params: { query: { page: 1, page_size: FOUND_MAX } },
      body: { object: "operationalpoint", query: ["and", ["=", ["infra_id"], infra_id], meets] },
    }),
  )) as Schemas["FoundOperationalPoint"][];
  const listed = found.map(({ obj_id, name, trigram, ch }) => ({
    id: obj_id,
    name: name ?? obj_id,
    hint: [trigram, ch].filter(Boolean).join(" "),
  }));
  meetStations(listed);
  const on_axis = new Set(axis.map(({ id }) => id));
  const isFar = ({ id }: Station): number => (on_axis.has(id) ? 0 : 1);
  return listed.toSorted((a, b) => isFar(a) - isFar(b));
}
