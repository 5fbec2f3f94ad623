/**
 * Requirements of all trains by zone, in order of their begins (engine.md 7.4): one table for
 * spacing, one for routing. Occurrences of one simulation share its packed requirements. The table
 * contains only numbers, about 28 bytes per requirement.
 */
import type { Infra } from "../infra/infra.ts";
import type { Requirements } from "../requirements/packed_requirements.ts";
import { sortByKey } from "./stable_sort.ts";

/** A route over a switch is prepared this much earlier. */
const SWITCH_PREPARATION_MS = 5000;

/** All trains of a timetable. */
export interface TrainRequirements {
  /** Distinct simulations. */
  readonly simulations: readonly Requirements[];
  /** [nTrains] index of each train's simulation. */
  readonly trainSimulations: Uint32Array;
  /** [nTrains] start of each train, ms of any common clock. */
  readonly trainStarts_ms: Float64Array;
}

/** Zones that works take from traffic, same clock. */
export interface WorkRequirements {
  /** [n] */
  readonly zones: Uint32Array;
  /** [n] index of the work. */
  readonly works: Uint32Array;
  readonly begins_ms: Float64Array;
  readonly ends_ms: Float64Array;
  /** Owner number of work 0; absent: the number after the last train. */
  readonly ownersFrom?: number;
}

export const NO_WORKS: WorkRequirements = {
  zones: new Uint32Array(0),
  works: new Uint32Array(0),
  begins_ms: new Float64Array(0),
  ends_ms: new Float64Array(0),
};

/** Requirements that a thread keeps room for; larger tables are freed. */
export const KEPT_MAX = 1 << 18;
const NOTHING = new Uint32Array(0);

/**
 * Requirements of zone z are `order[zoneStart[z]]` up to the next, by increasing begin. Scratch of one
 * thread: the arrays are longer than the table and overwritten by the next one.
 */
export class RequirementTable {
  /** [nZones + 1] */
  zoneStart = new Uint32Array(1);
  order = new Uint32Array(0);
  begins_ms = new Float64Array(0);
  ends_ms = new Float64Array(0);
  /** Train, or work as numbered by the caller. */
  owners = new Uint32Array(0);
  /** Zone path: requirements of one zone do not conflict if theirs are equal. */
  configs = NOTHING;
  /** Whether `configs` is used; otherwise all overlaps conflict. */
  hasConfigs = false;
  /** Where the next requirement of each zone is written. */
  next = new Uint32Array(1);
  scratch = new Uint32Array(0);

  /** Starts an empty table: counts go to `zoneStart`, shifted by one place. */
  clear(nZones: number, hasConfigs: boolean): void {
    this.hasConfigs = hasConfigs;
    if (this.zoneStart.length === nZones + 1) this.zoneStart.fill(0);
    else this.zoneStart = new Uint32Array(nZones + 1);
  }

  /** Turns the counts into starts, and makes room for the requirements. */
  allocate(): void {
    const { zoneStart } = this;
    for (let z = 1; z < zoneStart.length; z++) zoneStart[z] = zoneStart[z]! + zoneStart[z - 1]!;
    const count = zoneStart[zoneStart.length - 1]!;
    this.next = zoneStart.slice();
    if (count <= this.order.length) return;
    const room = count + (count >>> 2);
    this.order = new Uint32Array(room);
    this.scratch = new Uint32Array(room);
    this.begins_ms = new Float64Array(room);
    this.ends_ms = new Float64Array(room);
    this.owners = new Uint32Array(room);
    this.configs = new Uint32Array(room);
  }

  /** Sorts each zone's requirements. */
  sort(): void {
    const { zoneStart, order, begins_ms, scratch } = this;
    for (let z = 0; z + 1 < zoneStart.length; z++) {
      const from = zoneStart[z]!;
      const to = zoneStart[z + 1]!;
      for (let i = from; i < to; i++) order[i] = i;
      if (to - from > 1) sortByKey(order, begins_ms, { from, to }, scratch);
    }
  }

  /** Frees large tables. */
  release(): void {
    if (this.order.length <= KEPT_MAX) return;
    this.order = new Uint32Array(0);
    this.scratch = new Uint32Array(0);
    this.begins_ms = new Float64Array(0);
    this.ends_ms = new Float64Array(0);
    this.owners = new Uint32Array(0);
    this.configs = NOTHING;
  }
}

