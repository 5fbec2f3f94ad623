/**
 * Draws small RailJSON networks for tests: tracks, links, point switches, waypoints, BAL signals and
 * routes, with defaults for all that a test does not care about.
 */
import type {
  RailjsonInput,
  RailjsonLogicalSignal,
  RailjsonTrack,
} from "../../../../workers/engine/infra/compile/railjson_input.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer U)[] ? U[] : T[K] };

export type NetworkDraft = Mutable<RailjsonInput>;

export const BAL: RailjsonLogicalSignal = {
  signaling_system: "BAL",
  next_signaling_systems: [],
  settings: { Nf: "true" },
  default_parameters: { jaune_cli: "false" },
  conditional_parameters: [],
};

export function emptyNetwork(): NetworkDraft {
  return {
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
}

/** A track on the equator; `x` is the longitude of its start in thousandths of a degree. */
export function addTrack(
  network: NetworkDraft,
  id: string,
  length: number,
  more: Partial<RailjsonTrack> & { readonly x?: number; readonly x_end?: number } = {},
): void {
  const { x = 0, x_end = x + length / 1000, ...rest } = more;
  network.track_sections.push({
    id,
    length,
    slopes: [],
    curves: [],
    geo: {
      coordinates: [
        [x / 1000, 0],
        [x_end / 1000, 0],
      ],
    },
    ...rest,
  });
}

/** Joins the end of one track to the start of another. */
export function addLink(network: NetworkDraft, from: string, to: string): void {
  network.switches.push({
    id: `${from}-${to}`,
    switch_type: "link",
    ports: { A: { track: from, endpoint: "END" }, B: { track: to, endpoint: "BEGIN" } },
  });
}

export function addSignal(
  network: NetworkDraft,
  id: string,
  place: { readonly track: string; readonly position: number; readonly reversed?: boolean },
  logical: readonly RailjsonLogicalSignal[] = [BAL],
): void {
  network.signals.push({
    id,
    track: place.track,
    position: place.position,
    direction: place.reversed === true ? "STOP_TO_START" : "START_TO_STOP",
    sight_distance: 400,
    logical_signals: logical,
  });
}

/** A route between waypoints; names that start with `bs` are buffer stops. */
export function addRoute(
  network: NetworkDraft,
  entry: string,
  exit: string,
  more: { readonly reversed?: boolean; readonly switches?: Readonly<Record<string, string>> } = {},
): void {
  const reference = (id: string): { type: "BufferStop" | "Detector"; id: string } => ({
    type: id.startsWith("bs") ? "BufferStop" : "Detector",
    id,
  });
  network.routes.push({
    id: `rt.${entry}->${exit}`,
    entry_point: reference(entry),
    exit_point: reference(exit),
    entry_point_direction: more.reversed === true ? "STOP_TO_START" : "START_TO_STOP",
    switches_directions: more.switches ?? {},
  });
}

/**
 * Two tracks of 1,000 m in a line, A then B: bs.0 -- D1 (A 800) | D2 (B 300) -- bs.1 (B 1000).
 * Signals 20 m before the detectors in both directions, a route between each two waypoints.
 */
export function drawLine(): NetworkDraft {
  const network = emptyNetwork();
  addTrack(network, "A", 1000, { x: 0 });
  addTrack(network, "B", 1000, { x: 1 });
  addLink(network, "A", "B");
  network.buffer_stops.push(
    { id: "bs.0", track: "A", position: 0 },
    { id: "bs.1", track: "B", position: 1000 },
  );
  network.detectors.push(
    { id: "D1", track: "A", position: 800 },
    { id: "D2", track: "B", position: 300 },
  );
  addSignal(network, "S1", { track: "A", position: 780 });
  addSignal(network, "S2", { track: "B", position: 280 });
  addSignal(network, "R2", { track: "B", position: 320, reversed: true });
  addSignal(network, "R1", { track: "A", position: 820, reversed: true });
  addRoute(network, "bs.0", "D1");
  addRoute(network, "D1", "D2");
  addRoute(network, "D2", "bs.1");
  addRoute(network, "bs.1", "D2", { reversed: true });
  addRoute(network, "D2", "D1", { reversed: true });
  addRoute(network, "D1", "bs.0", { reversed: true });
  return network;
}
