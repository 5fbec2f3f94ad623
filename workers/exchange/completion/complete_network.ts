/**
 * Completes a network so that trains can run on it: buffer stops at the ends of the rails, detectors beside
 * switches and along the lines, signals before switches in both directions, and routes between all
 * neighbouring ones. What exists is kept, and a complete network stays as it is.
 */
import {
  type CompletedSystem,
  DETECTOR_SPACING_M,
  type RunningSide,
} from "../../../src/railway/exchange_terms.ts";
import type { RailjsonDocument } from "../../railjson/schemas.ts";
import { ExchangeReport, type ReportRow } from "../exchange_report.ts";
import { type Equipment, equipSegment } from "./equip_segment.ts";
import { findWays, listStarts, type RouteWay } from "./find_ways.ts";
import { placeSignals, placeWaypoints } from "./known_objects.ts";
import { keyOfWay, markRoutes } from "./known_routes.ts";
import { NewObjects } from "./new_objects.ts";
import { buildSegments, type Segment, type Segments } from "./segments.ts";
import { buildTrackGraph, type TrackGraph } from "./track_graph.ts";
import { inferUsualDirections } from "./usual_directions.ts";

type Route = RailjsonDocument["routes"][number];

export interface CompletionOptions {
  /** Metres between two detectors of a line. */
  readonly detector_spacing: number;
  /** The system of new signals. */
  readonly signaling_system: CompletedSystem;
  /** Absent: no track gets a direction in which it is usually used. */
  readonly running_side?: RunningSide | undefined;
}

export const DEFAULT_COMPLETION: CompletionOptions = {
  detector_spacing: DETECTOR_SPACING_M.default,
  signaling_system: "BAL",
};

export interface Completion {
  readonly document: RailjsonDocument;
  readonly report: readonly ReportRow[];
}

/** `document` is a valid one (validate_document.ts); its faulty objects are passed over. */
export function completeNetwork(
  document: RailjsonDocument,
  options: CompletionOptions = DEFAULT_COMPLETION,
): Completion {
  const graph = buildTrackGraph(document);
  const report = new ExchangeReport();
  const added = new NewObjects(graph, options.signaling_system);
  addBufferStops(graph, added);
  const segments = buildSegments(graph);
  const buffer_stops = [...document.buffer_stops, ...added.buffer_stops];
  const known = placeWaypoints(graph, segments, buffer_stops);
  placeSignals(graph, segments, added);
  const routes = markRoutes(graph, segments, known);
  const equipment = { added, spacing_mm: Math.round(options.detector_spacing * 1000) };
  const { made, left_out } = equipNetwork(graph, segments, { equipment, known: routes });
  for (const route of made) added.addRoute(route);
  noteAdded(report, added, options);
  report.note(
    {
      severity: "warning",
      code: "way_without_route",
      where: { element: "TrackSection", ...left_out[0] },
      message: "no route can run here: the tracks lead back to themselves",
    },
    left_out.length,
  );
  return {
    document: {
      ...document,
      track_sections: withUsualDirections(document, { side: options.running_side, report }),
      buffer_stops,
      detectors: [...document.detectors, ...added.detectors],
      signals: [...document.signals, ...added.signals],
      routes: [...document.routes, ...added.routes],
    },
    report: report.rows,
  };
}

function withUsualDirections(
  document: RailjsonDocument,
  { side, report }: { readonly side: RunningSide | undefined; readonly report: ExchangeReport },
): RailjsonDocument["track_sections"] {
  const { track_sections } = document;
  if (side === undefined) return track_sections;
  const usual = inferUsualDirections(document, side);
  const [id] = usual.keys();
  report.note(
    {
      severity: "info",
      code: "usual_directions_completed",
      where: { element: "TrackSection", ...(id !== undefined && { id }) },
      message: `of double lines, by their signals, else on the ${side}`,
    },
    usual.size,
  );
  return track_sections.map((track) => {
    const usual_direction = usual.get(track.id);
    if (usual_direction === undefined) return track;
    return { ...track, extensions: { ...track.extensions, usual_direction } };
  });
}

