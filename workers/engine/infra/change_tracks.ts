/**
 * The tracks of a changed network: those of the part are compiled, runs of all others are copied, with their chunks,
 * detectors and attributes.
 */
import { compileAttributes } from "./compile_attributes.ts";
import { compileTracks } from "./compile_tracks.ts";
import { type Draft, type DraftTables, makeDraft, setSection } from "./draft.ts";
import type { Infra, InfraTables } from "./infra.ts";
import { NONE, SECTIONS, type SectionName } from "./layout.ts";
import type { ListPlan } from "./list_plan.ts";
import type { RailjsonInput } from "./railjson_input.ts";
import type { SpeedLimits } from "./speed_limits.ts";

/** What became of chunks and detectors of the known network. */
export interface ChangedTracks {
  /** [nChunks of the known network] new index, or NONE where the track has another shape. */
  readonly chunks: Uint32Array;
  /** [nDetectors of the known network] new index, or NONE. */
  readonly detectors: Uint32Array;
  /** [nChunks] 1: its attributes were compiled anew. */
  readonly is_new_chunk: Uint8Array;
}

interface RowSections {
  readonly start: SectionName;
  readonly items: readonly [SectionName, ...SectionName[]];
  /** Rows a chunk. */
  readonly rows: number;
}

const CHUNK_ROWS: readonly RowSections[] = [
  { start: "chunkGeoStart", items: ["geoLon", "geoLat", "geoAlong_m"], rows: 1 },
  { start: "slopeStart", items: ["slopeEnd_mm", "slopeValue_permille"], rows: 2 },
  { start: "curveStart", items: ["curveEnd_mm", "curveRadius_m"], rows: 2 },
  { start: "gradientStart", items: ["gradientEnd_mm", "gradientValue_permille"], rows: 2 },
  {
    start: "electrificationStart",
    items: ["electrificationEnd_mm", "electrificationVoltage"],
    rows: 1,
  },
  {
    start: "neutralStart",
    items: ["neutralFrom_mm", "neutralTo_mm", "neutralLowerPantograph"],
    rows: 2,
  },
  { start: "gaugeStart", items: ["gaugeFrom_mm", "gaugeTo_mm", "gaugeBlocked"], rows: 1 },
  { start: "speedStart", items: ["speedEnd_mm", "speedLimit"], rows: 2 },
];

interface TracksChange {
  readonly plan: ListPlan;
  readonly routes: ListPlan;
  /** Its waypoints and ranges are on its tracks. */
  readonly part: RailjsonInput;
  readonly limits: SpeedLimits;
}

/** Fills all sections by track, chunk and detector that follow from tracks alone; null: the part does not suffice. */
export function changeTracks(
  draft: Draft,
  known: Infra,
  { plan, routes, part, limits }: TracksChange,
): ChangedTracks | null {
  const compiled = { ...makeDraft(draft.strings), routeOf: draft.routeOf };
  compileTracks(compiled, part);
  if (!compiled.faults.isEmpty) return null;
  const limitNext = knowLimits(known, routes, limits);
  compileAttributes(compiled, part, limits);
  if (!compiled.faults.isEmpty) return null;
  const { sources } = plan;
  const { tables } = draft;
  const copied: InfraTables = {
    ...known,
    speedLimit: known.speedLimit.map((limit) => limitNext[limit]!),
  };
  const joined = new JoinedSections();
  for (let first = 0; first < sources.length; ) {
    const source = sources[first]!;
    let end = first + 1;
    if (source < 0) {
      addTracks(joined, compiled.tables, { from: ~source, to: ~source + 1 });
    } else {
      while (sources[end] === source + end - first) end++;
      addTracks(joined, copied, { from: source, to: source + end - first });
    }
    first = end;
  }
  closeTracks(joined);
  joined.write(tables);
  if (tables.speedLimit.includes(NONE)) return null;
  setSection(tables, "trackNode", new Uint32Array(2 * sources.length).fill(NONE));
  markBoundaries(draft);
  return compareShapes(draft.tables, known, plan);
}

/** New ids of the known network's limits; NONE for one that names a route that is gone. */
function knowLimits(known: Infra, routes: ListPlan, limits: SpeedLimits): Uint32Array {
  const { limitDefault_mm_s, limitTagStart, limitTag, limitTagSpeed_mm_s } = known;
  const { limitRouteStart, limitRoute, limitRouteSpeed_mm_s } = known;
  return Uint32Array.from(limitDefault_mm_s, (default_mm_s, limit) => {
    const byTag = new Map<number, number>();
    for (let k = limitTagStart[limit]!; k < limitTagStart[limit + 1]!; k++) {
      byTag.set(limitTag[k]!, limitTagSpeed_mm_s[k]!);
    }
    const byRoute = new Map<number, number>();
    for (let k = limitRouteStart[limit]!; k < limitRouteStart[limit + 1]!; k++) {
      byRoute.set(routes.next[limitRoute[k]!]!, limitRouteSpeed_mm_s[k]!);
    }
    return byRoute.has(NONE) ? NONE : limits.intern({ default_mm_s, byTag, byRoute });
  });
}

