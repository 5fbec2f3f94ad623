/**
 * Checks locations of objects: tracks that exist, positions and ranges on them, lists that aren't empty, routes
 * referred to by speed sections and signals (interface.md 5.2), signals that show something. A track range that runs backwards gives
 * slopes and curves their sign (engine.md 1.4) and counts with its ends swapped elsewhere; both are listed, as the page
 * requires.
 */
import type { ObjectType } from "../../../src/railway/object_types.ts";
import {
  isFiniteCurve,
  isFiniteSlope,
  RADIUS_MIN_M,
} from "../../engine/infra/compile/compile_attributes.ts";
import { findSignalFault } from "../../engine/infra/compile/compile_signals.ts";
import type { ErrorRows, InfraObject } from "../infra_error.ts";
import { MAX_POSITION_M, MAX_REASON_LENGTH } from "../limits.ts";
import { listNeutralSigns, listSpeedSigns, type PlacedSign } from "../signs.ts";
import type { NetworkIndex } from "./network_index.ts";

/** The steepest railway of all, on the Pilatus: what is steeper is most likely in another unit. */
const STEEPEST_PERMILLE = 480;

interface TrackRange {
  readonly track: string;
  readonly begin: number;
  readonly end: number;
}

/** Adds `invalid_reference`, `out_of_range` and `empty_object` of everything except switches and routes. */
export function checkLocations(network: NetworkIndex, faults: ErrorRows): void {
  const { document } = network;
  checkTrackSections(network, faults);
  for (const [obj_type, sections] of [
    ["Electrification", document.electrifications],
    ["NeutralSection", document.neutral_sections],
    ["SpeedSection", document.speed_sections],
  ] as const) {
    for (const { id, track_ranges } of sections) {
      checkRangeList(network, faults, { obj_type, obj_id: id, ranges: track_ranges });
    }
  }
  for (const { id, announcement_track_ranges } of document.neutral_sections) {
    const object = { obj_type: "NeutralSection", obj_id: id } as const;
    checkTrackRanges(network, faults, {
      object,
      field: "announcement_track_ranges",
      ranges: announcement_track_ranges,
    });
  }
  checkSigns(network, faults);
  checkPoints(network, faults);
  checkRouteNames(network, faults);
}

function checkSigns(network: NetworkIndex, faults: ErrorRows): void {
  const check = (object: InfraObject, signs: readonly PlacedSign[]): void => {
    for (const { field, sign } of signs) {
      const { track, position } = sign;
      checkPoint(network, faults, { object, prefix: () => `${field}.`, track, position });
    }
  };
  const { speed_sections, neutral_sections } = network.document;
  for (const section of speed_sections) {
    check({ obj_type: "SpeedSection", obj_id: section.id }, listSpeedSigns(section));
  }
  for (const section of neutral_sections) {
    check({ obj_type: "NeutralSection", obj_id: section.id }, listNeutralSigns(section));
  }
}

function checkTrackSections(network: NetworkIndex, faults: ErrorRows): void {
  for (const track of network.document.track_sections) {
    const object = { obj_type: "TrackSection", obj_id: track.id } as const;
    const { length } = track;
    checkRanges(faults, { object, field: "slopes", ranges: track.slopes, length });
    checkRanges(faults, { object, field: "curves", ranges: track.curves, length });
    checkSteepness(faults, object, track);
    const ranges = track.loading_gauge_limits ?? [];
    checkRanges(faults, { object, field: "loading_gauge_limits", ranges, length });
  }
}

/** What is beyond all measure is left out; what no railway has is computed with. */
function checkSteepness(
  faults: ErrorRows,
  object: InfraObject,
  { slopes, curves }: NetworkIndex["document"]["track_sections"][number],
): void {
  for (const [i, slope] of slopes.entries()) {
    const { gradient } = slope;
    if (Math.abs(gradient) <= STEEPEST_PERMILLE) continue;
    const field = `slopes.${i}.gradient`;
    const expected_range = [-STEEPEST_PERMILLE, STEEPEST_PERMILLE] as const;
    if (isFiniteSlope(slope)) faults.add(object, field, { error_type: "odd_gradient", gradient });
    else {
      faults.add(object, field, { error_type: "out_of_range", position: gradient, expected_range });
    }
  }
  for (const [i, curve] of curves.entries()) {
    if (isFiniteCurve(curve)) continue;
    const expected_range = [RADIUS_MIN_M, MAX_POSITION_M] as const;
    const fault = { error_type: "out_of_range", position: curve.radius, expected_range } as const;
    faults.add(object, `curves.${i}.radius`, fault);
  }
}

