/**
 * Compiles a changed network from the previous one and the changed part of the document. The result
 * equals a compilation of the whole document byte for byte: the stages and their order are the
 * same, but everything that no change touches is copied. If the part turns out to be insufficient
 * or has faults, the result is null and the whole document must be compiled.
 */

import { toMilli } from "../../units.ts";
import { indexBlocks, recoverRoutes } from "../compile/compile_block_tables.ts";
import { compileZones } from "../compile/compile_nodes.ts";
import { addPoint, indexParts } from "../compile/compile_points.ts";
import { indexRoutes } from "../compile/compile_routes.ts";
import { placeSignalsOnZonePaths } from "../compile/compile_signals.ts";
import { type Draft, makeDraft } from "../compile/draft.ts";
import { finishTables } from "../compile/finish_tables.ts";
import { type Derivation, keep, keepOrDerive } from "../compile/kept_tables.ts";
import { KnownStrings } from "../compile/known_strings.ts";
import type { RailjsonInput, RailjsonRange, RailjsonWaypoint } from "../compile/railjson_input.ts";
import { findRoute, findString, findTrack, type Infra, packInfra } from "../infra.ts";
import { NONE } from "../layout.ts";
import { type ListPlan, PlannedNames, planList } from "../list_plan.ts";
import { changeBlocks, changeJoins } from "./change_blocks.ts";
import { changeNodes, knowZoneNames } from "./change_nodes.ts";
import { changeRoutes } from "./change_routes.ts";
import { changeSignals } from "./change_signals.ts";
import { changeTracks } from "./change_tracks.ts";
import { ChangedLimits } from "./changed_limits.ts";

/** The lists whose objects have indices in a compiled network. */
export type PlacedKey = "track_sections" | "switches" | "routes" | "signals" | "operational_points";

export interface NetworkChange {
  /** Ids removed from the lists: deleted, perhaps created again. */
  readonly gone: Readonly<Record<PlacedKey, readonly string[]>>;
  /** Signals added at the end of their list. */
  readonly made_signals: readonly string[];
  /**
   * The objects to compile again, in the order of the document: changed ones, and all that depend
   * on them. A track comes with everything on it, a route with its ends.
   */
  readonly part: RailjsonInput;
}

const ZONES: Derivation = {
  from: ["trackNode", "trackFirstDetector", "detectorName", "nodeName"],
  to: [
    "detectorNextZone",
    "zoneName",
    "zoneBoundStart",
    "zoneBounds",
    "zoneNodeStart",
    "zoneNodes",
  ],
};

const POINT_SECTIONS = [
  "opName",
  "opFirstPart",
  "opTrigram",
  "opUic",
  "opsByUic",
  "opSecondaryCode",
  "partOp",
  "partTrack",
  "partWaypoint_mm",
  "partOffset_mm",
  "partJson",
  "chunkPartStart",
  "chunkParts",
] as const;

const ROUTE_INDEX: Derivation = {
  from: ["routeChunkStart", "routeChunks", "routeEntry", "chunkTrack", "detectorNextZone"],
  to: [
    "chunkRouteStart",
    "chunkRoutes",
    "chunkRoutesLongest",
    "detectorRouteStart",
    "detectorRoutes",
  ],
};

const ZONE_PATH_SIGNALS: Derivation = {
  from: [
    "signalChunk",
    "signalChunkOffset_mm",
    "zonePathChunkStart",
    "zonePathChunks",
    "zonePathExit",
    "chunkLength_mm",
    "chunkTrack",
    "detectorTrack",
    "trackFirstChunk",
  ],
  to: ["zonePathSignalStart", "zonePathSignals", "zonePathSignalOffset_mm"],
};

