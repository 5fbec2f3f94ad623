/**
 * Seeded changes of a valid network that keep it valid: overlapping attributes of all kinds, signals
 * on chunk boundaries, waypoints at track ends, detectors at one place, more systems on a mast.
 */
import type {
  ApplicableRange,
  RailjsonInput,
  RailjsonLogicalSignal,
} from "../../workers/engine/infra/compile/railjson_input.ts";
import { between, type Random, wholeBetween } from "../workers/engine/seeded.ts";
import { GAUGES } from "./tracks.ts";

type Writable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer U)[] ? U[] : T[K] };
export type MutableNetwork = Writable<RailjsonInput>;

export const TAGS = ["MA100", "E32C", "V160", "MVGV", "MA80", "odd"];
export const VOLTAGES = ["1500V", "25000V", "3000V"];

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[wholeBetween(random, 0, list.length - 1)]!;
}

/** Offsets of a track where something interesting stands, or random ones; m. */
function somewhere(random: Random, network: RailjsonInput, track: string, length: number): number {
  const kind = random();
  const places = [...network.detectors, ...network.buffer_stops].filter(
    (one) => one.track === track,
  );
  if (kind < 0.25 && places.length > 0) return pick(random, places).position;
  if (kind < 0.35) return 0;
  if (kind < 0.45) return length;
  if (kind < 0.6) return Math.floor(random() * length * 1e4) / 1e4;
  return Math.floor(random() * length);
}

function trackRange(random: Random, network: RailjsonInput): ApplicableRange {
  const { id, length } = pick(random, network.track_sections);
  const [a, b] = [somewhere(random, network, id, length), somewhere(random, network, id, length)];
  return {
    track: id,
    begin: Math.min(a, b),
    end: Math.max(a, b),
    applicable_directions: pick(random, ["START_TO_STOP", "STOP_TO_START", "BOTH"] as const),
  };
}

function trackRanges(random: Random, network: RailjsonInput, most = 4): ApplicableRange[] {
  return Array.from({ length: wholeBetween(random, 1, most) }, () => trackRange(random, network));
}

/** Applies a random set of changes; the document given stays as it is. */
export function mutate(random: Random, source: RailjsonInput): RailjsonInput {
  const network: MutableNetwork = structuredClone(source) as MutableNetwork;
  const some = (share: number, change: () => void): void => {
    if (random() < share) change();
  };
  some(0.5, () => network.speed_sections.push(...drawSpeedSections(random, network)));
  some(0.5, () => drawSlopes(random, network));
  some(0.4, () => drawGauges(random, network));
  some(0.5, () => drawElectrification(random, network));
  some(0.4, () => moveSignals(random, network));
  some(0.4, () => moveWaypoints(random, network));
  some(0.3, () => mergeDetectors(random, network));
  some(0.35, () => addSystems(random, network));
  some(0.3, () => changeParameters(random, network));
  some(0.2, () => customTypes(random, network));
  some(0.2, () => drawPoints(random, network));
  return network;
}

function drawSpeedSections(
  random: Random,
  network: RailjsonInput,
): RailjsonInput["speed_sections"] {
  return Array.from({ length: wholeBetween(random, 1, 8) }, (_, i) => {
    const tags: Record<string, number> = {};
    for (const tag of TAGS) if (random() < 0.3) tags[tag] = wholeBetween(random, 5, 60);
    const onRoutes = random() < 0.4 && network.routes.length > 0;
    const routes = onRoutes
      ? Array.from({ length: wholeBetween(random, 0, 4) }, () => pick(random, network.routes).id)
      : null;
    return {
      id: `drawn.${i}`,
      speed_limit:
        random() < 0.2
          ? null
          : random() < 0.1
            ? pick(random, [83.333, 0])
            : Math.round(between(random, 4, 70) * 100) / 100,
      speed_limit_by_tag: tags,
      track_ranges: trackRanges(random, network, 8),
      on_routes: routes,
    };
  });
}

function drawSlopes(random: Random, network: MutableNetwork): void {
  network.track_sections = network.track_sections.map((track) => {
    if (random() < 0.3) return track;
    const place = (): number => somewhere(random, network, track.id, track.length);
    const slopes = Array.from({ length: wholeBetween(random, 0, 4) }, () => ({
      gradient: random() < 0.2 ? 0 : wholeBetween(random, -60, 60) / 4,
      begin: place(),
      end: place(),
    }));
    const curves = Array.from({ length: wholeBetween(random, 0, 3) }, () => ({
      radius: random() < 0.2 ? 0 : pick(random, [-1, 1]) * wholeBetween(random, 200, 9000),
      begin: place(),
      end: place(),
    }));
    return { ...track, slopes, curves };
  });
}

function drawGauges(random: Random, network: MutableNetwork): void {
  network.track_sections = network.track_sections.map((track) => {
    if (random() < 0.6) return track;
    const loading_gauge_limits = Array.from({ length: wholeBetween(random, 1, 3) }, () => {
      const [a, b] = [
        somewhere(random, network, track.id, track.length),
        somewhere(random, network, track.id, track.length),
      ];
      return { category: pick(random, GAUGES), begin: Math.min(a, b), end: Math.max(a, b) };
    });
    return { ...track, loading_gauge_limits };
  });
}

function drawElectrification(random: Random, network: MutableNetwork): void {
  for (let i = 0; i < wholeBetween(random, 1, 6); i++) {
    network.electrifications.push({
      id: `drawn.${i}`,
      voltage: pick(random, VOLTAGES),
      track_ranges: trackRanges(random, network, 6),
    });
  }
  for (let i = 0; i < wholeBetween(random, 0, 5); i++) {
    network.neutral_sections.push({
      id: `drawn.${i}`,
      lower_pantograph: random() < 0.5,
      track_ranges: trackRanges(random, network).map(({ track, begin, end }) => ({
        track,
        begin,
        end,
        direction: pick(random, ["START_TO_STOP", "STOP_TO_START"] as const),
      })),
    });
  }
}

