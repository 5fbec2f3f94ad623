/** A picture of a rolling stock: drawn to its length, with a pantograph if it takes power from a catenary. */
import type { JSX } from "preact";
import type { LightStock } from "../state/records/stocks.ts";
import "./outline.css";

const WIDTH_PX = 96;
const LENGTH_MAX_M = 400;
const CAR_M = 26;
const CAR_MIN_PX = 7;

export function Outline({
  stock,
}: {
  readonly stock: Pick<LightStock, "length"> & {
    readonly effort_curves: { readonly modes: LightStock["effort_curves"]["modes"] };
  };
}): JSX.Element {
  const modes = Object.values(stock.effort_curves.modes);
  const is_electric = modes.some((mode) => mode.is_electric);
  const length_px = Math.max(16, WIDTH_PX * Math.min(1, Math.sqrt(stock.length / LENGTH_MAX_M)));
  const count = Math.max(
    1,
    Math.min(Math.round(stock.length / CAR_M), Math.floor(length_px / CAR_MIN_PX)),
  );
  const car_px = length_px / count;
  return (
    <svg
      class="outline"
      width={WIDTH_PX}
      height="28"
      viewBox={`0 0 ${WIDTH_PX} 28`}
      aria-hidden="true"
    >
      {Array.from({ length: count }, (_, i) => (
        <rect key={i} x={i * car_px + 0.5} y="10" width={car_px - 1} height="11" rx="2" />
      ))}
      {is_electric && <path d={`M${car_px / 2} 10l-3 -4l5 -3M1 2h${length_px}`} />}
      <path d={`M1 24h${length_px}`} />
    </svg>
  );
}
