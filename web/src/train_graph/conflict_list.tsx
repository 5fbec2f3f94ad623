/** The conflicts with their numbers; one that is chosen is shown in the graph. */
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { printMoment } from "../graph/clock.ts";
import { isVisible } from "../graph/draw.ts";
import { boxAround, type Conflict } from "../graph/marks.ts";
import { Choice } from "../parts/choice.tsx";
import { Rows } from "../parts/rows.tsx";
import { parameters, setParameters } from "../state/address.ts";
import { describeRuns } from "../state/conflict_names.ts";
import { conflicts, graph_data } from "../state/graph.ts";
import { step } from "../state/loading.ts";
import { scope } from "../state/resolving.ts";
import { may_write } from "../state/rights.ts";
import {
  clearConflictFilters,
  has_conflict_filter,
  placed_stations,
  showArea,
  viewport,
  visible_conflicts,
} from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { chosen_number, several_numbers } from "./graph_state.ts";

const only_here = signal(false);
const ROWS_MAX = 200;
/** Surroundings of a conflict that is zoomed to, as a multiple of its own size. */
const MARGIN = 2;

export function ConflictList(): JSX.Element {
  const all = visible_conflicts.value;
  const listed = only_here.value ? all.filter(isHere) : all;
  const first_ms = all[0]?.from_ms ?? 0;
  const is_known = step.value === "idle" && graph_data.value !== null;
  return (
    <details open id="conflicts">
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
      {(all.length > 0 || has_conflict_filter.value) && <ConflictFilters />}
      {all.length > 0 && may_write.value && <ResolveButtons shown={all} />}
      {listed.length === 0 && is_known && <p class="quiet">{explainNone(all.length)}</p>}
      <Rows label={TEXTS.graph.conflicts(all.length)}>
        {listed.slice(0, ROWS_MAX).map((conflict) => (
          <li key={conflict.number}>
            <button
              type="button"
              class="item"
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
              {TEXTS.graph.conflict_types[conflict.type]}{" "}
              <time>{printMoment(conflict.from_ms, first_ms)}</time>–
              <time>{printMoment(conflict.to_ms, conflict.from_ms)}</time>{" "}
              <strong>{describeRuns(conflict)}</strong>
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

function explainNone(count: number): string {
  if (count > 0) return TEXTS.graph.no_conflicts_here;
  return has_conflict_filter.value ? TEXTS.graph.no_such_conflicts : TEXTS.graph.no_conflicts;
}

/** Which conflicts the graph and the list show. */
function ConflictFilters(): JSX.Element {
  const [is_filtered_at_first] = useState(has_conflict_filter.peek());
  const all = { value: "", text: TEXTS.graph.all };
  const types = [...new Set(conflicts.value.map(({ type }) => type))].sort();
  return (
    <details open={is_filtered_at_first}>
      <summary>{TEXTS.graph.conflict_filters}</summary>
      <div class="filters">
        <label class="field">
          <span>{TEXTS.graph.conflict_train}</span>
          <input
            type="search"
            value={parameters.conflict_train.value}
            onInput={(event) => setParameters({ conflict_train: event.currentTarget.value })}
          />
        </label>
        <Choice
          label={TEXTS.graph.conflict_type}
          value={parameters.conflict_type.value}
          options={[
            all,
            ...types.map((type) => ({ value: type, text: TEXTS.graph.conflict_types[type] })),
          ]}
          onChange={(conflict_type) => setParameters({ conflict_type })}
        />
        <Choice
          label={TEXTS.graph.conflict_station}
          value={parameters.conflict_station.value}
          options={[
            all,
            ...placed_stations.value.map(({ id, name }) => ({ value: id, text: name })),
          ]}
          onChange={(conflict_station) => setParameters({ conflict_station })}
        />
        {has_conflict_filter.value && (
          <button
            type="button"
            onClick={(event) => {
              // The button goes, and the focus would go with it.
              event.currentTarget.closest(".filters")?.querySelector("input")?.focus();
              clearConflictFilters();
            }}
          >
            {TEXTS.graph.clear_conflicts}
          </button>
        )}
      </div>
    </details>
  );
}

function isHere({ areas }: Conflict): boolean {
  return isVisible(viewport.value, areas);
}

/** For one conflict, for those that are chosen, and for all that are shown. */
function ResolveButtons({ shown }: { readonly shown: readonly Conflict[] }): JSX.Element {
  const chosen = shown.filter(isChosen).map(({ number }) => number);
  const [first] = chosen;
  const is_part = shown.length < conflicts.value.length;
  const all = is_part ? shown.map(({ number }) => number) : null;
  const button = (text: string, numbers: readonly number[] | null): JSX.Element => (
    <button
      type="button"
      onClick={() => {
        scope.value = { numbers };
      }}
    >
      {text}
    </button>
  );
  return (
    <>
      <p class="row below">
        {first !== undefined &&
          chosen.length === 1 &&
          button(TEXTS.graph.resolve_one(first), chosen)}
        {chosen.length > 1 && button(TEXTS.graph.resolve_chosen(chosen.length), chosen)}
        {button(
          all === null ? TEXTS.graph.resolve_all : TEXTS.graph.resolve_shown(all.length),
          all,
        )}
      </p>
      <p class="quiet">{TEXTS.graph.choose_conflicts}</p>
    </>
  );
}

function isChosen({ number }: Conflict): boolean {
  return chosen_number.value === number || several_numbers.value.has(number);
}

/** One more, or one less. */
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
