/** Tasks: the stations of an axis, and how far it is from each to the next. */
import { findOperationalPoint, type Infra, stringAt } from "../../engine/infra/infra.ts";
import { NONE } from "../../engine/infra/layout.ts";
import { listPointTracks, pointName } from "../../engine/infra/point_parts.ts";
import type { TrackLocation } from "../../engine/path/block_locations.ts";
import { viewInfra, viewTrackPathFinder } from "../infra_views.ts";
import type { InfraRef } from "../types.ts";

export interface DescribePointsInput {
  readonly infra: InfraRef;
  readonly ids: readonly string[];
}

export interface DescribedPoint {
  readonly name: string | null;
  /** Those with a part of it, each once. */
  readonly tracks: readonly { readonly id: string; readonly name: string | null }[];
}

/** One per id, in order; null: it is not in the network. */
export function describePoints({ infra, ids }: DescribePointsInput): (DescribedPoint | null)[] {
  const view = viewInfra(infra);
  return ids.map((id) => {
    const op = findOperationalPoint(view, id);
    return op === NONE ? null : describePoint(view, op);
  });
}

function describePoint(infra: Infra, op: number): DescribedPoint {
  const { trackName, trackLocalName } = infra;
  return {
    name: pointName(infra, op),
    tracks: listPointTracks(infra, op).map((track) => {
      const local_name = trackLocalName[track] ?? NONE;
      return {
        id: stringAt(infra, trackName[track] ?? 0),
        name: local_name === NONE ? null : stringAt(infra, local_name),
      };
    }),
  };
}

export interface MeasureAxisInput {
  readonly infra: InfraRef;
  /** Operational points of the network. */
  readonly pairs: readonly { readonly from: string; readonly to: string }[];
}

/** For each pair the shortest way between the stations' middles on tracks and switches, mm; null: there is none, or none was found in time. */
export function measureAxis({ infra, pairs }: MeasureAxisInput): (number | null)[] {
  const finder = viewTrackPathFinder(infra);
  return pairs.map(({ from, to }) =>
    finder.measure(listMiddles(finder.infra, from), listMiddles(finder.infra, to)),
  );
}

/** On each of its tracks the part that is nearest to the middle of all on that track. */
function listMiddles(infra: Infra, id: string): TrackLocation[] {
  const { opFirstPart, partTrack, partWaypoint_mm, trackLength_mm } = infra;
  const op = findOperationalPoint(infra, id);
  const offsets = new Map<number, number[]>();
  for (let part = opFirstPart[op] ?? 0; part < (opFirstPart[op + 1] ?? 0); part++) {
    const track = partTrack[part] ?? NONE;
    const offset_mm = partWaypoint_mm[part] ?? 0;
    if (track === NONE || !(offset_mm >= 0 && offset_mm <= (trackLength_mm[track] ?? 0))) continue;
    offsets.set(track, [...(offsets.get(track) ?? []), offset_mm]);
  }
  return Array.from(offsets, ([track, own]) => {
    const middle_mm = (Math.min(...own) + Math.max(...own)) / 2;
    const nearest = (a: number, b: number): number =>
      Math.abs(b - middle_mm) < Math.abs(a - middle_mm) ? b : a;
    return { track, offset_mm: own.reduce(nearest) };
  });
}
