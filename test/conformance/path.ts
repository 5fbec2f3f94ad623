/**
 * Pathfinding and path properties: everything must be equal, coordinates to 1e-9 degrees (a tenth
 * of a millimetre; they pass through logarithms whose last bits differ between mathematics libraries).
 */
import { isDeepStrictEqual } from "node:util";
import type { RecordedCase } from "../../bench/recorded/cases.ts";
import type { Networks } from "../../bench/recorded/networks.ts";
import { PATH_PROPERTIES } from "../../src/railway/network_terms.ts";
import type { BlockPath } from "../../workers/engine/path/block_path.ts";
import type { ConflictingRange } from "../../workers/engine/path/conflicting_ranges.ts";
import type { PathFinder, PathSearchOutcome } from "../../workers/engine/path/find_path.ts";
import { printPath } from "../../workers/engine/path/print_path.ts";
import { resolveWaypoint, type WaypointFault } from "../../workers/engine/path/waypoints.ts";
import { viewPathFinder } from "../../workers/tasks/infra_views.ts";
import { extractPathProperties } from "../../workers/tasks/path/extract_path_properties.ts";
import type { PathStock } from "../../workers/tasks/types.ts";
import type { CaseResult } from "./kinds.ts";

const DEGREES_TOLERANCE = 1e-9;

export function answerPathfinding(recorded: RecordedCase, networks: Networks): CaseResult {
  const finder = viewPathFinder(networks.open(recorded.infra));
  const answer = findRecordedPath(finder, recorded);
  const expected = withoutWording(recorded.response);
  const problems = isDeepStrictEqual(answer, expected) ? [] : listDifferences(answer, expected);
  return { answer, problems, deviations: {} };
}

/** The recorded form of the answer to a recorded pathfinding request. */
function findRecordedPath(finder: PathFinder, { request }: RecordedCase): object {
  const { infra } = finder;
  const items = [];
  for (const candidates of request.path_items) {
    const locations = [];
    for (const { track, offset } of candidates) {
      const resolved = resolveWaypoint(infra, { kind: "track_offset", track, offset_mm: offset });
      if (!resolved.ok)
        return { status: "internal_error", core_error: toCoreError(resolved.error) };
      locations.push(...resolved.value);
    }
    items.push(locations);
  }
  return toRecordedForm(finder, finder.find(items, readStock(request)));
}

export function readStock(request: RecordedCase["request"]): PathStock {
  return {
    loading_gauge: request.rolling_stock_loading_gauge,
    is_thermal: request.rolling_stock_is_thermal,
    supported_electrifications: request.rolling_stock_supported_electrifications,
    supported_signaling_systems: request.rolling_stock_supported_signaling_systems,
    maximum_speed_m_s: request.rolling_stock_maximum_speed,
  };
}

function toRecordedForm({ infra }: PathFinder, outcome: PathSearchOutcome): object {
  const describe = (path: BlockPath): object =>
    JSON.parse(printPath(infra, path, path.length_mm, path.itemPositions_mm));
  switch (outcome.kind) {
    case "success":
      return describe(outcome.path);
    case "incompatible_constraints": {
      const { status: _, ...relaxed } = describe(outcome.path) as { status: string };
      const { ranges } = outcome;
      return {
        status: outcome.kind,
        relaxed_constraints_path: relaxed,
        incompatible_constraints: {
          incompatible_electrification_ranges: ranges.electrification_ranges.map(toRecordedRange),
          incompatible_gauge_ranges: ranges.gauge_ranges.map(toRecordedRange),
          incompatible_signaling_system_ranges: ranges.signaling_system_ranges.map(toRecordedRange),
        },
      };
    }
    case "not_found_in_blocks":
      return { status: outcome.kind, track_section_ranges: [], length: 0 };
    case "not_enough_path_items":
      return { status: outcome.kind };
    case "fault":
      return { status: "internal_error", core_error: { type: outcome.fault.type, context: {} } };
    case "work_limit":
      return { status: "internal_error", core_error: { type: "core:pathfinding_timeout" } };
  }
}

function toRecordedRange({ start_mm, end_mm, value }: ConflictingRange): object {
  const range = { start: start_mm, end: end_mm };
  return value === undefined ? { range } : { range, value };
}

function toCoreError(fault: WaypointFault): object {
  switch (fault.type) {
    case "core:unknown_track_section":
      return { type: fault.type, context: { track_section_id: fault.track } };
    case "core:invalid_waypoint_location":
      return {
        type: fault.type,
        context: { offset: { distance: fault.offset_mm }, track: fault.track },
      };
    case "core:unknown_operational_point":
      return { type: fault.type, context: {} };
  }
}

/** Errors are compared by type and context; the English around them is each engine's own. */
function withoutWording(response: RecordedCase["response"]): object {
  if (response.core_error === undefined) return response;
  const { type, context } = response.core_error;
  return { ...response, core_error: { type, context } };
}

export function answerPathProperties(recorded: RecordedCase, networks: Networks): CaseResult {
  const { track_section_ranges } = recorded.request;
  const props = recorded.http_status === 200 ? Object.keys(recorded.response) : PATH_PROPERTIES;
  const outcome = extractPathProperties({
    infra: networks.open(recorded.infra),
    track_section_ranges,
    props,
  });
  if (outcome.kind !== "success") {
    return { answer: outcome, problems: [`no properties: ${outcome.kind}`], deviations: {} };
  }
  const answer = JSON.parse(outcome.json);
  const { geometry, ...rest } = answer;
  const { geometry: expectedGeometry, ...expected } = recorded.response;
  const problems = isDeepStrictEqual(rest, expected) ? [] : listDifferences(rest, expected);
  const geometry_degrees = measureLines(geometry?.coordinates, expectedGeometry?.coordinates);
  if (!(geometry_degrees <= DEGREES_TOLERANCE)) problems.push("geometry differs");
  return { answer, problems, deviations: { geometry_degrees } };
}

/** Largest difference of two lines' coordinates; Infinity when they have not the same vertices. */
function measureLines(line: number[][] = [], expected: number[][] = []): number {
  if (line.length !== expected.length) return Infinity;
  let largest = 0;
  line.forEach(([lon = NaN, lat = NaN], i) => {
    const [expectedLon = NaN, expectedLat = NaN] = expected[i] ?? [];
    largest = Math.max(largest, Math.abs(lon - expectedLon), Math.abs(lat - expectedLat));
  });
  return largest;
}

function listDifferences(answer: object, expected: object): string[] {
  const left = new Map<string, unknown>(Object.entries(answer));
  const right = new Map<string, unknown>(Object.entries(expected));
  return [...new Set([...left.keys(), ...right.keys()])]
    .filter((key) => !isDeepStrictEqual(left.get(key), right.get(key)))
    .map((key) => `${key}: ${shorten(left.get(key))} instead of ${shorten(right.get(key))}`);
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
