/** The conflicts that a trial would bring; the chosen one is lit on the graph. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { printMoment } from "../graph/clock.ts";
import { boxAround, type Conflict } from "../graph/drawing/marks.ts";
import { ROWS_MAX, Rows } from "../parts/rows.tsx";
// Reads the names of works.
import "../state/works/chosen_works.ts";
import { describeRuns } from "../state/conflict_names.ts";
import { lit_conflict, new_conflicts } from "../state/edits/tried_runs.ts";
import { placed_stations, showArea } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

/** Surroundings shown with a conflict, as a multiple of its own size. */
const MARGIN = 2;
/** More are listed at wish. */
const OPEN_MAX = 8;

export function NewConflicts(): JSX.Element | null {
  useEffect(
    () => () => {
      lit_conflict.value = null;
    },
    [],
  );
  const listed = new_conflicts.value;
  const [first] = listed;
  if (first === undefined) return null;
  return (
    <details open={listed.length <= OPEN_MAX}>
      <summary>{TOOL_TEXTS.move.new_conflicts(listed.length)}</summary>
      <Rows label={TOOL_TEXTS.move.new_conflicts(listed.length)}>
        {listed.slice(0, ROWS_MAX).map((conflict) => (
          <li key={conflict.number}>
            <Line conflict={conflict} day_ms={first.from_ms} />
          </li>
        ))}
      </Rows>
      {listed.length > ROWS_MAX && (
        <p class="quiet">{TOOL_TEXTS.edits.more(listed.length - ROWS_MAX)}</p>
      )}
    </details>
  );
}

function Line({
  conflict,
  day_ms,
}: {
  readonly conflict: Conflict;
  readonly day_ms: number;
}): JSX.Element {
  const { sent, type, from_ms, to_ms, areas } = conflict;
  return (
    <button
      type="button"
      class="item"
      aria-pressed={lit_conflict.value === sent}
      onClick={() => {
        lit_conflict.value = sent;
        const box = boxAround(areas);
        if (box !== null) showArea(box, MARGIN);
      }}
    >
      {TEXTS.graph.conflict_types[type]} <time>{printMoment(from_ms, day_ms)}</time>–
      <time>{printMoment(to_ms, from_ms)}</time> <strong>{describeRuns(conflict)}</strong>{" "}
      <span class="quiet">{namePlace(conflict)}</span>
    </button>
  );
}

/** Its station, or the stations around it. */
function namePlace({ areas }: Conflict): string {
  const box = boxAround(areas);
  if (box === null) return TEXTS.graph.elsewhere;
  const { from_share, to_share } = box;
  const stations = placed_stations.value;
  const within = stations.filter(({ share }) => share >= from_share && share <= to_share);
  const around = [
    stations.findLast(({ share }) => share < from_share),
    stations.find(({ share }) => share > to_share),
  ];
  const ends = within.length > 0 ? [within[0], within.at(-1)] : around;
  return [...new Set(ends.flatMap((one) => one?.name ?? []))].join(" – ");
}
