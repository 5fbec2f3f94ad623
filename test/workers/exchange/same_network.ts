/**
 * Networks without their ids: tracks, switches and signals are named after what they join and where they are, so
 * that two networks that differ in ids and order alone become equal.
 */
import type { RailjsonDocument } from "../../../workers/railjson/schemas.ts";

/** How the tracks of one network are called in the other. */
export type TrackNames = Readonly<Record<string, string>>;

/** Where sources disagree on the branch that goes on, `branches` tells nothing of it. */
export function withoutIds(
  document: RailjsonDocument,
  names: TrackNames,
  branches: "kept" | "mixed" = "kept",
): object {
  const named = <T extends { readonly track: string }>(place: T): T => ({
    ...place,
    track: names[place.track] ?? place.track,
  });
  const sorted = (list: readonly object[]): string[] =>
    list.map((one) => JSON.stringify(one, null, 0)).toSorted();
  const ports = ({ ports: own }: RailjsonDocument["switches"][number]): object =>
    Object.fromEntries(
      Object.entries(own)
        .map(([port, end]) => [branches === "mixed" ? port[0] : port, JSON.stringify(named(end))])
        .reduce((map, [port = "", end = ""]) => {
          return map.set(port, [...(map.get(port) ?? []), end].toSorted());
        }, new Map<string, string[]>()),
    );
  return {
    tracks: sorted(
      document.track_sections.map(({ id, length, slopes, curves }) => ({
        id: names[id] ?? id,
        length,
        slopes,
        curves,
      })),
    ),
    switches: sorted(
      document.switches.map((one) => ({
        type: one.switch_type,
        label: one.extensions?.sncf?.label,
        ports: ports(one),
      })),
    ),
    signals: sorted(document.signals.map(({ id: _id, ...signal }) => named(signal))),
    detectors: sorted(document.detectors.map(({ id: _id, ...detector }) => named(detector))),
    buffer_stops: sorted(document.buffer_stops.map(({ id: _id, ...stop }) => named(stop))),
    stations: sorted(
      document.operational_points.map(({ parts, extensions }) => ({
        extensions,
        parts: sorted(parts.map(named)),
      })),
    ),
    speeds: sorted(
      document.speed_sections.flatMap(({ speed_limit, track_ranges }) =>
        track_ranges.map((one) => ({ speed_limit, ...named(one) })),
      ),
    ),
    wires: sorted(
      document.electrifications.flatMap(({ voltage, track_ranges }) =>
        track_ranges.map((one) => ({ voltage, ...named(one) })),
      ),
    ),
  };
}
