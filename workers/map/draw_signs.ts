/**
 * Draws the trackside signs that sections carry in the extensions of one railway: one feature each, turned by its own
 * direction. Signs of one type at one place are one feature, that of the first section by id.
 */

import type { RailjsonDocument } from "../railjson/schemas.ts";
import type { MappedTrack, TrackMap } from "../railjson/track_map.ts";
import { angleAt } from "./angle.ts";
import { flatten } from "./flatten.ts";
import { type MapFeature, pointFeature } from "./map_feature.ts";

type SpeedSection = RailjsonDocument["speed_sections"][number];
type NeutralSection = RailjsonDocument["neutral_sections"][number];
type SpeedSigns = NonNullable<NonNullable<SpeedSection["extensions"]>["psl_sncf"]>;
type Sign = SpeedSigns["z"];

interface SignedSection {
  readonly id: string;
  readonly signs: readonly Sign[];
}

export function drawSpeedSigns(
  sections: readonly SpeedSection[],
  map: TrackMap<MappedTrack>,
): MapFeature[] {
  const signed = sections.map(({ id, extensions }) => {
    const { z, announcement = [], r = [] } = extensions?.psl_sncf ?? {};
    return { id, signs: z === undefined ? [] : [z, ...announcement, ...r] };
  });
  return drawSigns(signed, map, ({ ...sign }) => sign);
}

export function drawNeutralSigns(
  sections: readonly NeutralSection[],
  map: TrackMap<MappedTrack>,
): MapFeature[] {
  const signed = sections.map(({ id, extensions }) => {
    const { exe, announcement = [], end = [], rev = [] } = extensions?.neutral_sncf ?? {};
    return { id, signs: exe === undefined ? [] : [...announcement, exe, ...end, ...rev] };
  });
  return drawSigns(signed, map, ({ value: _, ...sign }) => sign);
}

function drawSigns(
  sections: readonly SignedSection[],
  map: TrackMap<MappedTrack>,
  tell: (sign: Sign) => object,
): MapFeature[] {
  const drawn = new Map<string, MapFeature>();
  const sorted = sections.filter(({ signs }) => signs.length > 0);
  sorted.sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const sign of sorted.flatMap(({ signs }) => signs)) {
    const place = map.locateFirst([sign]);
    if (place === null) continue;
    const key = JSON.stringify([place.coordinates, sign.type]);
    if (drawn.has(key)) continue;
    const properties = { ...flatten(tell(sign)), angle: angleAt(map, sign) };
    drawn.set(key, pointFeature(place.coordinates, properties));
  }
  return [...drawn.values()];
}
