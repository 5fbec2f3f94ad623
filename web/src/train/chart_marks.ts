/** What stands around the speed curves: station names, signals, ends of track sections, and bands of slopes and voltages. */
import type uPlot from "uplot";
import type { Schemas } from "../api/client.ts";
import { fontOf, type Palette } from "../graph/drawing/palette.ts";
import { printNumber } from "../graph/zone.ts";
import { listStretches, nameOf } from "../state/stations/described_way.ts";
import type { Path, Simulation } from "../state/trains/selected_run.ts";
import type { Ranges } from "./samples.ts";

export interface ChartMarks {
  /** Those where the train begins, stops or ends first: their names have the room. */
  readonly stations: readonly {
    readonly km: number;
    readonly name: string;
    readonly is_stop: boolean;
  }[];
  /** Where the driver first sees the signals. */
  readonly signals_km: readonly number[];
  /** Where one track section ends and the next begins. */
  readonly tracks_km: readonly number[];
}

const KM_MM = 1_000_000;
/** A stop is at the station that is nearer than this. */
const AT_STATION_MM = 400_000;

export function listMarks(
  {
    track_section_ranges,
    path_item_positions,
  }: Pick<Path, "track_section_ranges" | "path_item_positions">,
  { final_output }: Pick<Simulation, "final_output">,
  points: Schemas["PathProperties"]["operational_points"],
): ChartMarks {
  let end_mm = 0;
  const ends = track_section_ranges.map(({ begin, end }) => (end_mm += end - begin) / KM_MM);
  const isStop = (at_mm: number): boolean =>
    path_item_positions.some((position) => Math.abs(position - at_mm) < AT_STATION_MM);
  return {
    stations: (points ?? [])
      .map((point) => ({
        km: point.position / KM_MM,
        name: nameOf(point),
        is_stop: isStop(point.position),
      }))
      .sort((a, b) => Number(b.is_stop) - Number(a.is_stop)),
    signals_km: final_output.signal_sightings.map(({ position }) => position / KM_MM),
    tracks_km: ends.slice(0, -1),
  };
}

const NAME_GAP_PX = 10;
const TICK_PX = 6;

/** Names that would touch another are left out; their lines are kept. */
export function drawMarks(chart: uPlot, marks: ChartMarks, palette: Palette): void {
  const { ctx } = chart;
  const { left, top, width, height } = chart.bbox;
  const { density, xOf } = scaleOf(chart);
  const isIn = (x: number): boolean => x >= left && x <= left + width + 1;
  const line = (x: number, from: number, to: number): void => {
    ctx.beginPath();
    ctx.moveTo(x, from);
    ctx.lineTo(x, to);
    ctx.stroke();
  };
  ctx.save();
  ctx.lineWidth = density;
  ctx.textAlign = "left";
  ctx.textBaseline = "bottom";
  const taken: (readonly [from: number, to: number])[] = [];
  for (const { km, name, is_stop } of marks.stations) {
    const x = xOf(km);
    if (!isIn(x)) continue;
    ctx.strokeStyle = is_stop ? palette.major : palette.strong_grid;
    line(x, top - TICK_PX * density, top + height);
    ctx.font = fontOf(11 * density, is_stop ? "600" : "");
    const name_px = ctx.measureText(name).width;
    const gap = NAME_GAP_PX * density;
    const at = Math.max(left, Math.min(x - name_px / 2, left + width - name_px));
    if (taken.some(([from, to]) => at < to + gap && at + name_px > from - gap)) continue;
    taken.push([at, at + name_px]);
    ctx.fillStyle = is_stop ? palette.text : palette.quiet_text;
    ctx.fillText(name, at, top - (TICK_PX + 2) * density);
  }
  const bottom = top + height;
  ctx.strokeStyle = palette.station;
  for (const x of marks.signals_km.map(xOf).filter(isIn))
    line(x, bottom - TICK_PX * density, bottom);
  ctx.strokeStyle = palette.quiet_text;
  for (const x of marks.tracks_km.map(xOf).filter(isIn))
    line(x, bottom, bottom + TICK_PX * density);
  ctx.restore();
}

