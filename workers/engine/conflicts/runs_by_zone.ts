/**
 * Which runs need a zone, of those that an occupancy was made with: a change then looks through the trains
 * of its own lines and not of the whole network. Runs that are added later are not in it.
 */
import type { Infra } from "../infra/infra.ts";
import { NONE } from "../infra/layout.ts";
import type { RunEntries } from "./run_entries.ts";

/** Runs of zone z are `runs[zoneStart[z]]` up to the next. */
export interface RunsByZone {
  /** [nZones + 1] */
  readonly zoneStart: Uint32Array;
  readonly runs: Uint32Array;
}

/** Of the first `nListed` runs. */
export interface ListedRuns extends RunsByZone {
  readonly nListed: number;
}

/** Lists the first runs. */
export function listRunsByZone(infra: Infra, entries: RunEntries, nRuns: number): RunsByZone {
  const zoneStart = new Uint32Array(infra.zoneName.length + 1);
  visitZones(infra, entries, nRuns, (zone) => {
    zoneStart[zone + 1] = zoneStart[zone + 1]! + 1;
  });
  for (let z = 1; z < zoneStart.length; z++) zoneStart[z] = zoneStart[z]! + zoneStart[z - 1]!;
  const next = zoneStart.slice();
  const runs = new Uint32Array(zoneStart[zoneStart.length - 1]!);
  visitZones(infra, entries, nRuns, (zone, run) => {
    runs[next[zone]!] = run;
    next[zone] = next[zone]! + 1;
  });
  return { zoneStart, runs };
}

/** Tells each zone of each run once, whatever it needs it for. */
function visitZones(
  { zoneName, zonePathZone }: Infra,
  { places, runStart, runRouting }: RunEntries,
  nRuns: number,
  tell: (zone: number, run: number) => void,
): void {
  const lastRun = new Uint32Array(zoneName.length).fill(NONE);
  for (let run = 0; run < nRuns; run++) {
    for (let e = runStart[run]!; e < runStart[run + 1]!; e++) {
      const zone = e < runRouting[run]! ? places[e]! : zonePathZone[places[e]!]!;
      if (lastRun[zone] === run) continue;
      lastRun[zone] = run;
      tell(zone, run);
    }
  }
}

/** [nRuns] 1: may need any of the zones; 0: needs none. */
export function markRuns(
  { zoneStart, runs, nListed }: ListedRuns,
  nRuns: number,
  zones: Uint32Array,
): Uint8Array {
  const isMarked = new Uint8Array(nRuns).fill(1, nListed);
  for (const zone of zones) {
    for (let i = zoneStart[zone]!; i < zoneStart[zone + 1]!; i++) isMarked[runs[i]!] = 1;
  }
  return isMarked;
}