const BLOCK_INDEX: Derivation = {
  from: [
    "blockName",
    "blockEntry",
    "blockFlags",
    "blockChunkStart",
    "blockChunks",
    "blockSignalStart",
    "blockSignals",
    "chunkLength_mm",
    "detectorNextZone",
    "logicalSignal",
  ],
  to: [
    "chunkBlockStart",
    "chunkBlocks",
    "chunkBlockOffset_mm",
    "detectorBlockStart",
    "detectorBlocks",
    "logicalBlockStart",
    "logicalBlocks",
  ],
};

const ROUTE_BLOCKS: Derivation = {
  from: [
    "routeEntry",
    "routeZonePathStart",
    "routeZonePaths",
    "blockFlags",
    "blockZonePathStart",
    "blockZonePaths",
    "blockSignalStart",
    "blockSignals",
    "detectorBlockStart",
    "detectorBlocks",
    "logicalBlockStart",
    "logicalBlocks",
  ],
  to: ["routeBlockStart", "routeBlocks"],
};

export function changeNetwork(
  known: Infra,
  { gone, made_signals, part }: NetworkChange,
  md5: (text: string) => string,
): SharedArrayBuffer | null {
  // What was left out may come back, which the part does not tell.
  if (known.nLeftOut[0] !== 0) return null;
  const plan = (key: PlacedKey, names: Uint32Array): ListPlan =>
    planList(known, names, { gone: gone[key], part: part[key] });
  const plans = {
    tracks: plan("track_sections", known.trackName),
    nodes: plan("switches", known.nodeName),
    routes: plan("routes", known.routeName),
    signals: plan("signals", known.signalName),
    points: plan("operational_points", known.opName),
  };
  const moved = { signals: part.signals, gone: gone.signals };
  if (hasComeBetween(known, moved, new Set(made_signals))) return null;
  const draft: Draft = {
    ...makeDraft(new KnownStrings(known)),
    trackOf: new PlannedNames(plans.tracks, part.track_sections, (id) => findTrack(known, id)),
    routeOf: new PlannedNames(plans.routes, part.routes, (id) => findRoute(known, id)),
  };
  const { tables } = draft;
  tables.nLeftOut.push(0);
  const limits = new ChangedLimits(known, plans.routes);
  const tracks = changeTracks(draft, known, {
    plan: plans.tracks,
    part: clipToTracks(draft, part),
    limits,
  });
  if (tracks === null || !changePoints(draft, known, { ...plans, part })) return null;
  const nodes = changeNodes(draft, known, { plan: plans.nodes, tracks: plans.tracks, part });
  if (nodes === null) return null;
  keepOrDerive(tables, known, ZONES, () => {
    compileZones(draft, knowZoneNames(known, tracks.detectors, tables.detectorName.length));
  });
  findEnds(draft, part);
  const routes = { plan: plans.routes, tracks, nodes, part: part.routes };
  const zonePaths = changeRoutes(draft, known, routes);
  if (zonePaths === null) return null;
  keepOrDerive(tables, known, ROUTE_INDEX, () => indexRoutes(draft));
  const signals = changeSignals(draft, known, {
    plan: plans.signals,
    routes: plans.routes,
    tracks,
    part: part.signals,
  });
  if (signals === null) return null;
  keepOrDerive(tables, known, ZONE_PATH_SIGNALS, () => placeSignalsOnZonePaths(draft));
  const sources = changeBlocks(draft, known, {
    routes: plans.routes,
    tracks,
    zonePaths,
    signals,
    md5,
  });
  if (sources === null) return null;
  keepOrDerive(tables, known, BLOCK_INDEX, () => indexBlocks(draft));
  keepOrDerive(tables, known, ROUTE_BLOCKS, () => recoverRoutes(draft));
  changeJoins(draft, known, { sources, tracks, limits });
  return packInfra(finishTables(draft, limits, known));
}

interface MovedSignals {
  readonly signals: RailjsonInput["signals"];
  readonly gone: readonly string[];
}

