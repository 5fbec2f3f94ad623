/** The part of the graph on the screen; kept in the address, so that a link shows the same. */

import { computed, effect, type Signal, signal } from "@preact/signals";
import { applyScale } from "../graph/axis.ts";
import type { Conflict } from "../graph/drawing/marks.ts";
import { type Run, spanOf } from "../graph/runs.ts";
import type { Scene } from "../graph/scene.ts";
import { countStops } from "../graph/stations.ts";
import { type Area, fit, pan, resize, type Viewport, zoom } from "../graph/viewport.ts";
import { addDays, printNumber, startOfDay, zone } from "../graph/zone.ts";
import { TEXTS } from "../texts.ts";
import { parameters, setParameters, timetable_id, unescapeAll } from "./address.ts";
import { base_runs } from "./asked/base_runs.ts";
import { listTurns } from "./asked/turns.ts";
import { gone_numbers, replaced_keys } from "./edits/tried_runs.ts";
import { conflicts, graph_data, passing_runs, runs, ways, works } from "./graph.ts";
import { marked } from "./live.ts";
import { lookOf, valueOf } from "./looks.ts";
import { track_counts } from "./stations/station_tracks.ts";
import { findTrain, timetable } from "./timetable.ts";
import { beside, limits } from "./works/limits.ts";

const DAY_MS = 86_400_000;

/** Today, until there is something to show. */
function today(): Pick<Viewport, "from_ms" | "to_ms"> {
  const from_ms = startOfDay(Date.now());
  return { from_ms, to_ms: from_ms + DAY_MS };
}

const FIRST: Viewport = {
  ...today(),
  from_share: -0.04,
  to_share: 1.04,
  width_px: 800,
  height_px: 500,
};

export const viewport = signal<Viewport>(FIRST);
/** False until there is something to fit or the address names a view. */
let is_placed = false;

export const is_dark = signal(false);
/** Fingers need more room than a mouse. */
export const is_coarse = signal(false);

export function followScreen(): void {
  follow("(prefers-color-scheme: dark)", is_dark);
  follow("(pointer: coarse)", is_coarse);
}

function follow(query: string, told: Signal<boolean>): void {
  const found = matchMedia(query);
  const read = (): void => {
    told.value = found.matches;
  };
  found.addEventListener("change", read);
  read();
}

const FILTERS = ["search", "category", "stock", "label", "direction", "hidden"] as const;

export const has_filter = computed(() => FILTERS.some((name) => parameters[name].value !== ""));

/** What the legend hides: values of what the colours tell. */
export const hidden_values = computed<ReadonlySet<string>>(
  () => new Set(unescapeAll(parameters.hidden.value.split(",").filter(Boolean))),
);

export function hideValues(values: readonly string[]): void {
  setParameters({ hidden: values.map(encodeURIComponent).join(",") });
}

export function clearFilters(): void {
  setParameters(Object.fromEntries(FILTERS.map((name) => [name, ""])));
}

/** Those of the passing runs that match search and filters. */
export const visible_passing = computed<readonly Run[]>(() => matching(passing_runs.value));

/** Runs that match search and filters. */
export const visible_runs = computed<readonly Run[]>(() => matching(runs.value));

function matching(found: readonly Run[]): readonly Run[] {
  if (!has_filter.value) return found;
  const { search, category, stock, label, direction } = parameters;
  const words = search.value.trim().toLowerCase();
  const [wanted_category, wanted_stock] = [category.value, stock.value];
  const [wanted_label, wanted_direction] = [label.value, direction.value];
  const [by, hidden] = [lookOf(runs.value), hidden_values.value];
  return found.filter(
    (run) =>
      (words === "" || isRunNamed(run, words)) &&
      (wanted_category === "" || run.category === wanted_category) &&
      (wanted_stock === "" || run.stock === wanted_stock) &&
      (wanted_label === "" || run.labels.includes(wanted_label)) &&
      (wanted_direction === "" || run.is_back === (wanted_direction === "against")) &&
      !hidden.has(valueOf(by, run)),
  );
}

