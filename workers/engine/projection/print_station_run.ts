/** Prints a train on an axis of stations in the answer's form. */
import { type Infra, jsonAt } from "../infra/infra.ts";
import { NONE } from "../infra/layout.ts";
import type { StationLine, StationPass, StationRun } from "./station_lines.ts";
import type { AxisZones } from "./zones_on_axis.ts";

/** The fields of a run as JSON text, without braces: lists are columns, one entry for each pass. */
export function printStationRun(
  infra: Infra,
  { passes, lines }: StationRun,
  { zones, begins_mm, ends_mm }: AxisZones,
): string {
  const column = (print: (pass: StationPass) => unknown): string => `[${passes.map(print).join()}]`;
  return (
    `"passes":{"axis_index":${column(({ axis_index }) => axis_index)}` +
    `,"arrival":${column(({ arrival_ms }) => arrival_ms)}` +
    `,"departure":${column(({ departure_ms }) => departure_ms)}` +
    `,"track":${column(({ track }) => jsonAt(infra, infra.trackName[track]!))}` +
    `,"track_name":${column(({ track }) => printName(infra, infra.trackLocalName[track]!))}` +
    `,"waypoint":${column(({ item }) => (item < 0 ? "null" : item))}` +
    `,"stops":${column(({ stops }) => stops)}` +
    `,"estimated":${column(({ is_estimated }) => is_estimated)}}` +
    `,"lines":[${lines.map(printLine).join()}]` +
    `,"zones":{"zone":[${zones.map((zone) => jsonAt(infra, infra.zoneName[zone]!)).join()}]` +
    `,"begin":[${begins_mm.join()}],"end":[${ends_mm.join()}]}`
  );
}

function printName(infra: Infra, string: number): string {
  return string === NONE ? "null" : jsonAt(infra, string);
}

function printLine({ segments }: StationLine): string {
  const texts = segments.map(
    ({ times_ms, positions_mm, bypasses }) =>
      `{"times":[${times_ms.join()}],"positions":[${positions_mm.join()}],"bypasses":[${bypasses.join()}]}`,
  );
  return `{"segments":[${texts.join()}]}`;
}
