/** Makes the features of a layer from the records of a group of work schedules or temporary speed limits. */
import type { RailjsonDocument } from "../railjson/schemas.ts";
import { type MapStretch, TrackMap } from "../railjson/track_map.ts";
import { flatten } from "./flatten.ts";
import { linesFeature, type MapFeature } from "./map_feature.ts";

type Track = RailjsonDocument["track_sections"][number];

/** In whole millimetres. */
interface WorkRange {
  readonly track_section: string;
  readonly begin: number;
  readonly end: number;
}

/** Records as stored; each kind adds keys of its own. */
export interface GroupRecord {
  readonly obj_id: string;
  /** Speed limits give it in metres. */
  readonly track_ranges: readonly (WorkRange | MapStretch)[];
}

/** Features in the order of the group. A record on no track of the network has none. */
export function drawGroup(tracks: readonly Track[], records: readonly GroupRecord[]): MapFeature[] {
  const map = new TrackMap(tracks);
  return records.flatMap((record) => {
    const lines = record.track_ranges.flatMap((range) => {
      const line = map.locateStretch("track_section" in range ? inMetres(range) : range);
      return line === null ? [] : [line];
    });
    if (lines.length === 0) return [];
    return [linesFeature(lines, flatten({ ...record, id: record.obj_id }))];
  });
}

function inMetres({ track_section, begin, end }: WorkRange): MapStretch {
  return { track: track_section, begin: begin / 1000, end: end / 1000 };
}
