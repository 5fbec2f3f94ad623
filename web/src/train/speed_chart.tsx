/** Speeds over distance: allowed, base, provisional, final, and the slope below. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { type Palette, paletteOf } from "../graph/drawing/palette.ts";
import type { Path, Simulation } from "../state/selection.ts";
import { is_dark } from "../state/view.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { along } from "./along.ts";
import { drawMarks, listMarks } from "./chart_marks.ts";
import { sampleCurve, sampleRanges } from "./samples.ts";

const HEIGHT_PX = 320;
const KMH = 3.6;

interface Props {
  readonly simulation: Simulation;
  readonly path: Path;
  readonly name: string;
}

export function SpeedChart(props: Props): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const { simulation, path, name } = props;
  const palette = paletteOf(is_dark.value);
  const properties = along.value;
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const slopes = properties?.slopes;
    const marks = listMarks(path, simulation, properties?.operational_points);
    const options = optionsOf(palette, element.clientWidth, slopeMax(slopes?.values ?? []));
    const chart = new uPlot(
      { ...options, hooks: { draw: [(drawn) => drawMarks(drawn, marks, palette)] } },
      listSeries(simulation, slopes, path.length),
      element,
    );
    const observer = new ResizeObserver(() => {
      chart.setSize({ width: element.clientWidth, height: HEIGHT_PX });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [simulation, properties, path, palette]);
  return <div ref={box} class="chart" role="img" aria-label={TOOL_TEXTS.train.chart_label(name)} />;
}

function listSeries(
  simulation: Simulation,
  slopes:
    | { readonly boundaries: readonly number[]; readonly values: readonly number[] }
    | undefined,
  length_mm: number,
): uPlot.AlignedData {
  const { mrsp, base, provisional, final_output } = simulation;
  // Every point of the curves: a stop is a single point.
  const places = [0, length_mm, ...mrsp.boundaries, ...base.positions, ...final_output.positions];
  const xs_mm = [...new Set(places)].sort((a, b) => a - b);
  const limits = { boundaries: mrsp.boundaries, values: mrsp.values.map(({ speed }) => speed) };
  const kmh = (values: readonly number[]): number[] => values.map((value) => value * KMH);
  return [
    xs_mm.map((x) => x / 1e6),
    kmh(sampleRanges(limits, xs_mm)),
    kmh(sampleCurve(base.positions, base.speeds, xs_mm)),
    kmh(sampleCurve(provisional.positions, provisional.speeds, xs_mm)),
    kmh(sampleCurve(final_output.positions, final_output.speeds, xs_mm)),
    sampleRanges(slopes ?? { boundaries: [], values: [0] }, xs_mm),
  ];
}

/** Keeps slopes in the lower part, below the speeds. */
const SLOPE_PART = 6;

/** The steepest slope on the axis: that of the data, rounded up to a multiple of five. */
function slopeMax(slopes: readonly number[]): number {
  const steepest = slopes.reduce((most, slope) => Math.max(most, Math.abs(slope)), 0);
  return Math.max(5, 5 * Math.ceil(steepest / 5));
}

function optionsOf(palette: Palette, width: number, steepest: number): uPlot.Options {
  const series = TOOL_TEXTS.train.series;
  const axis = {
    stroke: palette.text,
    grid: { stroke: palette.grid, width: 1 },
    ticks: { stroke: palette.strong_grid, width: 1 },
  };
  const splits = (): number[] => [-steepest, 0, steepest];
  const paths = uPlot.paths.stepped?.({ align: 1 }) ?? null;
  const stepped = paths === null ? {} : { paths };
  return {
    width,
    height: HEIGHT_PX,
    scales: { x: { time: false }, slope: { range: [-steepest, SLOPE_PART * steepest] } },
    axes: [
      { ...axis, label: series.distance },
      { ...axis, label: "km/h" },
      { ...axis, scale: "slope", side: 1, label: "‰", grid: { show: false }, splits },
    ],
    series: [
      { label: series.distance },
      { label: series.mrsp, stroke: palette.major, fill: palette.grid, width: 1, ...stepped },
      { label: series.base, stroke: palette.quiet_text, width: 1, dash: [3, 3] },
      { label: series.provisional, stroke: palette.work, width: 1, dash: [7, 3] },
      {
        label: series.final,
        stroke: palette.tried,
        fill: palette.requirement_fill,
        width: 2,
      },
      {
        label: series.slope,
        scale: "slope",
        stroke: palette.now,
        fill: palette.limit_fill,
        width: 1,
        ...stepped,
      },
    ],
  };
}
