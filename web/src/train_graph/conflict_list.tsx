/** Conflicts with their numbers; the chosen one is shown in the graph. */
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { printMoment } from "../graph/clock.ts";
import { isVisible } from "../graph/drawing/draw.ts";
import { boxAround, type Conflict } from "../graph/drawing/marks.ts";
import { CheckField } from "../parts/fields.tsx";
import { whenLoaded } from "../parts/loaded.tsx";
import { ROWS_MAX, Rows } from "../parts/rows.tsx";
import { describeRuns } from "../state/conflict_names.ts";
import { graph_data } from "../state/graph.ts";
import { step } from "../state/loading.ts";
import { has_conflict_filter, showArea, viewport, visible_conflicts } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { chosen_number, isChosen, several_numbers } from "./graph_state.ts";

const ConflictTools = whenLoaded(() => import("./conflict_tools.tsx"), "ConflictTools");

const only_here = signal(false);
/** Surroundings shown with a conflict, as a multiple of its own size. */
const MARGIN = 2;

export function ConflictList(): JSX.Element {
  const all = visible_conflicts.value;
  const listed = only_here.value ? all.filter(isHere) : all;
  const first_ms = all[0]?.from_ms ?? 0;
  const is_known = step.value === "idle" && graph_data.value !== null;
  return (
    <>
      <CheckField
        label={TOOL_TEXTS.conflicts.here}
        is_on={only_here.value}
        onChange={(is_on) => {
          only_here.value = is_on;
        }}
      />
      <ConflictTools shown={all} />
      {listed.length === 0 && is_known && <p class="quiet">{explainNone(all.length)}</p>}
      <Rows label={TEXTS.graph.conflicts(all.length)}>
        {listed.slice(0, ROWS_MAX).map((conflict) => (
          <li key={conflict.number}>
            <button
              type="button"
              class="item conflict"
              aria-pressed={isChosen(conflict)}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey) toggle(conflict);
                else choose(conflict);
              }}
              onKeyDown={(event) => {
                if (event.key === "m") toggle(conflict);
              }}
            >
              <span class="badge">{conflict.number}</span>{" "}
              <span>
                {TEXTS.graph.conflict_types[conflict.type]}{" "}
                <time>{printMoment(conflict.from_ms, first_ms)}</time>–
                <time>{printMoment(conflict.to_ms, conflict.from_ms)}</time>
              </span>{" "}
              <strong>{describeRuns(conflict)}</strong>
              {conflict.areas.length === 0 && <span class="quiet"> {TEXTS.graph.elsewhere}</span>}
            </button>
          </li>
        ))}
      </Rows>
      {listed.length > ROWS_MAX && (
        <p class="quiet">{TOOL_TEXTS.conflicts.more(listed.length - ROWS_MAX)}</p>
      )}
    </>
  );
}

function explainNone(count: number): string {
  if (count > 0) return TOOL_TEXTS.conflicts.no_here;
  return has_conflict_filter.value ? TOOL_TEXTS.conflicts.no_such : TOOL_TEXTS.conflicts.none;
}

function isHere({ areas }: Conflict): boolean {
  return isVisible(viewport.value, areas);
}

/** Adds or removes one. */
function toggle(conflict: Conflict): void {
  const numbers = new Set(several_numbers.peek());
  const last = chosen_number.peek();
  if (last !== null) numbers.add(last);
  chosen_number.value = null;
  if (!numbers.delete(conflict.number)) numbers.add(conflict.number);
  several_numbers.value = numbers;
}

function choose(conflict: Conflict): void {
  several_numbers.value = new Set();
  chosen_number.value = conflict.number;
  const box = boxAround(conflict.areas);
  if (box !== null) showArea(box, MARGIN);
}

/** The next or the former one by number, round the end; without a chosen one the first or the last. */
export function chooseNeighbour(step: 1 | -1): void {
  const all = visible_conflicts.peek();
  const at = all.findIndex(({ number }) => number === chosen_number.peek());
  const start = at < 0 && step < 0 ? all.length : at;
  const next = all.at((start + step) % all.length);
  if (next !== undefined) choose(next);
}