function moveSignals(random: Random, network: MutableNetwork): void {
  network.signals = network.signals.map((signal) => {
    if (random() < 0.7) return signal;
    const places = [...network.detectors, ...network.buffer_stops].filter(
      (one) => one.track === signal.track,
    );
    if (places.length === 0) return signal;
    const nearest = places.reduce((a, b) =>
      Math.abs(a.position - signal.position) < Math.abs(b.position - signal.position) ? a : b,
    );
    return { ...signal, position: nearest.position, sight_distance: wholeBetween(random, 0, 800) };
  });
}

/** Moves the outermost detector of some tracks to the track's end. */
function moveWaypoints(random: Random, network: MutableNetwork): void {
  for (const { id, length } of network.track_sections) {
    if (random() < 0.8) continue;
    const on = network.detectors.filter(({ track }) => track === id);
    const stops = network.buffer_stops.filter(({ track }) => track === id);
    if (on.length === 0 || stops.length > 0) continue;
    const atStart = random() < 0.5;
    const outer = on.reduce((a, b) => (a.position < b.position === atStart ? a : b));
    const place = atStart ? 0 : length;
    if (facesWaypoint(network, id, atStart ? "BEGIN" : "END")) continue;
    network.detectors = network.detectors.map((one) =>
      one === outer ? { ...one, position: place } : one,
    );
  }
}

/** Whether a waypoint stands right beyond the node at a track's end: the zone between has no length. */
function facesWaypoint(network: RailjsonInput, track: string, endpoint: "BEGIN" | "END"): boolean {
  const node = network.switches.find(({ ports }) =>
    Object.values(ports).some((port) => port.track === track && port.endpoint === endpoint),
  );
  return Object.values(node?.ports ?? {}).some((port) => {
    const { length } = network.track_sections.find(({ id }) => id === port.track)!;
    const end = port.endpoint === "BEGIN" ? 0 : length;
    return network.detectors.some((one) => one.track === port.track && one.position === end);
  });
}

/** A second detector at the place of another (within half a millimetre). */
function mergeDetectors(random: Random, network: MutableNetwork): void {
  for (const one of network.detectors.filter(() => random() >= 0.85)) {
    network.detectors.push({
      ...one,
      id: `${random() < 0.5 ? "A" : "z"}.${one.id}`,
      position: Math.max(0, Math.round(one.position * 1000) / 1000),
    });
  }
}

function logicalOf(system: string, next: readonly string[]): RailjsonLogicalSignal {
  const settings: Record<string, string> = { Nf: "false" };
  if (system === "BAPR") settings["distant"] = "false";
  const default_parameters: Record<string, string> = {};
  if (system === "BAL") default_parameters["jaune_cli"] = "false";
  return {
    signaling_system: system,
    next_signaling_systems: [...next],
    settings,
    default_parameters,
    conditional_parameters: [],
  };
}

/** A second system on every mast along some routes, or more drivers on a few signals. */
function addSystems(random: Random, network: MutableNetwork): void {
  const second = pick(random, ["TVM300", "TVM430", "BAPR", "BAL"]);
  const everywhere = random() < 0.6;
  network.signals = network.signals.map((signal) => {
    const logical = signal.logical_signals ?? [];
    if (logical.length !== 1 || (!everywhere && random() < 0.7)) return signal;
    const first = logical[0]!;
    if (first.signaling_system === second) return signal;
    if (!everywhere && random() < 0.3) {
      return {
        ...signal,
        logical_signals: [{ ...first, next_signaling_systems: [first.signaling_system, second] }],
      };
    }
    const mine =
      first.next_signaling_systems.length === 0
        ? { ...first, next_signaling_systems: [first.signaling_system] }
        : first;
    const pair = [mine, logicalOf(second, [second])];
    return { ...signal, logical_signals: random() < 0.2 ? pair.reverse() : pair };
  });
}

function changeParameters(random: Random, network: MutableNetwork): void {
  network.signals = network.signals.map((signal) => ({
    ...signal,
    logical_signals: (signal.logical_signals ?? []).map((logical) => {
      if (logical.signaling_system !== "BAL" || random() < 0.6 || network.routes.length === 0) {
        return logical;
      }
      return {
        ...logical,
        default_parameters: { jaune_cli: String(random() < 0.5) },
        conditional_parameters: [
          { on_route: pick(random, network.routes).id, parameters: { jaune_cli: "true" } },
        ],
      };
    }),
  }));
}

/** The same point switches as a custom type with other names of its configurations. */
function customTypes(random: Random, network: MutableNetwork): void {
  network.extended_switch_types.push({
    id: "drawn_switch",
    ports: ["A", "B1", "B2"],
    groups: {
      A_B2: [{ src: "B2", dst: "A" }],
      A_B1: [{ src: "A", dst: "B1" }],
      NONE: [{ src: "B1", dst: "B2" }],
    },
  });
  network.switches = network.switches.map((one) =>
    one.switch_type === "point_switch" && random() < 0.5
      ? { ...one, switch_type: "drawn_switch" }
      : one,
  );
}

function drawPoints(random: Random, network: MutableNetwork): void {
  const parts = Array.from({ length: wholeBetween(random, 1, 12) }, () => {
    const { id, length } = pick(random, network.track_sections);
    return { track: id, position: somewhere(random, network, id, length) };
  });
  network.operational_points.push({ id: "drawn.op", parts });
}
