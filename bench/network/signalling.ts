/**
 * Detectors, buffer stops and signals of every segment (engine.md 1.10-1.14): a detector near each
 * switch and at each block end, a signal upstream of each detector at which a block may end, in both
 * directions. The first detector beyond a switch has no signal in that direction: a block runs from
 * signal to signal, through the switches.
 * Stations and the first and last signal of a section are BAL; other systems stand between them, so
 * that each signal has one following system (a signal with two would leave blocks without an end).
 */
import type { Segment, Track } from "./layout.ts";
import type { LineSystem } from "./options.ts";
import type { Line } from "./stations.ts";

export interface Waypoint {
  readonly id: string;
  readonly type: "Detector" | "BufferStop";
  readonly track: Track;
  readonly position: number;
  /** Whether routes begin and end here when travelling east ([0]) and west ([1]). */
  readonly is_boundary: readonly [boolean, boolean];
}

export interface LogicalSignal {
  signaling_system: LineSystem;
  next_signaling_systems: LineSystem[];
  settings: Record<string, string>;
  default_parameters: Record<string, string>;
  conditional_parameters: { on_route: string; parameters: Record<string, string> }[];
}

export interface Signal {
  readonly id: string;
  readonly track: Track;
  readonly position: number;
  readonly direction: "START_TO_STOP" | "STOP_TO_START";
  readonly logical: LogicalSignal;
  /** The detector that it stands before. */
  readonly detector: string;
}

export interface Equipment {
  readonly waypoints: readonly Waypoint[];
  readonly signals: readonly Signal[];
}

/** From a switch to the nearest detector, and from a signal to the detector behind it. */
const SWITCH_CLEARANCE_M = 40;
const SIGNAL_CLEARANCE_M = 15;
const DISTANT_SIGNAL_M = 1_300;
/** Fewer signals than this leave no room for another system between the two BAL ones. */
const OTHER_SYSTEM_SIGNALS_MIN = 4;

/** Equips all segments of a line. */
export function equipLine(line: Line): Equipment {
  const waypoints: Waypoint[] = [];
  const signals: Signal[] = [];
  for (const segment of line.layout.segments) {
    const section = segment.use.kind === "line" ? segment.use.section : -1;
    const equipped = equipSegment(segment, line.systems[section] ?? "BAL");
    waypoints.push(...equipped.waypoints);
    signals.push(...equipped.signals);
  }
  return { waypoints, signals };
}

function equipSegment(segment: Segment, system: LineSystem): Equipment {
  if (segment.use.kind === "plain") return { waypoints: [], signals: [] };
  const offsets = placeDetectors(segment);
  const is_silent = segment.use.kind === "isolated";
  // Signals travelling east stand at all detectors but one right behind a switch.
  const first_east = segment.west === "switch" ? 1 : 0;
  const last_west = offsets.length - (segment.east === "switch" ? 2 : 1);
  const detectors = offsets.map((offset_m, k): Waypoint => {
    const { track, position } = locate(segment, offset_m);
    const is_east = k === first_east || (k === offsets.length - 1 && segment.east === "switch");
    const is_west = k === last_west || (k === 0 && segment.west === "switch");
    return {
      id: `D${track.id.slice(track.id.indexOf("T.") + 1)}.${k}`,
      type: "Detector",
      track,
      position,
      is_boundary: is_silent
        ? [false, false]
        : [is_east && k >= first_east, is_west && k <= last_west],
    };
  });
  const waypoints = [
    ...bufferStops(segment, "west"),
    ...detectors,
    ...bufferStops(segment, "east"),
  ];
  if (is_silent) return { waypoints, signals: [] };
  const east = {
    segment,
    system,
    detectors,
    offsets,
    direction: 0,
    range: [first_east, offsets.length - 1],
  } as const;
  const west = {
    segment,
    system,
    detectors,
    offsets,
    direction: 1,
    range: [0, last_west],
  } as const;
  return { waypoints, signals: [...placeSignals(east), ...placeSignals(west)] };
}

/** Offsets of the detectors from the segment's west end, m. */
function placeDetectors(segment: Segment): readonly number[] {
  const { length_m, use } = segment;
  if (use.kind === "isolated") return [length_m / 2];
  const begin_m = SWITCH_CLEARANCE_M;
  const end_m = length_m - SWITCH_CLEARANCE_M;
  if (segment.west !== "switch") return [end_m];
  if (segment.east !== "switch") return [begin_m];
  const count = use.kind === "line" ? use.block_count : 1;
  const block_m = (end_m - begin_m) / count;
  return Array.from({ length: count + 1 }, (_, k) => begin_m + k * block_m);
}

