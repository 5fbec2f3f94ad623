/** Assembles lines into one RailJSON document (interface.md 5.3) and the electrical profile set. */
import type { RailjsonDocument } from "../../workers/railjson/schemas.ts";
import {
  electrify,
  gaugeOf,
  limitSpeeds,
  type ProfileLevel,
  placeOperationalPoints,
} from "./attributes.ts";
import { rangesOn, type Track } from "./layout.ts";
import { findRoutes, type Route } from "./routes.ts";
import { type Equipment, equipLine, type Signal } from "./signalling.ts";
import type { Line } from "./stations.ts";

type Lists = { -readonly [K in keyof RailjsonDocument]: RailjsonDocument[K][number][] };
type Document = Omit<Lists, "version"> & { version: string };

export interface ProfileSet {
  readonly levels: readonly ProfileLevel[];
  readonly level_order: Readonly<Record<string, readonly string[]>>;
}

/** Share of the entry signals whose flashing caution depends on the route. */
const CONDITIONAL_SIGNAL_STEP = 5;

export class NetworkWriter {
  readonly railjson: Document = {
    version: "3.4.12",
    track_sections: [],
    switches: [],
    extended_switch_types: [],
    routes: [],
    signals: [],
    detectors: [],
    buffer_stops: [],
    operational_points: [],
    speed_sections: [],
    electrifications: [],
    neutral_sections: [],
  };
  readonly #levels: ProfileLevel[] = [];

  add(line: Line): void {
    const { layout } = line;
    const equipment = equipLine(line);
    const routes = findRoutes({ ...equipment, tracks: layout.tracks, switches: layout.switches });
    addConditions(equipment, routes);
    const { railjson } = this;
    const { electrifications, neutral_sections, levels } = electrify(line);
    this.#levels.push(...levels);
    for (const track of layout.tracks) railjson.track_sections.push(printTrack(line, track));
    for (const { id, type, ports } of layout.switches) {
      const extensions = { sncf: { label: id } };
      const group_change_delay = type === "link" ? 0 : 6;
      railjson.switches.push({ id, switch_type: type, group_change_delay, ports, extensions });
    }
    for (const { id, type, track, position } of equipment.waypoints) {
      const list = type === "Detector" ? railjson.detectors : railjson.buffer_stops;
      list.push({ id, track: track.id, position });
    }
    for (const route of routes) railjson.routes.push(printRoute(route));
    for (const signal of equipment.signals) railjson.signals.push(printSignal(signal));
    for (const point of placeOperationalPoints(line)) railjson.operational_points.push(point);
    for (const section of limitSpeeds(line, routes)) railjson.speed_sections.push(section);
    for (const section of electrifications) railjson.electrifications.push(section);
    for (const section of neutral_sections) railjson.neutral_sections.push(section);
  }

  profileSet(): ProfileSet {
    return {
      levels: this.#levels,
      level_order: { "25000V": ["25000V", "22500V", "20000V"] },
    };
  }
}

/** Some signals flash only for routes that leave the straight track. */
function addConditions({ signals }: Equipment, routes: readonly Route[]): void {
  const diverging = new Map<string, Route>();
  for (const route of routes) {
    const key = `${route.entry.id} ${route.direction}`;
    if (route.diverging_count > 0 && !diverging.has(key)) diverging.set(key, route);
  }
  let count = 0;
  for (const { detector, direction, logical } of signals) {
    const route = diverging.get(`${detector} ${direction === "START_TO_STOP" ? 0 : 1}`);
    if (route === undefined || logical.default_parameters["jaune_cli"] !== "true") continue;
    if (count++ % CONDITIONAL_SIGNAL_STEP !== 0) continue;
    const parameters = { jaune_cli: "false" };
    logical.conditional_parameters.push({ on_route: route.id, parameters });
  }
}

function printTrack(line: Line, track: Track): RailjsonDocument["track_sections"][number] {
  const { axis } = track;
  return {
    id: track.id,
    length: track.length_m,
    slopes: rangesOn(track, axis.gradients).map(({ begin, end, value }) => {
      return { gradient: value, begin, end };
    }),
    curves: rangesOn(track, axis.radii).map(({ begin, end, value }) => {
      return { radius: value, begin, end };
    }),
    loading_gauge_limits: gaugeOf(track),
    geo: { type: "LineString", coordinates: track.points.map(([lon, lat]) => [lon, lat]) },
    extensions: {
      sncf: {
        line_code: 900_000 + line.number * 2 + (axis === line.branch_axis ? 1 : 0),
        line_name: axis.name,
        track_number: track.kind === "main_2" ? 2 : 1,
        track_name: track.name,
      },
    },
  };
}

function printRoute(route: Route): RailjsonDocument["routes"][number] {
  return {
    id: route.id,
    entry_point: { type: route.entry.type, id: route.entry.id },
    exit_point: { type: route.exit.type, id: route.exit.id },
    entry_point_direction: route.direction === 0 ? "START_TO_STOP" : "STOP_TO_START",
    release_detectors: [...route.release_detectors],
    switches_directions: Object.fromEntries(route.groups),
  };
}

function printSignal(signal: Signal): RailjsonDocument["signals"][number] {
  return {
    id: signal.id,
    track: signal.track.id,
    position: signal.position,
    direction: signal.direction,
    sight_distance: 400,
    logical_signals: [{ ...signal.logical }],
    extensions: { sncf: { label: signal.id, kp: "", side: "LEFT" } },
  };
}