function checkPoints(network: NetworkIndex, faults: ErrorRows): void {
  const { document } = network;
  for (const { id, parts } of document.operational_points) {
    const object = { obj_type: "OperationalPoint", obj_id: id } as const;
    if (parts.length === 0) faults.add(object, "parts", { error_type: "empty_object" });
    for (const [i, part] of parts.entries()) {
      checkPoint(network, faults, { object, prefix: () => `parts.${i}.`, ...part });
    }
  }
  for (const [obj_type, points] of [
    ["Detector", document.detectors],
    ["BufferStop", document.buffer_stops],
    ["Signal", document.signals],
  ] as const) {
    for (const { id, track, position } of points) {
      const object = { obj_type, obj_id: id };
      checkPoint(network, faults, { object, prefix: () => "", track, position });
    }
  }
}

function checkRouteNames(network: NetworkIndex, faults: ErrorRows): void {
  const check = (object: InfraObject, route: string, field: () => string): void => {
    if (network.routes.has(route)) return;
    const reference = { type: "Route", obj_id: route } as const;
    faults.add(object, field(), { error_type: "invalid_reference", reference });
  };
  for (const { id, on_routes } of network.document.speed_sections) {
    const object = { obj_type: "SpeedSection", obj_id: id } as const;
    for (const [i, route] of (on_routes ?? []).entries()) {
      check(object, route, () => `on_routes.${i}`);
    }
  }
  for (const { id, logical_signals } of network.document.signals) {
    const object = { obj_type: "Signal", obj_id: id } as const;
    for (const [i, logical] of (logical_signals ?? []).entries()) {
      const { conditional_parameters } = logical;
      const reason = findSignalFault(logical)?.detail.slice(0, MAX_REASON_LENGTH);
      if (reason !== undefined) {
        faults.add(object, `logical_signals.${i}`, { error_type: "invalid_signal", reason });
      }
      for (const [j, { on_route }] of conditional_parameters.entries()) {
        const field = () => `logical_signals.${i}.conditional_parameters.${j}.on_route`;
        check(object, on_route, field);
      }
    }
  }
}

function checkRangeList(
  network: NetworkIndex,
  faults: ErrorRows,
  list: { obj_type: ObjectType; obj_id: string; ranges: readonly TrackRange[] },
): void {
  const object = { obj_type: list.obj_type, obj_id: list.obj_id };
  const field = "track_ranges";
  if (list.ranges.length === 0) faults.add(object, field, { error_type: "empty_object" });
  checkTrackRanges(network, faults, { object, field, ranges: list.ranges });
}

function checkTrackRanges(
  network: NetworkIndex,
  faults: ErrorRows,
  list: { object: InfraObject; field: string; ranges: readonly TrackRange[] },
): void {
  const { object, field, ranges } = list;
  for (const [i, range] of ranges.entries()) {
    const length = lengthOf(network, range.track);
    if (length === undefined) {
      addMissingTrack(faults, object, { field: `${field}.${i}.track`, track: range.track });
    } else {
      checkRange(faults, { object, field, index: i, range, length });
    }
  }
}

function checkRanges(
  faults: ErrorRows,
  list: {
    object: InfraObject;
    field: string;
    ranges: readonly { readonly begin: number; readonly end: number }[];
    length: number;
  },
): void {
  const { object, field, ranges, length } = list;
  for (const [index, range] of ranges.entries()) {
    checkRange(faults, { object, field, index, range, length });
  }
}

function checkRange(
  faults: ErrorRows,
  item: {
    object: InfraObject;
    field: string;
    index: number;
    range: { readonly begin: number; readonly end: number };
    length: number;
  },
): void {
  const { object, field, index, range, length } = item;
  const add = (side: "begin" | "end", expected_range: readonly [number, number]): void => {
    const path = `${field}.${index}.${side}`;
    faults.add(object, path, { error_type: "out_of_range", position: range[side], expected_range });
  };
  const is_begin_outside = range.begin < 0 || range.begin > length;
  const is_end_outside = range.end < 0 || range.end > length;
  if (is_begin_outside) add("begin", [0, length]);
  if (is_end_outside) add("end", [0, length]);
  if (!is_begin_outside && !is_end_outside && range.begin > range.end) add("begin", [0, range.end]);
}

function checkPoint(
  network: NetworkIndex,
  faults: ErrorRows,
  point: { object: InfraObject; prefix: () => string; track: string; position: number },
): void {
  const { object, prefix, track, position } = point;
  const length = lengthOf(network, track);
  if (length === undefined) {
    addMissingTrack(faults, object, { field: `${prefix()}track`, track });
  } else if (position < 0 || position > length) {
    const expected_range = [0, length] as const;
    const fault = { error_type: "out_of_range", position, expected_range } as const;
    faults.add(object, `${prefix()}position`, fault);
  }
}

function lengthOf(network: NetworkIndex, track: string): number | undefined {
  const index = network.tracks.get(track);
  return index === undefined ? undefined : network.document.track_sections[index]?.length;
}

function addMissingTrack(
  faults: ErrorRows,
  object: InfraObject,
  missing: { field: string; track: string },
): void {
  const reference = { type: "TrackSection", obj_id: missing.track } as const;
  faults.add(object, missing.field, { error_type: "invalid_reference", reference });
}
