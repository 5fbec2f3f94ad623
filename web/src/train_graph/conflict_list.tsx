/** The conflicts with their numbers; one that is chosen is shown in the graph. */
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { isVisible } from "../graph/draw.ts";
import { boxAround, type Conflict } from "../graph/marks.ts";
import type { Run } from "../graph/runs.ts";
import { printMoment } from "../parts/clock.ts";
import { Rows } from "../parts/rows.tsx";
import { graph_data, runs } from "../state/graph.ts";
import { step } from "../state/loading.ts";
import { readKey } from "../state/selection.ts";
import { findTrain, nameOfTrain } from "../state/timetable.ts";
import { showArea, viewport, visible_conflicts } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { chosen_number } from "./graph_state.ts";

const only_here = signal(false);
const ROWS_MAX = 200;
/** Surroundings of a conflict that is zoomed to, as a multiple of its own size. */
const MARGIN = 2;

export function ConflictList(): JSX.Element {
  const names = new Map(runs.value.map((run) => [run.key, run]));
  const all = visible_conflicts.value;
  const listed = only_here.value ? all.filter(isHere) : all;
  const first_ms = all[0]?.from_ms ?? 0;
  const is_known = step.value === "idle" && graph_data.value !== null;
  return (
    <details open>
      <summary>
        {is_known || all.length > 0
          ? TEXTS.graph.conflicts(all.length)
          : TEXTS.graph.conflicts_awaited}
      </summary>
      <label class="check">
        <input
          type="checkbox"
          checked={only_here.value}
          onChange={(event) => {
            only_here.value = event.currentTarget.checked;
          }}
        />
        {TEXTS.graph.conflicts_here}
      </label>
      {listed.length === 0 && is_known && (
        <p class="quiet">
          {all.length === 0 ? TEXTS.graph.no_conflicts : TEXTS.graph.no_conflicts_here}
        </p>
      )}
      <Rows label={TEXTS.graph.conflicts(all.length)}>
        {listed.slice(0, ROWS_MAX).map((conflict) => (
          <li key={conflict.number}>
            <button
              type="button"
              class="item"
              aria-pressed={chosen_number.value === conflict.number}
              onClick={() => choose(conflict)}
            >
              <span class="badge">{conflict.number}</span>{" "}
              {TEXTS.graph.conflict_types[conflict.type]}{" "}
              <time>{printMoment(conflict.from_ms, first_ms)}</time>–
              <time>{printMoment(conflict.to_ms, conflict.from_ms)}</time>{" "}
              <strong>{describeRuns(conflict, names)}</strong>
              {conflict.areas.length === 0 && <span class="quiet"> {TEXTS.graph.elsewhere}</span>}
            </button>
          </li>
        ))}
      </Rows>
      {listed.length > ROWS_MAX && (
        <p class="quiet">{TEXTS.graph.more_conflicts(listed.length - ROWS_MAX)}</p>
      )}
    </details>
  );
}

/** Names of all that take part. */
export function describeRuns(conflict: Conflict, names: ReadonlyMap<string, Run>): string {
  const trains = conflict.runs.map((key) => {
    const train = findTrain(readKey(key)?.train_id ?? 0);
    return names.get(key)?.name ?? (train === null ? key : nameOfTrain(train));
  });
  const { works_count } = conflict;
  return [...trains, ...(works_count > 0 ? [TEXTS.graph.works_count(works_count)] : [])].join(", ");
}

function isHere({ areas }: Conflict): boolean {
  return isVisible(viewport.value, areas);
}

function choose(conflict: Conflict): void {
  chosen_number.value = conflict.number;
  const box = boxAround(conflict.areas);
  if (box !== null) showArea(box, MARGIN);
}