/** Whether a signal that showed nothing to trains now does: its position among the others is unknown. */
function hasComeBetween(
  known: Infra,
  { signals, gone }: MovedSignals,
  made: ReadonlySet<string>,
): boolean {
  const shown = signals.filter(({ id, logical_signals = [] }) => {
    return logical_signals.length > 0 && !made.has(id);
  });
  if (shown.length === 0) return false;
  const is_there = new Uint8Array(known.stringStart.length);
  for (let signal = 0; signal < known.signalName.length; signal++) {
    is_there[known.signalName[signal]!] = 1;
  }
  const left = new Set(gone);
  return shown.some(({ id }) => {
    const name = findString(known, id);
    return left.has(id) || name === NONE || is_there[name] === 0;
  });
}

/** The tracks of the part with everything on them. Waypoints and ranges on other known tracks are left out. */
function clipToTracks({ trackOf }: Draft, part: RailjsonInput): RailjsonInput {
  const tracks = new Set(part.track_sections.map(({ id }) => id));
  const isIn = ({ track }: { readonly track: string }): boolean =>
    tracks.has(track) || !trackOf.has(track);
  const clip = <Item extends { readonly track_ranges: readonly RailjsonRange[] }>(
    items: readonly Item[],
  ): Item[] => items.map((item) => ({ ...item, track_ranges: item.track_ranges.filter(isIn) }));
  return {
    ...part,
    detectors: part.detectors.filter(isIn),
    buffer_stops: part.buffer_stops.filter(isIn),
    speed_sections: clip(part.speed_sections),
    electrifications: clip(part.electrifications),
    neutral_sections: clip(part.neutral_sections),
  };
}

/** False: a part of an operational point is on a deleted track. */
function changePoints(
  draft: Draft,
  known: Infra,
  change: { readonly points: ListPlan; readonly tracks: ListPlan; readonly part: RailjsonInput },
): boolean {
  const { points, tracks, part } = change;
  const { tables } = draft;
  if (points.is_same && tracks.is_same) {
    keep(tables, known, POINT_SECTIONS);
    return true;
  }
  for (let i = 0; i < points.sources.length; i++) {
    const source = points.sources[i]!;
    if (source < 0) {
      addPoint(draft, part.operational_points[~source]!);
      continue;
    }
    const op = tables.opName.length;
    tables.opName.push(known.opName[source]!);
    tables.opFirstPart.push(tables.partOp.length);
    tables.opTrigram.push(known.opTrigram[source]!);
    tables.opUic.push(known.opUic[source]!);
    tables.opSecondaryCode.push(known.opSecondaryCode[source]!);
    for (let k = known.opFirstPart[source]!; k < known.opFirstPart[source + 1]!; k++) {
      const track = known.partTrack[k]!;
      const next = track === NONE ? NONE : tracks.next[track]!;
      if (track !== NONE && next === NONE) return false;
      tables.partOp.push(op);
      tables.partTrack.push(next);
      tables.partWaypoint_mm.push(known.partWaypoint_mm[k]!);
      tables.partOffset_mm.push(known.partOffset_mm[k]!);
      tables.partJson.push(known.partJson[k]!);
    }
  }
  indexParts(draft);
  return true;
}

/** Finds the detectors of the part's waypoints, where its routes begin and end. */
function findEnds(draft: Draft, part: RailjsonInput): void {
  const { trackFirstDetector, detectorOffset_mm } = draft.tables;
  const find = (
    type: "Detector" | "BufferStop",
    { id, track, position }: RailjsonWaypoint,
  ): void => {
    const index = draft.trackOf.get(track);
    if (index === undefined) return;
    const offset_mm = toMilli(position);
    for (let d = trackFirstDetector[index]!; d < trackFirstDetector[index + 1]!; d++) {
      if (detectorOffset_mm[d] === offset_mm) draft.detectorOf[type].set(id, d);
    }
  };
  for (const detector of part.detectors) find("Detector", detector);
  for (const stop of part.buffer_stops) find("BufferStop", stop);
}
