/** What an import of a network would bring: counts of its objects, and where it is on the map. */
import { OBJECT_TYPES, type ObjectKey } from "../../src/railway/object_types.ts";
import type { RailjsonDocument } from "../railjson/schemas.ts";
import type { ReportRow } from "./exchange_report.ts";

export interface NetworkPreview {
  readonly counts: Readonly<Record<ObjectKey, number>>;
  /** Metres of all track sections together. */
  readonly length: number;
  /** West, south, east, north, in degrees; null: it has no tracks. */
  readonly bounds: readonly [number, number, number, number] | null;
  readonly report: readonly ReportRow[];
}

export function previewNetwork(
  document: RailjsonDocument,
  report: readonly ReportRow[],
): NetworkPreview {
  const counts = OBJECT_TYPES.map(({ key }) => [key, document[key].length] as const);
  let [west, south, east, north, length] = [Infinity, Infinity, -Infinity, -Infinity, 0];
  for (const { geo, length: own } of document.track_sections) {
    length += own;
    for (const [lon = 0, lat = 0] of geo.coordinates) {
      [west, east] = [Math.min(west, lon), Math.max(east, lon)];
      [south, north] = [Math.min(south, lat), Math.max(north, lat)];
    }
  }
  return {
    // One entry a list.
    counts: Object.fromEntries(counts) as Record<ObjectKey, number>,
    length: Math.round(length),
    bounds: west <= east ? [west, south, east, north] : null,
    report,
  };
}
