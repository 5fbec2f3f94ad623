/** Changes a train's path to use another track of a station. */
import { isAt, type Station, type Waypoint } from "./occupancy.ts";

interface Named extends Waypoint {
  readonly id: string;
}

/** At a station, on one of its tracks. */
interface OnTrack {
  readonly id: string;
  readonly operational_point: string;
  readonly track_reference: { readonly track_id: string };
}

export interface Passage<Item> {
  readonly station: Station;
  readonly track_id: string;
  /** Station's position on the axis. */
  readonly share: number;
  /** The train runs against the axis. */
  readonly is_back: boolean;
  /** Waypoint's position on the axis; null if it is not known. */
  readonly shareOf: (item: Item) => number | null;
}

/** The station's waypoint, added if missing, names the track. Null: the station has no place in the path. */
export function withTrack<Item extends Named>(
  path: readonly Item[],
  { station, track_id, share, is_back, shareOf }: Passage<Item>,
): (Item | OnTrack)[] | null {
  const on = { operational_point: station.id, track_reference: { track_id } };
  const known = path.findIndex(
    (item) => isAt(item, station) || station.tracks.some(({ id }) => id === item.track),
  );
  if (known >= 0) return path.map((item, i) => (i === known ? { id: item.id, ...on } : item));
  const next = path.findIndex((item) => {
    const other = shareOf(item);
    return other !== null && (is_back ? other < share : other > share);
  });
  if (next <= 0) return null;
  return [...path.slice(0, next), { id: freeId(path), ...on }, ...path.slice(next)];
}

function freeId(path: readonly Named[]): string {
  const ids = new Set(path.map(({ id }) => id));
  for (let number = 1; ; number++) if (!ids.has(`via_${number}`)) return `via_${number}`;
}
