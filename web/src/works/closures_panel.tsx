/** Works and temporary limits: made and changed by an area of the graph or a stretch of the map, in their groups. */
import type { JSX } from "preact";
import { printMoment } from "../graph/clock.ts";
import { ROWS_MAX, Rows } from "../parts/rows.tsx";
import { unplaced } from "../state/stations/closures_beside.ts";
import { viewport } from "../state/view.ts";
import { closure_wish, drawn_for, is_drawing_area } from "../state/works/closure_form.ts";
import type { Closure } from "../state/works/closure_groups.ts";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { chosen_closures, may_make, openClosure } from "./chosen_closures.ts";
import { ClosureDialog } from "./closure_dialog.tsx";
import { GroupHistories } from "./group_history.tsx";

export function ClosuresPanel(): JSX.Element {
  const listed = chosen_closures.value;
  return (
    <>
      <p class="quiet">{may_make.value ? TOOL_TEXTS.works.hint : TOOL_TEXTS.works.not_allowed}</p>
      {may_make.value && (
        <p class="row">
          <button
            type="button"
            aria-pressed={is_drawing_area.value}
            onClick={() => {
              drawn_for.value = null;
              is_drawing_area.value = !is_drawing_area.peek();
            }}
          >
            {TOOL_TEXTS.works.draw}
          </button>
          <button
            type="button"
            onClick={() => {
              closure_wish.value = { area: viewport.peek(), before: null };
            }}
          >
            {TOOL_TEXTS.works.enter}
          </button>
        </p>
      )}
      {unplaced.value.size > 0 && (
        <p class="notice">{TOOL_TEXTS.works.unplaced(unplaced.value.size)}</p>
      )}
      {listed.length === 0 && <p class="quiet">{TOOL_TEXTS.works.none}</p>}
      <Rows label={TOOL_TEXTS.works.works_and_limits}>
        {listed.slice(0, ROWS_MAX).map((closure, i) => (
          <li key={`${closure.kind} ${closure.name} ${i}`}>
            <Line closure={closure} />
          </li>
        ))}
      </Rows>
      <GroupHistories />
      {closure_wish.value !== null && <ClosureDialog wish={closure_wish.value} />}
    </>
  );
}

function Line({ closure }: { readonly closure: Closure }): JSX.Element {
  const { kind, name, from_ms, to_ms, speed_m_s } = closure;
  const day_ms = viewport.value.from_ms;
  return (
    <button
      type="button"
      class="item"
      disabled={!may_make.value}
      onClick={() => openClosure(closure)}
    >
      <strong>{name}</strong> {TOOL_TEXTS.works.kinds[kind]}
      {speed_m_s !== null && ` ${TOOL_TEXTS.works.speed(Math.round(speed_m_s * 3.6))}`}{" "}
      <time>{printMoment(from_ms, day_ms)}</time>–<time>{printMoment(to_ms, from_ms)}</time>
      {unplaced.value.has(closure) && <span class="quiet"> {TEXTS.graph.elsewhere}</span>}
    </button>
  );
}
