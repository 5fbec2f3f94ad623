/**
 * A straight line whose signals change their system again and again: every pair of systems meets, with
 * distants, jaune_cli, conditional parameters and several zones a block.
 */
import type {
  RailjsonInput,
  RailjsonLogicalSignal,
} from "../../workers/engine/infra/compile/railjson_input.ts";
import { type Random, wholeBetween } from "../workers/engine/seeded.ts";
import { pick } from "./mutations.ts";

const TRACK = "line";
const SYSTEMS = ["BAL", "BAPR", "TVM300", "TVM430"];

interface Mast {
  readonly id: string;
  readonly position: number;
  readonly system: string;
  readonly isDistant: boolean;
}

/** Draws a line in one direction; systems hold for a few signals each, some lines have one only. */
export function drawSignalLine(random: Random): RailjsonInput {
  const systems = random() < 0.3 ? [pick(random, SYSTEMS)] : SYSTEMS;
  const masts: Mast[] = [];
  const detectors: { id: string; track: string; position: number }[] = [];
  const boundaries: string[] = [];
  let position = 0;
  const count = wholeBetween(random, 6, 30);
  let system = pick(random, systems);
  for (let i = 0; i < count; i++) {
    if (random() < 0.4) system = pick(random, systems);
    position += wholeBetween(random, 300, 2500);
    if (system === "BAPR" && random() < 0.7) {
      masts.push({ id: `A${i}`, position, system, isDistant: true });
      position += wholeBetween(random, 200, 1200);
    }
    masts.push({ id: `S${i}`, position, system, isDistant: false });
    position += pick(random, [0.5, 12.25, 20]);
    detectors.push({ id: `D${i}`, track: TRACK, position });
    if (random() < 0.5) boundaries.push(`D${i}`);
    const nZones = pick(random, [0, 0, 1, 4, 15]);
    for (let k = 0; k < nZones; k++) {
      position += wholeBetween(random, 30, 300);
      detectors.push({ id: `D${i}.${k}`, track: TRACK, position });
    }
  }
  const length = position + wholeBetween(random, 200, 3000);
  const ends = [...boundaries.map((id) => ({ type: "Detector" as const, id })), END];
  return {
    track_sections: [
      { id: TRACK, length, slopes: [], curves: [], geo: { coordinates: COORDINATES } },
    ],
    switches: [],
    extended_switch_types: [],
    routes: ends.map((exit_point, i) => ({
      id: `rt.${i}`,
      entry_point: ends[i - 1] ?? BEGIN,
      entry_point_direction: "START_TO_STOP",
      exit_point,
      switches_directions: {},
    })),
    signals: masts.map((mast, i) => ({
      id: mast.id,
      track: TRACK,
      position: mast.position,
      direction: "START_TO_STOP" as const,
      sight_distance: pick(random, [0, 100, 400, 800]),
      logical_signals: [drawLogical(random, mast, masts[i + 1], ends.length)],
    })),
    detectors,
    buffer_stops: [
      { id: BEGIN.id, track: TRACK, position: 0 },
      { id: END.id, track: TRACK, position: length },
    ],
    operational_points: [],
    speed_sections: [],
    electrifications: [],
    neutral_sections: [],
  };
}

const BEGIN = { type: "BufferStop" as const, id: "begin" };
const END = { type: "BufferStop" as const, id: "end" };
const COORDINATES: [number, number][] = [
  [0, 45],
  [0.5, 45],
];

function drawLogical(
  random: Random,
  { system, isDistant }: Mast,
  next: Mast | undefined,
  nRoutes: number,
): RailjsonLogicalSignal {
  const flag = (): string => String(random() < 0.4);
  const settings: Record<string, string> = { Nf: flag() };
  if (system === "BAPR") settings["distant"] = String(isDistant);
  const following = next?.system ?? pick(random, SYSTEMS);
  const isBal = system === "BAL";
  return {
    signaling_system: system,
    // An empty list accepts whatever follows.
    next_signaling_systems: random() < 0.2 ? [] : [following],
    settings,
    default_parameters: isBal ? { jaune_cli: flag() } : {},
    conditional_parameters:
      isBal && random() < 0.4
        ? [wholeBetween(random, 0, nRoutes - 1), wholeBetween(random, 0, nRoutes - 1)].map(
            (route) => ({ on_route: `rt.${route}`, parameters: { jaune_cli: flag() } }),
          )
        : [],
  };
}