/** Collects the zones that trains and works occupy themselves. */
export function tabulateSpacing(
  table: RequirementTable,
  infra: Infra,
  trains: TrainRequirements,
  works: WorkRequirements,
): void {
  const { simulations, trainSimulations, trainStarts_ms } = trains;
  table.clear(infra.zoneName.length, false);
  const { zoneStart } = table;
  const uses = countUses(trains);
  for (let s = 0; s < simulations.length; s++) {
    const { spacingZones } = simulations[s]!;
    for (let i = 0; i < spacingZones.length; i++) {
      zoneStart[spacingZones[i]! + 1] = zoneStart[spacingZones[i]! + 1]! + uses[s]!;
    }
  }
  for (let i = 0; i < works.zones.length; i++) {
    zoneStart[works.zones[i]! + 1] = zoneStart[works.zones[i]! + 1]! + 1;
  }
  table.allocate();
  const { begins_ms, ends_ms, owners, next } = table;
  for (let t = 0; t < trainSimulations.length; t++) {
    const { spacingZones, spacingBegins_ms, spacingEnds_ms } = simulations[trainSimulations[t]!]!;
    const start_ms = trainStarts_ms[t]!;
    for (let i = 0; i < spacingZones.length; i++) {
      const zone = spacingZones[i]!;
      const at = next[zone]!;
      next[zone] = at + 1;
      begins_ms[at] = start_ms + spacingBegins_ms[i]!;
      ends_ms[at] = start_ms + spacingEnds_ms[i]!;
      owners[at] = t;
    }
  }
  const ownersFrom = works.ownersFrom ?? trainSimulations.length;
  for (let i = 0; i < works.zones.length; i++) {
    const zone = works.zones[i]!;
    const at = next[zone]!;
    next[zone] = at + 1;
    begins_ms[at] = works.begins_ms[i]!;
    ends_ms[at] = works.ends_ms[i]!;
    owners[at] = ownersFrom + works.works[i]!;
  }
  table.sort();
}

/** Collects the zones of the routes that trains need set. */
export function tabulateRouting(
  table: RequirementTable,
  infra: Infra,
  trains: TrainRequirements,
): void {
  const { simulations, trainSimulations, trainStarts_ms } = trains;
  const { zonePathZone } = infra;
  table.clear(infra.zoneName.length, true);
  const { zoneStart } = table;
  const uses = countUses(trains);
  for (let s = 0; s < simulations.length; s++) {
    const { routeZonePaths } = simulations[s]!;
    for (let i = 0; i < routeZonePaths.length; i++) {
      const zone = zonePathZone[routeZonePaths[i]!]!;
      zoneStart[zone + 1] = zoneStart[zone + 1]! + uses[s]!;
    }
  }
  table.allocate();
  const { begins_ms, ends_ms, owners, configs, next } = table;
  const leads_ms = simulations.map((one) => findLeads(infra, one));
  for (let t = 0; t < trainSimulations.length; t++) {
    const s = trainSimulations[t]!;
    const { routeZoneStart, routeBegins_ms, routeZonePaths, routeZoneEnds_ms } = simulations[s]!;
    const lead_ms = leads_ms[s]!;
    const start_ms = trainStarts_ms[t]!;
    for (let r = 0; r < routeBegins_ms.length; r++) {
      const begin_ms = start_ms + routeBegins_ms[r]! - lead_ms[r]!;
      for (let i = routeZoneStart[r]!; i < routeZoneStart[r + 1]!; i++) {
        const zone = zonePathZone[routeZonePaths[i]!]!;
        const at = next[zone]!;
        next[zone] = at + 1;
        begins_ms[at] = begin_ms;
        ends_ms[at] = start_ms + routeZoneEnds_ms[i]!;
        owners[at] = t;
        configs[at] = routeZonePaths[i]!;
      }
    }
  }
  table.sort();
}

/** How long before its begin each route of a train is prepared. */
export function findLeads(
  infra: Infra,
  { routeZoneStart, routeZonePaths }: Pick<Requirements, "routeZoneStart" | "routeZonePaths">,
): Uint32Array {
  const { zonePathNodeStart } = infra;
  const leads_ms = new Uint32Array(routeZoneStart.length - 1);
  for (let r = 0; r < leads_ms.length; r++) {
    for (let i = routeZoneStart[r]!; i < routeZoneStart[r + 1]!; i++) {
      const zonePath = routeZonePaths[i]!;
      const hasSwitch = zonePathNodeStart[zonePath + 1]! > zonePathNodeStart[zonePath]!;
      if (hasSwitch) leads_ms[r] = SWITCH_PREPARATION_MS;
    }
  }
  return leads_ms;
}

function countUses({ simulations, trainSimulations }: TrainRequirements): Uint32Array {
  const uses = new Uint32Array(simulations.length);
  for (let t = 0; t < trainSimulations.length; t++) {
    uses[trainSimulations[t]!] = uses[trainSimulations[t]!]! + 1;
  }
  return uses;
}
