/** The trial on the graph: its trains as they would run, and the conflicts that appear and disappear. */
import { computed, effect, signal } from "@preact/signals";
import { identify, placeConflicts, type SentConflict } from "../../graph/drawing/marks.ts";
import { listMoments, retimeCurve, retimePass } from "../../graph/retiming.ts";
import { makeCurve, type Pass, type Run } from "../../graph/runs.ts";
import {
  conflicts,
  graph_data,
  listRunsOf,
  type PlacedRun,
  placeRun,
  runsBack,
  runs as stored_runs,
  ways,
} from "../graph.ts";
import { placeOnAxis } from "../stations/waypoints.ts";
import { type Edit, type Form, isSame, isService, type ServiceForm } from "./edit.ts";
import { askedOf, isSameWay, retimingOf, timesOf } from "./foreseen.ts";
import { type Trial, trial } from "./trial.ts";

/** Tried runs on the axis. */
export const tried_runs = computed<readonly Run[]>(() => {
  const now = trial.value;
  return now === null ? [] : now.edits.flatMap((edit) => listTried(now, edit));
});

/** What of a trial the graph shows: trains as they are, as they would be, or both. */
export const SIDES = ["before", "both", "after"] as const;
export const shown_side = signal<(typeof SIDES)[number]>("both");
// The next trial is seen as it is made.
effect(() => {
  if (trial.value === null) shown_side.value = "both";
});

/** Runs that the trial replaces or takes away, where it is shown without them; a text stays the same while they do. */
const replaced_text = computed(() => {
  if (shown_side.value !== "after") return "";
  const gone = trial.value?.edits.flatMap(({ id, after }) => (after === null ? [id] : [])) ?? [];
  const runs = gone.length === 0 ? [] : stored_runs.value;
  const keys = runs.flatMap(({ key, train_id }) => (gone.includes(train_id) ? [key] : []));
  return [...tried_runs.value.map(({ key }) => key), ...keys].join("\n");
});
export const replaced_keys = computed<ReadonlySet<string>>(() => {
  const text = replaced_text.value;
  return new Set(text === "" ? [] : text.split("\n"));
});

function listTried(now: Trial, edit: Edit): readonly Run[] {
  const { after, before } = edit;
  if (after === null) return [];
  const has_way = before !== null && isSameWay(before.path, after.path);
  const by_stations = has_way ? null : placeByStations(now, edit);
  const given = { id: edit.id ?? 0, timetable_id: 0, modified_by: null, modified_at: null };
  const record = { ...after, ...given };
  const found = listRunsOf(record, (key, exception_key) =>
    has_way ? placeStored(now, edit, { key, exception_key }) : by_stations,
  );
  return before === null ? found : found.filter((run) => !isUntouched(run, before, after));
}

/** A service's train that the edit does not affect: only exceptions of other trains have changed. */
function isUntouched({ index, exception_key }: Run, before: Form, after: Form): boolean {
  if (!isService(before) || !isService(after)) return false;
  if (!isSame({ ...before, exceptions: [] }, { ...after, exceptions: [] })) return false;
  const find = ({ exceptions }: ServiceForm) =>
    exceptions.find((one) =>
      index === null ? one.key === exception_key : one.occurrence_index === index,
    );
  return isSame(find(before) ?? null, find(after) ?? null);
}

/** The present run, at other times. */
function placeStored(
  now: Trial,
  { key, id }: Edit,
  run: { readonly key: string; readonly exception_key: string | null },
): PlacedRun | null {
  const projected = graph_data.value?.projected.get(id ?? 0);
  const sent = projected?.runs.get(run.key) ?? projected?.base ?? null;
  const [way] = ways.value;
  if (sent === null || way === undefined) return null;
  const place = placeRun(sent, way.scale);
  const retiming = retimingOf(now, key, run.exception_key);
  if (retiming === null) return place;
  return {
    ...place,
    curves: place.curves.map((curve) => retimeCurve(curve, retiming)),
    passes: place.passes.map((pass) => retimePass(pass, retiming)),
  };
}

/** Straight from station to station: its exact run is known once it is stored. */
function placeByStations(now: Trial, { key }: Edit): PlacedRun | null {
  const [times_ms, form] = [timesOf(now, key), askedOf(now, key)?.after ?? null];
  return times_ms === null || form === null ? null : joinStations(form, times_ms);
}

function joinStations({ path, schedule }: Form, arrivals_ms: readonly number[]): PlacedRun | null {
  const moments = listMoments(path, schedule, arrivals_ms);
  const calls = path.flatMap((waypoint, i) => {
    const place = placeOnAxis(waypoint);
    const [arrival_ms = 0, departure_ms = 0] = moments.slice(2 * i, 2 * i + 2);
    return place === null ? [] : [{ ...place, waypoint: i, arrival_ms, departure_ms }];
  });
  const points = calls.flatMap(({ share, arrival_ms, departure_ms }) =>
    [arrival_ms, departure_ms].map((ms) => ({ ms, share })),
  );
  const shares = points.map(({ share }) => share);
  if (new Set(shares).size < 2) return null;
  const curve = makeCurve({
    times_ms: Float64Array.from(points, ({ ms }) => ms),
    positions_mm: new Float64Array(points.length),
    shares: Float64Array.from(shares),
  });
  const passes = calls.map(
    ({ id, waypoint, arrival_ms, departure_ms }): Pass => ({
      station: id,
      arrival_ms,
      departure_ms,
      // That of the form is shown until it is stored.
      track: null,
      waypoint,
      is_stop: departure_ms > arrival_ms,
      is_estimated: false,
    }),
  );
  return { curves: [curve], passes, is_back: runsBack([curve]) };
}

export const new_conflicts = computed(() =>
  placeConflicts(trial.value?.follows?.conflicts.new ?? [], ways.value),
);

/** The new conflict that the reader looks at. */
export const lit_conflict = signal<SentConflict | null>(null);

/** Conflicts that would disappear. */
export const gone_conflicts = computed(() =>
  placeConflicts(trial.value?.follows?.conflicts.gone ?? [], ways.value),
);

/** Numbers of the conflicts that would disappear. */
export const gone_numbers = computed<ReadonlySet<number>>(() => {
  const gone = new Set(trial.value?.follows?.conflicts.gone.map(identify));
  if (gone.size === 0) return new Set();
  const found = conflicts.value.filter(({ sent }) => gone.has(identify(sent)));
  return new Set(found.map(({ number }) => number));
});
