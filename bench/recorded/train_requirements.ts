/** Recorded requirements of trains as the tasks take them. */
import type { TrainRequirements } from "../../workers/engine/conflicts/requirement_table.ts";
import { findRoute, type Infra, stringAt } from "../../workers/engine/infra/infra.ts";
import {
  allocateRequirements,
  openRequirements,
  type Requirements,
} from "../../workers/engine/requirements/packed_requirements.ts";

interface RecordedTrain {
  readonly start_time: string;
  readonly spacing_requirements: readonly {
    readonly zone: string;
    readonly begin_time: number;
    readonly end_time: number;
  }[];
  readonly routing_requirements: readonly {
    readonly route: string;
    readonly begin_time: number;
    readonly zones: readonly (RouteZone & { readonly end_time: number })[];
  }[];
}

export type RecordedTrains = Readonly<Record<string, RecordedTrain>>;

interface RouteZone {
  readonly zone: string;
  readonly entry_detector: string;
  readonly exit_detector: string;
  readonly switches: Readonly<Record<string, string>>;
}

export function readTrains(
  infra: Infra,
  recorded: RecordedTrains,
): { ids: number[]; requirements: TrainRequirements } {
  const names = new NetworkNames(infra);
  const entries = Object.entries(recorded);
  return {
    ids: entries.map(([id]) => Number(id)),
    requirements: {
      simulations: entries.map(([, train]) => names.pack(train)),
      trainSimulations: Uint32Array.from(entries.keys()),
      trainStarts_ms: Float64Array.from(entries, ([, { start_time }]) => Date.parse(start_time)),
    },
  };
}

/** Finds zones and zone paths of a network by what a recorded requirement tells of them. */
class NetworkNames {
  readonly #infra: Infra;
  readonly #zones = new Map<string, number>();
  readonly #zonePaths = new Map<string, number>();

  constructor(infra: Infra) {
    this.#infra = infra;
    infra.zoneName.forEach((name, zone) => this.#zones.set(stringAt(infra, name), zone));
    infra.zonePathZone.forEach((zone, zonePath) => {
      const switches: Record<string, string> = {};
      const end = infra.zonePathNodeStart[zonePath + 1]!;
      for (let k = infra.zonePathNodeStart[zonePath]!; k < end; k++) {
        const node = stringAt(infra, infra.nodeName[infra.zonePathNodes[k]!]!);
        switches[node] = stringAt(infra, infra.configName[infra.zonePathConfigs[k]!]!);
      }
      const detector = (directed: number): string =>
        `${directed % 2 === 0 ? "INCREASING" : "DECREASING"}:` +
        stringAt(infra, infra.detectorName[directed >>> 1]!);
      const key = keyOf({
        zone: stringAt(infra, infra.zoneName[zone]!),
        entry_detector: detector(infra.zonePathEntry[zonePath]!),
        exit_detector: detector(infra.zonePathExit[zonePath]!),
        switches,
      });
      this.#zonePaths.set(key, zonePath);
    });
  }

  pack({ spacing_requirements, routing_requirements }: RecordedTrain): Requirements {
    const routeZones = routing_requirements.flatMap(({ zones }) => zones);
    const requirements = openRequirements(
      allocateRequirements({
        nSpacing: spacing_requirements.length,
        nRoutes: routing_requirements.length,
        nRouteZones: routeZones.length,
        nUpdates: 0,
        nSightings: 0,
      }),
    );
    spacing_requirements.forEach(({ zone, begin_time, end_time }, i) => {
      requirements.spacingZones[i] = known(this.#zones.get(zone), zone);
      requirements.spacingBegins_ms[i] = begin_time;
      requirements.spacingEnds_ms[i] = end_time;
    });
    routing_requirements.forEach(({ route, begin_time, zones }, r) => {
      requirements.routes[r] = findRoute(this.#infra, route);
      requirements.routeBegins_ms[r] = begin_time;
      requirements.routeZoneStart[r + 1] = requirements.routeZoneStart[r]! + zones.length;
    });
    routeZones.forEach((zone, i) => {
      requirements.routeZonePaths[i] = known(this.#zonePaths.get(keyOf(zone)), zone.zone);
      requirements.routeZoneEnds_ms[i] = zone.end_time;
    });
    return requirements;
  }
}

function keyOf({ zone, entry_detector, exit_detector, switches }: RouteZone): string {
  return JSON.stringify([
    zone,
    entry_detector,
    exit_detector,
    Object.entries(switches).sort(([a], [b]) => compareTexts(a, b)),
  ]);
}

function known(index: number | undefined, name: string): number {
  if (index === undefined) throw new Error(`the network does not know ${name}`);
  return index;
}

/** In an order that is the same everywhere. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
