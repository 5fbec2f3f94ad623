/**
 * Tracks and switches of all built-in types without detectors, signals and routes: joined at random (loops,
 * triangles, tracks that end at their own start), of lengths from a metre to several kilometres.
 */
import type { RailjsonDocument } from "../../../workers/railjson/schemas.ts";
import { type Random, wholeBetween } from "../engine/seeded.ts";

const PORTS: Readonly<Record<string, readonly string[]>> = {
  link: ["A", "B"],
  point_switch: ["A", "B1", "B2"],
  crossing: ["A1", "B1", "A2", "B2"],
  single_slip_switch: ["A1", "B1", "A2", "B2"],
  double_slip_switch: ["A1", "B1", "A2", "B2"],
};
const LENGTHS_M = [1, 7.5, 30, 60, 120, 155, 400, 1000, 2400, 7000];

export const NO_OBJECTS: RailjsonDocument = {
  version: "3.4.12",
  track_sections: [],
  extended_switch_types: [],
  electrifications: [],
  neutral_sections: [],
  speed_sections: [],
  operational_points: [],
  detectors: [],
  buffer_stops: [],
  switches: [],
  routes: [],
  signals: [],
};

export function railTrack(
  id: string,
  length: number,
  x = 0,
): RailjsonDocument["track_sections"][number] {
  const geo = {
    type: "LineString" as const,
    coordinates: [
      [x / 100_000, 0],
      [(x + length) / 100_000, 0],
    ],
  };
  return { id, length, slopes: [], curves: [], geo };
}

type End = { readonly track: string; readonly endpoint: "BEGIN" | "END" };

export function drawRails(random: Random, nTracks: number): RailjsonDocument {
  const pick = <T>(items: readonly T[]): T => items[wholeBetween(random, 0, items.length - 1)]!;
  const track_sections = Array.from({ length: nTracks }, (_, i) =>
    railTrack(`T${i}`, pick(LENGTHS_M), i),
  );
  const free = track_sections.flatMap(({ id }): End[] => [
    { track: id, endpoint: "BEGIN" },
    { track: id, endpoint: "END" },
  ]);
  const nFree = wholeBetween(random, 0, 4);
  const switches: RailjsonDocument["switches"][number][] = [];
  while (free.length > nFree + 3) {
    const switch_type = pick(Object.keys(PORTS));
    const ports = PORTS[switch_type]!.map((name) => {
      const [end] = free.splice(wholeBetween(random, 0, free.length - 1), 1);
      return [name, end!] as const;
    });
    const id = `N${switches.length}`;
    const group_change_delay = 0;
    switches.push({ id, switch_type, group_change_delay, ports: Object.fromEntries(ports) });
  }
  return { ...NO_OBJECTS, track_sections, switches };
}
