/** The operational points of a compiled network, for the exchange of timetables; listed once per network. */
import type { Infra } from "../../engine/infra/infra.ts";
import { listPoints } from "../../engine/infra/list_points.ts";
import { findPieces, piecesLength_mm } from "../../engine/infra/split_tracks.ts";
import { StationIndex } from "../../exchange/timetable/station_index.ts";
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

function lengthOf(infra: Infra, name: string): number | null {
  const pieces = findPieces(infra, name);
  return pieces.length === 0 ? null : piecesLength_mm(infra, pieces);
}
