/** Task: the lines of paths on the map, in one shared buffer. */

import { readGeometry } from "../../engine/path/path_geometry.ts";
import { makeTrainPath, unpackPath } from "../../engine/path/train_path.ts";
import type { DrawnWay } from "../../engine/projection/train_places.ts";
import { openColumns, packColumns } from "../../engine/shared_columns.ts";
import { viewInfra } from "../infra_views.ts";
import type { FoundPath, InfraRef } from "../types.ts";

/** `starts`: [nWays + 1] vertices of each. */
const COLUMNS = {
  positions_mm: Float64Array,
  lon: Float64Array,
  lat: Float64Array,
  starts: Uint32Array,
} as const;

export function drawWays({
  infra,
  paths,
}: {
  readonly infra: InfraRef;
  readonly paths: readonly FoundPath[];
}): SharedArrayBuffer {
  const view = viewInfra(infra);
  const columns = {
    positions_mm: [] as number[],
    lon: [] as number[],
    lat: [] as number[],
    starts: [0],
  };
  for (const path of paths) {
    const line = readGeometry(makeTrainPath(view, unpackPath(path.packed)));
    for (let i = 0; i < line.lon.length; i++) {
      columns.positions_mm.push(line.position_mm[i] ?? 0);
      columns.lon.push(line.lon[i] ?? 0);
      columns.lat.push(line.lat[i] ?? 0);
    }
    columns.starts.push(columns.lon.length);
  }
  return packColumns(COLUMNS, columns);
}

export function openWays(buffer: SharedArrayBuffer): (way: number) => DrawnWay {
  const { positions_mm, lon, lat, starts } = openColumns(COLUMNS, buffer);
  return (way) => {
    const [from, to] = [starts[way], starts[way + 1]];
    return {
      positions_mm: positions_mm.subarray(from, to),
      lon: lon.subarray(from, to),
      lat: lat.subarray(from, to),
    };
  };
}