/** Whether a train or its service is called so, in lower case. */
export function isRunNamed({ name, train_id }: Run, words: string): boolean {
  if (name.toLowerCase().includes(words)) return true;
  return findTrain(train_id)?.train_name.toLowerCase().includes(words) === true;
}

const visible_keys = computed(() => new Set(visible_runs.value.map(({ key }) => key)));

/** Conflicts of trains that match search and filters. */
const shown_conflicts = computed<readonly Conflict[]>(() => {
  if (!has_filter.value) return conflicts.value;
  const keys = visible_keys.value;
  return conflicts.value.filter((conflict) => conflict.runs.some((key) => keys.has(key)));
});

const CONFLICT_FILTERS = ["conflict_type", "conflict_train", "conflict_station"] as const;

export const has_conflict_filter = computed(() =>
  CONFLICT_FILTERS.some((name) => parameters[name].value !== ""),
);

export function clearConflictFilters(): void {
  setParameters(Object.fromEntries(CONFLICT_FILTERS.map((name) => [name, ""])));
}

const named_runs = computed(() => new Map(runs.value.map((run) => [run.key, run])));

/** The same, restricted to the wanted type, train and station. */
export const visible_conflicts = computed<readonly Conflict[]>(() => {
  if (!has_conflict_filter.value) return shown_conflicts.value;
  const [type, station] = [parameters.conflict_type.value, parameters.conflict_station.value];
  const words = parameters.conflict_train.value.trim().toLowerCase();
  const named = named_runs.value;
  const isNamed = (key: string): boolean => {
    const run = named.get(key);
    return run !== undefined && isRunNamed(run, words);
  };
  return shown_conflicts.value.filter(
    (conflict) =>
      (type === "" || conflict.type === type) &&
      (words === "" || conflict.runs.some(isNamed)) &&
      (station === "" || conflict.areas.some((area) => stationOf(area)?.id === station)),
  );
});

/** The nearest station to the middle of an area; null if there is none. */
function stationOf({ from_share, to_share }: Area): { readonly id: string } | null {
  const middle = (from_share + to_share) / 2;
  let [best, best_far]: [{ readonly id: string } | null, number] = [null, Infinity];
  for (const station of placed_stations.value) {
    const far = Math.abs(station.share - middle);
    if (far < best_far) [best, best_far] = [station, far];
  }
  return best;
}

/** Base runs of the same trains; empty unless they are wanted. */
export const visible_base_runs = computed<readonly Run[]>(() => {
  if (base_runs.value.length === 0) return [];
  const keys = visible_keys.value;
  return base_runs.value.filter(({ key }) => keys.has(key));
});

export const marked_runs = computed<readonly Run[]>(() =>
  runs.value.filter(({ train_id }) => marked.value.has(train_id)),
);

export const placed_stations = computed(() => {
  const [data, way] = [graph_data.value, ways.value[0]];
  if (data === null || way === undefined) return [];
  return data.axis.forward.stations.map(({ id, name, position_mm, codes = [] }) => ({
    id,
    name,
    short_name: codes.find((code) => !/^\d+$/.test(code)) ?? name,
    position_mm,
    share: applyScale(way.scale, position_mm),
  }));
});

export const clock_ms = signal(Date.now());
/** When the last report of the running day was observed; null: no such day is followed, or nothing was reported. */
export const day_ms = signal<number | null>(null);
/** Of the line of now: the day's own where one is followed. */
export const now_ms = computed(() => day_ms.value ?? clock_ms.value);

/** Runs of the state that the graph is compared with; empty if there is none. */
export const compared_runs = signal<readonly Run[]>([]);