/** Each dead end of a section has its own, as `checks/check_track_ends.ts` asks. */
function addBufferStops(graph: TrackGraph, added: NewObjects): void {
  const positions = new Map<string, number[]>();
  for (const { track, position } of graph.document.buffer_stops) {
    const list = positions.get(track) ?? [];
    positions.set(track, list);
    list.push(position);
  }
  for (const [track, { id, length }] of graph.document.track_sections.entries()) {
    const is_dead = [0, 1].map((end) => graph.index.ends.links[track * 2 + end] === -1);
    const stops = positions.get(id) ?? [];
    const is_single = is_dead[0] && is_dead[1] && stops.length === 1;
    const is_near_begin = (stops[0] ?? 0) * 2 <= length;
    const [begin, end] = is_single
      ? [!is_near_begin, is_near_begin]
      : [is_dead[0] && stops.length === 0, is_dead[1] && stops.length === 0];
    if (begin) added.addBufferStop(track, "BEGIN");
    if (end) added.addBufferStop(track, "END");
  }
}

/** Equips segments and finds the ways between their signals until all ways can be routes; ways are not kept. */
function equipNetwork(
  graph: TrackGraph,
  segments: Segments,
  { equipment, known }: { readonly equipment: Equipment; readonly known: ReadonlySet<string> },
): { readonly made: readonly Route[]; readonly left_out: readonly { readonly id: string }[] } {
  for (;;) {
    for (const segment of segments.all) equipSegment(equipment, segment);
    const made: Route[] = [];
    const reached = new Set<Segment>();
    const left_out: { id: string }[] = [];
    let is_raised = false;
    for (const start of listStarts(segments)) {
      const found = findWays(graph, segments, start);
      for (const way of found.ways) {
        for (const segment of way.segments) reached.add(segment);
        if (known.size === 0 || !known.has(keyOfWay(way))) made.push(routeOf(way));
      }
      for (const trouble of found.troubles) {
        if (raiseLevels(trouble)) is_raised = true;
        else left_out.push({ id: trackOf(graph, start.segment) });
      }
    }
    if (!is_raised && !raiseUnreached(segments, reached)) return { made, left_out };
  }
}

/** Signals first where there are none; returns false when there is nothing more to equip. */
function raiseLevels(trouble: readonly Segment[]): boolean {
  const lowest = Math.min(...trouble.map(({ level }) => level));
  if (lowest === 2) return false;
  for (const segment of trouble) {
    if (segment.level === lowest) segment.level = lowest === 0 ? 1 : 2;
  }
  return true;
}

/** Segments that no way runs over lead to themselves alone: they get all there can be. */
function raiseUnreached(segments: Segments, reached: ReadonlySet<Segment>): boolean {
  const others = segments.all.filter((segment) => segment.level < 2 && !reached.has(segment));
  for (const segment of others) segment.level = 2;
  return others.length > 0;
}

function trackOf(graph: TrackGraph, { slots: [slot = 0] }: Segment): string {
  return graph.document.track_sections[slot >> 1]?.id ?? "";
}

/** Most routes pass none and name none: these are kept once, as the ends of all routes at one place are. */
const NO_DETECTORS: Route["release_detectors"] = [];
const NO_GROUPS: Route["switches_directions"] = {};

/** Without its id, which is a long text: it gets one when no more routes are made. */
function routeOf({ entry, exit, entry_slot, passed, groups }: RouteWay): Route {
  const detectors = passed.filter(({ type }) => type === "Detector").map(({ id }) => id);
  return {
    id: "",
    entry_point: entry.end,
    exit_point: exit.end,
    entry_point_direction: (entry_slot & 1) === 0 ? "START_TO_STOP" : "STOP_TO_START",
    release_detectors: detectors.length === 0 ? NO_DETECTORS : detectors,
    switches_directions: groups.length === 0 ? NO_GROUPS : Object.fromEntries(groups),
  };
}

function noteAdded(report: ExchangeReport, added: NewObjects, options: CompletionOptions): void {
  const { detector_spacing, signaling_system } = options;
  const note = (
    code: string,
    element: string,
    { list, message }: { list: readonly { readonly id: string }[]; message: string },
  ): void => {
    const where = { element, ...(list[0] === undefined ? {} : { id: list[0].id }) };
    report.note({ severity: "info", code, where, message }, list.length);
  };
  note("buffer_stops_completed", "BufferStop", {
    list: added.buffer_stops,
    message: "put at ends of the rails",
  });
  note("detectors_completed", "Detector", {
    list: added.detectors,
    message: `put beside switches, behind signals, and every ${detector_spacing} m of a line`,
  });
  note("signals_completed", "Signal", {
    list: added.signals,
    message: `put before switches and along lines, all ${signaling_system}`,
  });
  note("routes_completed", "Route", {
    list: added.routes,
    message: "put between neighbouring signals, over every position of the switches",
  });
}