function bufferStops(segment: Segment, side: "west" | "east"): readonly Waypoint[] {
  if (segment[side] !== "buffer_stop") return [];
  const track = side === "west" ? segment.tracks[0]! : segment.tracks.at(-1)!;
  const position = side === "west" ? 0 : track.length_m;
  const id = `B${track.id.slice(track.id.indexOf("T.") + 1)}`;
  return [{ id, type: "BufferStop", track, position, is_boundary: [true, true] }];
}

/** One direction of one segment; `range` are the first and last detector with a signal. */
interface Side {
  readonly segment: Segment;
  readonly system: LineSystem;
  readonly detectors: readonly Waypoint[];
  readonly offsets: readonly number[];
  readonly direction: 0 | 1;
  readonly range: readonly [number, number];
}

function placeSignals(side: Side): readonly Signal[] {
  const [first, last] = side.range;
  const count = last - first + 1;
  const signals: Signal[] = [];
  for (let j = 0; j < count; j++) {
    const k = side.direction === 0 ? first + j : last - j;
    const detector = side.detectors[k]!;
    const system = systemAt(side.system, j, count);
    const following = j === count - 1 ? "BAL" : systemAt(side.system, j + 1, count);
    const is_bapr_ahead = side.system === "BAPR" && j > 0 && count >= OTHER_SYSTEM_SIGNALS_MIN;
    if (is_bapr_ahead) {
      // A distant announces the next signal; the one before it sees the distant.
      const logical = logicalSignal("BAPR", system, { Nf: "false", distant: "true" });
      signals.push(makeSignal(side, { k, before_m: DISTANT_SIGNAL_M, logical, kind: "A" }));
    }
    const Nf = String(detector.is_boundary[side.direction]);
    const settings = system === "BAPR" ? { Nf, distant: "false" } : { Nf };
    const next =
      system === "BAPR" || (side.system === "BAPR" && following === "BAPR") ? "BAPR" : following;
    const logical = logicalSignal(system, next, settings);
    const is_short =
      side.system === "BAL" &&
      side.segment.use.kind === "line" &&
      side.segment.use.section % 2 === 1;
    if (system === "BAL") logical.default_parameters["jaune_cli"] = String(is_short);
    signals.push(makeSignal(side, { k, before_m: SIGNAL_CLEARANCE_M, logical, kind: "S" }));
  }
  return signals;
}

function systemAt(system: LineSystem, j: number, count: number): LineSystem {
  return j === 0 || j === count - 1 || count < OTHER_SYSTEM_SIGNALS_MIN ? "BAL" : system;
}

/** An empty list of next systems says that the same system follows. */
function logicalSignal(
  signaling_system: LineSystem,
  next: LineSystem,
  settings: Record<string, string>,
): LogicalSignal {
  return {
    signaling_system,
    next_signaling_systems: next === signaling_system ? [] : [next],
    settings,
    default_parameters: {},
    conditional_parameters: [],
  };
}

function makeSignal(
  side: Side,
  at: { k: number; before_m: number; logical: LogicalSignal; kind: "S" | "A" },
): Signal {
  const detector = side.detectors[at.k]!;
  const sign = side.direction === 0 ? -1 : 1;
  const { track, position } = locate(side.segment, side.offsets[at.k]! + sign * at.before_m);
  return {
    id: `${at.kind}${detector.id.slice(1)}${side.direction === 0 ? "E" : "W"}`,
    track,
    position,
    direction: side.direction === 0 ? "START_TO_STOP" : "STOP_TO_START",
    logical: at.logical,
    detector: detector.id,
  };
}

/** The track and the position on it, m, of an offset from the segment's west end. */
function locate(segment: Segment, offset_m: number): { track: Track; position: number } {
  let rest_m = offset_m;
  for (const track of segment.tracks) {
    if (rest_m <= track.length_m) return { track, position: Math.round(rest_m * 1000) / 1000 };
    rest_m -= track.length_m;
  }
  throw new Error(`${offset_m} m is beyond a segment of ${segment.length_m} m`);
}
