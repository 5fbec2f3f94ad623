/** Tracks of stations, read when one is asked for or told; how a choice among them is stored, and what is shown of it. */
import { signal } from "@preact/signals";
import { askStation } from "../../api/ask_station.ts";
import type { StationTrack } from "../../graph/occupancy.ts";
import type { Waypoint } from "../edits/edit.ts";
import { type TrackReference, trackOf } from "../edits/path_edits.ts";
import { infra_id } from "../setting.ts";

interface Known {
  readonly infra_id: number;
  readonly tracks: ReadonlyMap<string, readonly StationTrack[]>;
}

const known = signal<Known | null>(null);

/** Empty until they are read. */
export function tracksOf(station_id: string): readonly StationTrack[] {
  const now = known.value;
  return now?.infra_id === infra_id.value ? (now?.tracks.get(station_id) ?? []) : [];
}

/** Reads a station's tracks. If they can't be read, none are offered. */
export async function needTracks(station_id: string): Promise<void> {
  const id = infra_id.peek();
  if (id === null) return;
  const now = known.peek();
  const before = now?.infra_id === id ? now.tracks : new Map<string, readonly StationTrack[]>();
  if (before.has(station_id)) return;
  known.value = { infra_id: id, tracks: new Map(before).set(station_id, []) };
  const tracks = await askStation(id, station_id, new AbortController().signal).then(
    (station) => station.tracks,
    () => [],
  );
  const latest = known.peek();
  if (latest?.infra_id !== id) return;
  known.value = { infra_id: id, tracks: new Map(latest.tracks).set(station_id, tracks) };
}

/** What a choice stores: a track without a name of its own by its id, since its number is only shown. */
export function referenceTo(place: Waypoint, words: string): TrackReference {
  const tracks = tracksOf(place.operational_point ?? "");
  const found = tracks.find(({ id, name }) => name === words || id === words);
  return found?.is_numbered === true
    ? { track_id: found.id }
    : { track_name: found?.name ?? words };
}

/** Null: any track. */
export function shownTrack(place: Waypoint): string | null {
  const own = trackOf(place);
  const found = tracksOf(place.operational_point ?? "").find(({ id }) => id === own);
  return found?.name ?? own;
}
