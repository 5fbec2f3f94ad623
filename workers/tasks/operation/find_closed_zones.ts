/** Task: which zones of a network no train gets while track is closed. */
import { WorkZoneFinder } from "../../engine/conflicts/work_zones.ts";
import { findString, type Infra } from "../../engine/infra/infra.ts";
import { cutOnPieces, findPieces, piecesLength_mm } from "../../engine/infra/split_tracks.ts";
import { viewInfra } from "../infra_views.ts";
import type { InfraRef } from "../types.ts";

/** A range of a track section in mm, or the name of a zone. */
export type PlaceToClose =
  | {
      readonly track_range: {
        readonly track_section: string;
        readonly begin?: number | undefined;
        readonly end?: number | undefined;
      };
    }
  | { readonly zone: string };

/** By place; null: the network does not have it. */
export function findClosedZones(input: {
  readonly infra: InfraRef;
  readonly places: readonly PlaceToClose[];
}): readonly (Uint32Array | null)[] {
  const infra = viewInfra(input.infra);
  const finder = new WorkZoneFinder(infra);
  const named = input.places.some((place) => "zone" in place);
  const zones = new Map(named ? Array.from(infra.zoneName, (name, zone) => [name, zone]) : []);
  return input.places.map((place) =>
    "zone" in place
      ? findZone(zones.get(findString(infra, place.zone)))
      : findOnTrack(infra, finder, place.track_range),
  );
}

function findZone(zone: number | undefined): Uint32Array | null {
  return zone === undefined ? null : Uint32Array.of(zone);
}

/** As works take them: of each chunk that touches the range. */
function findOnTrack(
  infra: Infra,
  finder: WorkZoneFinder,
  {
    track_section,
    begin = 0,
    end = Infinity,
  }: Extract<PlaceToClose, { track_range: unknown }>["track_range"],
): Uint32Array | null {
  const pieces = findPieces(infra, track_section);
  if (pieces.length === 0 || begin > piecesLength_mm(infra, pieces)) return null;
  const cut = cutOnPieces(infra, pieces, { begin_mm: begin, end_mm: end });
  return finder
    .find(
      Uint32Array.from(cut, ({ track }) => track),
      Float64Array.from(cut, ({ begin_mm }) => begin_mm),
      Float64Array.from(cut, ({ end_mm }) => end_mm),
    )
    .slice();
}
