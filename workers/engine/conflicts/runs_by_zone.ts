/**
 * Which of the runs that an occupancy was made with need a zone. So a change only has to look
 * through the trains on its own lines, not the whole network. Runs added later are not listed.
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

/** Covers the first `nListed` runs. */
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

/** Visits each zone of each run once, whatever the run needs it for. */
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

/** [nRuns] 1: may need one of the zones; 0: needs none. */
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
