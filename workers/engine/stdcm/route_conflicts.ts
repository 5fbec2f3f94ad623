/**
 * Routes that a fitted train needs set differently from others (routing conflicts, engine.md 7.4). The
 * search considers zones that trains need for themselves; a route over several zones may be set earlier
 * than that, so a train without spacing conflicts can still cross another's route. The time of the
 * crossing becomes one more occupancy of the zone, so that the next train found passes before or after it.
 */
import { FREE_SLOT, type Occupancy } from "../conflicts/occupancy.ts";
import {
  countEntries,
  makeRunEntries,
  type RunEntries,
  writeRuns,
} from "../conflicts/run_entries.ts";
import { markRuns } from "../conflicts/runs_by_zone.ts";
import type { Infra } from "../infra/infra.ts";
import type { Requirements } from "../requirements/packed_requirements.ts";

/** A time in which the fitted train must not need a zone for itself; ms, clock of the train starts. */
export interface CrossedRoute {
  readonly zone: number;
  readonly begin_ms: number;
  readonly end_ms: number;
}

/** A zone of an own route. */
interface OwnZone {
  readonly zonePath: number;
  /** The zone that the train needs for itself: this one, or the last one before it where it ends on the route. */
  readonly neededZone: number;
  readonly begin_ms: number;
  readonly end_ms: number;
  /** How much later the train needs the zone for itself than for its route, and how much longer. */
  readonly after_ms: number;
  readonly longer_ms: number;
}

/** Occupancies that a train with this departure must avoid; empty: its routes cross no others. */
export function findCrossed(
  infra: Infra,
  { runs, runsByZone, slots }: Pick<Occupancy, "runs" | "runsByZone" | "slots">,
  own: Requirements,
  departure_ms: number,
): CrossedRoute[] {
  const entries = openRun(infra, own);
  const zones = listOwnZones(infra, own, entries, departure_ms);
  const isNear = markRuns(runsByZone, runs.nRuns, Uint32Array.from(zones.keys()));
  const first_ms = departure_ms + entries.runFirst_ms[0]!;
  const last_ms = departure_ms + entries.runLast_ms[0]!;
  const crossed: CrossedRoute[] = [];
  for (let slot = 0; slot < slots.runs.length; slot++) {
    const run = slots.runs[slot]!;
    if (run === FREE_SLOT || isNear[run] === 0) continue;
    const start_ms = slots.starts_ms[slot]!;
    if (start_ms + runs.runLast_ms[run]! <= first_ms) continue;
    if (start_ms + runs.runFirst_ms[run]! >= last_ms) continue;
    for (let e = runs.runRouting[run]!; e < runs.runStart[run + 1]!; e++) {
      const zonePath = runs.places[e]!;
      const zone = infra.zonePathZone[zonePath]!;
      const ownOfZone = zones.get(zone);
      if (ownOfZone === undefined) continue;
      const begin_ms = start_ms + runs.begins_ms[e]!;
      const end_ms = start_ms + runs.ends_ms[e]!;
      for (const mine of ownOfZone) {
        if (mine.zonePath === zonePath || mine.begin_ms >= end_ms || mine.end_ms <= begin_ms)
          continue;
        const free_ms = end_ms + mine.after_ms;
        // A crossing shorter than the train's own use is a moment then: a train behind it is as free.
        crossed.push({
          zone: mine.neededZone,
          begin_ms: Math.min(begin_ms + mine.longer_ms, free_ms),
          end_ms: free_ms,
        });
      }
    }
  }
  return crossed;
}

/** The entries of one run. */
function openRun(infra: Infra, own: Requirements): RunEntries {
  const entries = makeRunEntries(1, countEntries([own]));
  writeRuns(entries, 0, infra, [own]);
  return entries;
}

function listOwnZones(
  infra: Infra,
  own: Requirements,
  { places, begins_ms, ends_ms, runRouting }: RunEntries,
  departure_ms: number,
): Map<number, OwnZone[]> {
  const spacing = new Map<number, { begin_ms: number; end_ms: number }>();
  own.spacingZones.forEach((zone, i) => {
    const begin_ms = departure_ms + own.spacingBegins_ms[i]!;
    const end_ms = departure_ms + own.spacingEnds_ms[i]!;
    const known = spacing.get(zone) ?? { begin_ms, end_ms };
    known.begin_ms = Math.min(known.begin_ms, begin_ms);
    known.end_ms = Math.max(known.end_ms, end_ms);
    spacing.set(zone, known);
  });
  const zones = new Map<number, OwnZone[]>();
  let neededZone = own.spacingZones[0]!;
  for (let e = runRouting[0]!; e < places.length; e++) {
    const zonePath = places[e]!;
    const zone = infra.zonePathZone[zonePath]!;
    const begin_ms = departure_ms + begins_ms[e]!;
    const end_ms = departure_ms + ends_ms[e]!;
    if (spacing.has(zone)) neededZone = zone;
    const alone = spacing.get(neededZone)!;
    const rows = zones.get(zone) ?? [];
    zones.set(zone, rows);
    const after_ms = alone.begin_ms - begin_ms;
    const longer_ms = alone.end_ms - end_ms;
    rows.push({ zonePath, neededZone, begin_ms, end_ms, after_ms, longer_ms });
  }
  return zones;
}