function scaleOf(chart: uPlot): {
  readonly density: number;
  readonly xOf: (km: number) => number;
} {
  const density = window.devicePixelRatio || 1;
  return { density, xOf: (km) => Math.round(chart.valToPos(km, "x", true)) + 0.5 };
}

/** Room of both bands between the curves and the kilometres. */
export const BANDS_PX = 76;
const SLOPES_AT_PX = 26;
const SLOPE_PX = 10;
const VOLTAGES_AT_PX = 52;
const VOLTAGE_PX = 18;

export interface Bands {
  readonly slopes: ReturnType<typeof listStretches<number>>;
  readonly voltages: ReturnType<typeof listStretches<Voltage>>;
}
type Voltage = NonNullable<Schemas["PathProperties"]["electrifications"]>["values"][number];

export function listBands(
  slopes: Ranges | undefined,
  electrifications: Schemas["PathProperties"]["electrifications"],
  length_mm: number,
): Bands {
  return {
    slopes: slopes ? listStretches(slopes, length_mm) : [],
    voltages: electrifications ? listStretches(electrifications, length_mm) : [],
  };
}

/** A slope rises above its line or falls below it; texts stand where they have room. */
export function drawBands(
  chart: uPlot,
  { slopes, voltages }: Bands,
  nameVoltage: (value: Voltage) => string,
  palette: Palette,
): void {
  const { ctx } = chart;
  const { left, top, width, height } = chart.bbox;
  const { density, xOf } = scaleOf(chart);
  const steepest = slopes.reduce((most, { value }) => Math.max(most, Math.abs(value)), 5);
  const tell = (text: string, from: number, to: number, y: number): void => {
    const text_px = ctx.measureText(text).width;
    if (text_px + 6 * density < to - from) ctx.fillText(text, (from + to - text_px) / 2, y);
  };
  ctx.save();
  ctx.lineWidth = density;
  ctx.font = fontOf(11 * density);
  ctx.textBaseline = "middle";
  ctx.textAlign = "right";
  const slopes_at = top + height + SLOPES_AT_PX * density;
  const voltages_at = top + height + VOLTAGES_AT_PX * density;
  ctx.fillStyle = palette.quiet_text;
  ctx.fillText("‰", left - 8 * density, slopes_at);
  ctx.fillText("V", left - 8 * density, voltages_at + (VOLTAGE_PX * density) / 2);
  ctx.fillText("km/h", left - 8 * density, top - 12 * density);
  ctx.textAlign = "left";
  ctx.beginPath();
  ctx.rect(left, top, width, height + BANDS_PX * density);
  ctx.clip();
  ctx.fillStyle = palette.station;
  ctx.fillRect(left, slopes_at, width, density);
  for (const { from_mm, to_mm, value } of slopes) {
    const [from, to] = [xOf(from_mm / KM_MM), xOf(to_mm / KM_MM)];
    const high = (value / steepest) * SLOPE_PX * density;
    ctx.fillStyle = value > 0 ? palette.work : palette.now;
    ctx.globalAlpha = 0.4;
    ctx.fillRect(from, slopes_at - high, to - from, high);
    ctx.globalAlpha = 1;
    if (Math.round(value) === 0) continue;
    ctx.fillStyle = palette.quiet_text;
    tell(printNumber(value, 0), from, to, slopes_at + Math.sign(value) * 8 * density);
  }
  for (const { from_mm, to_mm, value } of voltages) {
    const [from, to] = [xOf(from_mm / KM_MM), xOf(to_mm / KM_MM)];
    const has_power = value.type === "electrification";
    ctx.fillStyle = has_power ? palette.requirement_fill : palette.work_fill;
    ctx.strokeStyle = palette.background;
    ctx.fillRect(from, voltages_at, to - from, VOLTAGE_PX * density);
    ctx.strokeRect(from, voltages_at, to - from, VOLTAGE_PX * density);
    ctx.fillStyle = palette.text;
    tell(nameVoltage(value), from, to, voltages_at + (VOLTAGE_PX * density) / 2);
  }
  ctx.restore();
}
