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
  const ends_of = new Map<string, { id: string; track: string; position: number }[]>();
  for (const end of document.buffer_stops) {
    const name = names.get(end.track) ?? end.track;
    const ends = ends_of.get(name);
    if (ends === undefined) ends_of.set(name, [end]);
    else ends.push(end);
  }
  const operational_points = [...ends_of].flatMap(([name, ends]) =>
    ends.map(({ id, track, position }, i) => ({
      id: `station.${id}`,
      parts: [{ track, position }],
      extensions: { identifier: { name: ends.length === 1 ? name : `${name} ${i + 1}`, uic: 0 } },
    })),
  );
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
