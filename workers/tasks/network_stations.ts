/** The operational points of a compiled network, for the exchange of timetables; listed once per network. */
import { findTrack, type Infra } from "../engine/infra/infra.ts";
import { NONE } from "../engine/infra/layout.ts";
import { listPoints } from "../engine/infra/list_points.ts";
import { StationIndex } from "../exchange/timetable/station_index.ts";
import { viewInfra } from "./infra_views.ts";
import type { InfraRef } from "./types.ts";

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
  const track = findTrack(infra, name);
  return track === NONE ? null : (infra.trackLength_mm[track] ?? null);
}
