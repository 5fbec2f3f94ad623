/**
 * Where tracks of railML 2 are on the map: `geoCoord` of their ends and of the mappings between. Many files have
 * places of a drawing there, so those of a file count only if they are on the earth and about as long as the tracks.
 */
import { type LonLat, lineLength_m } from "../network/rail_line.ts";
import { elementsAt, numberOf, textOf, type XmlElement } from "../xml_tree.ts";
import type { Railml2Track } from "./railml2_topology.ts";

/** A line may be longer than its track by so much. */
const LONGER_MAX = 1.5;
const LONGER_MAX_M = 50;

/** The line of a track as its element tells it; null: none that can be one. */
export function lineOfTrack(
  element: XmlElement,
  { begin_pos, length_m }: Railml2Track,
): readonly LonLat[] | null {
  const [begin] = elementsAt(element, "trackTopology", "trackBegin", "geoCoord");
  const [end] = elementsAt(element, "trackTopology", "trackEnd", "geoCoord");
  const mappings = elementsAt(element, "trackElements", "geoMappings", "geoMapping")
    .map((mapping) => ({
      at_m: (numberOf(mapping, "pos") ?? 0) - begin_pos,
      place: elementsAt(mapping, "geoCoord")[0],
    }))
    .toSorted((a, b) => a.at_m - b.at_m);
  const points = [begin, ...mappings.map(({ place }) => place), end].map(readPoint);
  const line = points.filter((point) => point !== null);
  const longest_m = length_m * LONGER_MAX + LONGER_MAX_M;
  return line.length === points.length && lineLength_m(line) <= longest_m ? line : null;
}

/** Latitude and longitude, in degrees. */
function readPoint(element: XmlElement | undefined): LonLat | null {
  const words = element === undefined ? [] : (textOf(element, "coord") ?? "").trim().split(/\s+/);
  const [lat = Number.NaN, lon = Number.NaN] = words.map(Number);
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? [lon, lat] : null;
}