/** Everything that the lower picture shows. */
export const scene = computed<Scene>(() => {
  const [placed, replaced] = [placed_stations.value, replaced_keys.value];
  const [found, tracks, known] = [visible_runs.value, track_counts.value, timetable.value];
  const shares = placed.map(({ share }) => share);
  const stops = countStops(found, shares);
  const stations = placed.map((station, i) => ({
    ...station,
    stops_count: stops[i] ?? 0,
    detail: TEXTS.graph.station_detail(
      printNumber(station.position_mm / 1_000_000, 1),
      tracks.get(station.id),
    ),
  }));
  return {
    stations,
    runs: replaced.size === 0 ? found : found.filter(({ key }) => !replaced.has(key)),
    turns: known === null ? [] : listTurns(found, known),
    base_runs: visible_base_runs.value,
    compared_runs: compared_runs.value,
    conflicts:
      replaced.size === 0
        ? visible_conflicts.value
        : visible_conflicts.value.filter(({ number }) => !gone_numbers.value.has(number)),
    works: [...works.value, ...beside.value.works],
    limits: [...limits.value, ...beside.value.limits],
    zone: zone.value,
  };
});

/** The box around the runs that match search and filters; if none does, around all. */
export const whole_area = computed<Area>(() => {
  let [from_ms, to_ms] = [Infinity, -Infinity];
  const found = visible_runs.value;
  for (const run of found.length > 0 ? found : runs.value) {
    const span = spanOf(run);
    if (span === null) continue;
    from_ms = Math.min(from_ms, span.from_ms);
    to_ms = Math.max(to_ms, span.to_ms);
  }
  if (from_ms > to_ms) return { ...today(), from_share: 0, to_share: 1 };
  return { from_ms, to_ms, from_share: 0, to_share: 1 };
});

const visible_spans = computed(() =>
  visible_runs.value.flatMap((run) => {
    const span = spanOf(run);
    return span === null ? [] : [{ run, ...span }];
  }),
);

export interface Neighbours {
  readonly before: Run | null;
  readonly after: Run | null;
}

/** The trains before and after an empty part of the graph; null: it has trains, or there are none at all. */
export const neighbours = computed<Neighbours | null>(() => {
  const { from_ms, to_ms } = viewport.value;
  let [before, after]: [Run | null, Run | null] = [null, null];
  let [last_ms, first_ms] = [-Infinity, Infinity];
  for (const span of visible_spans.value) {
    if (span.to_ms >= from_ms && span.from_ms <= to_ms) return null;
    if (span.to_ms < from_ms && span.to_ms > last_ms) [before, last_ms] = [span.run, span.to_ms];
    if (span.from_ms > to_ms && span.from_ms < first_ms) {
      [after, first_ms] = [span.run, span.from_ms];
    }
  }
  return before === null && after === null ? null : { before, after };
});

const HOUR_MS = 3_600_000;
/** Lines of a dense timetable that are closer than this cannot be told apart. */
const HOUR_MIN_PX = 110;

/** Six hours, or as many as a narrow window shows legibly. */
function firstSpanMs(): number {
  return Math.min(6, Math.max(2, viewport.peek().width_px / HOUR_MIN_PX)) * HOUR_MS;
}

/** The first hours in which trains run; if none do, the visible times. */
function firstArea(): Area {
  if (runs.peek().length === 0) return { ...viewport.peek(), from_share: 0, to_share: 1 };
  const whole = whole_area.peek();
  return { ...whole, to_ms: Math.min(whole.to_ms, whole.from_ms + firstSpanMs()) };
}

/** The view of the first trains, until the reader moves it or all trains are there. */
let begun: Viewport | null = null;

function isShownStill({ from_ms, to_ms }: Viewport): boolean {
  const view = viewport.peek();
  return view.from_ms === from_ms && view.to_ms === to_ms;
}

