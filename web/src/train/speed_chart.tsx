/** Speeds over distance: allowed, base, provisional, final; slopes and voltages below. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { printClock } from "../graph/clock.ts";
import { type Palette, paletteOf } from "../graph/drawing/palette.ts";
import { printNumber } from "../graph/zone.ts";
import { selected_start_ms } from "../state/selection.ts";
import type { Path, Simulation } from "../state/trains/selected_run.ts";
import { is_dark } from "../state/view.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { along, nameVoltage } from "./along.ts";
import { BANDS_PX, drawBands, drawMarks, listBands, listMarks } from "./chart_marks.ts";
import { sampleCurve, sampleRanges } from "./samples.ts";

const KMH = 3.6;

interface Props {
  readonly simulation: Simulation;
  readonly path: Path;
  readonly name: string;
}

export function SpeedChart({ simulation, path, name }: Props): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const [legend, tip] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const palette = paletteOf(is_dark.value);
  const [properties, start_ms] = [along.value, selected_start_ms.value];
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const { slopes, electrifications, operational_points } = properties ?? {};
    const marks = listMarks(path, simulation, operational_points);
    const bands = listBands(slopes, electrifications, path.length);
    const series = listSeries(simulation, path.length, palette);
    const sizeOf = () => ({ width: element.clientWidth, height: element.clientHeight });
    const chart = new uPlot(
      {
        ...optionsOf(palette),
        ...sizeOf(),
        series: series.map(({ shown }) => shown),
        legend: { live: false, mount: (_, drawn) => legend.current?.replaceChildren(drawn) },
        hooks: {
          draw: [
            (drawn) => {
              drawMarks(drawn, marks, palette);
              drawBands(drawn, bands, nameVoltage, palette);
            },
          ],
          setCursor: [showTip],
        },
      },
      series.map(({ values }) => values) as unknown as uPlot.AlignedData,
      element,
    );
    function showTip({ cursor: { idx, left = -1 }, width, bbox }: uPlot): void {
      const told = tip.current;
      if (told === null) return;
      told.hidden = idx === null || idx === undefined || left < 0;
      if (told.hidden) return;
      const at_mm = (series[0]?.values[idx ?? 0] ?? 0) * 1e6;
      const { positions, times } = simulation.final_output;
      const time_ms = sampleCurve(positions, times, [at_mm])[0] ?? 0;
      told.textContent = [
        `${printNumber(at_mm / 1e6, 1)} km · ${printClock(start_ms + time_ms)}`,
        ...series
          .slice(1)
          .map(({ shown, values }) => `${shown.label} ${printNumber(values[idx ?? 0] ?? 0, 0)}`),
        `${TOOL_TEXTS.train.series.slope} ${printNumber(sampleRanges(slopes ?? { boundaries: [], values: [0] }, [at_mm])[0] ?? 0, 1)}`,
      ].join("\n");
      const x = left + bbox.left / devicePixelRatio;
      told.style.translate = x > width / 2 ? `calc(${x - 12}px - 100%)` : `${x + 12}px`;
    }
    const observer = new ResizeObserver(() => chart.setSize(sizeOf()));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [simulation, properties, path, palette, start_ms]);
  return (
    <div class="speed">
      <div ref={legend} />
      <div ref={box} class="chart" role="img" aria-label={TOOL_TEXTS.train.chart_label(name)} />
      <div ref={tip} class="tooltip" hidden />
    </div>
  );
}

/** One curve, and how it looks. */
interface Drawn {
  readonly values: readonly number[];
  readonly shown: uPlot.Series & { readonly label: string };
}

function listSeries(
  { mrsp, base, provisional, final_output }: Simulation,
  length_mm: number,
  palette: Palette,
): readonly Drawn[] {
  // Every point of the curves: a stop is a single point.
  const places = [0, length_mm, ...mrsp.boundaries, ...base.positions, ...final_output.positions];
  const xs_mm = [...new Set(places)].sort((a, b) => a - b);
  const limits = { boundaries: mrsp.boundaries, values: mrsp.values.map(({ speed }) => speed) };
  const kmh = (values: readonly number[]): number[] => values.map((value) => value * KMH);
  const curve = (
    { positions, speeds }: Pick<Simulation["base"], "positions" | "speeds">,
    label: string,
    look: Omit<uPlot.Series, "label">,
  ): Drawn => ({
    values: kmh(sampleCurve(positions, speeds, xs_mm)),
    shown: { label, width: 1, ...look },
  });
  const paths = uPlot.paths.stepped?.({ align: 1 });
  const { major, grid, quiet_text, work, tried, requirement_fill } = palette;
  const final_ms = final_output.path_item_times;
  const is_changed = provisional.path_item_times.some((time_ms, i) => time_ms !== final_ms[i]);
  return [
    { values: xs_mm.map((x) => x / 1e6), shown: { label: TOOL_TEXTS.train.series.distance } },
    {
      values: kmh(sampleRanges(limits, xs_mm)),
      shown: {
        label: TOOL_TEXTS.train.series.mrsp,
        stroke: major,
        fill: grid,
        width: 1,
        ...(paths && { paths }),
      },
    },
    curve(base, TOOL_TEXTS.train.series.base, { stroke: quiet_text }),
    // Only where wanted times made another run of it.
    ...(is_changed
      ? [curve(provisional, TOOL_TEXTS.train.series.provisional, { stroke: work, dash: [7, 3] })]
      : []),
    curve(final_output, TOOL_TEXTS.train.series.final, {
      stroke: tried,
      fill: requirement_fill,
      width: 2,
    }),
  ];
}

function optionsOf(palette: Palette): Omit<uPlot.Options, "width" | "height" | "series"> {
  const axis = {
    stroke: palette.quiet_text,
    grid: { stroke: palette.grid, width: 1 },
    ticks: { show: false },
  };
  return {
    padding: [30, 24, 0, 0],
    cursor: { y: false },
    scales: { x: { time: false } },
    axes: [
      {
        ...axis,
        size: BANDS_PX + 22,
        gap: BANDS_PX,
        values: (_, splits) =>
          splits.map((km, i) =>
            i === 0 ? TOOL_TEXTS.train.length(printNumber(km, 0)) : printNumber(km, km % 1 ? 1 : 0),
          ),
      },
      { ...axis, size: 56 },
    ],
  };
}
