/** The trial on the graph: its trains as they would run, and the conflicts that appear and disappear. */
import { computed, signal } from "@preact/signals";
import { identify, placeConflicts, type SentConflict } from "../graph/marks.ts";
import { listMoments, retimeCurve } from "../graph/retiming.ts";
import type { Curve, Run } from "../graph/runs.ts";
import { type Edit, type Form, isSame, isService, type ServiceForm } from "./edit.ts";
import { askedOf, isSameWay, retimingOf, timesOf } from "./foreseen.ts";
import {
  conflicts,
  graph_data,
  listRunsOf,
  type PlacedRun,
  placeProjected,
  ways,
} from "./graph.ts";
import { type Trial, trial } from "./trial.ts";
import { shareOfPlace } from "./waypoints.ts";

/** Tried runs on the axis. */
export const tried_runs = computed<readonly Run[]>(() => {
  const now = trial.value;
  return now === null ? [] : now.edits.flatMap((edit) => listTried(now, edit));
});

function listTried(now: Trial, edit: Edit): readonly Run[] {
  const { after, before } = edit;
  if (after === null) return [];
  const has_way = before !== null && isSameWay(before.path, after.path);
  const by_stations = has_way ? null : placeByStations(now, edit);
  const given = { id: edit.id ?? 0, timetable_id: 0, modified_by: null, modified_at: null };
  const record = { ...after, ...given };
  const found = listRunsOf(record, (exception_key) =>
    has_way ? placeStored(now, edit, exception_key) : by_stations,
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
  exception_key: string | null,
): PlacedRun | null {
  const projected = graph_data.value?.projected.get(id ?? 0);
  if (projected === undefined) return null;
  const [forward, back] = ways.value;
  const curves = projected.exceptions.get(exception_key ?? "") ?? projected.base;
  const place = placeProjected(curves, forward?.scale ?? null, back?.scale ?? null);
  const retiming = retimingOf(now, key, exception_key);
  if (place === null || retiming === null) return place;
  return { ...place, curves: place.curves.map((curve) => retimeCurve(curve, retiming)) };
}

/** Straight from station to station: its exact run is known once it is stored. */
function placeByStations(now: Trial, { key }: Edit): PlacedRun | null {
  const [times_ms, form] = [timesOf(now, key), askedOf(now, key)?.after ?? null];
  if (times_ms === null || form === null) return null;
  const curve = joinStations(form, times_ms);
  if (curve === null) return null;
  const is_back = (curve.shares.at(-1) ?? 0) < (curve.shares[0] ?? 0);
  return { curves: [curve], is_back, is_on_way_back: false };
}

function joinStations({ path, schedule }: Form, arrivals_ms: readonly number[]): Curve | null {
  const moments = listMoments(path, schedule, arrivals_ms);
  const points = path.flatMap((waypoint, i) => {
    const share = shareOfPlace(waypoint);
    return share === null ? [] : moments.slice(2 * i, 2 * i + 2).map((ms) => ({ ms, share }));
  });
  const shares = points.map(({ share }) => share);
  if (new Set(shares).size < 2) return null;
  return {
    times_ms: Float64Array.from(points, ({ ms }) => ms),
    positions_mm: new Float64Array(points.length),
    shares: Float64Array.from(shares),
    joints: [],
    from_share: Math.min(...shares),
    to_share: Math.max(...shares),
  };
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
