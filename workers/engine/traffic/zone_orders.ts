/** In which order trains take each zone by plan: as they would ask for it if no other were there. */
import type { HaltTable } from "./halt_table.ts";

/** Trains of a day and what is planned for them; ms of any common clock. */
export interface Traffic {
  readonly nZones: number;
  readonly tables: readonly HaltTable[];
  /** [nRuns] table of each. */
  readonly runTables: Uint32Array;
  /** [nRuns + 1] first halt of each in columns by halt. */
  readonly haltStart: Uint32Array;
  /** [nRuns] when it is ready to appear. */
  readonly appears_ms: Float64Array;
  /** [nHalts] how long it stands there at least. */
  readonly dwells_ms: Float64Array;
  /** [nHalts] it does not leave before; -Infinity: whenever it can. */
  readonly dues_ms: Float64Array;
}

export interface ZoneOrders {
  /** [nRuns + 1] first section and first zone of each run in columns by section and by zone. */
  readonly sectionStart: Uint32Array;
  readonly zoneStart: Uint32Array;
  /** [nSections] when it is asked for. */
  readonly asks_ms: Float64Array;
  /** [nNetworkZones + 1] first use of each zone of the network. */
  readonly useStart: Uint32Array;
  /** [nUses] run, and the section with which it locks the zone. */
  readonly useRun: Uint32Array;
  readonly useSection: Uint32Array;
  /** [nZones] use of each zone of a run. */
  readonly zoneUse: Uint32Array;
}

export function makeZoneOrders(traffic: Traffic): ZoneOrders {
  const { runTables, tables, nZones } = traffic;
  const nRuns = runTables.length;
  const sectionStart = new Uint32Array(nRuns + 1);
  const zoneStart = new Uint32Array(nRuns + 1);
  for (let r = 0; r < nRuns; r++) {
    const { lockEnd, zones } = tables[runTables[r]!]!.places;
    sectionStart[r + 1] = sectionStart[r]! + lockEnd.length;
    zoneStart[r + 1] = zoneStart[r]! + zones.length;
  }
  const asks_ms = new Float64Array(sectionStart[nRuns]!);
  const nUses = zoneStart[nRuns]!;
  const sectionOf = new Uint32Array(nUses);
  const runOf = new Uint32Array(nUses);
  const useStart = new Uint32Array(nZones + 1);
  for (let r = 0; r < nRuns; r++) {
    const table = tables[runTables[r]!]!;
    listAsks(traffic, r, table, asks_ms.subarray(sectionStart[r], sectionStart[r + 1]));
    const { lockEnd, zones } = table.places;
    for (let s = 0, z = 0; s < lockEnd.length; s++) {
      for (; z < lockEnd[s]!; z++) {
        sectionOf[zoneStart[r]! + z] = s;
        runOf[zoneStart[r]! + z] = r;
        useStart[zones[z]! + 1]!++;
      }
    }
  }
  for (let zone = 0; zone < nZones; zone++) useStart[zone + 1]! += useStart[zone]!;
  const askOf = Float64Array.from(sectionOf, (s, i) => asks_ms[sectionStart[runOf[i]!]! + s]!);
  const byAsk = Uint32Array.from(askOf.keys()).sort((i, j) => askOf[i]! - askOf[j]! || i - j);
  const filled = useStart.slice();
  const useRun = new Uint32Array(nUses);
  const useSection = new Uint32Array(nUses);
  const zoneUse = new Uint32Array(nUses);
  for (const i of byAsk) {
    const r = runOf[i]!;
    const use = filled[tables[runTables[r]!]!.places.zones[i - zoneStart[r]!]!]!++;
    useRun[use] = r;
    useSection[use] = sectionOf[i]!;
    zoneUse[i] = use;
  }
  return { sectionStart, zoneStart, asks_ms, useStart, useRun, useSection, zoneUse };
}

function listAsks(traffic: Traffic, r: number, table: HaltTable, asks_ms: Float64Array): void {
  const { next, section, pairStart, reaction_ms, arrival_ms } = table;
  const first = traffic.haltStart[r]!;
  let at_ms = traffic.appears_ms[r]!;
  asks_ms[0] = at_ms;
  for (let h = 0; h < next.length - 1; h = next[h]!) {
    const left_ms = Math.max(at_ms + traffic.dwells_ms[first + h]!, traffic.dues_ms[first + h]!);
    if (h > 0 && section[h]! >= 0) asks_ms[section[h]!] = left_ms;
    for (let b = h + 1; b < next[h]!; b++) {
      asks_ms[section[b]!] = left_ms + reaction_ms[pairStart[h]! + b - h - 1]!;
    }
    at_ms = left_ms + arrival_ms[h]!;
  }
}
