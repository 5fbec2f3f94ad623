/** A station with its tracks, read from the network's objects. The API document leaves their extensions open. */
import type { Station } from "../graph/occupancy.ts";
import { api, ask, type Schemas } from "./client.ts";

interface PointObject {
  readonly id: string;
  readonly parts: readonly { readonly track: string }[];
  readonly extensions?: {
    readonly identifier?: { readonly uic?: number } | null;
    readonly sncf?: { readonly trigram?: string; readonly ch?: string } | null;
  } | null;
}

interface TrackObject {
  readonly id: string;
  readonly extensions?: { readonly sncf?: { readonly track_name?: string } | null } | null;
}

/** Throws ApiFault, or the abort's reason. */
export async function askStation(
  infra_id: number,
  station_id: string,
  signal: AbortSignal,
): Promise<Station> {
  const [point] = (await askObjects(infra_id, "OperationalPoint", [station_id], signal)) as [
    PointObject,
  ];
  const ids = [...new Set(point.parts.map(({ track }) => track))];
  const sections = (await askObjects(infra_id, "TrackSection", ids, signal)) as TrackObject[];
  const { identifier, sncf } = point.extensions ?? {};
  const tracks = sections.map(({ id, extensions }) => ({
    id,
    name: extensions?.sncf?.track_name ?? id,
  }));
  return {
    id: point.id,
    uic: identifier?.uic ?? null,
    trigram: sncf?.trigram ?? null,
    secondary_code: sncf?.ch ?? null,
    tracks: tracks.sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true })),
  };
}

/** By operational point id. Throws ApiFault, or the abort's reason. */
export async function countTracks(
  infra_id: number,
  station_ids: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const points = await askObjects(infra_id, "OperationalPoint", station_ids, signal);
  return new Map(
    (points as PointObject[]).map(({ id, parts }) => [
      id,
      new Set(parts.map(({ track }) => track)).size,
    ]),
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
