/** Points of the effort chart. */
import type { Stock } from "../state/records/stocks.ts";
import { sampleCurve } from "../train/samples.ts";

const KMH = 3.6;
const KN = 1000;
const POINTS = 80;

/** Speeds in km/h, then kilonewtons at them: the effort of each mode, then the running resistance. */
export function listSeries(stock: Stock): [number[], ...number[][]] {
  const curves = Object.values(stock.effort_curves.modes).map((mode) => mode.default_curve);
  const even = Array.from({ length: POINTS + 1 }, (_, i) => (i * stock.max_speed) / POINTS);
  const all = [...even, ...curves.flatMap(({ speeds }) => speeds)];
  const speeds = [...new Set(all)].filter((v) => v <= stock.max_speed).sort((a, b) => a - b);
  const { A, B, C } = stock.rolling_resistance;
  return [
    speeds.map((v) => v * KMH),
    ...curves.map((curve) =>
      sampleCurve(curve.speeds, curve.max_efforts, speeds).map((newtons) => newtons / KN),
    ),
    speeds.map((v) => (A + B * v + C * v * v) / KN),
  ];
}
