/** What the graph is compared with: another timetable, this one as it was when the page opened it, or its trains of another date. */
import { computed, effect, signal } from "@preact/signals";
import { DATE, DAY_MS, dayOf } from "../../../src/railway/days/operating_days.ts";
import { makeCalendar, shownAt } from "../../../src/railway/days/period_days.ts";
import { instantOf } from "../../../src/railway/days/zone_times.ts";
import { isAbort } from "../api/client.ts";
import type { Setting } from "../api/setting.ts";
import { projectTrains } from "../api/stations_of_trains.ts";
import type { Run } from "../graph/runs.ts";
import { parameters } from "../state/address.ts";
import { calendar, shown_date } from "../state/dates.ts";
import { first_state } from "../state/first_state.ts";
import { type GraphData, graph_data, listRuns, ways } from "../state/graph.ts";
import { tellFailure } from "../state/session.ts";
import { setting } from "../state/setting.ts";
import { open_timetable_id, readTimetable, type Timetable, timetable } from "../state/timetable.ts";
import { compared_runs } from "../state/view.ts";
import { trainsOn } from "./dates.ts";
import { type Difference, listDifferences } from "./differences.ts";

/** In the address; a number there is a timetable's id. */
export const OPENED = "opened";

interface Known {
  readonly timetable: Timetable;
  readonly axis: GraphData["axis"];
  readonly projected: GraphData["projected"];
  /** The other date; null: another state. */
  readonly date: string | null;
}

/** Null: there is none, or it is not read yet. */
const other = signal<Known | null>(null);

/** The other date in the address; null: it is something else. */
export const other_date = computed(() =>
  DATE.test(parameters.compare.value) ? parameters.compare.value : null,
);

/** The period's days with its clock; null: it has none. */
const clocked = computed(() => {
  const known = calendar.value;
  return known === null ? null : makeCalendar(known.period, known.lists);
});

const axis = computed(() => graph_data.value?.axis ?? null);

interface Means {
  readonly chosen: Setting;
  readonly signal: AbortSignal;
}

async function readOther(
  id: number,
  along: GraphData["axis"],
  { chosen, signal }: Means,
  date: string | null = null,
): Promise<Known> {
  const found = await readTimetable(id, signal);
  const ids = {
    train_schedules: [...found.trains.keys()],
    paced_trains: [...found.paced_trains.keys()],
  };
  const means = { timetable_id: id, setting: chosen, signal, run: "final" } as const;
  const projected = await projectTrains(ids, { ...means, stations: along.forward.stations });
  return { timetable: found, axis: along, projected, date };
}

effect(() => {
  const [text, along, chosen] = [parameters.compare.value, axis.value, setting.value];
  const [date, own_id] = [other_date.value, open_timetable_id.value];
  other.value = null;
  if (text === "" || along === null || chosen === null) return undefined;
  if (text === OPENED) {
    other.value = first_state.value === null ? null : { ...first_state.value, date: null };
    return undefined;
  }
  // another date is compared with one that is shown
  if (date !== null && (own_id === null || chosen.date === undefined)) return undefined;
  const ending = new AbortController();
  const means = { chosen: date === null ? chosen : { ...chosen, date }, signal: ending.signal };
  readOther(date === null ? Number(text) : (own_id ?? 0), along, means, date).then(
    (found) => {
      other.value = found;
    },
    (error: unknown) => {
      if (!isAbort(error)) tellFailure(error);
    },
  );
  return () => ending.abort();
});

/** The other state was read along another axis, so its lines have no place on this one. */
export const is_elsewhere = computed(
  () => other.value !== null && other.value.axis !== graph_data.value?.axis,
);

effect(() => {
  const [known, data] = [other.value, graph_data.value];
  const is_placed = known !== null && data !== null && known.axis === data.axis;
  const found = is_placed ? listRuns(known.projected, known.timetable, ways.value[0]) : [];
  compared_runs.value = known?.date === null ? found : found.map(atShownDate);
});

/** A run of the other date, drawn at the same time by the clock of the shown one. */
function atShownDate(run: Run): Run {
  const [date, shown, days] = [other_date.value, shown_date.value, clocked.value];
  if (date === null || shown === null || days === null) return run;
  const local_ms = shownAt(days, run.start_ms) + (dayOf(shown) - dayOf(date)) * DAY_MS;
  return { ...run, start_ms: instantOf(days.clock, local_ms) };
}

/** Null: nothing is compared, or it is not read yet. */
export const differences = computed<readonly Difference[] | null>(() => {
  const [known, now] = [other.value, timetable.value];
  if (known === null || now === null) return null;
  const [shown, days] = [shown_date.value, clocked.value];
  if (known.date === null) return listDifferences(known.timetable, now);
  if (shown === null || days === null) return null;
  const [before, after] = [trainsOn(known.timetable, known.date, days), trainsOn(now, shown, days)];
  // a variant is another record of the same name
  return listDifferences(before, after, false);
});
