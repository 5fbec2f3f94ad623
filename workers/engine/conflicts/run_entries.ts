/**
 * Which zones runs need and when, as flat columns: for each run first the zones that the train
 * itself needs, then those of its routes. Times count from the train's start, so all trains with
 * equal runs share one, and moving a train changes nothing here.
 */
import type { Infra } from "../infra/infra.ts";
import type { Requirements } from "../requirements/packed_requirements.ts";
import { findLeads } from "./requirement_table.ts";

/** Entries of run r are `runStart[r]` up to the next run's; those from `runRouting[r]` on are for routes. */
export interface RunEntries {
  readonly begins_ms: Float64Array;
  readonly ends_ms: Float64Array;
  /** Zone; for a route's zone, its zone path. */
  readonly places: Uint32Array;
  /** [nRuns + 1] */
  readonly runStart: Uint32Array;
  /** [nRuns] */
  readonly runRouting: Uint32Array;
  /** [nRuns] earliest begin and latest end of the run's entries. */
  readonly runFirst_ms: Float64Array;
  readonly runLast_ms: Float64Array;
}

/** Arrays with room for runs. */
export function makeRunEntries(nRuns: number, nEntries: number): RunEntries {
  return {
    begins_ms: new Float64Array(nEntries),
    ends_ms: new Float64Array(nEntries),
    places: new Uint32Array(nEntries),
    runStart: new Uint32Array(nRuns + 1),
    runRouting: new Uint32Array(nRuns),
    runFirst_ms: new Float64Array(nRuns),
    runLast_ms: new Float64Array(nRuns),
  };
}

export function countEntries(simulations: readonly Requirements[]): number {
  return simulations.reduce(
    (sum, { spacingZones, routeZonePaths }) => sum + spacingZones.length + routeZonePaths.length,
    0,
  );
}

/** Appends runs after the first `nRuns`, each in the order of its requirements. */
export function writeRuns(
  out: RunEntries,
  nRuns: number,
  infra: Infra,
  simulations: readonly Requirements[],
): void {
  const { begins_ms, ends_ms, places, runStart, runRouting, runFirst_ms, runLast_ms } = out;
  let at = runStart[nRuns]!;
  for (let s = 0; s < simulations.length; s++) {
    const one = simulations[s]!;
    const { spacingZones, spacingBegins_ms, spacingEnds_ms } = one;
    for (let i = 0; i < spacingZones.length; i++, at++) {
      places[at] = spacingZones[i]!;
      begins_ms[at] = spacingBegins_ms[i]!;
      ends_ms[at] = spacingEnds_ms[i]!;
    }
    runRouting[nRuns + s] = at;
    const leads_ms = findLeads(infra, one);
    const { routeBegins_ms, routeZoneStart, routeZonePaths, routeZoneEnds_ms } = one;
    for (let r = 0; r < routeBegins_ms.length; r++) {
      for (let i = routeZoneStart[r]!; i < routeZoneStart[r + 1]!; i++, at++) {
        places[at] = routeZonePaths[i]!;
        begins_ms[at] = routeBegins_ms[r]! - leads_ms[r]!;
        ends_ms[at] = routeZoneEnds_ms[i]!;
      }
    }
    runStart[nRuns + s + 1] = at;
    let first_ms = Infinity;
    let last_ms = -Infinity;
    for (let e = runStart[nRuns + s]!; e < at; e++) {
      first_ms = Math.min(first_ms, begins_ms[e]!);
      last_ms = Math.max(last_ms, begins_ms[e]!, ends_ms[e]!);
    }
    runFirst_ms[nRuns + s] = first_ms;
    runLast_ms[nRuns + s] = last_ms;
  }
}
