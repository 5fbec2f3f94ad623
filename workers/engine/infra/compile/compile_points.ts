/**
 * Operational points and their look-ups (engine.md 2.1, 3.2). Parts that are off their track or on
 * an unknown one are kept, so that a waypoint on them is reported, but appear on no path.
 */
import { toMilli } from "../../units.ts";
import { findChunk } from "../find_chunk.ts";
import { NONE } from "../layout.ts";
import type { PointPart } from "../point_parts.ts";
import { type Draft, fillRows, orderByKey } from "./draft.ts";
import type {
  RailjsonInput,
  RailjsonOperationalPoint,
  RailjsonOperationalPointPart,
} from "./railjson_input.ts";

export function compilePoints(draft: Draft, input: RailjsonInput): void {
  const names = new Set<string>();
  for (const point of input.operational_points) {
    if (names.has(point.id)) {
      const detail = "another operational point has this id";
      draft.faults.add("duplicate_id", "OperationalPoint", point.id, detail);
      continue;
    }
    names.add(point.id);
    addPoint(draft, point);
  }
  indexParts(draft);
}

export function addPoint(draft: Draft, point: RailjsonOperationalPoint): void {
  const { tables, strings } = draft;
  const { identifier, sncf } = point.extensions ?? {};
  const op = tables.opName.length;
  tables.opName.push(strings.intern(point.id));
  tables.opFirstPart.push(tables.partOp.length);
  tables.opTrigram.push(strings.internOptional(sncf?.trigram));
  tables.opUic.push(identifier?.uic ?? -Infinity);
  tables.opSecondaryCode.push(strings.internOptional(sncf?.ch));
  for (const part of point.parts) addPart(draft, op, point, part);
}

/** Lists the parts on each chunk, once all points are compiled. */
export function indexParts({ tables }: Draft): void {
  tables.opFirstPart.push(tables.partOp.length);
  const placed = { rows: [] as number[], values: [] as number[] };
  for (let part = 0; part < tables.partOp.length; part++) {
    const chunk = chunkOfPart(tables, part);
    if (chunk === NONE) continue;
    placed.rows.push(chunk);
    placed.values.push(part);
  }
  const nRows = tables.chunkTrack.length;
  fillRows(tables, { start: "chunkPartStart", items: "chunkParts", nRows }, placed);
  for (const op of orderByKey(tables.opUic, -Infinity)) tables.opsByUic.push(op);
}

function addPart(
  draft: Draft,
  op: number,
  point: RailjsonOperationalPoint,
  part: RailjsonOperationalPointPart,
): void {
  const { tables } = draft;
  const track = draft.trackOf.get(part.track) ?? NONE;
  tables.partOp.push(op);
  tables.partTrack.push(track);
  tables.partWaypoint_mm.push(Math.floor(part.position * 1000));
  tables.partOffset_mm.push(toMilli(part.position));
  tables.partJson.push(draft.strings.intern(JSON.stringify(describePart(point, part))));
}

/** The chunk of a part (the lower one on a boundary), or NONE. */
function chunkOfPart(tables: Draft["tables"], part: number): number {
  const track = tables.partTrack[part]!;
  const offset_mm = tables.partOffset_mm[part]!;
  if (track === NONE || offset_mm < 0 || offset_mm > tables.trackLength_mm[track]!) return NONE;
  const chunk = findChunk(tables, track, offset_mm, 0);
  return chunk < 0 ? NONE : chunk;
}

function describePart(
  point: RailjsonOperationalPoint,
  part: RailjsonOperationalPointPart,
): PointPart {
  const kp = part.extensions?.sncf?.kp;
  const { identifier, sncf } = point.extensions ?? {};
  return {
    id: point.id,
    part: {
      track: part.track,
      position: part.position,
      ...(kp === undefined ? {} : { extensions: { sncf: { kp } } }),
    },
    extensions: {
      ...(sncf
        ? {
            sncf: {
              ci: sncf.ci,
              ch: sncf.ch,
              ch_short_label: sncf.ch_short_label,
              ch_long_label: sncf.ch_long_label,
              trigram: sncf.trigram,
            },
          }
        : {}),
      ...(identifier ? { identifier: { name: identifier.name, uic: identifier.uic } } : {}),
    },
  };
}
