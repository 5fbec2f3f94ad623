/** Works and temporary limits: made and changed by an area of the graph, in their groups. */
import { computed, effect } from "@preact/signals";
import type { JSX } from "preact";
import { printMoment } from "../graph/clock.ts";
import { placeRanges } from "../graph/stretches.ts";
import type { Area } from "../graph/viewport.ts";
import { LATER } from "../later_texts.ts";
import { Rows } from "../parts/rows.tsx";
import { idOf } from "../state/address.ts";
import {
  type ClosureWish,
  closure_wish,
  drawn_for,
  is_drawing_area,
} from "../state/closure_form.ts";
import type { Closure } from "../state/closure_groups.ts";
import { readWorks } from "../state/closure_groups.ts";
import { follow, limit_group, placed_ways } from "../state/limits.ts";
import { session } from "../state/session.ts";
import { viewport } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { ClosureDialog, work_group } from "./closure_dialog.tsx";

effect(() => follow(idOf("works"), work_group, readWorks));

/** Groups belong to nobody: a role lets callers make them. */
const may_make = computed(() => {
  const { user, is_open } = session.value ?? { user: null, is_open: false };
  return is_open || user?.builtin_roles.includes("infra:write") === true;
});

const ROWS_MAX = 200;

export function ClosuresPanel(): JSX.Element {
  const listed = [...(work_group.value?.closures ?? []), ...(limit_group.value?.closures ?? [])];
  return (
    <>
      <p class="quiet">{may_make.value ? LATER.works.hint : LATER.works.not_allowed}</p>
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
            {LATER.works.draw}
          </button>
          <button type="button" onClick={() => openDialog({ area: viewport.peek(), before: null })}>
            {LATER.works.enter}
          </button>
        </p>
      )}
      {listed.length === 0 && <p class="quiet">{LATER.works.none}</p>}
      <Rows label={TEXTS.panels.works}>
        {listed.slice(0, ROWS_MAX).map((closure, i) => (
          <li key={`${closure.kind} ${closure.name} ${i}`}>
            <Line closure={closure} />
          </li>
        ))}
      </Rows>
      {closure_wish.value !== null && <ClosureDialog wish={closure_wish.value} />}
    </>
  );
}

function openDialog(wish: ClosureWish): void {
  closure_wish.value = wish;
}

/** On the axis; null: it is elsewhere. */
function areaOf({ ranges, from_ms, to_ms }: Closure): Area | null {
  const found = placeRanges(ranges, placed_ways.value);
  if (found.length === 0) return null;
  const from_share = Math.min(...found.map((one) => one.from_share));
  const to_share = Math.max(...found.map((one) => one.to_share));
  return { from_share, to_share, from_ms, to_ms };
}

function Line({ closure }: { readonly closure: Closure }): JSX.Element {
  const area = areaOf(closure);
  const { kind, name, from_ms, to_ms, speed_m_s } = closure;
  const day_ms = viewport.value.from_ms;
  return (
    <button
      type="button"
      class="item"
      disabled={area === null || !may_make.value}
      onClick={() => {
        if (area !== null) openDialog({ area, before: closure });
      }}
    >
      <strong>{name}</strong> {LATER.works.kinds[kind]}
      {speed_m_s !== null && ` ${LATER.works.speed(Math.round(speed_m_s * 3.6))}`}{" "}
      <time>{printMoment(from_ms, day_ms)}</time>–<time>{printMoment(to_ms, from_ms)}</time>
      {area === null && <span class="quiet"> {TEXTS.graph.elsewhere}</span>}
    </button>
  );
}
