/** The tracks of zones as lines on the map, one line per chunk. */
import { type Infra, stringAt } from "../infra/infra.ts";
import { NONE } from "../infra/layout.ts";

export type MapLine = readonly (readonly [lon: number, lat: number])[];

interface ZoneTable {
  readonly zoneOf: ReadonlyMap<string, number>;
  readonly chunksOf: ReadonlyMap<number, readonly number[]>;
}

const tables = new WeakMap<Infra, ZoneTable>();

/** Null: the network has no such zone. */
export function readZoneLines(infra: Infra, zone_name: string): MapLine[] | null {
  const zone = tableOf(infra).zoneOf.get(zone_name);
  return zone === undefined ? null : readLinesOfZone(infra, zone);
}

export function readLinesOfZone(infra: Infra, zone: number): MapLine[] {
  return (tableOf(infra).chunksOf.get(zone) ?? []).map((chunk) => readChunk(infra, chunk));
}

function tableOf(infra: Infra): ZoneTable {
  const table = tables.get(infra) ?? tabulate(infra);
  tables.set(infra, table);
  return table;
}

function tabulate(infra: Infra): ZoneTable {
  const zoneOf = new Map<string, number>();
  for (let zone = 0; zone < infra.zoneName.length; zone++) {
    zoneOf.set(stringAt(infra, infra.zoneName[zone]!), zone);
  }
  const chunksOf = new Map<number, number[]>();
  for (let chunk = 0; chunk < infra.chunkZone.length; chunk++) {
    const zone = infra.chunkZone[chunk]!;
    if (zone === NONE) continue;
    const known = chunksOf.get(zone);
    if (known === undefined) chunksOf.set(zone, [chunk]);
    else known.push(chunk);
  }
  return { zoneOf, chunksOf };
}

function readChunk({ chunkGeoStart, geoLon, geoLat }: Infra, chunk: number): [number, number][] {
  const line: [number, number][] = [];
  for (let i = chunkGeoStart[chunk]!; i < chunkGeoStart[chunk + 1]!; i++) {
    line.push([geoLon[i]!, geoLat[i]!]);
  }
  return line;
}
