/**
 * Stations for a network that came without any: trains are planned from one to another. The ends of the rails are the
 * places that every network has and that trains begin and end at.
 */
import type { RailjsonDocument } from "../../railjson/schemas.ts";
import type { ExchangeReport } from "../exchange_report.ts";

/** `document` is a completed one: each end of its rails has a buffer stop. */
export function completeStations(
  document: RailjsonDocument,
  report: ExchangeReport,
): RailjsonDocument {
  if (document.operational_points.length > 0) return document;
  const names = new Map(
    document.track_sections.map(({ id, extensions }) => [id, extensions?.sncf?.track_name || id]),
  );
  const ends_of = new Map<string, number>();
  for (const { track } of document.buffer_stops) {
    ends_of.set(track, (ends_of.get(track) ?? 0) + 1);
  }
  const operational_points = document.buffer_stops.map(({ id, track, position }) => {
    const end = position === 0 ? " (begin)" : " (end)";
    const name = `${names.get(track) ?? track}${ends_of.get(track) === 1 ? "" : end}`;
    const extensions = { identifier: { name, uic: 0 } };
    return { id: `station.${id}`, parts: [{ track, position }], extensions };
  });
  const [first] = operational_points;
  report.note(
    {
      severity: "info",
      code: "stations_completed",
      where: { element: "OperationalPoint", ...(first && { id: first.id }) },
      message: "put at the ends of the rails, because the source has none; named by their tracks",
    },
    operational_points.length,
  );
  return { ...document, operational_points };
}
