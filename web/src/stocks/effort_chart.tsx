/** Tractive effort of each mode over speed, and the running resistance. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { paletteOf } from "../graph/drawing/palette.ts";
import type { Stock } from "../state/records/stocks.ts";
import { is_dark } from "../state/view.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { listSeries } from "./effort_series.ts";

const HEIGHT_PX = 280;

export function EffortChart({ stock }: { readonly stock: Stock }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const dark = is_dark.value;
  const modes = Object.entries(stock.effort_curves.modes);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const { grid, text, categories } = paletteOf(dark);
    const colors = Object.values(categories);
    const axis = { stroke: text, grid: { stroke: grid }, ticks: { stroke: grid } };
    const names = [...modes.map(([mode]) => mode), TOOL_TEXTS.stocks.resistance];
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT_PX,
        scales: { x: { time: false } },
        axes: [
          { ...axis, label: TOOL_TEXTS.stocks.speed_axis },
          { ...axis, label: TOOL_TEXTS.stocks.effort_axis, size: 60 },
        ],
        series: [
          { label: TOOL_TEXTS.stocks.speed_axis },
          ...names.map((label, i) => ({
            label,
            stroke: colors[i % colors.length] ?? text,
            width: 2,
            ...(i === names.length - 1 && { dash: [6, 4] }),
          })),
        ],
      },
      listSeries(stock),
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
  }, [stock, dark]);
  return (
    <div
      ref={box}
      class="chart"
      role="img"
      aria-label={TOOL_TEXTS.stocks.chart_label(stock.name)}
    />
  );
}
