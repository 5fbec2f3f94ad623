/** When a train is at a station of the axis. */
import type { Pass, Run } from "./runs.ts";

export interface Stay extends Pick<Pass, "track" | "waypoint" | "is_stop" | "is_estimated"> {
  readonly from_ms: number;
  readonly to_ms: number;
}

/** From arrival to departure, or the moment of passing, each time that it is there. */
export function staysOf({ passes, start_ms }: Run, station: string): readonly Stay[] {
  return passes
    .filter((pass) => pass.station === station)
    .map(({ arrival_ms, departure_ms, track, waypoint, is_stop, is_estimated }) => ({
      from_ms: start_ms + arrival_ms,
      to_ms: start_ms + departure_ms,
      track,
      waypoint,
      is_stop,
      is_estimated,
    }));
}