/** Sections that are put together from rows of others. */
class JoinedSections {
  readonly #pieces = new Map<SectionName, Piece[]>();
  readonly #lengths = new Map<SectionName, number>();

  lengthOf(name: SectionName): number {
    return this.#lengths.get(name) ?? 0;
  }

  /** Adds `values[first, end)`, each with the shift added. */
  add(name: SectionName, { values, first, end, shift = 0 }: Piece): void {
    const pieces = this.#pieces.get(name) ?? [];
    this.#pieces.set(name, pieces);
    pieces.push({ values, first, end, shift });
    this.#lengths.set(name, this.lengthOf(name) + end - first);
  }

  write(tables: DraftTables): void {
    for (const [name, pieces] of this.#pieces) {
      const section = new SECTIONS[name](this.lengthOf(name));
      let at = 0;
      for (const { values, first, end, shift = 0 } of pieces) {
        for (let i = first; i < end; i++) section[at++] = values[i]! + shift;
      }
      setSection(tables, name, section);
    }
  }
}

interface Piece {
  readonly values: ArrayLike<number>;
  readonly first: number;
  readonly end: number;
  readonly shift?: number;
}

const TRACK_SECTIONS = ["trackName", "trackLocalName", "trackLength_mm"] as const;
const DETECTOR_SECTIONS = ["detectorName", "detectorOffset_mm"] as const;
const CHUNK_SECTIONS = ["chunkOffset_mm", "chunkLength_mm"] as const;

function addTracks(
  joined: JoinedSections,
  source: InfraTables,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  const track = joined.lengthOf("trackName") - from;
  const first = source.trackFirstChunk[from]!;
  const end = source.trackFirstChunk[to]!;
  const firstDetector = source.trackFirstDetector[from]!;
  const endDetector = source.trackFirstDetector[to]!;
  const add = (name: SectionName, piece: Omit<Piece, "values">): void => {
    joined.add(name, { values: source[name], ...piece });
  };
  const chunk = joined.lengthOf("chunkTrack") - first;
  const detector = joined.lengthOf("detectorName") - firstDetector;
  add("trackFirstChunk", { first: from, end: to, shift: chunk });
  add("trackFirstDetector", { first: from, end: to, shift: detector });
  for (const name of TRACK_SECTIONS) add(name, { first: from, end: to });
  add("detectorTrack", { first: firstDetector, end: endDetector, shift: track });
  for (const name of DETECTOR_SECTIONS) add(name, { first: firstDetector, end: endDetector });
  add("chunkTrack", { first, end, shift: track });
  for (const name of CHUNK_SECTIONS) add(name, { first, end });
  for (const { start, items, rows } of CHUNK_ROWS) {
    const firstItem = source[start][first * rows]!;
    const endItem = source[start][end * rows]!;
    const shift = joined.lengthOf(items[0]) - firstItem;
    add(start, { first: first * rows, end: end * rows, shift });
    for (const item of items) add(item, { first: firstItem, end: endItem });
  }
}

function closeTracks(joined: JoinedSections): void {
  const close = (start: SectionName, items: SectionName): void => {
    joined.add(start, { values: [joined.lengthOf(items)], first: 0, end: 1 });
  };
  close("trackFirstChunk", "chunkTrack");
  close("trackFirstDetector", "detectorName");
  for (const { start, items } of CHUNK_ROWS) close(start, items[0]);
}

function markBoundaries({ tables, boundaryDetectors }: Draft): void {
  const { trackFirstChunk, trackFirstDetector, detectorOffset_mm, chunkOffset_mm } = tables;
  for (let track = 0; track < tables.trackName.length; track++) {
    let detector = trackFirstDetector[track]!;
    const endDetector = trackFirstDetector[track + 1]!;
    const end = trackFirstChunk[track + 1]!;
    for (let chunk = trackFirstChunk[track]!; chunk <= end; chunk++) {
      const at_mm = chunk < end ? chunkOffset_mm[chunk]! : tables.trackLength_mm[track]!;
      const is_here = detector < endDetector && detectorOffset_mm[detector] === at_mm;
      boundaryDetectors.push(is_here ? detector++ : NONE);
    }
  }
}

function compareShapes(
  tables: DraftTables,
  known: Infra,
  { sources, next }: ListPlan,
): ChangedTracks {
  const chunks = new Uint32Array(known.chunkTrack.length).fill(NONE);
  const detectors = new Uint32Array(known.detectorName.length).fill(NONE);
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
  return { chunks, detectors, is_new_chunk };
}

/** Whether a track still has its chunks and detectors. */
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
