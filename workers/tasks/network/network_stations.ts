/** The operational points of a compiled network, for the exchange of timetables; listed once per network. */
import type { Infra } from "../../engine/infra/infra.ts";
import { type ListedPoint, listPoints } from "../../engine/infra/list_points.ts";
import { findPieces, piecesLength_mm } from "../../engine/infra/split_tracks.ts";
import { type LookTaker, StationIndex } from "../../exchange/timetable/station_index.ts";
import { viewInfra } from "../infra_views.ts";
import type { InfraRef } from "../types.ts";

const known = new WeakMap<Infra, StationIndex>();

/** Null: no network is given. */
export function networkStations(ref: InfraRef | null): StationIndex | null {
  if (ref === null) return null;
  const infra = viewInfra(ref);
  const index =
    known.get(infra) ?? new StationIndex(listPoints(infra), (track) => lengthOf(infra, track));
  known.set(infra, index);
  return index;
}

/** The same for one import: with what was chosen before, and told of each place that is looked up. */
export function matchedStations(
  ref: InfraRef | null,
  matches: ReadonlyMap<string, string>,
  onLook?: LookTaker,
): { readonly index: StationIndex; readonly points: readonly ListedPoint[] } | null {
  if (ref === null) return null;
  const infra = viewInfra(ref);
  const points = listPoints(infra);
  const length = (track: string): number | null => lengthOf(infra, track);
  return { points, index: new StationIndex(points, length, matches, onLook) };
}

function lengthOf(infra: Infra, name: string): number | null {
  const pieces = findPieces(infra, name);
  return pieces.length === 0 ? null : piecesLength_mm(infra, pieces);
}
