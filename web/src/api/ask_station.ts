/** A station with its tracks, read from the network's objects. The API document leaves their extensions open. */
import type { Station } from "../graph/occupancy.ts";
import { askObjects } from "./station.ts";
import { nameTracks } from "./track_numbers.ts";

interface PointObject {
  readonly id: string;
  readonly parts: readonly { readonly track: string; readonly position: number }[];
  readonly extensions?: {
    readonly identifier?: { readonly uic?: number } | null;
    readonly sncf?: { readonly trigram?: string; readonly ch?: string } | null;
  } | null;
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
  const sections = await askObjects(infra_id, "TrackSection", ids, signal);
  const { identifier, sncf } = point.extensions ?? {};
  const tracks = nameTracks(point.parts, sections as unknown as Parameters<typeof nameTracks>[1]);
  return {
    id: point.id,
    uic: identifier?.uic ?? null,
    trigram: sncf?.trigram ?? null,
    secondary_code: sncf?.ch ?? null,
    tracks: tracks.toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true })),
  };
}
