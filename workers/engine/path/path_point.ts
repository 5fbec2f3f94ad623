/** Converts a position on a path to a point on the map. */
import { interpolateLine } from "../geo.ts";
import { countUpTo } from "../sorted.ts";
import type { TrainPath } from "./train_path.ts";

/** Writes longitude and latitude in degrees; positions beyond the path are moved to its ends. */
export function locateOnPath(path: TrainPath, position_mm: number, out: Float64Array): void {
  const { infra, chunks, chunkStart_mm, length_mm } = path;
  const at_mm = Math.max(0, Math.min(length_mm, position_mm));
  const index = Math.max(0, countUpTo(chunkStart_mm, at_mm) - 1);
  const directed = chunks[index]!;
  const chunk = directed >>> 1;
  const part = (at_mm - chunkStart_mm[index]!) / infra.chunkLength_mm[chunk]!;
  const line = {
    lon: infra.geoLon,
    lat: infra.geoLat,
    along_m: infra.geoAlong_m,
    start: infra.chunkGeoStart[chunk]!,
    end: infra.chunkGeoStart[chunk + 1]!,
  };
  interpolateLine(line, (directed & 1) === 1 ? 1 - part : part, out);
}
