/** The tracks of a station with their lengths. */
import { askStation } from "../api/ask_station.ts";
import { askObjects } from "../api/station.ts";
import type { Track } from "./closure_form_fields.ts";

const METRE_MM = 1000;

/** Throws ApiFault. */
export async function readTracks(infra_id: number, station_id: string): Promise<Track[]> {
  const { signal } = new AbortController();
  const { tracks } = await askStation(infra_id, station_id, signal);
  const ids = tracks.map(({ id }) => id);
  const sections = await askObjects(infra_id, "TrackSection", ids, signal);
  const lengths = new Map(
    (sections as unknown as { readonly id: string; readonly length: number }[]).map(
      ({ id, length }) => [id, Math.round(length * METRE_MM)],
    ),
  );
  return tracks.map(({ id, name }) => ({ id, name, begin_mm: 0, end_mm: lengths.get(id) ?? 0 }));
}
