/** Marks above and below the speed curves: station names, signals, ends of track sections. */
import type uPlot from "uplot";
import type { Schemas } from "../api/client.ts";
import { fontOf, type Palette } from "../graph/drawing/palette.ts";
import type { Path, Simulation } from "../state/selection.ts";
import { nameOf } from "../state/stations/described_way.ts";

export interface ChartMarks {
  readonly stations: readonly { readonly km: number; readonly name: string }[];
  /** Where the driver first sees the signals. */
  readonly signals_km: readonly number[];
  /** Where one track section ends and the next begins. */
  readonly tracks_km: readonly number[];
}

const KM_MM = 1_000_000;

export function listMarks(
  { track_section_ranges }: Pick<Path, "track_section_ranges">,
  { final_output }: Pick<Simulation, "final_output">,
  points: Schemas["PathProperties"]["operational_points"],
): ChartMarks {
  let end_mm = 0;
  const ends = track_section_ranges.map(({ begin, end }) => (end_mm += end - begin) / KM_MM);
  return {
    stations: (points ?? []).map((point) => ({ km: point.position / KM_MM, name: nameOf(point) })),
    signals_km: final_output.signal_sightings.map(({ position }) => position / KM_MM),
    tracks_km: ends.slice(0, -1),
  };
}

const NAME_GAP_PX = 10;
const TICK_PX = 6;

/** Names that would touch the previous one are left out; their lines are kept. */
export function drawMarks(chart: uPlot, marks: ChartMarks, palette: Palette): void {
  const { ctx } = chart;
  const { left, top, width, height } = chart.bbox;
  const density = window.devicePixelRatio || 1;
  const xOf = (km: number): number => Math.round(chart.valToPos(km, "x", true)) + 0.5;
  const isIn = (x: number): boolean => x >= left && x <= left + width;
  const line = (x: number, from: number, to: number): void => {
    ctx.beginPath();
    ctx.moveTo(x, from);
    ctx.lineTo(x, to);
    ctx.stroke();
  };
  ctx.save();
  ctx.lineWidth = density;
  ctx.font = fontOf(11 * density);
  ctx.textBaseline = "top";
  ctx.fillStyle = palette.text;
  let free_from = left;
  for (const { km, name } of marks.stations) {
    const x = xOf(km);
    if (!isIn(x)) continue;
    ctx.strokeStyle = palette.strong_grid;
    line(x, top, top + height);
    const name_px = ctx.measureText(name).width;
    const at = Math.min(x + 3 * density, left + width - name_px);
    if (at < free_from) continue;
    ctx.fillText(name, at, top + 2 * density);
    free_from = at + name_px + NAME_GAP_PX * density;
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
