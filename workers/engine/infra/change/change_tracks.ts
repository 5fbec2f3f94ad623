/**
 * The tracks of a changed network: those of the part are compiled; all others are copied in runs,
 * with their chunks, detectors and attributes.
 */

import { compileAttributes } from "../compile/compile_attributes.ts";
import { compileTracks } from "../compile/compile_tracks.ts";
import { countUp, type Draft, type DraftTables, makeDraft, setSection } from "../compile/draft.ts";
import { keep } from "../compile/kept_tables.ts";
import type { RailjsonInput } from "../compile/railjson_input.ts";
import type { Infra } from "../infra.ts";
import { NONE, type SectionName } from "../layout.ts";
import { isCounting, type ListPlan } from "../list_plan.ts";
import type { ChangedLimits } from "./changed_limits.ts";
import { directNumbers, fillOwners, type RowOrder, TableJoin } from "./join_rows.ts";

/** Where chunks and detectors of the known network have moved. */
export interface ChangedTracks {
  /** [nChunks of the known network] new index, or NONE if the track's shape has changed. */
  readonly chunks: Uint32Array;
  /** [nDetectors of the known network] new index, or NONE. */
  readonly detectors: Uint32Array;
  /** The same for directed ones. */
  readonly directedChunks: Uint32Array;
  readonly directedDetectors: Uint32Array;
  /** [nChunks] 1: its attributes were compiled again. */
  readonly is_new_chunk: Uint8Array;
  /** True if all chunks and detectors are unchanged and keep their indices. */
  readonly is_same: boolean;
}

interface RowSections {
  readonly start: SectionName;
  readonly items: readonly SectionName[];
  /** Rows per chunk. */
  readonly per: number;
}

const CHUNK_ROWS: readonly RowSections[] = [
  { start: "chunkGeoStart", items: ["geoLon", "geoLat", "geoAlong_m"], per: 1 },
  { start: "slopeStart", items: ["slopeEnd_mm", "slopeValue_permille"], per: 2 },
  { start: "curveStart", items: ["curveEnd_mm", "curveRadius_m"], per: 2 },
  { start: "gradientStart", items: ["gradientEnd_mm", "gradientValue_permille"], per: 2 },
  {
    start: "electrificationStart",
    items: ["electrificationEnd_mm", "electrificationVoltage"],
    per: 1,
  },
  {
    start: "neutralStart",
    items: ["neutralFrom_mm", "neutralTo_mm", "neutralLowerPantograph"],
    per: 2,
  },
  { start: "gaugeStart", items: ["gaugeFrom_mm", "gaugeTo_mm", "gaugeBlocked"], per: 1 },
  { start: "speedStart", items: ["speedEnd_mm", "speedLimit"], per: 2 },
];

interface TracksChange {
  readonly plan: ListPlan;
  /** Its waypoints and ranges are all on its tracks. */
  readonly part: RailjsonInput;
  readonly limits: ChangedLimits;
}

/** Fills all sections by track, chunk and detector that depend on tracks alone; null: the part is insufficient. */
export function changeTracks(
  draft: Draft,
  known: Infra,
  { plan, part, limits }: TracksChange,
): ChangedTracks | null {
  if (plan.is_same && isBare(part)) return keepTracks(draft.tables, known);
  const compiled = { ...makeDraft(draft.strings), routeOf: draft.routeOf };
  compileTracks(compiled, part);
  if (!compiled.faults.isEmpty) return null;
  const { limits: known_limits, next: limitNext } = limits.read();
  compileAttributes(compiled, part, known_limits);
  if (!compiled.faults.isEmpty) return null;
  const { sources } = plan;
  const { tables } = draft;
  const join = new TableJoin(tables, known, compiled.tables);
  joinTracks(join, sources, limitNext);
  if (!join.is_whole) return null;
  leaveNodesOpen(tables, sources.length);
  return compareShapes(draft.tables, known, plan);
}

const TRACK_SECTIONS = [
  "trackName",
  "trackLocalName",
  "trackLineCode",
  "trackUsual",
  "trackLength_mm",
] as const;
const DETECTOR_SECTIONS = ["detectorName", "detectorOffset_mm"] as const;
const CHUNK_SECTIONS = ["chunkOffset_mm", "chunkLength_mm"] as const;

/** Makes a separate section, because the nodes of the part are written into it. */
function leaveNodesOpen(tables: DraftTables, nTracks: number): void {
  setSection(tables, "trackNode", new Uint32Array(2 * nTracks).fill(NONE));
}