/** Shows the first hours with trains at first; later what the address says. */
export function followView(): void {
  // In the reader's zone, which was not known when this file was loaded.
  viewport.value = { ...viewport.peek(), ...today() };
  effect(() => {
    const text = parameters.view.value;
    const data = graph_data.value;
    if (data === null) {
      is_placed = false;
      begun = null;
      return;
    }
    const is_moved = begun !== null && !isShownStill(begun);
    if (is_placed && (begun === null || is_moved)) return;
    const named = is_placed || text === "" ? null : readView(text);
    is_placed = true;
    viewport.value =
      named === null ? fitAbove(firstArea(), 0.03) : { ...viewport.peek(), ...named };
    begun = named === null && !data.is_whole ? viewport.peek() : null;
  });
  effect(() => {
    const text = printView(viewport.value);
    if (timetable_id.value === null || !is_placed) return undefined;
    const timer = setTimeout(() => setParameters({ view: text }), ADDRESS_DELAY_MS);
    return () => clearTimeout(timer);
  });
}

/** A browser refuses more than a few changes of the address per second. */
const ADDRESS_DELAY_MS = 400;

export function printView({ from_ms, to_ms, from_share, to_share }: Viewport): string {
  const times = [from_ms, to_ms].map((ms) => new Date(ms).toISOString().slice(0, 19));
  return [...times, from_share.toFixed(4), to_share.toFixed(4)].join("_");
}

export function readView(text: string): Area | null {
  const [from = "", to = "", low = "", high = ""] = text.split("_");
  const [from_ms, to_ms] = [Date.parse(`${from}Z`), Date.parse(`${to}Z`)];
  const [from_share, to_share] = [Number(low), Number(high)];
  if (!(to_ms > from_ms) || !(to_share > from_share)) return null;
  return { from_ms, to_ms, from_share, to_share };
}

export function setSize(width_px: number, height_px: number): void {
  viewport.value = resize(viewport.peek(), width_px, height_px);
}

export function panBy(dx_px: number, dy_px: number): void {
  viewport.value = pan(viewport.peek(), dx_px, dy_px);
}

/** Around the middle by default. */
export function zoomBy(
  factor: number,
  at: { x_px: number; y_px: number } | null = null,
  share_factor = 1,
): void {
  const view = viewport.peek();
  const { x_px, y_px } = at ?? { x_px: view.width_px / 2, y_px: view.height_px / 2 };
  viewport.value = zoom(view, { x_px, y_px, time_factor: factor, share_factor });
}

export function showArea(area: Area, margin_share = 0.06): void {
  viewport.value = fit(viewport.peek(), area, margin_share);
}

/** Legend and tools float below the last station; where fingers use them they are larger. */
const FLOATING_PX = 44;
const FLOATING_COARSE_PX = 62;

function fitAbove(area: Area, margin_share: number): Viewport {
  const view = fit(viewport.peek(), area, margin_share);
  const span = view.to_share - view.from_share;
  const floating_px = is_coarse.peek() ? FLOATING_COARSE_PX : FLOATING_PX;
  const room = 1 - floating_px / Math.max(2 * floating_px, view.height_px);
  return { ...view, to_share: view.from_share + span / room };
}

export function fitAll(): void {
  viewport.value = fitAbove(whole_area.peek(), 0.02);
}

export function moveDays(days: number): void {
  const view = viewport.peek();
  const from_ms = addDays(view.from_ms, days);
  viewport.value = { ...view, from_ms, to_ms: from_ms + view.to_ms - view.from_ms };
}

export function goTo(time_ms: number): void {
  const view = viewport.peek();
  const half_ms = (view.to_ms - view.from_ms) / 2;
  viewport.value = { ...view, from_ms: time_ms - half_ms, to_ms: time_ms + half_ms };
}

const RUN_MARGIN_SHARE = 0.12;

export function showRun(run: Run): void {
  const span = spanOf(run);
  if (span === null) return;
  const from_share = Math.min(...run.curves.map((curve) => curve.from_share));
  const to_share = Math.max(...run.curves.map((curve) => curve.to_share));
  showArea({ ...span, from_share, to_share }, RUN_MARGIN_SHARE);
}
