/**
 * Routes that a fitted train needs set differently from others (routing conflicts, engine.md 7.4). The
 * search considers zones that trains need for themselves; a route over several zones may be set earlier
 * than that, so a train without spacing conflicts can still cross another's route. The time of the
 * crossing becomes one more occupancy of the zone, so that the next train found passes before or after it.
 */
import { findLeads, type TrainRequirements } from "../conflicts/requirement_table.ts";
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
  readonly begin_ms: number;
  readonly end_ms: number;
  /** How much later the train needs the zone for itself than for its route, and how much longer. */
  readonly after_ms: number;
  readonly longer_ms: number;
}

/** Routes of all others during one request. */
export class OtherRoutes {
  readonly #infra: Infra;
  readonly #others: TrainRequirements;
  /** [nSimulations] as far as they were asked for. */
  readonly #opened: (OpenedRoutes | undefined)[] = [];

  constructor(infra: Infra, others: TrainRequirements) {
    this.#infra = infra;
    this.#others = others;
  }

  /** Occupancies that a train with this departure must avoid; empty: its routes cross no others. */
  findCrossed(own: Requirements, departure_ms: number): CrossedRoute[] {
    const infra = this.#infra;
    const zones = listOwnZones(infra, own, departure_ms);
    const { first_ms, last_ms } = openRoutes(infra, own);
    const { trainSimulations, trainStarts_ms } = this.#others;
    const crossed: CrossedRoute[] = [];
    for (let t = 0; t < trainSimulations.length; t++) {
      const routes = this.#open(trainSimulations[t]!);
      const start_ms = trainStarts_ms[t]!;
      if (start_ms + routes.last_ms <= departure_ms + first_ms) continue;
      if (start_ms + routes.first_ms >= departure_ms + last_ms) continue;
      for (let i = 0; i < routes.zonePaths.length; i++) {
        const zonePath = routes.zonePaths[i]!;
        const zone = infra.zonePathZone[zonePath]!;
        const begin_ms = start_ms + routes.begins_ms[i]!;
        const end_ms = start_ms + routes.ends_ms[i]!;
        for (const mine of zones.get(zone) ?? []) {
          if (mine.zonePath === zonePath || mine.begin_ms >= end_ms || mine.end_ms <= begin_ms)
            continue;
          const { longer_ms, after_ms } = mine;
          crossed.push({ zone, begin_ms: begin_ms + longer_ms, end_ms: end_ms + after_ms });
        }
      }
    }
    return crossed;
  }

  #open(simulation: number): OpenedRoutes {
    const known = this.#opened[simulation];
    if (known !== undefined) return known;
    const routes = openRoutes(this.#infra, this.#others.simulations[simulation]!);
    this.#opened[simulation] = routes;
    return routes;
  }
}

/** Zones of a simulation's routes with their times since its start, the preparation included. */
interface OpenedRoutes {
  readonly zonePaths: Uint32Array;
  readonly begins_ms: Float64Array;
  readonly ends_ms: Float64Array;
  readonly first_ms: number;
  readonly last_ms: number;
}

function openRoutes(infra: Infra, requirements: Requirements): OpenedRoutes {
  const { routeBegins_ms, routeZoneStart, routeZonePaths, routeZoneEnds_ms } = requirements;
  const leads_ms = findLeads(infra, requirements);
  const begins_ms = new Float64Array(routeZonePaths.length);
  for (let r = 0; r < routeBegins_ms.length; r++) {
    begins_ms.fill(routeBegins_ms[r]! - leads_ms[r]!, routeZoneStart[r]!, routeZoneStart[r + 1]!);
  }
  return {
    zonePaths: routeZonePaths,
    begins_ms,
    ends_ms: routeZoneEnds_ms,
    first_ms: begins_ms.reduce((a, b) => Math.min(a, b), Infinity),
    last_ms: routeZoneEnds_ms.reduce((a, b) => Math.max(a, b), -Infinity),
  };
}

function listOwnZones(
  infra: Infra,
  own: Requirements,
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
  const { zonePaths, begins_ms, ends_ms } = openRoutes(infra, own);
  zonePaths.forEach((zonePath, i) => {
    const zone = infra.zonePathZone[zonePath]!;
    const begin_ms = departure_ms + begins_ms[i]!;
    const end_ms = departure_ms + ends_ms[i]!;
    const alone = spacing.get(zone) ?? { begin_ms, end_ms };
    const rows = zones.get(zone) ?? [];
    zones.set(zone, rows);
    const after_ms = alone.begin_ms - begin_ms;
    rows.push({ zonePath, begin_ms, end_ms, after_ms, longer_ms: alone.end_ms - end_ms });
  });
  return zones;
}
