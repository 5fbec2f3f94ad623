/** A timetable's graph as it was last seen in this browser; one that was not has its first hours, read when its card comes into view. */
import type { JSX, Ref } from "preact";
import { useMemo } from "preact/hooks";
import { colourOf, dashOf, paletteOf, widthOf } from "../graph/drawing/palette.ts";
import type { Place } from "../state/open_place.ts";
import {
  keepSeenGraph,
  readSeenGraph,
  SEEN_HEIGHT,
  SEEN_WIDTH,
  type SeenGraph,
} from "../state/records/seen_graph.ts";
import { networksFor, noteFound } from "../state/records/used_networks.ts";
import { is_dark } from "../state/view.ts";
import { useReadInView } from "./read_in_view.ts";

const HOURS = [1, 2, 3, 4].map((i) => Math.round((i * SEEN_WIDTH) / 5));
/** Lines are as much thinner as the drawing is smaller. */
const THIN = 0.65;
/** More would make the server run them all for a small drawing. */
const DRAWN_TRAINS_MAX = 300;
/** A timetable in no scenario does not tell its network. */
const TRIED_NETWORKS_MAX = 5;

export function Thumbnail({ place }: { readonly place: Place }): JSX.Element {
  const { timetable_id } = place;
  const seen = useMemo(() => readSeenGraph(timetable_id), [timetable_id]);
  const [box, unseen] = useReadInView(timetable_id, async (signal) =>
    seen === null ? await drawFirst(place, signal) : null,
  );
  return <Drawing box={box} graph={seen ?? unseen} />;
}

async function drawFirst(place: Place, signal: AbortSignal): Promise<SeenGraph | null> {
  const { timetable_id, train_count, scenario } = place;
  if (train_count === 0 || train_count > DRAWN_TRAINS_MAX) return null;
  const infras = scenario === null ? networksFor(timetable_id) : [scenario.infra_id];
  const electrical_profile_set_id = scenario?.electrical_profile_set_id ?? null;
  const { drawUnseen } = await import("./unseen_graph.ts");
  const tried = infras.slice(0, TRIED_NETWORKS_MAX);
  const asked = { timetable_id, infras: tried, electrical_profile_set_id };
  const found = await drawUnseen(asked, signal);
  if (found === null) return null;
  keepSeenGraph(timetable_id, found.graph);
  if (infras.length > 1) noteFound(found.infra_id, timetable_id);
  return found.graph;
}

/** Of null the lines of hours alone. */
export function Drawing({
  box,
  graph,
}: {
  readonly box?: Ref<SVGSVGElement>;
  readonly graph: SeenGraph | null;
}): JSX.Element {
  const palette = paletteOf(is_dark.value);
  return (
    <svg
      ref={box ?? null}
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
        {graph?.stations.map((y) => (
          <path key={y} d={`M0 ${y}H${SEEN_WIDTH}`} />
        ))}
      </g>
      {graph?.lines.map(([look, path], i) => (
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
