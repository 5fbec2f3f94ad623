/**
 * Ends of tracks: a track end without a switch should have a buffer stop, and a buffer stop should
 * be at such an end (interface.md 5.2). The buffer stop nearest to a dead end guards it; on a
 * section with two dead ends a single one guards the nearer.
 */
import type { ErrorRows } from "../infra_error.ts";
import type { NetworkIndex } from "./network_index.ts";

interface Stop {
  readonly index: number;
  readonly position: number;
}

/** Adds `missing_buffer_stop` of track sections and `odd_buffer_stop_location` of buffer stops. */
export function checkTrackEnds(network: NetworkIndex, faults: ErrorRows): void {
  const { track_sections, buffer_stops } = network.document;
  const stops_by_track = new Map<number, Stop[]>();
  for (const [index, { track, position }] of buffer_stops.entries()) {
    const track_index = network.tracks.get(track);
    if (track_index === undefined) continue;
    const stops = stops_by_track.get(track_index);
    if (stops === undefined) stops_by_track.set(track_index, [{ index, position }]);
    else stops.push({ index, position });
  }
  const is_guard = new Uint8Array(buffer_stops.length);
  for (const [track, { id, length }] of track_sections.entries()) {
    const stops = stops_by_track.get(track) ?? [];
    stops.sort((a, b) => a.position - b.position || a.index - b.index);
    const guards = findGuards(stops, length, {
      begin: network.ends.links[track * 2] === -1,
      end: network.ends.links[track * 2 + 1] === -1,
    });
    for (const endpoint of ["BEGIN", "END"] as const) {
      const guard = guards[endpoint];
      if (guard === "not needed") continue;
      if (guard !== undefined) is_guard[guard.index] = 1;
      else {
        const object = { obj_type: "TrackSection", obj_id: id } as const;
        faults.add(object, null, { error_type: "missing_buffer_stop", endpoint });
      }
    }
  }
  for (const [index, { id, track, position }] of buffer_stops.entries()) {
    const length = track_sections[network.tracks.get(track) ?? -1]?.length;
    // A stop on no track, or beyond its ends, already has another fault.
    const is_on_track = length !== undefined && position >= 0 && position <= length;
    if (is_guard[index] === 1 || !is_on_track) continue;
    const object = { obj_type: "BufferStop", obj_id: id } as const;
    faults.add(object, null, { error_type: "odd_buffer_stop_location" });
  }
}

type Guard = Stop | undefined | "not needed";

/** `stops` in ascending order of position. */
function findGuards(
  stops: readonly Stop[],
  length: number,
  dead_ends: { begin: boolean; end: boolean },
): { BEGIN: Guard; END: Guard } {
  const first = stops[0];
  const last = stops.at(-1);
  let BEGIN: Guard = dead_ends.begin ? first : "not needed";
  let END: Guard = dead_ends.end ? last : "not needed";
  if (dead_ends.begin && dead_ends.end && stops.length === 1 && first !== undefined) {
    if (first.position * 2 <= length) END = undefined;
    else BEGIN = undefined;
  }
  return { BEGIN, END };
}
