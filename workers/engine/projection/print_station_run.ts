/** Prints a train on an axis of stations in the answer's form, which is short: thousands of them are read at once. */
import { type Infra, jsonAt } from "../infra/infra.ts";
import { listPointTracks } from "../infra/point_parts.ts";
import type { StationAxis, StationLine, StationPass, StationRun } from "./station_lines.ts";
import type { AxisZones } from "./zones_on_axis.ts";

interface PrintedAxis extends Pick<StationAxis, "ops"> {
  readonly infra: Infra;
}

/** The fields of a run as JSON text, without braces: lists are columns, one entry for each pass. */
export function printStationRun(
  axis: PrintedAxis,
  { passes, lines }: StationRun,
  { zones, begins_mm, ends_mm }: AxisZones,
): string {
  const { infra } = axis;
  const column = (print: (pass: StationPass, i: number) => unknown): string =>
    `[${passes.map(print).join()}]`;
  const indexes = (is: (pass: StationPass) => boolean): string =>
    `[${passes.flatMap((pass, i) => (is(pass) ? [i] : [])).join()}]`;
  const left_ms = (i: number): number => passes[i]?.departure_ms ?? 0;
  return (
    `"passes":{"axis_index":${column(({ axis_index }) => axis_index)}` +
    `,"arrives_after":${column(({ arrival_ms }, i) => arrival_ms - left_ms(i - 1))}` +
    `,"stays":${column(({ arrival_ms, departure_ms }) => departure_ms - arrival_ms)}` +
    `,"track":${column((pass) => printTrack(axis, pass))}` +
    `,"waypoint":${column(({ item }) => (item < 0 ? "null" : item))}` +
    `,"stops":${indexes(({ stops }) => stops)}` +
    `,"estimated":${indexes(({ is_estimated }) => is_estimated)}}` +
    `,"lines":[${lines.map(printLine).join()}]` +
    `,"zones":{"zone":[${zones.map((zone) => jsonAt(infra, infra.zoneName[zone]!)).join()}]` +
    `,"begin":[${begins_mm.join()}],"end":[${ends_mm.join()}]}`
  );
}

/** Which of the station's tracks; the name of one without a part of it. */
function printTrack({ infra, ops }: PrintedAxis, { axis_index, track }: StationPass): string {
  const at = listPointTracks(infra, ops[axis_index]!).indexOf(track);
  return at < 0 ? jsonAt(infra, infra.trackName[track]!) : String(at);
}

function printLine({ segments }: StationLine): string {
  const texts = segments.map(
    ({ times_ms, positions_mm, bypasses }) =>
      `{"time_steps":[${printSteps(times_ms)}],"position_steps":[${printSteps(positions_mm)}],"bypasses":[${bypasses.join()}]}`,
  );
  return `{"segments":[${texts.join()}]}`;
}

/** The first value, then how much each one is above the one before. */
function printSteps(values: readonly number[]): string {
  return values.map((value, i) => value - (values[i - 1] ?? 0)).join();
}
