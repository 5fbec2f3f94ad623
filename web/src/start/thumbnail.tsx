/** A timetable's graph as it was last seen in this browser; an empty one if it was not. */
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { colourOf, dashOf, paletteOf, widthOf } from "../graph/drawing/palette.ts";
import {
  readSeenGraph,
  SEEN_HEIGHT,
  SEEN_WIDTH,
  type SeenGraph,
} from "../state/records/seen_graph.ts";
import { is_dark } from "../state/view.ts";

const HOURS = [1, 2, 3, 4].map((i) => Math.round((i * SEEN_WIDTH) / 5));
const UNSEEN: SeenGraph = { stations: [16, 48, 72, 108, 128], lines: [] };
/** Lines are as much thinner as the drawing is smaller. */
const THIN = 0.65;

export function Thumbnail({ timetable_id }: { readonly timetable_id: number }): JSX.Element {
  const { stations, lines } = useMemo(() => readSeenGraph(timetable_id), [timetable_id]) ?? UNSEEN;
  const palette = paletteOf(is_dark.value);
  return (
    <svg
      class="thumbnail"
      viewBox={`0 0 ${SEEN_WIDTH} ${SEEN_HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <g stroke={palette.strong_grid}>
        {HOURS.map((x) => (
          <path key={x} d={`M${x} 0V${SEEN_HEIGHT}`} />
        ))}
      </g>
      <g stroke={palette.station}>
        {stations.map((y) => (
          <path key={y} d={`M0 ${y}H${SEEN_WIDTH}`} />
        ))}
      </g>
      {lines.map(([look, path], i) => (
        <path
          key={i}
          d={path}
          stroke={colourOf(palette, look)}
          stroke-width={THIN * widthOf(look)}
          stroke-dasharray={dashOf(look)
            .map((px) => THIN * px)
            .join(" ")}
        />
      ))}
    </svg>
  );
}
