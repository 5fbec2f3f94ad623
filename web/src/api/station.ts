/** Objects of a network, and the number of tracks of its stations. */
import { api, ask, type Schemas } from "./client.ts";

/** By operational point id. Throws ApiFault, or the abort's reason. */
export async function countTracks(
  infra_id: number,
  station_ids: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const points = await askObjects(infra_id, "OperationalPoint", station_ids, signal);
  return new Map(
    (
      points as { readonly id: string; readonly parts: readonly { readonly track: string }[] }[]
    ).map(({ id, parts }) => [id, new Set(parts.map(({ track }) => track)).size]),
  );
}

/** Objects of one type, in id order. Throws ApiFault, or the abort's reason. */
export async function askObjects(
  infra_id: number,
  object_type: "OperationalPoint" | "TrackSection",
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly Schemas["PlacedObjects"][number]["railjson"][]> {
  const found = await ask(
    api.POST("/infra/{infra_id}/objects/{object_type}", {
      params: { path: { infra_id, object_type } },
      body: [...ids],
      signal,
    }),
  );
  return found.map(({ railjson }) => railjson);
}
