/** Tools of the conflict list: filters, and proposals that resolve conflicts. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Conflict } from "../graph/drawing/marks.ts";
import { Choice } from "../parts/choice.tsx";
import { Field } from "../parts/fields.tsx";
import { whenLoaded } from "../parts/loaded.tsx";
import { TOOL_TEXTS } from "../tool_texts.ts";
import "../state/works/chosen_works.ts";
import { parameters, setParameters, timetable_id } from "../state/address.ts";
import { scope } from "../state/asked/resolving.ts";
import { calendar } from "../state/dates.ts";
import { conflicts } from "../state/graph.ts";
import { may_write } from "../state/rights.ts";
import { clearConflictFilters, has_conflict_filter, placed_stations } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { isChosen } from "./graph_state.ts";

const YearConflicts = whenLoaded(() => import("../resolve/year_conflicts.tsx"), "YearConflicts");

export function ConflictTools({ shown }: { readonly shown: readonly Conflict[] }): JSX.Element {
  return (
    <>
      {(shown.length > 0 || has_conflict_filter.value) && <ConflictFilters />}
      {shown.length > 0 && may_write.value && <ResolveButtons shown={shown} />}
      {calendar.value !== null && <YearConflicts key={timetable_id.value} />}
    </>
  );
}

/** Which conflicts the graph and the list show. */
function ConflictFilters(): JSX.Element {
  const [is_filtered_at_first] = useState(has_conflict_filter.peek());
  const all = { value: "", text: TEXTS.graph.all };
  const types = [...new Set(conflicts.value.map(({ type }) => type))].sort();
  return (
    <details open={is_filtered_at_first}>
      <summary>{TOOL_TEXTS.conflicts.filters}</summary>
      <div class="filters">
        <Field
          label={TOOL_TEXTS.conflicts.train}
          type="search"
          value={parameters.conflict_train.value}
          onInput={(event) => setParameters({ conflict_train: event.currentTarget.value })}
        />
        <Choice
          label={TOOL_TEXTS.conflicts.type}
          value={parameters.conflict_type.value}
          options={[
            all,
            ...types.map((type) => ({ value: type, text: TEXTS.graph.conflict_types[type] })),
          ]}
          onChange={(conflict_type) => setParameters({ conflict_type })}
        />
        <Choice
          label={TOOL_TEXTS.conflicts.station}
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
              // The button disappears and would take the focus with it.
              event.currentTarget.closest(".filters")?.querySelector("input")?.focus();
              clearConflictFilters();
            }}
          >
            {TOOL_TEXTS.conflicts.clear}
          </button>
        )}
      </div>
    </details>
  );
}

/** For one conflict, for the chosen ones, and for all shown. */
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
          button(TOOL_TEXTS.conflicts.resolve_one(first), chosen)}
        {chosen.length > 1 && button(TOOL_TEXTS.conflicts.resolve_chosen(chosen.length), chosen)}
        {button(
          all === null
            ? TOOL_TEXTS.conflicts.resolve_all
            : TOOL_TEXTS.conflicts.resolve_shown(all.length),
          all,
        )}
      </p>
      <p class="quiet">{TOOL_TEXTS.conflicts.choose}</p>
    </>
  );
}
