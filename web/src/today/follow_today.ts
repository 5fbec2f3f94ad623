/** Follows the day until it is closed: what is expected is drawn beneath the plan, and now is the day's own. */
import { computed, effect, untracked } from "@preact/signals";
import { setting } from "../state/setting.ts";
import { open_timetable_id } from "../state/timetable.ts";
import { clock_ms, compared_runs, day_ms } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { dayQuery, forecast } from "./day_state.ts";
import { FollowedForecast, forecast_fault, stream_state, told_ms } from "./followed_forecast.ts";
import { followReports, hasClock, reports_fault, said } from "./followed_reports.ts";
import { opened_day } from "./opened_day.ts";
import { expected_runs } from "./today.ts";

/** Why what is shown may not be how the day stands, in words; null: it is. */
export const trouble = computed(() => {
  const state = stream_state.value;
  const fault = forecast_fault.value ?? reports_fault.value;
  return fault ?? (state === "live" ? null : TEXTS.live[state]);
});

let followed: FollowedForecast | null = null;

export function followToday(): () => void {
  const before = compared_runs.peek();
  const ends = [
    effect(() => {
      const [id, chosen] = [open_timetable_id.value, setting.value];
      if (id === null || chosen === null) return undefined;
      return untracked(() => followReports(id, chosen, (trains) => followed?.askAgain(trains)));
    }),
    effect(() => {
      const [id, query] = [open_timetable_id.value, dayQuery.value];
      if (id === null || query === null) return undefined;
      const own = untracked(() => new FollowedForecast(id, query));
      followed = own;
      return () => own.end();
    }),
    effect(() => {
      compared_runs.value = expected_runs.value;
    }),
    effect(() => {
      day_ms.value = findNow();
    }),
  ];
  return () => {
    for (const end of ends) end();
    followed = null;
    day_ms.value = null;
    compared_runs.value = before;
  };
}

const TICK_MS = 15_000;

/** Null: nothing is known. A day's clock runs on where nothing is told because nothing moves. */
function findNow(): number | null {
  const [known, query] = [forecast.value, dayQuery.value];
  if (known === null || query === null) return null;
  if (query.as_of !== undefined) return said.value?.seen_ms ?? null;
  if (known.as_of === null) return null;
  const as_of_ms = Date.parse(known.as_of);
  if (!hasClock() || trouble.value !== null) return as_of_ms;
  const passed_ms = Math.max(0, clock_ms.value - told_ms.value);
  const clock_of_day_ms = Math.floor((as_of_ms + passed_ms) / TICK_MS) * TICK_MS;
  const end_ms = Date.parse(opened_day.value?.end ?? known.as_of);
  return Math.max(as_of_ms, Math.min(end_ms, clock_of_day_ms));
}