/** Whether the part has nothing that lies on tracks. */
function isBare(part: RailjsonInput): boolean {
  const { detectors, buffer_stops, speed_sections, electrifications, neutral_sections } = part;
  const lists = [detectors, buffer_stops, speed_sections, electrifications, neutral_sections];
  return lists.every((list) => list.length === 0);
}

function keepTracks(tables: DraftTables, known: Infra): ChangedTracks {
  keep(tables, known, [...TRACK_SECTIONS, "trackFirstDetector", "trackFirstChunk"]);
  keep(tables, known, [...DETECTOR_SECTIONS, "detectorTrack"]);
  keep(tables, known, [...CHUNK_SECTIONS, "chunkTrack"]);
  for (const { start, items } of CHUNK_ROWS) keep(tables, known, [start, ...items]);
  leaveNodesOpen(tables, known.trackName.length);
  const chunks = countUp(known.chunkTrack.length);
  const detectors = countUp(known.detectorName.length);
  return {
    chunks,
    detectors,
    directedChunks: countUp(2 * chunks.length),
    directedDetectors: countUp(2 * detectors.length),
    is_new_chunk: new Uint8Array(chunks.length),
    is_same: true,
  };
}

/** `limitNext`: new ids of the known network's limits. */
function joinTracks(join: TableJoin, order: RowOrder, limitNext: Uint32Array): void {
  const { tables } = join;
  const rows = join.rows(order);
  for (const name of TRACK_SECTIONS) rows.take(name);
  const detectors = rows.divide("trackFirstDetector");
  for (const name of DETECTOR_SECTIONS) detectors.take(name);
  fillOwners(tables, "trackFirstDetector", "detectorTrack");
  const chunks = rows.divide("trackFirstChunk");
  for (const name of CHUNK_SECTIONS) chunks.take(name);
  fillOwners(tables, "trackFirstChunk", "chunkTrack");
  for (const { start, items, per } of CHUNK_ROWS) {
    const pieces = chunks.divide(start, per);
    for (const item of items) pieces.take(item, item === "speedLimit" ? { known: limitNext } : {});
  }
}

function compareShapes(
  tables: DraftTables,
  known: Infra,
  { sources, next }: ListPlan,
): ChangedTracks {
  const chunks = new Uint32Array(known.chunkTrack.length).fill(NONE);
  const detectors = new Uint32Array(known.detectorName.length).fill(NONE);
  const nDetectors = tables.detectorName.length;
  const is_new_chunk = new Uint8Array(tables.chunkTrack.length);
  for (let track = 0; track < sources.length; track++) {
    if (sources[track]! >= 0) continue;
    is_new_chunk.fill(1, tables.trackFirstChunk[track], tables.trackFirstChunk[track + 1]);
  }
  for (let old = 0; old < next.length; old++) {
    const track = next[old]!;
    if (track === NONE) continue;
    if (sources[track]! < 0 && !isAlike(tables, track, { known, old })) continue;
    const chunk = tables.trackFirstChunk[track]! - known.trackFirstChunk[old]!;
    const endChunk = known.trackFirstChunk[old + 1]!;
    for (let c = known.trackFirstChunk[old]!; c < endChunk; c++) chunks[c] = c + chunk;
    const detector = tables.trackFirstDetector[track]! - known.trackFirstDetector[old]!;
    const endDetector = known.trackFirstDetector[old + 1]!;
    for (let d = known.trackFirstDetector[old]!; d < endDetector; d++) detectors[d] = d + detector;
  }
  return {
    chunks,
    detectors,
    directedChunks: directNumbers(chunks),
    directedDetectors: directNumbers(detectors),
    is_new_chunk,
    is_same: isCounting(chunks, is_new_chunk.length) && isCounting(detectors, nDetectors),
  };
}

/** Whether a track has kept its chunks and detectors. */
function isAlike(
  tables: DraftTables,
  track: number,
  { known, old }: { readonly known: Infra; readonly old: number },
): boolean {
  const isSame = (start: SectionName, sections: readonly SectionName[]): boolean => {
    const first = tables[start][track]!;
    const firstKnown = known[start][old]!;
    const count = tables[start][track + 1]! - first;
    if (count !== known[start][old + 1]! - firstKnown) return false;
    for (const section of sections) {
      for (let i = 0; i < count; i++) {
        if (tables[section][first + i] !== known[section][firstKnown + i]) return false;
      }
    }
    return true;
  };
  return (
    isSame("trackFirstChunk", ["chunkOffset_mm", "chunkLength_mm"]) &&
    isSame("trackFirstDetector", ["detectorName", "detectorOffset_mm"])
  );
}
