/** The direction of a track at a place, which is also that of a sign or signal beside it. */
import type { MapPlace, MappedTrack, TrackMap } from "../railjson/track_map.ts";
import { mercatorX, mercatorY } from "./mercator.ts";

interface DirectedPlace extends MapPlace {
  readonly direction: "START_TO_STOP" | "STOP_TO_START";
}

/** The angle is measured between points this far before and behind the place, as a fraction of the track's length. */
const REACH = 0.0001;
const STEPS_OF_DEGREE = 1_000_000;

/** Degrees clockwise from north, turned by 180 against the track; 0 where the line has no direction. */
export function angleAt(map: TrackMap<MappedTrack>, place: DirectedPlace): number {
  const along = trackAngle(map, place);
  if (along === null) return 0;
  const angle = place.direction === "STOP_TO_START" ? along + 180 : along;
  return Math.round((angle % 360) * STEPS_OF_DEGREE) / STEPS_OF_DEGREE;
}

function trackAngle(map: TrackMap<MappedTrack>, { track, position }: MapPlace): number | null {
  const length = map.find(track)?.length ?? 0;
  const before = map.locateFirst([{ track, position: position - REACH * length }]);
  const behind = map.locateFirst([{ track, position: position + REACH * length }]);
  if (before === null || behind === null) return null;
  const [lonA, latA] = before.coordinates;
  const [lonB, latB] = behind.coordinates;
  const east = mercatorX(lonB) - mercatorX(lonA);
  const north = mercatorY(latA) - mercatorY(latB);
  if (east === 0 && north === 0) return null;
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
}
